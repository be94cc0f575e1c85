cimport cython
from treppe.games cimport state12

cdef int _EXTRA, _SIZE, _GOAL, _STOP

cdef class State(state12.State):
    cdef public bytes corners
    cdef public int partner

    @cython.locals(position=bytearray)
    cpdef list legal_actions(self)
    cpdef bint can_move(self, int player)
    @cython.locals(position=bytearray, moves=list, corner=int, first=int, target=int, cell=int)
    cpdef list _moves(self, int player)
    @cython.locals(position=bytearray, target=int, first=int, standing=int, beside=int)
    cpdef int _extra_move(self, int cell)
    @cython.locals(position=bytearray, player=int, target=int, partner=int)
    cpdef perform(self, int action)
    @cython.locals(position=bytearray, enemies=int, cell=int, piece=int)
    cpdef bint _is_odd(self, int column, int player, int partner)
    @cython.locals(position=bytearray, index=int, piece=int)
    cpdef bint _is_home(self, int player)
