cimport cython
from treppe.games.aufstellen cimport rules
from treppe.games.host.shares cimport shares
cdef tuple HOPES, BARRED, CRAMPED
cdef int _SUPPLY
@cython.locals(position=bytearray, scores=list, line=tuple, first=int, second=int, centre=int, piece=int, shape=int, player=int, room=int)
cpdef list chances(rules.State state)
@cython.locals(room=int, centre=int, near=bytes, beside=int)
cdef int _room(bytearray position, int piece, tuple reach)
