"""Work that lasts longer than a frame may: done piece by piece, so that nobody, and no sensor, has to wait for it.

It is written as generators. One that hands out None pauses; one that hands out another generator is resumed with what
that returns. They do not resume each other with `yield from`: a Pico's stack holds about thirty calls.
"""


class Thought:
    """A generator, and those that it waits for; `result` is what it has returned, once `go_on` has said so."""

    result = None

    def __init__(self, work):
        self._waiting = [work]

    def go_on(self) -> bool:
        """Work up to the next pause; False when all is done."""
        waiting = self._waiting
        result = None
        while waiting:
            try:
                other = waiting[-1].send(result)
            except StopIteration as end:
                waiting.pop()
                result = end.value
            else:
                if other is None:
                    return True
                waiting.append(other)
                result = None
        self.result = result
        return False


def finish(work):
    """Do all of some work at once, and return its result."""
    thought = Thought(work)
    while thought.go_on():
        pass
    return thought.result
