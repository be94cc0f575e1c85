"""The page's own words about Allein Wetteifern in English; see `treppe_host/web/texts`."""

SUMMARY = "One player, four colours: jump until one piece is left."
OPTIONS = {
    "mix": "Mixed by hand: the colours, row by row from the north",
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
