cimport cython
from treppe.games.sprung cimport rules
from treppe.games.host.shares cimport shares
cdef double SQUARE, TURN, LAST
@cython.locals(position=bytearray, corners=bytes, players=int, scores=list, player=int, first=int, left=double, last=int, row=int, column=int)
cpdef list chances(rules.State state)
