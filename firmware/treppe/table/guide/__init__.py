"""Leads hands: which piece goes where next, and which field has to be asked about."""
