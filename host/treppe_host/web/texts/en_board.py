"""What the page says at a board, in English: of the game that is played, of its lamps, hands and sensors."""


class BoardTexts:
    """The board's page, see Texts."""

    PHASES = {
        "idle": "No game yet",
        "setup": "Set up the board",
        "wrong": "That does not fit",
    }
    FAULTS = {
        "choose": "choose a part",
        "whole": "make all whole",
        "stuck reed": "reed stuck closed",
        "dead reed": "reed that never closes",
        "chattering reed": "reed that chatters",
        "broken chain": "reed chain, from tile 4 on",
        "open hall": "Hall output open",
        "shorted hall": "Hall output shorted",
        "lost magnet": "magnet lost",
        "jammed platform": "platform jammed",
        "humming hall": "Hall output hums",
        "reference gone": "reference of multiplexer 1",
        "noisy converter": "converter noisy",
        "dead lamp": "lamps dark from there on",
        "sag": "supply sags",
    }
    GAME = "Game"
    BEGIN = "Set up the board"
    AS_IN_THE_RULES = "as in the rules"
    CHOOSE = "Choose one to begin."
    ALONE = "Your turn"
    SIMULATED = "Simulated board"
    NAMES = "Players' names"
    REAL = "Board"
    BOARD_AT = "Board at {}"
    HANDS_AT_BOARD = "The pieces are moved on the board."
    LIFTED = "In the air: {}."
    TAKE_CAPTURED = "Pink lights blink where a piece may be captured: take it off the board, before or after the move."
    GAP = "Events are missing: the record of this game breaks off."
    UNPLUGGED = "The board is unplugged or switched off. With power it plays on, and sends its record later."
    DISPLACED = "Another program talks to this board. This page waits until it has ended."
    STOPPED = "The board has stopped:"
    NO_ANSWER = "The board does not answer"
    POWER_OFF = "The power is off. What was played is safe."
    CABLE_OFF = "The cable is out: the board plays on, and sends its record later."
    POWER_ON = "Switch on"
    CABLE_ON = "Plug the cable in"
    AGAIN = "Again"
    LOOK_AGAIN = "Replay and analyse"
    SAVE_GAME = "Save as a file"
    SHARE = "Share"
    COPIED = "Saved as a file"
    LEARNING = "Still learning: {} of {} fields known"
    PAUSED = "Paused"
    GO_ON_PAUSED = "Go on with the paused game"
    MENU_OPEN = "The menu is open: MENU shows the next entry, OK takes it, UNDO goes back, END closes it."
    PUT_BACK = (
        "Follow the lights: a cross marks what is wrong, an arrow down where a piece goes, one up what comes off."
    )
    HAND_EMPTY = "Click a lit piece to lift it, or drag it."
    HAND_BRINGS_BACK = "Click a marked piece here, then the field that needs it."
    HAND_DUE = "Click a lit field: the piece comes from here. Or take it first."
    HAND_REMOVES = "Click a piece with an arrow up, then lay it aside"
    IN_HAND = "In the hand: {}."
    HAND_PUTS = "Click where it goes."
    HAND_TAKES = "Click where it goes; what stands in a pink frame is captured, and laid aside."
    HAND_JUMPS = "Click where it goes; what it captures in the pink frames is taken off afterwards."
    HAND_LAYS_ASIDE = "Lay it aside."
    HAND_PUTS_BACK = "Click the field it came from."
    CARELESS_WAYS = {
        "off_centre": "It was put down beside the middle of the field.",
        "abrupt": "It was pressed down and let go abruptly.",
        "rest": "The hand rests on it for a moment.",
    }
    NEW_GAME = {
        "kept": "The game on the board is kept: you can go on with it from the list of games.",
        "advanced": "Advanced",
        "versus": "You play",
        "computer": "the computer",
        "people": "each other",
        "mixed": "mixed",
        "level": "How strong",
        "mine": "Your colour",
        "deal": "Who deals",
        "deal_treppe": "Treppe",
        "deal_people": "we, from the box",
    }
    LESSON = {
        "learn": "Show me the first steps",
        "at": "Step {} of {}",
        "skip": "I know this",
        "done": "That is all you need",
        "so": "The goal:",
        "play": "Play it",
        "again": "Once more",
    }
    HELD = {
        "yours": "Your hand",
        "of": "Hand of {}",
        "choose": "Mark what you give",
    }
    AT_TABLE = {
        "held": "In the hand: {}. Click where it goes, or where it is from to put it back.",
        "empty": "Click a lit piece, or drag it.",
        "due": "Click a lit field: the piece comes from here. Or take it first.",
        "offers": "What do you mean?",
        "not_this": "This piece may not come onto the board now.",
        "lesson": "That is allowed, too, but follow the lights now.",
        "nothing": "Nothing stands there: click one of the lit pieces.",
        "too_late": "That no longer fits: look at the board again.",
        "away": "The board does not answer. Click again when it does.",
        "others": "It is another player's turn.",
        "who": "Choose first who you are.",
        "scatter": "Scatter the rest",
        "back": "Put it back",
        "off": "Take it off the board",
    }
    STONES_TO_TURN = "turn over {} (OK if it lies right)"
    GIVE_BACK = "Lay it aside"
    TURN_OVER = "Turn it over"
    TAKE = "take {piece}, {count} left"
    TO_DO = {
        "put": "Put {0} on a lit field.",
        "put_or_end": "Put {0} on a lit field, or end {2}.",
        "move": "Lift {1} that is lit, and put it on a lit field.",
        "move_or_end": "Lift {1} that is lit, and put it on a lit field, or end {2}.",
        "both": "Put {0} on a lit field, or move {1} that is lit.",
        "both_or_end": "Put {0} on a lit field, move {1} that is lit, or end {2}.",
    }
    NO_PIECE = {
        "choose": "Choose here.",
        "or_end": "Choose here, or end {2}.",
        "end": "End {2}.",
    }
    OR = " or "
    PUT_IT = "Put it on a lit field, or back."
    TO_DO_DARK = {
        "put": "Put {0}.",
        "put_or_end": "Put {0}, or end {2}.",
        "move": "Move {1}.",
        "move_or_end": "Move {1}, or end {2}.",
        "both": "Put {0}, or move {1}.",
        "both_or_end": "Put {0}, move {1}, or end {2}.",
    }
    ENDED = {"turn": "your turn", "game": "the game"}
    A_PIECE = {
        "B": "a brick",
        "O": "a ball",
        "D": "a disc",
        "S": "a square",
        "T": "a triangle",
        "C": "a cylinder",
        "P": "a piece",
        "W": "a white stone",
        "N": "a stone",
    }
    THEN = ", then "
    MOVED = "{piece} from {start} to {end}"
    BROUGHT = "{piece} on {end}"
    TAKEN_OFF = "{piece} from {start} off the board"
    CAPTURING = ", capturing"
    BECOMES = ", promoted to {}"
    START_CLOCK = "Start the clock"
    LEAVES = {"resign": "{} gives up", "time": "{} has no time left"}
    TURN_ENDS = "end the turn"
    MAY_END = {"turn": "End the turn", "game": "End the game"}
    ASKED = {
        "there": "Is there a piece on {}?",
        "all there": "Do {1} pieces stand on {0}?",
        "confirm": "Was it this: {}?",
        "which": "Was it this: {}?",
        "silent": "Choose:",
    }
    ANSWERS = {
        "there": "Yes, it is there",
        "not there": "No, nothing is there",
        "all there": "Yes, all of them",
        "not all there": "No, not all of them",
        "yes": "Yes",
        "no": "No",
        "other": "No, something else",
    }
    INSTEAD = "It replaces {}."
    SPEAK = "Display in English"
    JOIN = {
        "play": "Play, with the password",
        "watch": "Watch, without a password",
        "code": "Play, in the same network",
        "closed": "Only this computer can open the page.",
        "open": "Let others in",
        "close": "Close the entrance",
    }
