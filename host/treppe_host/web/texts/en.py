"""Every word that the page shows, in English; other languages have a catalogue beside it, `de.po` (`make words`)."""

from typing import Any

from treppe_host.link.protocol import roles
from treppe_host.web.texts.en_board import BoardTexts
from treppe_host.web.texts.en_games import GamesTexts
from treppe_host.web.texts.en_tune import TuneTexts


class Texts(BoardTexts, GamesTexts, TuneTexts):
    """The page's words by their names: what all pages have; another language's are an object with its own values."""

    LANGUAGE = "en"
    LANGUAGE_NAME = "English"
    SURFACES = {
        "start4": "starter 4 × 4",
        "square7": "towers 7 × 7",
        "hex49": "towers, 49 hexes",
        "reed12": "reeds 12 × 12",
    }
    PLAYERS = ("Blue", "Red", "Yellow", "Green")
    COLOURS = ("blue", "red", "yellow", "green")
    OPTIONS = {
        "players": "Players",
        "teams": "Two teams",
        "seed": "Deal with seed",
    }
    AGE = "from {} years"
    DURATION = "{} minutes"
    CLOCK_MINUTES = "minutes for each"
    CLOCK_INCREMENT = "seconds each turn adds"
    BY_LOT = "Draw lots for who plays the first colour"
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
        "U": "piece",
    }
    ROLES = {role: each.says for role, each in roles().items()}
    REASONS = {
        "deadlock": "nobody can move",
        "resign": "the other side has given up",
        "agreed": "agreed",
        "time": "the time is up",
        "discarded": "called off",
    }
    PAGE = {
        "skip": "To the content",
        "lost": "The server does not answer. This page goes on as soon as it does.",
        "offline": "This device has no network. This page goes on as soon as it has one.",
        "guest_lost": "The host does not answer, or has closed the entrance. This page goes on if the host answers; "
        "a new entrance has a new code.",
        "entrance_closed": "The host has closed the entrance. A new one has a new code.",
        "click_refused": "What you did last was not carried out.",
        "clock": "Clock",
        "clocks": "Clocks",
        "acts": "Take back, or end the game",
        "take_back": "Take back",
        "redo": "Redo",
        "offer_draw": "Draw",
        "draw_question": "Do all players agree on a draw?",
        "resign": "Resign",
        "resign_question": "Does the player to move give up?",
        "pause": "Pause",
        "pause_question": "Lay this game aside? You can go on with it later.",
        "the_board": "The board",
        "yes": "Yes",
        "no": "No",
        "new_game": "New game",
        "board": "Board",
        "view": "View of the towers",
        "view_plan": "From above",
        "view_isometric": "From the side",
        "beside": "Beside the board",
        "supply": "Supply",
        "display": "The board's display",
        "keys": "The board's buttons",
        "end": "End: nothing more in this turn",
        "undo": "Undo: take back the last action",
        "menu": "Menu: the next choice, hold for the menu",
        "ok": "OK: confirm",
        "actions": "Actions",
        "actions_so_far": "Actions played",
        "rules": "Rules",
        "all_rules": "Rules of all games",
        "tune": "Sensors",
        "doctor": "Doctor",
        "games": "Games",
        "puzzles": "Puzzles",
        "navigation": "All pages",
        "settings": "Settings",
        "this_browser": "In this browser",
        "sounds": "Sounds in this browser",
        "speech": "Turns spoken aloud",
        "boards": "Boards",
        "builders": "Board",
        "gone_boards": "Not connected",
        "play": "Play",
        "close": "Close",
        "who": "Who are you?",
        "who_all": "All of us, on this screen",
        "who_watches": "I only watch",
        "watched": "You only watch here.",
        "simulation": "Simulation",
        "power": "Cut the power",
        "cable": "Unplug the cable",
        "upset": "Bump the board",
        "careless": "Careless hands",
        "notation": "Moves in notation",
        "join": "Others join",
        "real_hands": "Real hands: move each piece, sensors may err",
        "break_part": "Break in the middle",
    }
    TO_MOVE = "{} to move"
    POINT = "."
    DRAW = "A draw"
    CALLED_OFF = "Called off"
    WINS = "{} wins"
    WIN = "{} win"
    AND = " and "
    HAPPENED = {
        "blocked": "{} is blocked",
        "eliminated": "{} is out",
        "left": "{} plays no more",
        "converted": "{}'s pieces belong to {}",
        "collapse": "The tower on {} collapses",
        "active": "The stone on {} is active",
        "inactive": "The stone on {} is inactive",
        "removed": "{} is taken off",
    }
    NUMBER = "stone {}"
    CARDS = {
        "F1": "forward 1",
        "B1": "back 1",
        "L1": "left 1",
        "R1": "right 1",
        "F2": "forward 2",
        "B2": "back 2",
        "L2": "left 2",
        "R2": "right 2",
        "<": "to the left",
        ">": "to the right",
        "*": "swap",
    }
    PIECE_OF = "{colour} {shape}"
    NUMBERED = "{colour} stone {number}, {side}"
    SIDES = {"a": "active", "i": "inactive"}
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
    SETTINGS: dict[str, Any] = {
        "hints": "Hints for {}",
        "levels": {
            "off": "none",
            "legal": "what is legal",
            "advice": "advice, too",
            "warning": "a warning before a blunder, too",
        },
        "brightness": "Brightness",
        "sound": "Sound",
        "language": "Display in",
    }
    NOT_FOUND = {"title": "Nothing is here", "text": "There is no page at {}.", "board": "To the board"}
