"""Nothing: MicroPython would run a file of this name on the flash, which may be left from another use of the Pico."""
