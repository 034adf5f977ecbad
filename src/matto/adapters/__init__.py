"""The earlier path of `matto.research.adapters`: each module needs its package."""
