"""Compiled trick play: the only place that imports numba; games come in as data."""
