"""What the page says of Aufstellen alone, in English; see `treppe_host/web/texts.py`."""

SUMMARY = "Four of your five pieces in a straight line of centres."
REASONS = {
    "stuck": "no move is left",
    "line": "four in a line",
}
