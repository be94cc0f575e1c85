"""What the page says of Aufstellen alone, in German; see `treppe_host/web/texts.py`."""

SUMMARY = "Vier deiner fünf Figuren in eine gerade Linie von Mitten."
OPTIONS = {
    "board": "Brett",
    "diagonals": "Auch Diagonalen gewinnen",
}
CHOICES = {("board", "large"): "12 x 12", ("board", "small"): "Einstieg 4 x 4"}
REASONS = {
    "stuck": "kein Zug ist mehr möglich",
    "line": "vier in einer Linie",
}
