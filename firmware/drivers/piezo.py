"""A passive piezo on a PWM pin."""


class Piezo:
    """Plays one short tone at a time, without waiting for its end."""

    def __init__(self, pwm, may_sound: bool = True):
        """Take the PWM; it falls silent, and stays so if it may not sound."""
        self._pwm = pwm
        self.may_sound = may_sound
        self._until_ms = 0
        self._is_on = False
        pwm.duty_u16(0)

    def play(self, hz: int, now_ms: int, duration_ms: int = 60) -> None:
        """Begin a tone; 2000 to 4000 Hz are loudest."""
        if not self.may_sound:
            return
        self._pwm.freq(hz)
        self._pwm.duty_u16(32768)
        self._until_ms = now_ms + duration_ms
        self._is_on = True

    def tick(self, now_ms: int) -> None:
        """End the tone when its time has come."""
        if self._is_on and now_ms >= self._until_ms:
            self._pwm.duty_u16(0)
            self._is_on = False
