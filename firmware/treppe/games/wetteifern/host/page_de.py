"""What the page says of Allein Wetteifern alone, in German; see `treppe_host/web/texts.py`."""

SUMMARY = "Ein Spieler, vier Farben: springe, bis eine Figur übrig ist."
REASONS = {
    "stuck": "kein Zug ist mehr möglich",
    "stopped": "aufgehört",
}
