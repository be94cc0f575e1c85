"""Stands in for the firmware's drivers in a browser, above which the firmware is unchanged."""
