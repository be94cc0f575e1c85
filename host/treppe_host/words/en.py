"""English words for the board's codes; `protocol.toml` lists the values of each."""

from treppe_host.words import doctor_en, failures_en

CODES = {
    "failed": "{text}",
    "command_failed": "the firmware failed at '{name}' and goes on: {trace}",
    "line_long": "a line to a board has {most} bytes at most",
    "line_no_message": "a line is no message: {text}",
    "line_unknown": "a line is no message of a host",
    "no_command": "no command '{name}'",
    "field_missing": "{field} is missing",
    "field_wrong": "{field} cannot be {value}",
    "calibrating": "the board is being calibrated: button END keeps the old calibration",
    "busy": "the board is busy with something else",
    "no_choice": "cannot choose '{word}' now",
    "other_turn": "'{word}' comes after the turn of this player",
    "too_many_back": "cannot take back {count} actions: {played} have been played",
    "no_host": "no host listens, and the board cannot advise by itself",
    "hands_open": "advice needs a dealt game: only the players know their hands here",
    "nothing_back": "nothing to take back: this is the start of the game",
    "no_player": "no player {player} in this game of {players}",
    "no_starter": "no starter {starter} among {players} players",
    "no_level": "no level of hints '{level}'; there are off, legal, advice",
    "why_wins": "It wins.",
    "why_only": "There is nothing else to do.",
    "why_saves": "Everything else loses.",
    "why_steps": "Your ball is then {steps} steps from the top.",
    "why_stair": "It makes a step up for your own ball.",
    "why_bars": "It bars another player's way.",
    "why_line": "{pieces} of your pieces stand in one line then.",
    "why_way": "Your king has a way out then.",
    "why_squares": "The piece comes {squares} squares nearer to its goal.",
    "why_takes": "Pieces that it takes: {pieces}.",
    "why_throne": "Thrones that you hold then: {held}.",
    "why_left": "{pieces} pieces are left then.",
    "why_enters": "It brings a piece in: {pieces} are still to come.",
    "why_active": "Your active stones then: {stones}.",
    "why_points": "Points that it scores: {points}.",
    "no_button": "no button '{name}'; there are END, UNDO, MENU, OK",
    "nothing_played": "no game is being played",
    "game_played": "a game is being played: pause it first",
    "not_yours": "this is another player's piece",
    "not_staying": "a piece has to leave the board",
    "not_choosing": "first choose what the board offers",
    "not_move": "now a piece on the board is moved",
    "not_put": "now a piece comes from the supply",
    "not_board": "this is beside the game's board",
    "not_free": "another piece stands there",
    "not_this": "this piece cannot move now",
    "not_here": "it cannot go there",
    "not_allowed": "the rules forbid it: {rule}",
    "no_unfinished": "no unfinished game {game}; there are {known}",
    "none_unfinished": "there is no unfinished game",
    "other_surface": "{title} needs {surface}",
    "no_surface": "there is no surface for a board of this size: {title} can be played in the engine only",
    "game_broken": "the game cannot go on: {why}",
    "journal_damaged": "event {event} of the journal is damaged",
    "flash_full": "the board's flash is full: connect the board to a PC that fetches its games",
    "games_full": "{most} games wait to be resumed, and more are not kept: finish or discard one first",
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
    "calibration_piece": "a piece for byte {at}, not {due}",
    "no_calibration": "this is no calibration: it does not begin with TCAL",
    "calibration_version": "calibration of version {version}; this firmware reads version {known}",
    "calibration_surface": "calibration of the surface {name}; this one is {here}",
    "calibration_form": "calibration of {fields} fields, {knots} knots, {step_g} g: not this surface's form",
    "calibration_length": "calibration of {length} bytes instead of {wanted}",
    "calibration_sum": "calibration with a wrong checksum",
    "calibration_material": "calibration of springs of an unknown material, number {number}",
    "calibration_code": "field {field}: no cell gives {value}",
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
    "hall_restless": (
        "its readings never lie still, so it is read by their mean, within a second: mains hum? "
        "Move the board away from mains cables, lamps and power supplies, or try another supply"
    ),
    "stack_leans": "its stack leans on that of {on}, which weighs more by what this one weighs less",
    "hall_shorted": "Hall output shorted to the supply; its value is asked for, all other fields work",
    "hall_dead": "the Hall is dead: it reads {reads} without any noise; its value is asked for, all other fields work",
    "magnet_lost": (
        "the magnet is lost: the Hall reads {reads}, as without a field; its value is asked for, all other fields work"
    ),
    "platform_jammed": "overloaded or jammed: lift what lies there; all other fields work",
    "platform_off": "the empty platform reads {off} codes off its calibration: jammed, or calibrate again",
    "fields_good": "all {fields} read plausible values",
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
    "thermistor_off": "reads {reads}: open or shorted; all fields work, without correction for temperature",
    "converter_good": "quiet",
    "converter_noisy": "its references are noisy; all fields work, more of them unsure",
    "calibration_good": "number {serial}, springs of {material}",
    "weights_rough": "there is none: weights are rough; calibrate",
    "reed_masked": "reed masked; its value is asked for",
    "reed_wrong": "the reed reads wrongly; its value is asked for",
    "reed_chatters": "the reed chatters, so a lift is seen later; it works with a longer debounce (reed_place_scans)",
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
    "supply_weak": "{mv} mV from {source}; try another cable or supply, lamps need most; all else works",
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
    "display_silent": "does not answer; lamps and buttons work without it",
    "crashed": "the firmware crashed: {trace}",
    "files_lost": "the flash could not be read and was formatted: games that were not fetched, and settings, are lost",
    "overlay_broken": "{name} over the image is not whole, so the image runs without changes: run treppe flash again",
    "setup": "Set up the board",
    "back": "Put the board back",
    "clear": "Take off, put on",
    "wrong": "This is not possible",
    "leave": "Take the marked piece off the board: it is out",
    "unsure": "Lift, put back, or press OK: {fields}",
    "empty": "{field}: take all off first",
    "there": "Is there a piece on {field}?",
    "all_there": "Do {count} pieces stand on {field}?",
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
    "clear_board": "Clear the board",
    "clear_field": "Clear field {field}",
    "put_piece": "Put piece {number} of 7 on the lit field",
    "take_tower_off": "Take all 7 pieces off",
    "put_first_tower": "Put a tower of 7 pieces on the lit field",
    "take_one_off": "Take one piece off the tower: {left} left",
    "put_towers": "Put the tower of 7 on each lit field: {left} left",
    "put_other_towers": "Take 7 other pieces, and put their tower on each lit field: {left} left",
    "check_towers": "Put the tower of 7 on each lit field: {left} left; END leaves them out",
    "move_magnet": "Move a magnet over each lit field. END: enough; OK: the dead ones are left out",
    "receive_calibration": "The board receives a calibration",
    "calibration_done_without": (
        "Done without {fields}: a weight there is asked about until it is mended and calibrated. "
        "OK saves the calibration, END keeps the old one"
    ),
    "fields_left_out": "Left out, since their cells give nothing to begin with: {fields}. The doctor says why",
    "field_moves": "Field {field} does not come to rest: is a hand on it, or does it hum?",
    "calibration_done": "All done. OK saves the calibration, END keeps the old one",
    "check_passed": "All fields are good. OK ends the check",
    "saving_calibration": "The board saves the calibration: do not switch it off",
    "resume_calibration": "{done} of {all} puts were done earlier. OK: go on with them, END: begin again",
    "stop_and_keep": "Stop? {done} of {all} puts are kept. OK: stop, END: go on",
    "stop_and_lose": "Stop? Nothing is kept. OK: stop, END: go on",
    "field_not_empty": "Field {field} reads {reads}: is it empty?",
    "several_pieces": "Field {field}: that was more than one piece",
    "no_tower": "Field {field}: this is no tower of 7",
    "count_pieces": "Field {field}: are these really 7 pieces? Count them, and put them once more",
    "towers_differ": "Field {field}: the two towers differ; clear it",
    "piece_off": "Piece {number} is {off_g:+.1f} g off: take all off and begin the field again",
    "field_off": "Field {field} is {off_g:+.1f} g off: lift the tower and put it once more",
    "nothing_tried": "No field is tried yet: move the magnet first",
}
SURFACES = {
    "reed12": "the reed surface",
    "square7": "the tower surface",
    "hex49": "the hexagonal surface",
    "start4": "the small surface",
}
MATERIALS = {"steel": "steel", "fr4": "circuit board (FR4)", "petg": "PETG"}
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


class CodeTexts:
    """Words for codes and their values; another language's are an object with its own tables."""

    LANGUAGE = "en"
    ADVICE = doctor_en.ADVICE
    FAILURES = failures_en.FAILURES
    FINDINGS = doctor_en.FINDINGS
    PARTS = doctor_en.PARTS
    CODES = CODES
    SURFACES = SURFACES
    MATERIALS = MATERIALS
    PIECES = PIECES
