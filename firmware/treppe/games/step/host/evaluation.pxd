cimport cython
from treppe.games.step cimport rules
from treppe.games.host.shares cimport own_shares, shares

cdef int UP, BRICK, LEVEL, TURN, NARROW, DETOUR, USUAL, PACE, _NO_WAY, BALL, _OUT, _BRICKS_HIGH, _BRICKS_LOW, _MOST_KEPT
cdef double UNIT, SECOND, HASTE, _GONE, _PLENTY
cdef dict _kept

@cython.locals(position=bytearray, cells=int, ground=bytearray, heights=bytes, costs=list, scores=list, player=int, cell=int, cost=double, nearest=double, turns=double, drawn=double, even=double, chance=double, last=int, share=double)
cpdef list chances(rules.State state, double regard=*)
@cython.locals(last=int, player=int)
cdef int _last_left(rules.State state)
@cython.locals(height=int, best=double, above=bytearray, exits=int, first=int, second=int, beside=int, missing=int, cost=int, layer=bytearray)
cdef double _cost(bytearray position, bytes heights, list costs, bytes near, int cell)
@cython.locals(cells=int, above=bytearray, layers=list, height=int, costs=bytearray)
cpdef list ways(bytes heights, tuple around, int middle)
@cython.locals(cell=int, best=int, near=bytes, beside=int, missing=int, cost=int)
cdef _step_up(unsigned char* costs, unsigned char* above, unsigned char* heights, tuple around, int cells, int height)
@cython.locals(is_changed=bint, is_back=bint, index=int, cell=int, best=int, near=bytes, beside=int, missing=int, cost=int)
cdef _spread(unsigned char* costs, unsigned char* heights, tuple around, int cells, int height)
@cython.locals(near=bytes, cell=int, beside=int)
cdef _step_down(unsigned char* costs, unsigned char* below, unsigned char* heights, tuple around, int cells, int height)
