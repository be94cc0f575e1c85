"""What the page says of Aufstellen alone, in German; see `treppe_host/web/texts.py`."""

SUMMARY = "Vier deiner fünf Figuren in eine gerade Linie von Mitten."
REASONS = {
    "stuck": "kein Zug ist mehr möglich",
    "line": "vier in einer Linie",
}
