# For a newcomer two commands: `make play` runs the game, `make test` shows that it works. Both need python3 (3.11 or newer) with its
# venv module, make and git; all else they install into .venv. `make help` lists the rest.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet

.PHONY: help play test lint format lock bench image-check clean
.DEFAULT_GOAL := help

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/.play ## run the game: telnet on port 4000, the castle kept in data/
	@exec $(BIN)/mud serve

test: lint ## check the code and run every test
	$(BIN)/python -m pytest

lint: $(VENV)/.test ## check style, types and what imports what
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

format: $(VENV)/.test ## put the code into its format
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: $(VENV)/.play ## measure the server beside the floor (some minutes; BENCH=--quick for less)
	$(BIN)/python -m bench.run $(BENCH)

image-check: $(VENV)/.test ## build the image and run the server in it, without Docker (needs root and buildah; some minutes)
	$(BIN)/python -m tests.rig.image_check

lock: ## write the lock files anew from pyproject.toml (needs uv)
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -q \
	    --extra build --extra dev pyproject.toml -o requirements-dev.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -q \
	    --extra build -c requirements-dev.lock pyproject.toml -o requirements.lock

clean: ## remove all that make has made; the castle in data/ stays
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist

# What is installed is as new as the lock file that it was installed from; a second start finds nothing to do.

$(VENV)/.play: requirements.lock pyproject.toml $(VENV)/.made
	@echo "Installing what the game needs into $(VENV) ..."
	@$(PIP) --require-hashes -r requirements.lock
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.test: requirements-dev.lock pyproject.toml $(VENV)/.made
	@echo "Installing what the tests need into $(VENV) ..."
	@$(PIP) --require-hashes -r requirements-dev.lock
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "Python 3.11 or newer is needed; set PYTHON if it is not called $(PYTHON)" >&2; exit 2; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	    { echo "Python's venv module is missing: apt install python3-venv" >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV)
	@touch $@
