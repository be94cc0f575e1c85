"""Games that are solved: who wins each position if nobody errs. `make solve`."""
