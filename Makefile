# What is the same whoever starts it: all the work is in tools/do.py.
# make TARGET ARGS="…" passes arguments; make PYTHON=python3.12 … names the Python that a
# missing .venv is made with.

PYTHON ?= python3
ARGS ?=

TASKS := play test check lint format catalogues docs advisories dist setup lock help

.DEFAULT_GOAL := help
.PHONY: $(TASKS)

$(TASKS):
	@$(PYTHON) tools/do.py $@ $(ARGS)
