cimport cython
from treppe.games cimport state12

cdef int _TRIANGLES, _SQUARES, _GATE, _SIZE, _DECLINE, _TRIANGLE, _SQUARE, _SHAPE_TRIANGLE, _SHAPE_SQUARE
cdef tuple _LINES

cdef class State(state12.State):
    cdef public int partner
    cdef public bint counts_each

    @cython.locals(position=bytearray, player=int, gate=int, entries=list, moves=list, start=int, base=int, cell=int)
    cpdef list legal_actions(self)
    @cython.locals(position=bytearray, start=int, cell=int)
    cpdef bint can_move(self, int player)
    @cython.locals(position=bytearray, low=int, high=int, partner=int, clearing=list, gate=int, enemies=list, step=int, piece=int, cell=int)
    cpdef list _movers(self, int player)
    @cython.locals(position=bytearray, player=int, target=int, gate=int)
    cpdef perform(self, int action)
    @cython.locals(position=bytearray, partner=int, seat=int)
    cpdef _enter(self, int action, int player)
    @cython.locals(position=bytearray, row=int, column=int, first=int, cell=int, shape=int, one=int, other=int, partner=int, enemy=int, in_row=int, in_column=int)
    cpdef bint _opens(self, int target, int player)
