cimport cython
from treppe.games.cubes cimport rules
from treppe.games.host.shares cimport shares
cdef double UNIT, TURN, ALMOST
cdef tuple NEED, OFF
cdef int _WHITE, _IN_PLAY, _DEPENDS, _UNPLACED
@cython.locals(position=bytearray, players=int, stones=list, field=int, scores=list, player=int, colour=int, counts=bytearray, missing=int, score=double, active=int, step=int, stone=int, number=int, off=int, nearest=bytearray, count=int)
cpdef list chances(rules.State state)

cdef int _HANDS, _CHANCE, _PILE
cdef bytes _CARDS
@cython.locals(position=bytearray, pool=bytearray, place=int, player=int, first=int)
cpdef hide(rules.State state, int viewer, bytearray generator)
