cimport cython
from treppe.games cimport state as rules
from treppe.games.host.shares cimport shares
cdef double GATE, REACH, TURN
cdef int _KING, _GUARD, _LEAVES
cdef bytes _STARTS
@cython.locals(position=bytearray, scores=list, player=int)
cpdef list chances(rules.State state)
@cython.locals(start=int, king=int, ahead=int, seen=bytearray, waiting=list, gates=bytearray, turns=int, count=int, node=int, sign=int, step=int, cell=int, target=int, piece=int)
cdef double _hope(bytearray position, int player)
cdef bint _is_free(bytearray position, int cell, int step)
