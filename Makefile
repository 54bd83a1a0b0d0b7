# Everything a newcomer needs: `make play` and `make test` set themselves up.

PYTHON ?= python3
BIN := .venv/bin
TO_PLAY := .venv/installed-to-play
TO_DEVELOP := .venv/installed-to-develop
TO_LEARN := .venv/installed-to-learn

.DEFAULT_GOAL := help
.PHONY: help play test lint format words bench soak train learning pictures lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' Makefile

play: $(TO_PLAY) ## play in the browser: starts the service and opens its page
	@$(BIN)/azulejos serve

test: $(TO_DEVELOP) ## run all tests, in a real browser and on real databases too
	@tools/get-test-programs
	@$(BIN)/python -m azulejos.precompile
	$(BIN)/pytest -n auto

lint: $(TO_DEVELOP) ## check style, types and the words of all languages, in Python and JavaScript
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m tools.words check
	tools/check-javascript

format: $(TO_DEVELOP) ## put the code into its standard shape
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

words: $(TO_DEVELOP) ## bring the catalogs of all languages up to date
	$(BIN)/python -m tools.words update

bench: $(TO_DEVELOP) ## measure the engine beside C programs, search beside the engine, the service beside an echo
	$(BIN)/python -m benchmarks

soak: $(TO_DEVELOP) ## walk engine and model through thousands of games (takes a while)
	$(BIN)/pytest -n auto -m soak --soak

train: $(TO_LEARN) ## let a network learn: make train ARGS="azul --players 3 --hours 1"
	$(BIN)/azulejos train $(ARGS)

learning: $(TO_LEARN) ## install PyTorch and Ray, so that `make test` tests what needs them too

pictures: $(TO_DEVELOP) ## draw the pictures of the documents anew
	$(BIN)/python docs/pictures/draw.py
	$(BIN)/python docs/pictures/photograph.py

lock: $(TO_DEVELOP) ## pin the newest versions of all dependencies
	$(LOCK) pyproject.toml --group build -o requirements.txt
	$(LOCK) pyproject.toml --group build --group dev -c requirements.txt -o requirements-dev.txt

clean: ## remove everything that was built or installed here
	rm -rf .venv tools/javascript/node_modules build dist src/*.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis

# Set-up: a virtual environment with exactly the versions of the lock files.

LOCK = $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	--no-header --no-emit-index-url --no-annotate
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Azulejos needs Python 3.11 or newer; $(PYTHON) is older. Try: make PYTHON=python3.12"; exit 1; }
	@echo "Setting up .venv (once)..."
	@$(PYTHON) -m venv .venv

$(TO_PLAY): .venv/bin/python requirements.txt pyproject.toml
	@echo "Installing what it takes to play..."
	@$(INSTALL) --require-hashes -r requirements.txt
	@$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

$(TO_DEVELOP): $(TO_PLAY) requirements-dev.txt
	@echo "Installing what it takes to develop..."
	@$(INSTALL) --require-hashes -r requirements-dev.txt
	@touch $@

# PyTorch's builds differ by machine, so this list has no hashes.
$(TO_LEARN): $(TO_DEVELOP) requirements-torch.txt
	@echo "Installing what it takes to learn: PyTorch and Ray..."
	@$(INSTALL) -r requirements-torch.txt
	@touch $@
