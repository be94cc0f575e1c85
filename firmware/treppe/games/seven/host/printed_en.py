"""What 7 Steps' tiles and screens say, in English; see `treppe/games/host/printed.py`."""

BACK = "7 STEPS"
WORDS = {
    "!0": ("Discs off", "Take one or two top discs off one tower, or one each off two"),
    "!1": ("Move", "A whole tower moves to an empty field of its colour"),
    "!2": ("Start anywhere", "The first disc on any field of its colour"),
    "!3": ("Climb two", "Each further disc may lie up to two levels higher"),
    "!4": ("New hand", "All your discs back, and as many drawn"),
    "$0": ("Colours", "Seven discs laid: 1 for each colour"),
    "$1": ("One colour", "1 for each disc of the colour laid most"),
    "$2": ("Straight on", "1 for each disc of the longest straight run"),
    "$3": ("One level", "1 for each disc of the level laid most"),
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
