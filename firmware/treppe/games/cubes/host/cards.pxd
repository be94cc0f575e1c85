cimport cython
from treppe.games cimport state

cdef int _HANDS, _CHANCE, _DECK, _LAID, _PILE, _OPEN_SIZE, _DEALT_SIZE

cdef class Cards(state.State):
    cdef public bint is_dealt

    cpdef bytearray hand(self, int player)
    @cython.locals(position=bytearray, hand=list)
    cpdef replace_cards(self, int player, list kinds)
    @cython.locals(position=bytearray, top=int, end=int)
    cpdef _fill_hand(self, int player, list hand)
