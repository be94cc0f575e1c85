cimport cython
from treppe.games cimport state12

cdef int _GUARD, _KING, _SUPPLY, _LEAVES, _SIZE, BEYOND, _PLACE, _WALKED, _EXIT, _FROM_START
cdef bytes _START, _COURTS

cdef class State(state12.State):
    @cython.locals(position=bytearray, player=int, supply=int, cell=int)
    cpdef list legal_actions(self)
    cpdef bint can_move(self, int player)
    @cython.locals(position=bytearray, guard=int, courts=bytes, moves=list, start=int, base=int, axis=int, cell=int)
    cpdef list _moves(self, int player, int enough)
    @cython.locals(position=bytearray, start=int, king=int)
    cpdef list way(self, int player)
    @cython.locals(position=bytearray, before=bytearray, open_nodes=list, nearest=int, node=int, cell=int, axis=int, walked=int, side=int, last=int, steps=int, ahead=int, value=int)
    cpdef bytearray _search(self, int start, int player)
    @cython.locals(position=bytearray, player=int, start=int, target=int)
    cpdef perform(self, int action)
