"""Measurements against other dice libraries; `make bench` runs them."""
