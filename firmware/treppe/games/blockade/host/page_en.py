"""The page's own words about Blockade in English; see `treppe_host/web/texts`."""

SUMMARY = "Bring your king out over the far edge; guards turn him aside."
REASONS = {
    "exit": "the king is out",
}
PIECES = {
    "C": "king",
    "S": "guard",
}
A_PIECE = {
    "C": "a king",
    "S": "a guard",
}
COACH = (
    "Your king wants to leave the board over the far edge; guards bend his way.",
    "You are Red here, and all guards are on the board. A guard moves straight over free fields. Move l3 to l9.",
    "Your king walks straight, turns at each guard, and never stops. Move the guard from k5 to k6, to bend his way.",
    "Blue has opened the way: it is lit. Click your king, and he walks out. You have won.",
)
