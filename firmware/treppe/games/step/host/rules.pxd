cimport cython
from treppe.games cimport state

cdef int _MOVE, BALL, _OUT, _BRICKS_HIGH, _BRICKS_LOW, _BUILDS, _TAIL

cdef class State(state.State):
    cdef public int size, cells, middle
    cdef public tuple around
    cdef public bytes fields

    @cython.locals(position=bytearray, beside=bytes)
    cpdef list legal_actions(self)
    @cython.locals(position=bytearray, around=tuple, marks=bytearray, ways=list, endpoints=list, moves=list, cell=int, height=int, beside=int, step=int, base=int, start=int, middle=int)
    cpdef list _moves(self, int player)
    @cython.locals(position=bytearray, start=int, height=int, near=bytes, beside=int)
    cpdef bint _can_move(self, int player)
    @cython.locals(position=bytearray, player=int, start=int, end=int)
    cpdef perform(self, int action)
    @cython.locals(position=bytearray, left=int, skipped=int)
    cpdef _next_player(self, int player)
    cpdef bint is_walled_in(self, int player)
    cpdef bint is_out(self, int player)
    cpdef _set_bricks(self, int count)
