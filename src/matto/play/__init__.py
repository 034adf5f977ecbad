"""Play said once: plain functions of whole numbers, run as they are or compiled by the kernel.

Nothing here knows of Numba or NumPy. What stands in rows is indexed and written place by place,
so that lists, bytes and arrays serve alike; what does not change is a named tuple of such rows.
"""
