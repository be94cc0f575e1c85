"""What codes of the board mean, in English; `protocol.toml` says which values each has."""

from treppe_host.words.doctor_en import ADVICE, FINDINGS, PARTS

__all__ = ("ADVICE", "CODES", "FINDINGS", "LANGUAGE", "PARTS", "PIECES", "SURFACES")

LANGUAGE = "en"
CODES = {
    "failed": "{text}",
    "no_command": "no command '{name}'",
    "field_missing": "{field} is missing",
    "field_wrong": "{field} cannot be {value}",
    "calibrating": "the board is being calibrated: button END leaves the old calibration",
    "busy": "something else is going on at the board",
    "no_choice": "cannot choose '{word}' now",
    "other_turn": "'{word}' comes after the turn of this player",
    "too_many_back": "cannot take back {count} actions: {played} have been played",
    "no_host": "no host listens, and the board cannot advise by itself",
    "nothing_back": "nothing to take back: this is the start of the game",
    "no_player": "no player {player} in this game of {players}",
    "no_starter": "no starter {starter} among {players} players",
    "no_level": "no level of hints '{level}'; there are legal, off",
    "no_button": "no button '{name}'; there are END, UNDO, MENU, OK",
    "nothing_played": "no game is being played",
    "game_played": "a game is being played: pause it first",
    "no_unfinished": "no unfinished game {game}; there are {known}",
    "none_unfinished": "no game to go on with",
    "other_surface": "{title} needs {surface}",
    "no_surface": "there is no surface for a board of this size: {title} can be played in the engine only",
    "game_broken": "the game cannot go on: {why}",
    "journal_damaged": "event {event} of the journal is damaged",
    "journal_full": (
        "the journal is full: {free} bytes free, {needed} needed; connect the board to a PC that fetches its games"
    ),
    "settings_unused": "settings.json is not used: {why}",
    "settings_unread": "it is no JSON object",
    "no_setting": "there is no setting '{name}'",
    "setting_value": "{name} is {value}, not {allowed}",
    "no_field": "there is no field '{name}' on this board",
    "discs_only": (
        "springs of {material} creep too much to tell bricks and balls apart: discs only, or springs of steel or FR4"
    ),
    "reeds_need_none": "this surface has reeds: they need no calibration",
    "not_calibrated": "there is no calibration yet: calibrate the whole board first",
    "uncalibrated": "the surface has no calibration",
    "no_material": "no material '{material}'; there are {known}",
    "calibration_size": "a calibration of {size} bytes, not 1 to {most}",
    "calibration_piece": "a piece for byte {at} where {due} is due",
    "no_calibration": "this is no calibration: it does not begin with TCAL",
    "calibration_version": "calibration of version {version}; this firmware reads version {known}",
    "calibration_surface": "calibration of the surface {name}; this one is {here}",
    "calibration_form": "calibration of {fields} fields, {knots} knots, {step_g} g: not this surface's form",
    "calibration_length": "calibration of {length} bytes instead of {wanted}",
    "calibration_sum": "calibration with a wrong checksum",
    "calibration_material": "calibration of springs of an unknown material, number {number}",
    "calibration_code": "field {field}: {value} is no code",
    "calibration_falls": "field {field}: the code does not rise from {grams} g on (from {low16}/16 to {high16}/16)",
    "memory_silent": "the surface's memory does not answer",
    "memory_forgets": "the surface's memory does not keep what is written",
    "record_length": "a record of {length} bytes, not {most}",
    "no_game": "no game '{game}'; there are: {known}",
    "no_option": "{game} has no option '{option}'; it has: {known}",
    "option_value": "{option}={value} is not allowed; allowed: {allowed}",
    "option_needs": "{option}={value} needs {other}={needed}, not {other}={given}",
    "option_text": "an option is name=value, not '{text}'",
    "goal_unreachable": "goal={goal} cannot be reached from pattern={pattern}: pieces stay in their rows",
    "depends_wrong": "depends={depends}: only without a seed, and each player once",
    "no_word": "no action of {game}: '{word}' (position: {position})",
    "illegal": "not legal here: '{word}' (position: {position})",
    "no_position": "not a position, or a letter of it changed: '{text}'",
    "position_length": "a position of {length} bytes where this game has {wanted}",
    "hall_open": "Hall output open; its value is asked for, all other fields work",
    "hall_shorted": "Hall output shorted to the supply; its value is asked for, all other fields work",
    "hall_dead": "the Hall is dead: it reads {reads} without any noise; its value is asked for, all other fields work",
    "magnet_lost": (
        "the magnet is lost: the Hall reads {reads}, as without a field; its value is asked for, all other fields work"
    ),
    "platform_jammed": "overloaded or jammed: lift what lies there; all other fields work",
    "platform_off": "the empty platform reads {off} codes off its calibration: jammed, or calibrate anew",
    "fields_good": "all {fields} read what cells can",
    "reference_wrong": (
        "channel {channel} reads {reads} instead of {wanted}: a select line, its enable or its plug; the fields of"
        " the other multiplexers work, its own are asked for"
    ),
    "references_gone": "no multiplexer reads its references: a line is stuck or VREF is missing; no field works",
    "references_apart": (
        "those of multiplexer M{mux} stand as {ratio} to 1000 instead of {wanted}: a resistor drifts; all fields "
        "work, calibrate after the repair"
    ),
    "references_good": "all four read their references",
    "half_supply_good": "half of it reads {reads}",
    "half_supply_off": "half of it reads {reads} instead of {wanted}; weights may be wrong; calibrate after the repair",
    "thermistor_good": "reads {reads}",
    "thermistor_off": "reads {reads}: open or shorted; all fields work, without the correction of heat",
    "converter_good": "quiet",
    "converter_noisy": "its references are noisy; all fields work, more of them unsure",
    "calibration_good": "number {serial}, springs of {material}",
    "weights_rough": "there is none: weights are rough; calibrate",
    "reed_masked": "reed masked; its value is asked for",
    "reed_wrong": "the reed reads wrongly; its value is asked for",
    "reed_chatters": "the reed chatters: a lift is believed later; it works with a longer debounce (reed_place_scans)",
    "reed_stuck": "the reed is stuck closed; its value is asked for, all others work",
    "reeds_good": "{closed} closed, none of these chatters; the open ones were not tried",
    "reeds_open": "none is stuck closed; the open ones were not tried",
    "tile_silent": (
        "does not answer: its plug, or the one before; or a later tile, if no piece stands before it; the fields "
        "of the tiles before tile {tile} work"
    ),
    "chain_silent": (
        "nothing answers: MISO, /PL or the first plug; or a later one, if no piece stands before it; no reed is read"
    ),
    "chain_unloaded": "/PL never loads the chips: no reed is read; look at GP5 and its plug",
    "chain_good": "all {chips} chips answer",
    "supply_good": "{mv} mV from {source}",
    "supply_weak": "{mv} mV from {source}; another cable or supply, lamps need most; all else works",
    "supply_sags": "{mv} mV: the lamps are dimmed",
    "lamps_good": "the last one passes on what it gets",
    "lamps_dark": (
        "nothing comes back on GP1: all shine now, look for the first dark one; if none is, the return line is "
        "open; all else works"
    ),
    "surface_good": "{name}",
    "surface_unsure": (
        "GP28 reads as {found}, not {name}, with both multiplexers off: an enable line is stuck, or the plug; "
        "sensors may read nonsense"
    ),
    "lines_good": "none joined to another",
    "lines_joined": "two of GP6 to GP9 are joined: fields are read from wrong places",
    "feed_good": "goes off and on",
    "feed_stays": "with GP19 off all sensors are fed: its transistor, or a joint; all fields work",
    "feed_leaks": "with GP19 off multiplexer M{mux} reads {reads}: its transistor, or a joint; all fields work",
    "memory_good": "24C32 at 0x50",
    "display_good": "SSD1306 at 0x3C",
    "display_silent": "does not answer; lamps and buttons do without",
    "crashed": "the firmware crashed: {trace}",
    "setup": "Set up the board",
    "back": "Put the board back",
    "clear": "Take off, put on",
    "wrong": "This is not possible",
    "leave": "Take the marked piece off the board: it is out",
    "unsure": "Lift, put back, or press OK: {fields}",
    "empty": "{field}: take all off first",
    "there": "Is there a piece on {field}?",
    "confirm": "Sure? Press OK",
    "which": "Which? MENU shows others, OK takes it",
    "put": "put {piece}",
    "move": "move {piece}",
    "testing": "Self-test runs",
    "healthy": "Self-test: all good",
    "found": "Self-test: {found}",
    "calibration_saved": "Calibration saved",
    "calibration_once": "Calibration saved, in one copy only: {why}",
    "calibration_kept": "The old calibration stays",
    "calibration_unsaved": "Not saved, the old calibration stays: {why}",
    "reeds_work": "All reeds work",
    "reeds_unseen": "Never closed: {fields}",
}
SURFACES = {
    "reed12": "the reed surface",
    "square7": "the tower surface",
    "hex49": "the hexagonal surface",
    "start4": "the small surface",
}
PIECES = {
    "O": "ball",
    "B": "brick",
    "D": "disc",
    "S": "square",
    "T": "triangle",
    "C": "cylinder",
    "P": "piece",
    "W": "white",
    "N": "stone",
}
