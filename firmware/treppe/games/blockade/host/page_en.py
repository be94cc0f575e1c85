"""What the page says of Blockade alone, in English; see `treppe_host/web/texts.py`."""

SUMMARY = "Bring your king out over the far edge; guards turn him aside."
REASONS = {
    "exit": "the king is out",
}
