"""What the page says of Das Tor alone, in English; see `treppe_host/web/texts.py`."""

SUMMARY = "Open a gate between two enemies and bring in a new piece."
REASONS = {
    "gates": "all pieces are in play",
}
