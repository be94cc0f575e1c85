"""What the page says of chess alone, in English."""

SUMMARY = "Capture, castle, promote: mate the king."
REASONS = {
    "mate": "checkmate",
    "stalemate": "stalemate",
    "repetition": "the same position three times",
    "quiet": "a hundred moves without a capture or a pawn's move",
}
PIECES = {
    "NP": "pawn",
    "NN": "knight",
    "NB": "bishop",
    "NR": "rook",
    "NQ": "queen",
    "NK": "king",
}
A_PIECE = {
    "NP": "a pawn",
    "NN": "a knight",
    "NB": "a bishop",
    "NR": "a rook",
    "NQ": "a queen",
    "NK": "a king",
}
