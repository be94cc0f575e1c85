"""What makes files of a checkout: see the Makefile, which names each."""
