cimport cython
from treppe.games cimport state

cdef int _SCORES, _BAGGED, _SEED, _BAG, _BAG_END, _PILED, _LAID, _PILE, _DISCARDS

cdef class Supply(state.State):
    cdef public bint is_dealt

    cpdef int hand_at(self, int player)
    @cython.locals(position=bytearray, bagged=int, bag=bytearray, hand=int, index=int)
    cpdef draw(self, int player, int count)
    @cython.locals(position=bytearray)
    cpdef fill_hand(self, int player)
    @cython.locals(position=bytearray, colour=int)
    cpdef put_back(self, int player, list colours)
    @cython.locals(position=bytearray, bagged=int, bag=bytearray, colour=int)
    cpdef to_bag(self, list colours)
    @cython.locals(position=bytearray, last=int, tile=int)
    cpdef int draw_tile(self, int sort)
    @cython.locals(position=bytearray)
    cpdef lay_down(self, int sort, int tile)
    @cython.locals(position=bytearray)
    cpdef play_tile(self, int sort, int player)
