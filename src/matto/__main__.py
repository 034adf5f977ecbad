"""`python -m matto` is the `matto` command."""

from matto.cli import main

main()
