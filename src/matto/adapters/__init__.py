"""The games in the interfaces of others: PettingZoo, Gymnasium, OpenSpiel.

Each module needs its package (`pip install "matto[adapters]"`); none is loaded before it is asked
for. Observations and numbers of actions are those of `matto.encoding` everywhere.
"""
