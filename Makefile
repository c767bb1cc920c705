# Dicepress. `make` sets everything up and builds site/; `make test` sets up what the tests need and runs them all.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
TESTS_READY := $(VENV)/.tests-ready

.DEFAULT_GOAL := site
.PHONY: site test quick lint check bench serve clean requirements

site: $(READY)
	@$(BIN)/dicepress build

check: $(READY)
	@$(BIN)/dicepress check

test: $(TESTS_READY)
	@$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder

quick: $(TESTS_READY)
	@$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder -m "not slow"

lint: $(TESTS_READY)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

bench: $(TESTS_READY)
	@$(BIN)/python -m tests.bench.dice
	@$(BIN)/python -m tests.bench.growth
	@$(BIN)/python -m tests.bench.content
	@$(BIN)/python -m tests.bench.print

serve: $(READY)
	@$(BIN)/dicepress serve

clean:
	rm -rf $(VENV) .dicepress dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find site -mindepth 1 ! -name .gitkeep -delete

$(READY): requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "dicepress needs Python 3.11 or newer; name one with: make PYTHON=/path/to/python3" >&2; exit 1; }
	@.ci/packages build
	@$(PYTHON) -m venv $(VENV) || \
		{ echo "python3 cannot make a virtual environment; on Debian or Ubuntu run: sudo apt-get install python3-venv" >&2; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(TESTS_READY): requirements-dev.txt $(READY)
	@.ci/packages test
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@

# Pins every dependency with its hashes again; run it after changing the ranges in pyproject.toml.
requirements: $(READY)
	$(BIN)/python -m pip install --quiet pip-tools
	$(BIN)/pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-emit-index-url --no-emit-find-links \
		--no-emit-options --extra build --output-file requirements.txt pyproject.toml
	$(BIN)/pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-emit-index-url --no-emit-find-links \
		--no-emit-options --extra build --extra test --extra lint --output-file requirements-dev.txt pyproject.toml
