"""The chips around the Pico; the only code that imports machine and rp2."""
