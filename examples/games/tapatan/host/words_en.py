"""What is read of tapatan in English: on the page, on displays, on printed things."""

SUMMARY = "Three pieces in a row, placed and then moved."
OPTIONS = {"rows": "Rows that win"}
CHOICES = {("rows", "all"): "all", ("rows", "straight"): "not the diagonals"}
REASONS = {"row": "three in a row"}
DISPLAY = {
    "MENU": {
        "option rows": "Rows",
        "value all": "all",
        "value straight": "straight",
    },
}
