from treppe.games cimport state

cdef class State(state.State):
    pass
