"""What the page says of Tapatan alone, in English."""

SUMMARY = "Three pieces in a row, placed and then moved."
OPTIONS = {"rows": "Rows that win"}
CHOICES = {("rows", "all"): "all", ("rows", "straight"): "not the diagonals"}
REASONS = {"row": "three in a row"}
