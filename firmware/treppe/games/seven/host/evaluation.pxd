cimport cython
from treppe.games.seven cimport rules
from treppe.games.host.shares cimport shares
cdef double TURN, TILE, POINT
cdef int _COUNT, _PATH, _SIZES, _NEAR, _AID, _VICTORY, _SCORES, _BAGGED, _PHASE
@cython.locals(position=bytearray, players=int, mover=int, weight=double, scores=list, player=int, points=double, index=int)
cpdef list chances(rules.State state)

cdef int _DRAWN, _SEED, _BAG, _KEEPS_AID, _KEEPS_VICTORY, _PILED, _LAID, _TILES
@cython.locals(position=bytearray, pool=bytearray, own=int, colour=int, left=int, cell=int, place=int, player=int, hand=int, bag=bytearray, index=int)
cpdef hide(rules.State state, int viewer, bytearray generator)
@cython.locals(pool=bytearray, place=int)
cdef _hide_tiles(bytearray position, int sort, kinds, int viewer, bytearray generator)
