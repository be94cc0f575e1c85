"""The chips around the Pico; the only code that imports machine and _rp2."""
