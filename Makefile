# Every task, as one types it: `make check`, `make matto ARGS="games --json"`. `make help` lists them.
# Each makes .venv first, or brings it up to date (tools/setup.py); that needs only Python 3.11.
# make PYTHON=python3.12 … names the Python that a missing .venv is made with.

SHELL := /bin/sh
ARGS ?=
PYTHON ?= $(shell for each in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$each -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null && echo $$each \
	&& break; done)
BIN := .venv/$(if $(filter Windows_NT,$(OS)),Scripts,bin)

# What Python compiles is kept: many containers forbid that, but then each process of the tests
# compiles every test anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play matto check test lint style types format catalogues docs dist setup lock \
	has-run has-dev has-uv

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /  \1	/p' Makefile | expand -t 14

# -- playing ------------------------------------------------------------------------------------

play: has-run ## start playing in the browser
	@$(BIN)/matto serve --open $(ARGS)

matto: has-run ## the matto command: make matto ARGS="play mineo-3"
	@$(BIN)/matto $(ARGS)

# -- looking after the source ---------------------------------------------------------------------

PYTEST := $(BIN)/python -m pytest --dist worksteal

check: has-dev ## the quick loop: style, types, arrows, guards, each test of a moment
	@$(MAKE) --no-print-directory PYTHON=$(BIN)/python -j 2 style build/ready
	@$(BIN)/mypy > build/mypy.txt 2>&1 & types=$$!; trap 'kill $$types 2> /dev/null' INT TERM; \
	$(PYTEST) -n 2 -m 'not slow' -x -q $(ARGS); tests=$$?; wait $$types; types=$$?; \
	echo "== mypy"; cat build/mypy.txt; exit $$((tests | types))

# More processes than a small machine has cores: tests of browsers and servers wait a lot.
test: has-dev ## everything: the same with the whole suite
	@$(BIN)/python tools/machine.py
	@$(MAKE) --no-print-directory PYTHON=$(BIN)/python -j 3 style types build/ready-whole build/collected
	@$(PYTEST) -n 4 $(ARGS)

lint: style types ## style, types, arrows, guards and budgets, without tests

style: has-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-logo
	$(BIN)/python tools/guards.py
	$(BIN)/python tools/budgets.py

types: has-dev
	$(BIN)/mypy

# Once after a change of what is compiled, and not by each process of the tests for itself.
COMPILED := engine blocks play kernel players players/inference players/learned
COMPILED := $(wildcard $(COMPILED:%=src/matto/%/*.py))
build/ready: $(COMPILED)
	@mkdir -p build
	$(BIN)/python tests/ready.py
	@touch $@

build/ready-whole: $(COMPILED)
	@mkdir -p build
	$(BIN)/python tests/ready.py whole
	@touch build/ready $@

# For the whole suite, so that not each of its processes compiles every file for itself.
build/collected: $(wildcard tests/*.py tests/*/*.py)
	@mkdir -p build
	$(PYTEST) -n 0 --collect-only -qq > $@.txt 2>&1 || { cat $@.txt; exit 1; }
	@touch $@

format: has-dev ## sort the imports and lay out the source
	$(BIN)/ruff check --fix --select I .
	$(BIN)/ruff format .

# The messages that are marked in the source go into each language, which is then compiled. A new
# language is begun with `pybabel init`: see docs/howto/translate.md.
EXTRACT := pybabel -q extract -F tools/babel.cfg --no-default-keywords -k "Text text _ N_ say" \
	-c Translators: -s --sort-output --add-location=file .
catalogues: has-dev ## carry new messages into every language, and compile them
	@mkdir -p build
	PYTHONPATH=tools $(BIN)/$(EXTRACT) -o build/matto.pot
	$(BIN)/pybabel update -i build/matto.pot -d src/matto/locale -D matto -w 96 \
		--no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date
	$(BIN)/pybabel compile -d src/matto/locale -D matto

docs: has-dev ## build the documentation as a site in build/docs
	$(BIN)/sphinx-build -W --keep-going -q $(ARGS) docs build/docs

# The bill of materials has all packages of a server, as its lock names them, in CycloneDX.
BILL := cyclonedx-py requirements --pyproject pyproject.toml --output-reproducible --sv 1.6 \
	--output-file dist/matto.cdx.json requirements/server.lock
dist: has-dev ## source, wheel and bill of materials below dist
	$(BIN)/hatchling build --clean -t sdist -t wheel
	$(BIN)/$(BILL)

# -- the environment ------------------------------------------------------------------------------

setup: ## make the environment: make setup ARGS=run, or server, or dev
	@$(or $(PYTHON),python3) tools/setup.py $(ARGS)

has-run has-dev has-uv:
	@$(or $(PYTHON),python3) tools/setup.py $(@:has-%=%)

# The widest lock is made first: the others take their versions from it. None names a registry.
LOCK := $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-header \
	--quiet --no-emit-index-url --no-emit-find-links --no-annotate
FROM_DEV := --constraints requirements/dev.lock --group build
SERVER := --extra postgres --extra redis
lock: has-uv ## lock what pyproject.toml names: make lock ARGS=--upgrade for newer versions
	$(LOCK) -o requirements/dev.lock pyproject.toml --group dev $(SERVER) --extra research $(ARGS)
	$(LOCK) -o requirements/server.lock pyproject.toml $(FROM_DEV) $(SERVER) $(ARGS)
	$(LOCK) -o requirements/run.lock pyproject.toml $(FROM_DEV) $(ARGS)
	$(LOCK) -o requirements/uv.lock --group uv $(ARGS)
