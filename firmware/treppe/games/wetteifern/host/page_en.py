"""What the page says of Allein Wetteifern alone, in English; see `treppe_host/web/texts.py`."""

SUMMARY = "One player, four colours: jump until one piece is left."
OPTIONS = {
    "area": "Jumps land on",
}
CHOICES = {
    ("area", 12): "the whole board",
    ("area", 8): "the middle 8 × 8",
}
REASONS = {
    "stuck": "no move is left",
    "stopped": "stopped",
}
