"""Dicepress: Markdown rules and declared tables in, a published rulebook with exactly computed numbers out."""

__version__ = "0.1.0"
