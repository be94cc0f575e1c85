"""A passive piezo buzzer on a PWM pin."""

# What is played: hertz (0: silence) and milliseconds of each tone; 2000 to 4000 Hz are loudest.
FIGURES = {
    "put": ((2700, 40),),
    "turn": ((2300, 60), (3100, 100)),
    "ask": ((3100, 50), (0, 70), (3100, 50)),
    "wrong": ((2000, 140), (0, 60), (2000, 200)),
    "win": ((2000, 90), (2500, 90), (3000, 90), (0, 40), (4000, 300)),
}


class Piezo:
    """Plays one figure at a time and does not wait for its end."""

    def __init__(self, pwm, may_sound: bool = True):
        """Take the PWM and silence it. It stays silent while `may_sound` is false."""
        self.may_sound = may_sound
        self._pwm = pwm
        self._figure: tuple = ()
        self._tone = 0
        self._until_ms = 0
        pwm.duty_u16(0)

    def play(self, name: str, now_ms: int) -> None:
        """Begin a figure; one that still plays ends."""
        self._figure = FIGURES[name]
        self._tone = 0
        self._begin(now_ms)

    def tick(self, now_ms: int) -> None:
        """Begin the next tone when the present one is over; call it with every frame. Allocates nothing."""
        if self._figure and (now_ms >= self._until_ms or not self.may_sound):
            self._tone += 1
            self._begin(now_ms)

    def _begin(self, now_ms):
        if self._tone == len(self._figure) or not self.may_sound:
            self._figure = ()
            self._pwm.duty_u16(0)
            return
        hertz, duration_ms = self._figure[self._tone]
        if hertz:
            self._pwm.freq(hertz)
        self._pwm.duty_u16(32768 if hertz else 0)
        self._until_ms = now_ms + duration_ms
