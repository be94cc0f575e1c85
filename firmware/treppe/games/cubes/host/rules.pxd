cimport cython
from treppe.games.cubes cimport cards

cdef int _FREE, _WHITE, _BARE, _ACTIVE, _IN_PLAY, _SPENT, _THIRD, _SUMS
cdef int _STOP, _LEFT, _RIGHT, _SWAP, _BEYOND, _TWO, _EVERY_KIND, _SWAPS

cdef class State(cards.Cards):
    cdef public list _steps, parking

    @cython.locals(position=bytearray, player=int, whites=list, actions=list, held=int, choices=set, kind=int, field=int)
    cpdef list legal_actions(self)
    @cython.locals(position=bytearray, stones=list, actions=list, colour=int, counts=bytearray, field=int, step=int)
    cpdef list _stones(self, int player, list whites)
    @cython.locals(position=bytearray, actions=list, kind=int, step=int, by_one=list)
    cpdef list _plays(self, int player, list whites, int held)
    @cython.locals(position=bytearray, player=int, follower=int)
    cpdef perform(self, int action)
    @cython.locals(position=bytearray)
    cpdef begin_turn(self, int player)
    @cython.locals(position=bytearray, piece=int)
    cpdef _move(self, int player, int start, int end)
    cpdef _change_dependencies(self, int player, int action)
    @cython.locals(position=bytearray, sums=bytearray, field=int, stone=int, player=int, colour=int, count=int, step=int, near=int, active=int)
    cpdef turn_stones(self)
