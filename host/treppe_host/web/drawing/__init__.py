"""Boards and pieces as SVG."""
