"""The image of a board: a byte a field, in the surface's order of fields.

The lower four bits count bricks, discs or stones (LEVEL); BALL is added where a ball lies on top. An action's
`hand_moves` say by how much hands change these bytes, field by field; BEYOND is the field of a piece that leaves the
surface, or comes from beside it.

    >>> from treppe.alphabet.image import BALL, LEVEL
    >>> stands = 3 + BALL
    >>> stands & LEVEL, stands >= BALL
    (3, True)
"""

from treppe.runtime import const

LEVEL = const(15)
BALL = const(16)
BEYOND = const(255)

# What a piece weighs on a tower surface, in centigrams: 12 g a brick or disc, 18 g a ball (hardware/pieces.toml).
BRICK_CG = const(1200)
BALL_CG = const(1800)
