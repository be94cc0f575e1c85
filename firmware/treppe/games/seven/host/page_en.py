"""The page's own words about 7 Steps in English; see `treppe_host/web/texts`."""

SUMMARY = "Lay a path of discs that climbs, colour by colour."
OPTIONS = {
    "side": "Side of the board",
    "tiles": "Bonus tiles",
    "extra_round": "Extra round",
}
CHOICES = {
    ("side", "plain"): "plain",
    ("side", "mixed"): "mixed",
}
REASONS = {
    "points": "the highest total",
}
NOTES = {
    "bag": "Discs left in the bag: {}",
}
GIVES = ("Lay back {} disc", "Lay back {} discs")
MEANINGS = {
    "!0": "aid: discs off {fields}",
    "!1": "aid: move a tower {fields}",
    "x": "lay back {discs}",
    "$0": "tile: one for each colour, if all seven discs are laid",
    "$1": "tile: one for each disc of the colour laid most",
    "$2": "tile: one for each disc straight on",
    "$3": "tile: one for each disc of the level laid most",
    "$4": "tile: two for each step up",
    "$5": "tile: the highest level",
}
COACH = (
    "Lay discs along paths that climb; each scores its level.",
    "These are your seven discs. The first goes onto the lowest field of its colour. Lay an orange one on b0.",
    "Each further disc goes beside the one before, as high or one higher. Lay another orange one on b5.",
    "The path goes on: a grey disc on g3.",
    "And one more on g2. Four discs on level 1 make four points.",
    "Who scores seven or fewer takes a tile as a comfort. Draw an aid tile.",
    "At the end of a turn you may lay discs back and draw others. Keep yours: end the turn.",
)
