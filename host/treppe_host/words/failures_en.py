"""What the host says in English of its own failures: the port, the database, programs that play, the other side."""

FAILURES = {
    "defect": "a defect of Treppe has ended the link: {name}: {text}",
    "link_ended": "the link to the board has ended",
    "board_silent": "the board does not answer",
    "board_late": "the board has not answered for {seconds} s",
    "board_restarted": "the board has restarted before it answered",
    "session_ended": "another program has begun to talk to the board before it answered",
    "board_without_hello": "the board has not said hello",
    "board_without_readings": "the board sends no sensor readings: is its firmware as new as this program?",
    "no_readings_yet": "the board has not sent sensor readings yet",
    "self_test_endless": "the board's self-test does not end",
    "command_long": "{do}: {length} bytes are too long for the board, which takes {most}",
    "other_protocol": (
        "board {board} has firmware {firmware}, which speaks protocol {version}; this host speaks {known}: update the "
        "older of the two"
    ),
    "port_vanished": "port {port} has vanished: is the board unplugged?",
    "games_dropped": "the board's memory was full: it can no longer resume games {games}; their records are here",
    "port_missing": "no port {port}: is the board plugged in?",
    "port_busy": "port {port} is in use by another program{holder}",
    "port_forbidden": "permission denied for port {port}: `treppe install usb` prints a rule that lets users open it",
    "port_refused": "no answer at {port}",
    "port_not_serial": "port {port} cannot be used: it is no serial port",
    "calibration_other": (
        "field {field} rises {percent} % from what it does on this board: a file of another one? "
        "A new spring or magnet is calibrated on the board"
    ),
    "port_unusable": "port {port} cannot be used: {why}",
    "store_failed": "database {store}: {why}",
    "store_damaged": (
        "database {store} is damaged ({why}): keep a copy of it; sqlite3 FILE .recover restores the rows that are whole"
    ),
    "no_record": "no game {number} in {store}",
    "search_silent": "the program that thinks does not answer",
    "search_ended": "the program that thinks has ended without an answer",
    "hands_unknown": (
        "only the players know their hands here: programs play, advise and analyse in a dealt game (seed=N)"
    ),
    "clock_of_board": "begin a game with a clock on the page: the board's own does not wait for the other side",
    "other_side_surface": "the other side plays on another surface: {surface}",
    "recording_shown": "a recording is shown: go back to the board first",
    "calibration_unread": "{name}: this is no calibration",
}
