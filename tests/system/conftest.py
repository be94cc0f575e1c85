"""What the tests of the page share: one browser."""

from page_driver import chromium

__all__ = ("chromium",)
