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
COACH = (
    "Get four of your five pieces into one straight line of centres.",
    "You and Red put pieces onto the centres, the fields with a ring, first the squares. Put yours on b2.",
    "Now it is the cylinder's turn: each turn has its shape. Put yours on e2.",
    "Two in a row. Put the triangle on h2. Red should have barred the line by now.",
    "A square again: put it on k2, and four stand in one line.",
)
