"""What the page says of Cubes alone, in German; see `treppe_host/web/texts.py`."""

SUMMARY = "Steine, die wachen und schlafen, je nach Gesellschaft."
OPTIONS = {
    "depends": "Hängt ab von",
    "third_point": "Dritter Punkt",
}
CHOICES = {
    ("third_point", "kept"): "bleibt für den Zug",
    ("third_point", "while"): "solange die Summe 10 ist",
}
REASONS = {
    "five": "fünf Steine, alle aktiv",
}
NOTES = {
    "points": "Aktionspunkte: {}",
    "depends": "hängt ab von {player}",
    "cards": "Karten von {player}: {}",
}
MEANINGS = {
    "x": "austauschen: {cards}",
}
