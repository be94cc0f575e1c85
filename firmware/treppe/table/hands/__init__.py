"""Understands what hands did: evidence in, a verdict out; nothing here changes anything outside."""
