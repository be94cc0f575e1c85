"""What the page says of Allein Wetteifern alone, in German; see `treppe_host/web/texts.py`."""

SUMMARY = "Ein Spieler, vier Farben: springe, bis eine Figur übrig ist."
OPTIONS = {
    "area": "Sprünge landen",
}
CHOICES = {
    ("area", 12): "auf dem ganzen Brett",
    ("area", 8): "auf den mittleren 8 × 8",
}
REASONS = {
    "stuck": "kein Zug ist mehr möglich",
    "stopped": "aufgehört",
}
