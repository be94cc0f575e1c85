cimport cython
from treppe.games cimport state12

cdef int _SIZE, _STOP, _EDGE
cdef tuple _STEPS

cdef class State(state12.State):
    cdef public int first

    @cython.locals(actions=list)
    cpdef list legal_actions(self)
    @cython.locals(position=bytearray, framed=bytearray, first=int, end=int, row=int, jumps=list, start=int, colour=int, place=int, step=int, cell=int, other=int)
    cpdef list _jumps(self, int limit)
    cpdef _finish_if_stuck(self)
    @cython.locals(position=bytearray, cell=int)
    cpdef perform(self, int action)
