cimport cython
from treppe.games cimport state as rules

cdef class Place:
    cdef public bytes position
    cdef public Place before
    cdef public int action

cdef class AloneSearch:
    cdef public rules.State state
    cdef public object evaluate
    cdef public int only, simulations, width
    cdef public bytes position
    cdef public dict found, counts, next
    cdef public list line, row
    cdef public double worth
    cdef public bint is_proven, is_cut
    @cython.locals(state=rules.State, position=bytes, after=Place, worth=double, action=int)
    cpdef _expand(self, Place place)

cdef double _SURE
