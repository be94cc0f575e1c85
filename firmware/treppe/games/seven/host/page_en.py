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
