"""What the page says of Allein Wetteifern alone, in English; see `treppe_host/web/texts.py`."""

SUMMARY = "One player, four colours: jump until one piece is left."
REASONS = {
    "stuck": "no move is left",
    "stopped": "stopped",
}
