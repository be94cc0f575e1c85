"""The page's own words about Aufstellen in English; see `treppe_host/web/texts`."""

SUMMARY = "Four of your five pieces in a straight line of centres."
OPTIONS = {
    "board": "Board",
    "diagonals": "Diagonals win, too",
}
CHOICES = {("board", "large"): "12 x 12", ("board", "small"): "starter 4 x 4"}
REASONS = {
    "stuck": "no move is left",
    "line": "four in a line",
}
