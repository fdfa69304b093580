# Two commands for a newcomer: `make play` and `make test`. Both need python3 (3.11 or newer) with venv, make and git.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := $(BIN)/uv

.PHONY: play test lint format types lock bench clean

lock: ## write the lock files anew from pyproject.toml (needs uv)
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -q \
	    --extra build --extra dev pyproject.toml -o requirements-dev.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -q \
	    --extra build -c requirements-dev.lock pyproject.toml -o requirements.lock
