cimport cython
from treppe.games.sprung cimport rules
from treppe.games.host.shares cimport shares
cdef double MOVE, SQUARE, AGAIN, TURN
cdef bytes MOVES, SQUARES, PIECES
cdef int _HOME
@cython.locals(position=bytearray, corners=bytes, players=int, partner=int, rows=list, odd=list, scores=list, score=double, player=int, other=int, start=int, row=int, column=int, enemies=int, place=int)
cpdef list chances(rules.State state)
