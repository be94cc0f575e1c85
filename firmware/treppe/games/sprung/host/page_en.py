"""What the page says of Schaff den Sprung alone, in English; see `treppe_host/web/texts.py`."""

SUMMARY = "Jump along your row; an odd number of enemies earns another jump."
OPTIONS = {
    "shapes": "Shapes count",
    "pattern": "Start pattern",
    "goal": "Goal pattern",
}
REASONS = {
    "home": "all pieces are home",
}
