cimport cython
from treppe.games cimport state as rules
from cpython cimport array

cdef class Node:
    cdef public bytes position
    cdef public int player, depth, live, visits_here
    cdef public bint is_solved
    cdef public list values, backed, children, visits, totals, priors
    cdef public Node leader
    cdef public double share
    cdef public array.array actions, guesses

cdef class Search:
    cdef public rules.State state
    cdef public object evaluate, guess
    cdef public int nodes, simulations
    cdef public Node root
    cdef public double curiosity, sharpness, minimax
    @cython.locals(best=double, chosen=int, player=int, curiosity=double, tried=int, child=Node, minimax=double, mean=double, score=double, guess=double, prior=double, visits=list, totals=list, priors=list, children=list, place=int)
    cdef int _choose(self, Node node)
    @cython.locals(path=list, node=Node, parent=Node, place=int, values=list)
    cpdef _simulate(self)
    @cython.locals(child=Node, place=int)
    cpdef Node _grow(self, Node node)
    @cython.locals(node=Node)
    cpdef Node _make_node(self, bytes position)
    @cython.locals(ranked=list, best=double, share=double, loss=double, place=int)
    cdef _rank_actions(self, Node node)
    @cython.locals(ranked=list, values=list, best=double, guess=double, before=bytearray)
    cdef list _try_actions(self, Node node)
    @cython.locals(actions=list, guesses=list, order=list, chance=double, key=int, ranked=list, best=double, place=int)
    cdef list _guess_actions(self, Node node, guess)

@cython.locals(players=int, won=int, winners=int, player=int)
cpdef list judge(rules.State state, evaluate)
@cython.locals(player=int, best=Node, other=Node)
cdef _solve(Node node, Node child)
@cython.locals(player=int, leader=Node, best=Node, other=Node)
cdef _back_up(Node node, Node child)

cdef int MOST_NODES, _FAR, _FINE, _PLACES
cdef double _SURE, _WON
