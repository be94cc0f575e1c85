cpdef int centre(int cell)
