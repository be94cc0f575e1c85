"""The page's own words about Schaff den Sprung in English; see `treppe_host/web/texts`."""

SUMMARY = "Jump along your row; an odd number of enemies earns another jump."
OPTIONS = {
    "shapes": "Shapes count",
    "pattern": "Start pattern",
    "goal": "Goal pattern",
}
REASONS = {
    "home": "all pieces are home",
}
