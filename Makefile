# All commands for users and contributors. Every target installs what it needs into .venv first.

PYTHON ?= python3
BIN := .venv/bin
TO_PLAY := .venv/installed-to-play
TO_DEVELOP := .venv/installed-to-develop
TO_LEARN := .venv/installed-to-learn
#: Unit tests for the inner loop: no browser, no PostgreSQL, no service process, no long search.
FAST_TESTS := tests/engine tests/game tests/session tests/i18n tests/render tests/test_architecture.py
FAST := -m "not slow" $(FAST_TESTS)
#: Tests wait for browsers, services and databases: three processes for two cores.
TEST_WORKERS = $(shell $(BIN)/python -c "import os; print((os.cpu_count() or 1) * 3 // 2 or 1)")

# Tests start hundreds of processes: none of them should parse the same modules again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play check test coverage lint format words schema bench soak compat train learning docs pictures dist lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' Makefile

play: $(TO_PLAY) ## start the play service and open its page in the browser
	@$(BIN)/azulejos serve

check: $(TO_DEVELOP) ## lint, types and fast unit tests: the inner loop, about a minute
	@$(IN_PARALLEL) lint-types lint-style lint-words
	$(BIN)/pytest -n auto $(FAST)

test: $(TO_DEVELOP) ## run all tests, including a real browser and real databases
	@tools/get-test-programs
	@$(BIN)/python -m azulejos.precompile
	$(BIN)/pytest -n $(TEST_WORKERS) --dist loadgroup --no-loadscope-reorder $(if $(CI),--durations=25)

coverage: $(TO_DEVELOP) ## measure the coverage of the fast tests, with compilation disabled
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -n 0 $(FAST)
	$(BIN)/coverage report

lint: $(TO_DEVELOP) ## check style, types, translations and protocol, of Python and JavaScript
	@$(IN_PARALLEL) lint-types lint-style lint-words lint-javascript

format: $(TO_DEVELOP) ## format the code and apply automatic fixes
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

words: $(TO_DEVELOP) ## update the message catalogs of all languages
	$(BIN)/python -m tools.words update

schema: $(TO_DEVELOP) ## regenerate the protocol's JSON Schema and TypeScript types
	$(BIN)/python -m tools.protocol

bench: $(TO_DEVELOP) ## measure engine, search, environments and service, each against a reference
	$(BIN)/python -m benchmarks

soak: $(TO_DEVELOP) ## compare engine and reference model over thousands of games (hours)
	$(BIN)/pytest -n auto -m soak --soak

compat: $(TO_DEVELOP) ## test every Python found here, and the lowest allowed versions of dependencies
	$(BIN)/python -m tools.compat $(ARGS)

train: $(TO_LEARN) ## train a network: make train ARGS="azul --players 3 --hours 1"
	$(BIN)/azulejos train $(ARGS)

learning: $(TO_LEARN) ## install PyTorch and Ray, so that `make test` includes the tests that need them

docs: $(TO_DEVELOP) ## build the documentation site into site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "Open site/index.html, or serve it with search: $(BIN)/python -m http.server --directory site"

pictures: $(TO_DEVELOP) ## regenerate the pictures of the documents
	$(BIN)/python docs/pictures/draw.py
	$(BIN)/python docs/pictures/photograph.py

dist: $(TO_DEVELOP) ## build the source distribution and the wheel into dist/
	rm -rf dist build
	$(BIN)/uv build --quiet --no-build-isolation --python $(BIN)/python

lock: $(TO_DEVELOP) ## pin the newest versions of all dependencies
	$(LOCK) pyproject.toml --group build -o requirements.txt
	$(LOCK) pyproject.toml --group build --group dev -c requirements.txt -o requirements-dev.txt

clean: ## remove everything that was built or installed here
	rm -rf .venv tools/javascript/node_modules build dist site src/*.egg-info .coverage
	rm -rf .mypy_cache .pytest_cache .ruff_cache .hypothesis

# The parts of `make lint`: while the type checker runs on one core, the others run on another.

IN_PARALLEL = $(MAKE) --no-print-directory -j 2

.PHONY: lint-style lint-types lint-words lint-javascript

lint-types:
	$(BIN)/mypy

lint-style:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

lint-words:
	$(BIN)/python -m tools.words check
	$(BIN)/python -m tools.protocol check

lint-javascript:
	tools/check-javascript

# Set-up: a virtual environment with exactly the versions of the lock files.

LOCK = $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	--no-header --no-emit-index-url --no-annotate
INSTALL = $(BIN)/python tools/install.py

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Azulejos needs Python 3.11 or newer; $(PYTHON) is older. Try: make PYTHON=python3.12"; exit 1; }
	@echo "Creating the virtual environment .venv ..."
	@$(PYTHON) -m venv .venv

# The import byte-compiles the modules that a start needs, so that the first start is as fast as later ones.
$(TO_PLAY): .venv/bin/python requirements.txt pyproject.toml
	@echo "Installing what playing needs into .venv: pinned versions, checked by their hashes ..."
	@$(INSTALL) requirements.txt
	@echo "Installing Azulejos itself, as a link to this folder ..."
	@$(BIN)/python -m pip install --quiet --no-input --disable-pip-version-check \
		--no-deps --no-build-isolation -e .
	@$(BIN)/python -c "import azulejos.cli, azulejos.precompile, azulejos.server.http, azulejos.server.run"
	@touch $@

$(TO_DEVELOP): $(TO_PLAY) requirements-dev.txt
	@echo "Installing the dependencies for development ..."
	@$(INSTALL) requirements-dev.txt
	@touch $@

# PyTorch's builds differ by machine, so this list has no hashes.
$(TO_LEARN): $(TO_DEVELOP) requirements-torch.txt
	@echo "Installing PyTorch and Ray ..."
	@$(INSTALL) requirements-torch.txt
	@touch $@
