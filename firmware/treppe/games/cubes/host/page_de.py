"""What the page says of Cubes alone, in German; see `treppe_host/web/texts.py`."""

SUMMARY = "Steine, die wachen und schlafen, je nach Gesellschaft."
OPTIONS = {
    "depends": "Hängt ab von",
}
REASONS = {
    "five": "fünf Steine, alle aktiv",
}
NOTES = {
    "points": "Aktionspunkte: {}",
    "depends": "hängt ab von {player}",
    "cards": "Karten von {player}: {}",
}
