cimport cython
from treppe.games cimport state12

cdef int _COMMANDER, _OWNERS, _SIZE, _ALL, _COLOUR, _TAKES
cdef bytes _REACH

cdef class State(state12.State):
    cdef public bint teams, leaps
    cdef public tuple corners
    cdef public bytes crowns, thrones

    cpdef bint is_out(self, int player)
    cpdef list legal_actions(self)
    cpdef bint can_move(self, int player)
    @cython.locals(position=bytearray, own=int, enemy=int, actions=list, start=int, reach=int, column=int, row=int, base=int, cell=int)
    cpdef list _moves(self, int player, int enough)
    cpdef int _allies(self, int player)
    @cython.locals(owners=bytearray, found=int, colour=int)
    cpdef int _bytes_of(self, int players)
    @cython.locals(position=bytearray, player=int, start=int, target=int, captured=int, allies=int)
    cpdef perform(self, int action)
    @cython.locals(owners=bytearray, left=int, colour=int)
    cpdef bint _take_over(self, int player, int victim)
    @cython.locals(own=int, held=int, throne=int)
    cpdef bint _hold_thrones(self, int allies)
    @cython.locals(position=bytearray, player=int, enemy=int)
    cpdef bint _are_crowned(self, int allies)
    @cython.locals(position=bytearray, column=int, row=int, cell=int)
    cpdef bint _is_threatened(self, int target, int enemy)
    @cython.locals(cell=int)
    cpdef bint _may_leap(self, int start, int end, int step)
