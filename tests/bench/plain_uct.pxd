cimport cython
from treppe.games cimport state as rules

cdef double EXPLORING
cdef int CUT

cdef class Leaf:
    cdef public dict children
    cdef public int visits
    cdef public double points

cdef class PlainUct:
    cdef public rules.State state
    cdef public bytes start
    cdef public object hide
    cdef public bytearray generator
    cdef public unsigned int dice
    cdef public Leaf root
    cpdef search(self, int simulations, double seconds)
    @cython.locals(state=rules.State, node=Leaf, child=Leaf, path=list, movers=list, legal=list, children=dict, each=int, action=int, untried=int, best=double, bonus=double, score=double, length=int, won=int, winners=int, player=int, place=int)
    cdef _simulate(self)
    @cython.locals(dice="unsigned int")
    cdef int _random(self, int count)
