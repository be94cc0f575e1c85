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
