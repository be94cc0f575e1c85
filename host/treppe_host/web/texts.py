"""Every word that the page shows, in one place."""

TITLES = {
    "step": "STEP BY STEP",
    "seven": "7 Steps",
    "blockade": "Blockade",
    "weltreich": "Weltreich",
    "sprung": "Schaff den Sprung",
    "aufstellen": "Aufstellen",
    "wetteifern": "Allein Wetteifern",
    "tor": "Das Tor",
    "cubes": "Cubes",
}
SUMMARIES = {
    "step": "Build stairs that everybody may use, and be first on the tower.",
    "seven": "Lay a path of discs that climbs, colour by colour.",
    "blockade": "Bring your king out over the far edge; guards turn him aside.",
    "weltreich": "Riders, archers and a commander on the way to the throne.",
    "sprung": "Jump in your own row; odd company earns another jump.",
    "aufstellen": "Four of your five pieces in a straight line of centres.",
    "wetteifern": "One player, four colours: jump until one piece is left.",
    "tor": "Open a gate between two enemies and bring in a new piece.",
    "cubes": "Stones that wake and sleep with the company they keep.",
}
SURFACES = {"square7": "towers 7 × 7", "hex49": "towers, 49 hexes", "reed12": "reeds 12 × 12"}
PLAYERS = ("Blue", "Red", "Yellow", "Green")
OPTIONS = {
    "players": "Players",
    "size": "Board",
    "bricks": "Bricks in the supply",
    "edition": "Edition",
    "teams": "Two teams",
    "shapes": "Shapes count",
    "side": "Side of the board",
    "tiles": "Bonus tiles",
    "extra_round": "Extra round",
    "seed": "Deal with seed",
    "depends": "Depends on",
}
CHOICES = {
    ("size", 5): "5 × 5",
    ("size", 7): "7 × 7",
    ("edition", "de"): "German",
    ("edition", "fr"): "French",
    ("side", "plain"): "plain",
    ("side", "mixed"): "mixed",
}
PIECES = {
    "B": "brick",
    "O": "ball",
    "D": "disc",
    "S": "square",
    "T": "triangle",
    "C": "cylinder",
    "P": "piece",
    "W": "white stone",
    "N": "stone",
}
ROLES = {
    ".": "",
    "l": "may be lifted",
    "g": "may go here",
    "b": "build here",
    "x": "capture",
    "o": "came from here",
    "r": "remove this",
    "p": "put here",
    "!": "wrong",
    "?": "unsure",
    "w": "winner",
    "0": "blue may lift",
    "1": "red may lift",
    "2": "yellow may lift",
    "3": "green may lift",
}
REASONS = {
    "top": "reached the top of the tower",
    "bricks": "the last brick is laid",
    "last": "nobody else can move",
    "deadlock": "nobody can move",
    "line": "four in a line",
    "stuck": "no move is left",
    "exit": "the king is out",
    "gates": "all pieces are in play",
    "stopped": "stopped",
    "resign": "the other side has given up",
    "agreed": "agreed",
}
PHASES = {
    "idle": "No game yet",
    "setup": "Set up the board",
    "wrong": "That does not fit",
}
PAGE = {
    "new_game": "New game",
    "board": "Board",
    "beside": "Beside the board",
    "supply": "Supply",
    "display": "The board's display",
    "keys": "The board's buttons",
    "end": "End: nothing more in this turn",
    "undo": "Undo: take back the last action",
    "menu": "Menu: the next choice, hold for the menu",
    "ok": "OK: confirm",
    "actions": "Actions",
    "actions_so_far": "Actions so far",
}
BOARD = PAGE["board"]
NEW_GAME = PAGE["new_game"]
GAME = "Game"
CLOSE = "Close"
BEGIN = "Set up the board"
NOT_YET = "not yet on the board"
AS_IN_THE_RULES = "as in the rules"
CHOOSE = "Choose one to begin."
TO_MOVE = "{} to move"
DRAW = "A draw"
SIMULATED = "Simulated board,"
STOPPED = "The board has stopped:"
NO_ANSWER = "The board does not answer"
PUT_BACK = "Follow the lights: cross is wrong, arrow down wants a piece, arrow up wants it away."
HAND_EMPTY = "Click a piece to lift it"
HAND_FULL = "In the hand: {}. Click where it goes."
GIVE_BACK = "Lay it aside"


def piece_name(code: str) -> str:
    """Return what a piece is called: `blue ball`, `brick`, `red stone 4, active`."""
    shape = PIECES[code[0]]
    if code[0] in "BW":
        return shape
    if code[0] == "D":
        return f"{shape} of colour {code[1]}"
    if code[0] == "N":
        return f"{PLAYERS[int(code[2])].lower()} stone {code[1]}, {'active' if code[3:] == 'a' else 'inactive'}"
    return f"{PLAYERS[int(code[1])].lower()} {shape}"


def stack_name(codes: tuple[str, ...]) -> str:
    """Return what stands on a field, for those who cannot see it: `3 bricks, blue ball`."""
    if not codes:
        return "empty"
    words: list[str] = []
    rest = list(codes)
    bricks = sum(code == "B" for code in rest)
    if bricks:
        words.append("1 brick" if bricks == 1 else f"{bricks} bricks")
        rest = [code for code in rest if code != "B"]
    return ", ".join(words + [piece_name(code) for code in rest])
