cimport cython
from treppe.games.aufstellen cimport rules
from treppe.games.host.shares cimport shares
cdef tuple HOPES, FILLS, CRAMPED, MOVES
cdef int _SUPPLY, _TURN
@cython.locals(position=bytearray, scores=list, line=tuple, first=int, second=int, gap=int, centre=int, piece=int, player=int, soonest=int, shape=int, delay=int, waiting=int, supply=int, room=int)
cpdef list chances(rules.State state)
@cython.locals(turn=int)
cdef int _delay(bytearray position, int player, int shape)
@cython.locals(near=bytes, beside=int)
cdef bint _can_fill(bytearray position, int piece, tuple line, int gap)
@cython.locals(room=int, centre=int, near=bytes, beside=int)
cdef int _room(bytearray position, int piece, tuple reach)
