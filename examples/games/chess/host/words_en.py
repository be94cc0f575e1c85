"""What is read of chess in English: on the page, on displays, on printed things."""

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
DISPLAY = {
    "TEXTS": {
        "piece NP": "pawn",
        "piece NN": "knight",
        "piece NB": "bishop",
        "piece NR": "rook",
        "piece NQ": "queen",
        "piece NK": "king",
    },
}
