cimport cython
from treppe.games cimport state as rules

cdef class Choice:
    cdef public int player, visits_here
    cdef public dict places
    cdef public list guesses, visits, totals, children

cdef class UnseenSearch:
    cdef public rules.State state
    cdef public object evaluate, hide
    cdef public int only, simulations
    cdef public bytearray generator
    cdef public bytes start
    cdef public double curiosity, sharpness
    cdef public Choice root
    @cython.locals(state=rules.State, path=list, node=Choice, legal=list, values=list, place=int, parent=Choice)
    cpdef _simulate(self)
    @cython.locals(state=rules.State, player=int, best=double, chances=list, values=list, position=bytes)
    cpdef list _meet(self, Choice node, list legal)
    @cython.locals(top=double, guess=double, share=double, curiosity=double, best=double, chosen=int, place=int, weight=double, score=double)
    cdef int _choose(self, Choice node, list legal)
