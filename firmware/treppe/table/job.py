"""Work that takes longer than a frame, done piece by piece, so that sensors are still read in time.

It is written as generators. One that hands out None pauses; one that hands out another generator is resumed with what
that returns. They do not resume each other with `yield from`: a Pico's stack holds about thirty calls.
"""


def go_on(thought: list) -> bool:
    """Work up to the next pause; False when all is done. A thought is a generator, then those that are waited for."""
    result = None
    while thought:
        try:
            other = thought[-1].send(result)
        except StopIteration as end:
            thought.pop()
            result = end.value
        else:
            if other is None:
                return True
            thought.append(other)
            result = None
    return False
