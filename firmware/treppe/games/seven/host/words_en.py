"""What is read of 7 Steps in English: on the page, on displays, on printed things."""

SUMMARY = "Lay a climbing path of discs, each on its own colour."
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
GIVES = ("Put back {} disc", "Put back {} discs")
MEANINGS = {
    "!0": "aid: discs off {fields}",
    "!1": "aid: move {fields}",
    "x": "put back {discs}",
    "$0": "tile: colours, one for each if all seven discs are laid",
    "$1": "tile: one colour, one for each disc of the colour laid most",
    "$2": "tile: straight on, one for each disc in the longest straight run",
    "$3": "tile: one level, one for each disc on the level laid most",
    "$4": "tile: steps up, two for each",
    "$5": "tile: highest, as much as the highest level laid",
}
COACH = (
    "Lay discs along a path that never goes down. Each disc scores its level.",
    "Here are your discs. The first one goes onto the lowest field of its colour. Lay a blue one on a0: one point.",
    (
        "The next one goes beside it, on the same level or one higher. There is a disc on a5 already: lay another "
        "blue one on top, on level 2."
    ),
    "So the path climbs: lay a purple disc on f2, on level 3. One, two and three make six points.",
    "Seven points or fewer? Then you draw a tile to make up for it. You hold an aid tile: draw a victory tile.",
    "At the end of a turn you may put discs back and draw others. Keep yours: end the turn.",
)
DISPLAY = {
    "TEXTS": {
        "note bag": "In the bag:",
        "word ?A": "draw an aid tile",
        "word ?V": "draw a victory tile",
        "word =": "keep the old tile",
        "word ~": "keep the new tile",
        "word $": "play the victory tile",
        "word $0": "tile: colours",
        "word $1": "tile: one colour",
        "word $2": "tile: straight on",
        "word $3": "tile: one level",
        "word $4": "tile: steps up",
        "word $5": "tile: highest",
        "word x": "put back discs {discs}",
        "word !2": "aid: start anywhere",
        "word !3": "aid: climb two",
        "word !4": "aid: new hand",
        "word !0": "aid: discs off {fields}",
        "word !1": "aid: move {fields}",
    },
    "MENU": {
        "option side": "Board's side",
        "value plain": "plain",
        "value mixed": "mixed",
        "option tiles": "Bonus tiles",
        "option extra_round": "Extra round",
    },
    "REFUSALS": {
        "stays": "Discs stay where they are",
        "colour": "You have no disc of this colour",
        "lowest": "Begin on the lowest tower of a colour",
        "again": "You have been there this turn",
        "beside": "Go on beside the last disc",
        "down": "Stay level or go up, never down",
        "up": "Up one level at most",
        "up 2": "Up two levels at most",
        "most": "Five discs are the most",
    },
}
BACK = "7 STEPS"
PRINTED = {
    "!0": ("Discs off", "Take one or two top discs off one tower, or one each off two"),
    "!1": ("Move", "A whole tower moves to an empty field of its colour"),
    "!2": ("Start anywhere", "The first disc on any field of its colour"),
    "!3": ("Climb two", "Each further disc may lie up to two levels higher"),
    "!4": ("New hand", "All your discs back, and as many drawn"),
    "$0": ("Colours", "Seven discs laid: 1 for each colour"),
    "$1": ("One colour", "1 for each disc of the colour laid most"),
    "$2": ("Straight on", "1 for each disc of the longest straight run"),
    "$3": ("One level", "1 for each disc on the level laid most"),
    "$4": ("Steps up", "2 for each disc higher than the one before"),
    "$5": ("Highest", "The highest level laid"),
    "most": ("max. {} discs", ""),
    "aids": ("Aids", "played before you lay"),
    "victories": ("Victory tiles", "played after you have laid"),
    "screen": ("Your turn", ""),
    "screen 1": ("Aid", "play one, if you hold one"),
    "screen 2": (
        "Lay",
        "the first disc on the lowest towers of its colour; the next ones beside it, as high or one higher",
    ),
    "screen 3": ("Victory tile", "play it, if you hold one"),
    "screen 4": ("Score", "each disc its level; a tower of seven is shared out"),
    "screen 5": ("Bonus", "7 points or fewer: take a tile"),
    "screen 6": ("Draw", "put back what you like, then fill up to seven"),
    "end": ("The end", "when the bag cannot fill a hand: finish the round. A tile still held: 2 points"),
    "bag": ("Bag for {} discs", ""),
    "bag 1": ("Cut", "Cut two pieces of cloth as drawn: dense, dark, soft."),
    "bag 2": (
        "Sew",
        "Right sides together, sew along the dashed line: side, bottom, side. Leave the upper {} mm of one side open.",
    ),
    "bag 3": ("Tunnel", "Fold the upper edge over twice to the dotted line and sew it down: a tunnel for the cord."),
    "bag 4": ("Cord", "Turn the bag, draw {} mm of cord through, knot its ends. Nobody must see through the cloth."),
    "bag 5": ("Or", "any bag that is as large and not transparent."),
}
