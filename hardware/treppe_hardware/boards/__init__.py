"""Circuit boards from the descriptions: places of pads, tracks, the file for KiCad, its proof, files for a fab."""
