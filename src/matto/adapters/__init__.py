"""The games in the interfaces of others: PettingZoo, Gymnasium, OpenSpiel.

Each module needs its package, which `pip install "matto[adapters]"` brings, and is imported by
its own name. Observations and numbers of actions are those of `matto.encoding` everywhere.
"""
