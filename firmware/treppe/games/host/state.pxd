cdef class State:
    cdef public dict options
    cdef public int players
    cdef public bytearray position
    cdef public list events
    cdef public list _actions
    cdef public list _snapshots
    cdef dict __dict__

    cpdef int current_player(self)
    cpdef finish(self, reason, int winners=*)
    cpdef clone(self)
