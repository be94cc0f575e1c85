"""Every word that the page shows, in English; other languages have a catalogue beside it, `de.po` (`make words`).

Phrases that code asks for by name stand here, tables in `en.toml`.
"""

from typing import Any

from treppe_host.link.protocol import roles


class Texts:
    """The page's words by their names; another language's are an object with its own values."""

    LANGUAGE = "en"
    LANGUAGE_NAME = "English"
    PLAYERS = ("Blue", "Red", "Yellow", "Green")
    COLOURS = ("blue", "red", "yellow", "green")
    AGE = "from {} years"
    DURATION = "{} minutes"
    CLOCK_MINUTES = "minutes for each"
    CLOCK_INCREMENT = "seconds each turn adds"
    BY_LOT = "Draw lots for who plays the first colour"
    ROLES = {role: each.says for role, each in roles().items()}
    TO_MOVE = "{} to move"
    POINT = "."
    DRAW = "A draw"
    CALLED_OFF = "Called off"
    WINS = "{} wins"
    WIN = "{} win"
    AND = " and "
    NUMBER = "stone {}"
    PIECE_OF = "{colour} {shape}"
    NUMBERED = "{colour} stone {number}, {side}"
    DISC = "{} disc {pips}"
    DISCS = ("blue", "red", "yellow", "green", "turquoise", "purple", "grey")
    BRICK = "1 brick"
    BRICKS = "{} bricks"
    EMPTY = "empty"
    RULES_NOTE = "The full rules exist in English only."
    RULES_KEYS = (
        "OK, END, MENU and UNDO are the buttons of the board. On the screen the same choices are buttons in words: "
        "Yes and No, Take back, End the turn. Before a game the fields light up where pieces go."
    )
    NO_RULES = "The rules are not installed."
    SURFACES: dict[str, str]
    OPTIONS: dict[str, str]
    PIECES: dict[str, str]
    REASONS: dict[str, str]
    PAGE: dict[str, str]
    HAPPENED: dict[str, str]
    CARDS: dict[str, str]
    SIDES: dict[str, str]
    SETTINGS: dict[str, Any]
    NOT_FOUND: dict[str, str]

    # The page of a board.
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
    STONES_TO_TURN = "turn over {} (OK if it lies right)"
    GIVE_BACK = "Lay it aside"
    TURN_OVER = "Turn it over"
    TAKE = "take {piece}, {count} left"
    OR = " or "
    PUT_IT = "Put it on a lit field, or back."
    THEN = ", then "
    MOVED = "{piece} from {start} to {end}"
    BROUGHT = "{piece} on {end}"
    TAKEN_OFF = "{piece} from {start} off the board"
    CAPTURING = ", capturing"
    BECOMES = ", promoted to {}"
    START_CLOCK = "Start the clock"
    TURN_ENDS = "end the turn"
    INSTEAD = "It replaces {}."
    SPEAK = "Display in English"
    PHASES: dict[str, str]
    FAULTS: dict[str, str]
    CARELESS_WAYS: dict[str, str]
    NEW_GAME: dict[str, str]
    LESSON: dict[str, str]
    HELD: dict[str, str]
    AT_TABLE: dict[str, str]
    TO_DO: dict[str, str]
    NO_PIECE: dict[str, str]
    TO_DO_DARK: dict[str, str]
    ENDED: dict[str, str]
    A_PIECE: dict[str, str]
    LEAVES: dict[str, str]
    MAY_END: dict[str, str]
    ASKED: dict[str, str]
    ANSWERS: dict[str, str]
    JOIN: dict[str, str]

    # The pages of games.
    GAMES: dict[str, str]
    STATISTICS: dict[str, str]
    COMPANY: dict[str, Any]
    ANALYSIS: dict[str, Any]
    PUZZLE: dict[str, str]

    # The page of the sensors.
    TUNE: dict[str, Any]
    DOCTOR: dict[str, Any]
