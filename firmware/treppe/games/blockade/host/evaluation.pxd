cimport cython
from treppe.games.blockade cimport rules
from treppe.games.host.shares cimport shares
cdef double GATE, REACH, TURN
cdef tuple MERITS, OWN_MERITS
cdef int _KING, _GUARD, _LEAVES, _PLACE
cdef bytes _STARTS
@cython.locals(position=bytearray, scores=list, marks=bytearray)
cpdef list chances(rules.State state)
@cython.locals(position=bytearray, player=int, marks=bytearray, scores=list, cell=int, base=double, merits=list, mark=int, found=list, way=list, barring=bytearray, place=int, action=int, target=int)
cpdef list guesses(rules.State state, list actions)
cdef bint _is_beside(bytearray cells, int cell)
@cython.locals(start=int, king=int, ahead=int, seen=bytearray, waiting=list, turns=int, count=int, node=int, sign=int, step=int, cell=int, target=int, piece=int)
cdef double _walk(bytearray position, int player, bytearray marks)
cdef bint _is_free(bytearray position, int cell, int step)
