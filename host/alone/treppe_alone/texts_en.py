"""What the page without a server says besides, in English."""

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
    "licences": "Licences",
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
