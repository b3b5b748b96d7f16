# Every target sets up what it needs first (packaging/setup.sh): .venv, Python packages, system libraries.
# Options: PYTHON=python3.12 for a new .venv; ARGS="..." for pytest and the benchmarks.

BIN := .venv/bin
ARGS ?=
# What `make bench` and `make soak` run, modules of tests/benchmarks: make bench BENCHMARKS=pictures
BENCHMARKS ?= pictures hydrogen_bonds generating importing exploring large_structure
SOAKS ?= soak kill_soak

.DEFAULT_GOAL := help
.PHONY: help run screenshots setup test lint types contracts check wheel-check bench soak test-peers format hooks constraints clean

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "%-22s %s\n", $$1, $$2 }'

run:  ## look at a demo complex in a window; without a display draw the demo into out/demo
	@packaging/setup.sh run
	@packaging/run_demo.sh

screenshots: setup  ## drive the window through its scenes and write the pictures of README and manual
	@packaging/with_display.sh $(BIN)/python packaging/screenshots.py $(ARGS)

setup:  ## only set up, for developing
	@packaging/setup.sh test

test: setup  ## run the tests on a virtual display with software OpenGL
	@packaging/with_display.sh $(BIN)/pytest $(ARGS)

lint: setup  ## check style and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pre-commit validate-config

types: setup  ## check the types
	$(BIN)/mypy
	$(BIN)/mypy --strict packaging

contracts: setup  ## check that the rooms import downwards only
	$(BIN)/lint-imports

check: lint types contracts test  ## all of the four above

wheel-check: setup  ## build the wheel, install it elsewhere without PySide6, draw the demo with it
	@$(BIN)/python packaging/check_wheel.py

bench:  ## measure speed, beside PyMOL where the scenes are drawn by both
	@packaging/setup.sh bench
	@set -e; for name in $(BENCHMARKS); do echo "==== $$name"; $(BIN)/python -m tests.benchmarks.$$name $(ARGS); done

soak:  ## draw 5,000 pictures and watch the memory; kill a data set in the making twenty times
	@packaging/setup.sh bench
	@set -e; for name in $(SOAKS); do echo "==== $$name"; $(BIN)/python -m tests.benchmarks.$$name $(ARGS); done

test-peers:  ## load our formats with their own libraries; compare the hydrogen bonds with ProLIF's (needs the references)
	@packaging/setup.sh peers
	@$(BIN)/python tests/peers/load_formats.py
	@$(BIN)/python tests/peers/compare_prolif.py $(ARGS)

format: setup  ## put the code into the format that lint expects
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

hooks: setup  ## check style and types at every commit
	$(BIN)/pre-commit install

constraints: setup  ## resolve all dependencies anew; PYTHONS="python3.11 python3.12 python3.13"
	$(BIN)/python packaging/refresh_constraints.py $(PYTHONS)

clean:  ## remove what was made here: .venv, pictures, caches
	rm -rf .venv out build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find misi_viewer tests packaging -name __pycache__ -type d -exec rm -rf {} +
