"""A passive piezo buzzer on a PWM pin."""

from treppe.runtime import elapsed_ms


class Piezo:
    """Plays one figure at a time and does not wait for its end."""

    def __init__(self, pwm, may_sound: bool = True):
        """Take the PWM and silence it. It stays silent while `may_sound` is false."""
        self.may_sound = may_sound
        self._pwm = pwm
        self.figure: tuple = ()
        self._tone = 0
        self._begun_ms = self._tone_ms = 0
        pwm.duty_u16(0)

    def play_figure(self, figure: tuple, now_ms: int) -> None:
        """Begin a figure, a row of tones as hertz (0: silence) and milliseconds; one that still plays ends."""
        self.figure = figure
        self._tone = 0
        self._begin_tone(now_ms)

    def tick(self, now_ms: int) -> None:
        """Begin the next tone when the present one is over; call it with every frame. Allocates nothing."""
        if self.figure and (elapsed_ms(now_ms, self._begun_ms) >= self._tone_ms or not self.may_sound):
            self._tone += 1
            self._begin_tone(now_ms)

    def _begin_tone(self, now_ms):
        if self._tone == len(self.figure) or not self.may_sound:
            self.figure = ()
            self._pwm.duty_u16(0)
            return
        hertz, duration_ms = self.figure[self._tone]
        if hertz:
            self._pwm.freq(hertz)
        self._pwm.duty_u16(32768 if hertz else 0)
        self._begun_ms = now_ms
        self._tone_ms = duration_ms
