"""What people's hands do beside what they mean: each trait has a rate, an action's or a movement's."""

Rates = dict[str, float]

RATES = {
    # Of an action.
    "order": 0.5,  # several pieces in whatever order
    "two_hands": 0.2,  # several pieces nearly at once
    "together": 0.3,  # the same player's next action begins before this one is done: ball and brick
    "fast_reply": 0.15,  # the next player does not wait for the lights
    "slide": 0.3,  # a piece is pushed over the fields on its way
    "hover": 0.1,  # it is held over other fields on its way, or touches what stands there
    "hesitate": 0.03,  # it is held over another field for long
    "wrong_field": 0.03,  # it is put down elsewhere, then the mistake is noticed
    "push_off": 0.01,  # a captured piece is pushed away by the one that takes it
    "bump": 0.03,  # a neighbour is pushed out of its place, and put right
    "knock_over": 0.01,  # a tower, or a piece, falls, and is built up again, up to 15 s later
    "wipe": 0.003,  # several fall at once
    "lend": 0.005,  # another player's piece is moved to a free field, and back
    "whole_stack": 0.01,  # a tower is lifted as one, and put back
    "bear": 0.02,  # a hand bears a part of a piece's weight for some seconds
    "finger": 0.03,  # fingers rest on a piece
    "far_off": 0.005,  # a piece is left 9 to 14 mm beside the centre, and pushed straight later
    "ponder": 0.01,  # a player thinks with a piece in his hand
    "knock_table": 0.005,  # somebody knocks against the table
    "fidget": 0.01,  # OK or MENU is pressed during a move
    "adoube": 0.04,  # another piece is lifted and put back
    "no_end": 0.5,  # a turn is ended by the next player's move instead of END, where that says it
    "lazy": 0.3,  # stones are not turned over when they should be
    # Of a put.
    "off_centre": 0.5,
    "abrupt": 0.2,
    "rest": 0.05,  # the hand stays on the piece for a while
    # Of a press, or an answer.
    "twice": 0.05,  # END is pressed twice
    "late": 0.1,  # a question is answered after up to 20 s
    "wrong_answer": 0.02,  # OK to what was not meant; UNDO puts it right
}

CLEAN = dict.fromkeys(RATES, 0.0)
