cimport cython
from treppe.games.blockade cimport rules
from treppe.games.host.shares cimport shares
cdef double GATE, REACH, TURN
cdef tuple MERITS, OWN_MERITS
cdef int _GUARD, _LEAVES, _PLACE, _CROSSED, _GATE, _OUT
cdef bytes _STARTS, NEXT
@cython.locals(position=bytearray, scores=list, player=int)
cpdef list chances(rules.State state)
@cython.locals(position=bytearray, player=int, other=int, own=bytearray, marks=bytearray, barring=bytearray, base=double, merits=list, mark=int, way=list, cell=int, found=list, place=int, action=int, start=int, target=int, is_moved=bint, is_near=bint, piece=int, is_lost=bint)
cpdef list guesses(rules.State state, list actions)
@cython.locals(start=int, king=int, seen=bytearray, waiting=list, found=bint, node=int, axis=int, side=int, cell=int, target=int, piece=int)
cdef bint _can_leave(bytearray position, int player)
@cython.locals(start=int, king=int, found=bytearray, waiting=list, column=int, cell=int, node=int, axis=int, side=int, guard=int, before=int)
cdef bytearray _find_exits(bytearray position, int player)
@cython.locals(start=int, king=int, exits=bytearray, seen=bytearray, waiting=list, turns=int, count=int, node=int, axis=int, side=int, base=int, cell=int, target=int, piece=int)
cdef double _walk(bytearray position, int player, bytearray marks)
