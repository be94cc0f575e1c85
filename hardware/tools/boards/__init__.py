"""Circuit boards from the descriptions: places of pads, tracks, the file for KiCad, the proof, what a fab needs."""
