"""Every word that the page shows, in English; other languages have a catalogue beside it, `de.po` (`make words`)."""

from treppe_host.link.protocol import roles

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
READINGS = "Other readings of the rules"
CLOCK_MINUTES = "Clock: minutes for each"
CLOCK_INCREMENT = "Clock: seconds each turn adds"
BY_LOT = "Lots decide who plays the first colour"
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
PHASES = {
    "idle": "No game yet",
    "setup": "Set up the board",
    "wrong": "That does not fit",
}
PAGE = {
    "lost": "The server does not answer. This page goes on as soon as it does.",
    "clocks": "Clocks",
    "acts": "Take back, or end the game",
    "take_back": "Take back",
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
    "actions_so_far": "Actions so far",
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
    "gone_boards": "Not connected",
    "play": "Play",
    "close": "Close",
    "simulation": "Simulation",
    "power": "Cut the power",
    "cable": "Unplug the cable",
    "upset": "Upset the board",
    "careless": "Careless hands",
    "notation": "Moves in notation",
    "join": "Others join",
    "real_hands": "Real hands: move each piece, sensors may err",
    "break_part": "Break in the middle",
}
ALONE_PAGE = {
    "try_it": "Try it here",
    "connect": "Connect a board",
    "disconnect": "Simulate again",
    "save": "Save the games",
    "simulated": "Simulated in this page",
    "real": "Board at the cable",
    "silent": "The board does not answer",
    "lost": "The cable is out, or the board has restarted",
    "no_port": "The port cannot be opened: another program may have it",
    "no_serial": "This browser reaches no serial ports: Chrome and Edge do, on a computer",
    "no_games": "Nothing has been played yet",
    "no_room": "This browser keeps no more games: save them",
    "players": "Players",
    "against": "Against whom",
    "people": "against people",
    "computer": "against the computer, level {}",
    "thinks": "{} thinks",
    "of_players": "players",
    "examine": "Examine the board",
    "firmware": "firmware",
    "pace": "pace",
    "link": "bad lines / sent again",
}
ALONE_SETTINGS = {
    "reed_lift_scans": "scans until lifted",
    "reed_place_scans": "scans until put",
    "cell_sure_percent": "sure from (%)",
    "cell_touch_cg": "touched from (cg)",
    "cell_lift_cg": "lifted from (cg)",
}
ALONE_STATES = {"good": "good", "look": "look at this", "broken": "broken"}
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
TO_MOVE = "{} to move"
ALONE = "Your turn"
DRAW = "A draw"
CALLED_OFF = "Called off"
WINS = "{} wins"
WIN = "{} win"
AND = " and "
POINTS = "points: {}"
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
ANOTHER_GAME = "Another game"
SAVE_GAME = "Save as a file"
SHARE = "Share"
COPIED = "Saved as a file"
LEARNING = "Still learning: {} of {} fields known"
PAUSED = "Paused"
GO_ON_PAUSED = "Go on with the paused game"
MENU_OPEN = "The menu is open: MENU shows the next entry, OK takes it, UNDO goes back, END closes it."
PUT_BACK = "Follow the lights: a cross marks what is wrong, an arrow down where a piece goes, one up what comes off."
HAND_EMPTY = "Click a lit piece to lift it, or drag it."
HAND_BRINGS_BACK = "Click a marked piece here, then the field that wants it."
HAND_DUE = "Click a lit field: the piece comes from here. Or take it first."
HAND_REMOVES = "Click what an arrow shows to come off, then lay it aside"
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
    "due": "Click a lit field: the piece comes from here. Or take it first.",
    "offers": "What do you mean?",
    "several": "Several pieces may go there: click one of them here first.",
    "not_this": "That piece may not come onto the board now.",
    "lesson": "That may be done, too, but now follow the lights.",
    "nothing": "Nothing stands there: click one of the lit pieces.",
    "too_late": "That no longer fits: look at the board again.",
    "scatter": "Scatter the rest",
    "back": "Put it back",
    "off": "Take it off the board",
}
STONES_TO_TURN = "turn over {} (OK if it lies right)"
GIVE_BACK = "Lay it aside"
TURN_OVER = "Turn it over"
TAKE = "take {piece}, {count} left"
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
TO_DO = {
    "put": "Put {0} on a lit field.",
    "put_or_end": "Put {0} on a lit field, or end your turn.",
    "move": "Lift {1} that is lit, and put it on a lit field.",
    "move_or_end": "Lift {1} that is lit, and put it on a lit field, or end your turn.",
    "both": "Put {0} on a lit field, or move {1} that is lit.",
    "both_or_end": "Put {0} on a lit field, move {1} that is lit, or end your turn.",
}
NO_PIECE = {
    "choose": "Choose here.",
    "or_end": "Choose here, or end your turn.",
    "end": "End your turn.",
}
OR = " or "
PUT_IT = "Put it on a lit field, or back."
TO_DO_DARK = {
    "put": "Put {0}.",
    "put_or_end": "Put {0}, or end your turn.",
    "move": "Move {1}.",
    "move_or_end": "Move {1}, or end your turn.",
    "both": "Put {0}, or move {1}.",
    "both_or_end": "Put {0}, move {1}, or end your turn.",
}
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
NUMBER = "stone {}"
START_CLOCK = "Start the clock"
LEAVES = {"resign": "{} gives up", "time": "{} has no time left"}
TURN_ENDS = "end the turn"
TURN_MAY_END = "End the turn"
GAME_MAY_END = "End the game"
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
    "yes": "Yes",
    "no": "No",
    "other": "No, something else",
}
INSTEAD = "It replaces {}."
PIECE_OF = "{colour} {shape}"
NUMBERED = "{colour} stone {number}, {side}"
SIDES = {"a": "active", "i": "inactive"}
DISC = "{} disc {pips}"
DISCS = ("blue", "red", "yellow", "green", "turquoise", "purple", "grey")
BRICK = "1 brick"
BRICKS = "{} bricks"
EMPTY = "empty"
RULES_NOTE = "The rules in full are in English only, so far."
RULES_KEYS = (
    "OK, END, MENU and UNDO are the buttons of the board. On the screen the same choices are buttons in words: "
    "Yes and No, Take back, End the turn. Before a game the fields light up where pieces go."
)
NO_RULES = "The rules are not installed."
SETTINGS = {
    "hints": "Hints for {}",
    "levels": {"off": "none", "legal": "what is legal", "advice": "advice, too"},
    "brightness": "Brightness",
    "sound": "Sound",
    "language": "Display in",
}
SPEAK = "Display in English"
JOIN = {
    "play": "Play, with the password",
    "watch": "Look on, without a password",
    "code": "Play, in the same network",
    "closed": "Only this computer can open the page.",
    "open": "Let others in",
    "close": "Close the entrance",
}
NOT_FOUND = {"title": "Nothing is here", "text": "There is no page at {}.", "board": "To the board"}
GAMES = {
    "as_text": "Text",
    "as_jsonl": "All data (JSONL)",
    "as_csv": "Table (CSV)",
    "as_html": "Replay",
    "title": "Games",
    "number": "No.",
    "game": "Game",
    "players": "Players",
    "when": "Begun",
    "result": "Result",
    "since": "From",
    "until": "To",
    "event": "Event",
    "actions": "Actions",
    "any": "any",
    "player": "Player",
    "filter": "Show games",
    "none": "No games here.",
    "running": "Not ended",
    "incomplete": "breaks off",
    "breaks_off": "Breaks off: {} events are missing",
    "by_lot": "by lot",
    "go_on": "Go on",
    "draw": "draw",
    "won": "{} won",
    "replay": "Replay",
    "start": "Start position",
    "rename": "Players and event",
    "save": "Save",
    "export": "Save as a file:",
    "broken": "The record breaks off here: {}",
    "thinking": "Thinking time (seconds)",
    "score": "Points",
    "comment": "Remark on this action",
    "place": "after {} of {}",
    "taken_back": "takes back {}",
    "back": "All games",
    "back_one": "One action back",
    "on_one": "One action on",
    "run": "Play all",
    "deleted": "deleted games",
    "statistics": "Statistics",
    "undo_delete": "Undo",
    "is_deleted": "Game {} is deleted.",
    "import": "Add games from a file:",
    "too_big": "A file of at most 20 MB, please.",
    "importing": "{} games checked, {} done",
    "imported": "{} games added, {} were there already.",
    "delete": "Delete",
    "delete_question": "Delete this game? It leaves lists and statistics, and can be brought back.",
}
TUNE = {
    "title": "Sensors",
    "view": "Show on the board",
    "views": {
        "reading": "Weight",
        "noise": "Noise",
        "drift": "Drift",
        "crosstalk": "Crosstalk",
        "difference": "Comparison",
        "margin": "Margin",
    },
    "reed_views": {"reading": "Pieces", "noise": "Flicker", "crosstalk": "Crosstalk"},
    "states": {
        "quiet": "quiet",
        "touched": "touched",
        "lifted": "lifted",
        "settling": "settling",
        "unsure": "unsure",
        "faulty": "faulty",
    },
    "legend": "Large: what stands there. Top right: noise in codes. Bar: confidence. Choose a field to look closer.",
    "reed_legend": "A dot: closed. Bar: confidence; a number: how often it flickers. Choose a field to look closer.",
    "closer": "A closer look",
    "closer_hint": "Choose up to three fields on the board.",
    "time": "Over time",
    "histogram": "How often which reading",
    "window": "Time shown",
    "seconds": "{} s",
    "low": "touched",
    "high": "touched",
    "lift": "lifted",
    "field": "Field",
    "reading": "Reading",
    "code": "Code",
    "noise": "Noise",
    "confidence": "Confidence",
    "doing": "State",
    "changes": "Changes",
    "unsure": "Unsure",
    "moves_with": "Moves along when {} changes:",
    "nothing_moves": "Change {} alone to see which fields move along.",
    "awaits_rest": "Waiting for rest: then change {} alone to see which fields move along.",
    "several_changed": "Several fields have changed at once. Change {} alone to see which fields move along.",
    "settings": "Settings",
    "names": {
        "reed_lift_scans": "A piece is gone after",
        "reed_place_scans": "A piece is there after",
        "cell_sure_percent": "Sure up to",
        "cell_touch_cg": "Touched from",
        "cell_lift_cg": "Lifted from",
        "cell_automatic": "Follow drift by itself",
        "wait_ms": "Quiet until it counts",
    },
    "helps": {
        "reed_lift_scans": "short is quick, long tolerates a bad contact",
        "reed_place_scans": "short is quick, long tolerates bouncing and sliding",
        "cell_sure_percent": "of half a step; lower asks more often and errs less",
        "cell_touch_cg": "lower shows hands earlier, higher tolerates more noise",
        "cell_lift_cg": "lower shows lifting earlier, higher tolerates hands that press",
        "cell_automatic": "off: the board learns nothing, and asks about occupied fields after power-up",
    },
    "keep": "Keep on the board",
    "as_kept": "As kept",
    "defaults": "As delivered",
    "effect": "The last {} s with other settings",
    "effect_recording": "The {} s of the recording with other settings",
    "replaying": "This is the recording {}, not the board. Settings act on it alone.",
    "live": "Back to the board",
    "load_recording": "Look at a recording",
    "effect_kept": "as kept",
    "effect_now": "as set now",
    "effect_changes": "Changes",
    "effect_flickers": "of these taken back at once",
    "effect_unsure": "Fields unsure (s)",
    "effect_delay": "From first sign to decision (ms)",
    "calibration": "Calibration and check",
    "which": "Number {serial}, springs of {material}.",
    "none": "These cells have no calibration of their own yet.",
    "glance_sure": "Sure: all {all} fields known, a tower of 7 to {grams:.1f} g",
    "glance_learning": "Still learning: {known} of {all} fields known",
    "glance_teach": "Games teach: {}. Until then it asks more there.",
    "glance_look": "Have a look at {}",
    "glance_reeds": "No reed stands out",
    "behind": "What this rests on, month by month",
    "month_games": "games: {}",
    "month_rows": {
        "margin": "Margin to the next value",
        "drift": "Drift of the zero",
        "noise": "Noise",
        "bounces": "Bounces at a change",
        "opens": "Opens before the put",
        "asked": "Asked about",
    },
    "month_worst": "{name} {value}",
    "reed_month_legend": "Green is good, red wants a look: is the reed loose, or its magnet weak? Check all reeds. "
    "A dot: not known yet.",
    "month_unknown": "too little played",
    "month_legend": "Green is good, red wants a look: clean below the platform, look for a loose magnet, then check "
    "that field. A dot: not known yet.",
    "learns_nothing": "Nothing has been learned from games since this calibration.",
    "learned_from": "Readings: {count}, games: {games}. Least known: {names}.",
    "declines": "{name}: margin {before:.1f} -> {now:.1f} standard deviations in {games} games. Something under the "
    "platform, a loose magnet, a tired spring? Look, then check the field.",
    "curve": "Quicker or surer",
    "curve_intro": "While you play, this program stores what the sensors read, for two months. The board's firmware "
    "can evaluate it again with other settings: would it have asked or erred less? From {least} actions on it makes a "
    "suggestion.",
    "curve_nothing": "Nothing is stored yet: play some actions first.",
    "curve_no_room": "Nothing is stored now: less than 1 GB is free on the disk.",
    "curve_find": "Look for better settings",
    "curve_again": "Look again",
    "curve_stop": "Stop",
    "curve_runs": "The firmware evaluates the readings",
    "curve_too_few": "Too few actions for a suggestion: {count} instead of {least}, for quicker settings {quicker}. "
    "The curve shows what these few give.",
    "curve_keep": "Keep what you have.",
    "curve_more": "For quicker settings it needs {} actions more.",
    "curve_better": "A better point: questions {asked:+d}, errors {wrong:+d}, {ms:+.0f} ms until the record.",
    "curve_yours": "yours",
    "curve_suggested": "suggested",
    "curve_bar": "recorded after {ms:.0f} ms, trouble with {trouble} actions",
    "curve_picture": "Time until the record, and trouble, from quicker to surer",
    "curve_actions": "{count} actions",
    "curve_now": "as it is",
    "curve_there": "at this point",
    "curve_delay": "Recorded after",
    "curve_asked": "Asked",
    "curve_wrong": "Wrong",
    "curve_missing": "Missing",
    "curve_take": "Take these settings",
    "curve_back": "Back to those before",
    "curve_taken": "The board has these settings now.",
    "curve_taken_back": "The board has the settings from before again.",
    "quicker": "quicker",
    "surer": "surer",
    "whole": "Calibrate the board",
    "quick": "Quick start",
    "check": "Quick check",
    "reed_check": "Check all reeds",
    "reed_needs": "Reeds need no calibration. A magnet or piece goes over every light: which never close?",
    "one": "Only {}",
    "springs": "Springs of",
    "checked": "Checked: {count} of {most} fields, {off} off by more than 1.5 g: {worst}",
    "checked_reeds": "Checked: {done} of {most} reeds have closed. Never closed: {missing}",
    "needs": "Quick start: seven puts, a minute; games teach the rest. The whole board: 67 puts, seven and a half "
    "minutes, with fourteen discs or bricks. Clear the board first.",
    "task": "On the board",
    "answers": {
        "resume_calibration": {"OK": "Go on", "END": "Begin again"},
        "stop_and_keep": {"OK": "Stop", "END": "Go on"},
        "stop_and_lose": {"OK": "Stop", "END": "Go on"},
    },
    "task_ok": "OK: save",
    "task_enough": "Enough",
    "task_leave_out": "Leave the dead ones out",
    "task_undo": "Last one again",
    "task_end": "Give up",
    "files": "Save as",
    "load": "Load from a file",
    "compare": "Compare with",
    "compare_file": "a file ...",
    "compare_nothing": "nothing",
    "earlier": "the one of {}",
    "compared": "With the other one, {count} of {all} fields would be more than 1.5 g off; most: {name} {off:+.1f} g.",
    "recording": "Recording",
    "record": "Record all frames",
    "stop": "Stop",
    "recorded": "{} frames written",
    "save_recording": "Save the recording",
    "report": "Report on noise and drift",
    "away": "The board does not answer.",
    "waiting": "Waiting for the first frames ...",
    "link": "{rate} frames a second, {lost} lost. {figures}",
    "link_figures": "Link: {lines} lines, {bad} with a bad checksum, {repeats} sent again, {trip} there and back",
    "no_trip": "not measured yet",
    "refused": "Not done: {}",
    "taught": "Games have taught it.",
    "restore": "Back to the calibration by hand",
    "restored": "The surface has the calibration by hand of {} again. Games teach it anew.",
    "loaded": "The surface has the calibration of {} now.",
    "kept": "Kept.",
    "play": "Back to the game",
}
DOCTOR = {
    "title": "Doctor",
    "headline_good": "All is well",
    "headline_look": "It works; {} to look at",
    "headline_broken": "{} broken",
    "looking": "Looking ...",
    "again": "Look again",
    "everything": "Everything",
    "stage": "Stage",
    "stages": {
        1: "supply",
        2: "controller",
        3: "lamps",
        4: "surface",
        5: "reed chain",
        6: "reeds",
        7: "references",
        8: "one cell",
        9: "all cells",
        10: "calibration",
        11: "first game",
    },
    "other_surface": "This stage is for the other kind of surface.",
    "verdicts": {"good": "good", "look at this": "look at this", "broken": "broken"},
    "no_board": "The board does not answer.",
    "no_board_advice": "Is it plugged in? In the terminal, treppe doctor looks also at a board that is silent.",
    "play": "Back to the game",
    "sensors": "Sensors",
}
STATISTICS = {
    "games": "games",
    "ended": "ended",
    "draws": "draws",
    "blue": "blue",
    "red": "red",
    "yellow": "yellow",
    "green": "green",
    "Won, by seat": "Won, by seat",
    "How they ended": "How they ended",
    "Length in actions": "Length in actions",
    "Thinking time of an action, median": "Thinking time of an action, median",
    "Most used fields": "Most used fields",
    "90 % below": "90 % below",
    "latest {} games": "latest {} games",
    "No games.": "No games.",
}
COMPANY = {
    "then": "Then {}.",
    "declines": "{} does not agree to a draw.",
    "levels": ("novice", "learner", "casual", "skilled", "expert", "master"),
    "seat": "Who plays {}",
    "person": "Person",
    "program": "Treppe {}: {}",
    "thinking": "{} is thinking",
    "wants": "{} plays",
    "by_hand": "Move it for the computer, from light to light.",
    "for_other": "Played on the other board: move it here, too, from light to light.",
    "itself": "The simulated hand moves it.",
    "captured": "{} on {} is captured",
    "away": "off the board",
    "hint": "What would you do?",
    "more": "Show the whole move",
    "thinking_about_it": "Thinking ...",
    "loses": "Nothing helps any more.",
    "chance": "Chance to win {} %, with the next best {} %.",
    "alike": "Chance to win {} %; another action is as good.",
    "hidden": "Advice needs a dealt game (with a seed): otherwise the board does not know what players hold.",
    "failed": "The computer cannot go on: play its pieces for it. It tries again at its next turn.",
}
TOGETHER = {
    "other": "The other side",
    "asked": "Waiting for an answer: {}",
    "ask": "{} asks to take back {}.",
    "offer": "{} offers a draw.",
    "claim": "{}'s PC shows moves or answers of yours that this PC does not know. Are they yours? {}",
    "grant": "Agree",
    "refuse": "Refuse",
    "failed": "The other board waits: {}",
    "no_broker": "The broker between the boards cannot be reached. Play on: your actions are sent later.",
    "away": "{} is not connected. Play on: your actions are sent later.",
    "hints": "{} gets hints.",
}
ANALYSIS = {
    "title": "Analysis",
    "begin": "Analyse this game",
    "go_on": "Go on",
    "stop": "Stop",
    "looking": "{} of {} positions analysed",
    "waiting": "another game comes first",
    "curve": "Chances to win",
    "alone": "How well the board stands",
    "none": "Nobody made a mistake worth mentioning.",
    "better": "better: {}",
    "counted": "{}: {}",
    "blunder": ("1 blunder", "{} blunders"),
    "mistake": ("1 mistake", "{} mistakes"),
    "clean": "no mistake",
    "hidden": "Only a dealt game (with a seed) can be analysed: of this one nobody knows what players held.",
}
PUZZLE = {
    "title": "Puzzles",
    "list": "From your own games, the worst mistakes first: find the better action.",
    "none": "No puzzles yet: analyse a stored game on its page. Each action that lost much becomes one.",
    "solve": "Solve",
    "turn": "{title} {number}, turn {turn}: {name}",
    "again": "Again",
    "solved": "solved",
    "button": "As a puzzle",
    "task": "What should {} play?",
    "why": "A player erred here. Find the better action.",
    "checking": "{}: is it as good?",
    "found": "{} it is!",
    "missed": "Not {}. Take it back (UNDO), then try again.",
    "source": "From game {}",
    "place": "Puzzle {} of {}",
    "next": "Next puzzle",
    "no_board": "No connected board has the surface for it.",
}
CLUB = {
    "title": "Club",
    "table": "Table {}",
    "tables": "All tables",
    "none": "No board yet. Make a link with `treppe club invite board`, and on a board's PC: treppe play --club LINK",
    "large": "The large table",
    "close": "All tables",
    "follow": "Follow the action",
    "away": "not connected",
    "entering": "One moment.",
    "no_entry": "This link is not valid, or no longer. Ask whoever runs the club for a new one.",
    "by_link": "Open the link of your invitation.",
    "actions": "Actions",
    "missed": "Since you looked: {}",
    "watch_missed": "Watch",
    "live": "Now",
    "replay": "The game so far",
    "results": "Finished games",
    "no_results": "No game has been finished yet.",
    "all_results": "All finished games",
    "older_results": "Earlier games",
    "newer_results": "Later games",
    "replay_game": "Replay",
    "game_file": "As a file that replays without a server",
    "num_actions": "{} actions",
    "name_table": "Name of the table",
    "name_players": "Names of the players",
    "save": "Save",
    "cancel": "Cancel",
    "rename": "Names",
}
CLUB_STATES = {
    "idle": "No game yet",
    "broken": "This record cannot be followed",
    "paused": "paused",
}
EVENT = {
    "wall": "Tables",
    "events": "Events",
    "none": "No event yet.",
    "new": "New event",
    "delete": "Delete this event",
    "name_of_event": "Name",
    "game": "Game",
    "system": "Pairing system",
    "swiss": "Swiss system",
    "swiss_for": "many players, few rounds: players with equal points meet",
    "round_robin": "Round-robin",
    "round_robin_for": "few players: all meet all",
    "num_rounds": "Rounds",
    "cycles": "All meet",
    "once": "once",
    "twice": "twice",
    "players_by_line": "Players, one a line, the strongest first",
    "make": "Make the event",
    "not_begun": "The first round is not paired yet.",
    "num_players": "{} players",
    "round_of": "round {} of {}",
    "over": "finished",
    "pairings": "Pairings",
    "rounds": "Rounds",
    "round": "Round {}",
    "players": "Players",
    "player": "Player",
    "cross_table": "Cross-table",
    "points": "Points",
    "pair": "Pair round {}",
    "unpair": "Take these pairings back",
    "by_board": "from game {}, as the board recorded it",
    "still_open": "game {}: open again, its result counts when it ends",
    "set_result": "Set the result",
    "more_results": "Other results",
    "no_result": "None yet",
    "result_first_wins": "The first player wins",
    "result_second_wins": "The second player wins",
    "result_draw": "Draw",
    "result_first_by_forfeit": "The second player was not there",
    "result_second_by_forfeit": "The first player was not there",
    "result_neither": "Neither was there",
    "is_bye": "bye, 1 point",
    "is_half": "bye by request, ½ point",
    "is_free": "does not play this round",
    "manage_players": "Change the list of players",
    "name": "Name",
    "add": "Add",
    "leave": "leaves",
    "come_back": "comes back",
    "bye": "bye in round {}",
    "no_bye": "plays after all",
    "rename": "other name",
    "buchholz": "Buchholz: points of all opponents",
    "buchholz_short": "BH",
    "buchholz_cut_1": "Buchholz Cut 1: without the weakest opponent",
    "buchholz_cut_1_short": "BH-1",
    "sonneborn_berger": "Sonneborn-Berger: points of those beaten, half of those drawn with",
    "sonneborn_berger_short": "SB",
    "direct_encounter": "direct encounter: points among those who are level",
    "direct_encounter_short": "DE",
    "wins": "games won",
    "wins_short": "W",
    "legend_swiss": "Each round: who moved first (blue) or second (red), the opponent's place, points. "
    "+ and − are forfeits.",
    "legend_round_robin": "+ and − are forfeits. Games of players who left before half of them do not count.",
}
EVENT_ERRORS = {
    "unknown": "It does not exist any more.",
    "open": "The next round can be paired once each table has a result.",
    "over": "All rounds are paired.",
    "too_few": "An event needs two players.",
    "too_many": "These are too many.",
    "too_many_swiss": "The Swiss system pairs at most 150 players here.",
    "busy": "Another round is being paired: press again in a moment.",
    "changed": "Somebody has changed the event meanwhile: press again.",
    "slow": "Pairing these players takes too long here: a quicker server, or two events, will do.",
    "all_met": "No further round is possible without a second meeting of two players: there are too few players.",
    "twice": "This name is in the list already.",
    "begun": "A round-robin is drawn up for its players: nobody can join after the first round.",
    "name": "A name has 1 to 60 letters.",
    "has_rounds": "Take its rounds back first: only an event without any can be deleted.",
    "played": "Games of this round have results.",
    "bye": "A bye has no other result.",
    "later": "A result of an earlier round can be changed, not taken away: later rounds were paired by it.",
    "round_robin": "In a round-robin an absent player loses by forfeit: set the result of the pairing.",
}
