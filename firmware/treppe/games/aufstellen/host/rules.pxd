cimport cython
from treppe.games cimport state

cdef int _SUPPLY, _TURN, _SIZE, _MOVE

cdef class State(state.State):
    cdef public tuple lines

    @cython.locals(position=bytearray, player=int, shape=int, piece=int, reach=tuple, moves=list, centre=int, base=int, near=int, beside=bytes)
    cpdef list legal_actions(self)
    @cython.locals(position=bytearray, player=int, shape=int)
    cpdef perform(self, int action)
    @cython.locals(position=bytearray, low=int, high=int, a=int, b=int, c=int, d=int, line=tuple)
    cpdef tuple line(self, int player)
