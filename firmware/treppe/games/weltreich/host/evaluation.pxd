cimport cython
from treppe.games.weltreich cimport rules
from treppe.games.host.shares cimport shares
cdef tuple PIECES, THRONE, GUARD, _REACH
cdef double THREATENED
cdef int _OWNERS
@cython.locals(position=bytearray, players=int, owners=bytearray, scores=list, commanders=bytearray, cell=int, piece=int, owner=int, held=bytearray, throne=int, teams=bint, mover=int, player=int, crown=int, near=bint, guards=int)
cpdef list chances(rules.State state)
@cython.locals(count=int, row=int, index=int, cell=int, piece=int, owner=int, distance=int)
cdef int _attackers(bytearray position, bytearray owners, int target, int player, bint teams)
