# Oddsmith: `make run` and `make test` do everything on a fresh machine; they need Python 3.11 or newer and make.
# uv is used where there is one, since it is faster; otherwise the venv's own pip.

ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
PEERS := .venv-peers
UV := $(shell command -v uv 2>/dev/null)

ifdef UV
PYTHON ?= >=3.11,<3.15
make-venv = $(UV) venv --quiet --allow-existing --python '$(PYTHON)' $(VENV)
pip-install = $(UV) pip install --quiet --compile-bytecode --python $(BIN)/python
else
# The first that is new enough: a system may have python3.11 and no python3, or an old python3 beside a newer one.
new-enough = import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for each in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$each -c '$(new-enough)' 2>/dev/null && echo $$each && break; done)
define make-venv
$(if $(PYTHON),,echo "Found no Python 3.11 or newer. Install one, or name it: make PYTHON=/path/to/python3.11" >&2; exit 1;) \
$(PYTHON) -c '$(new-enough)' || { echo "$(PYTHON) is no Python 3.11 or newer. Name another: make PYTHON=..." >&2; exit 1; }; \
$(PYTHON) -c 'import ensurepip' 2>/dev/null || { \
	echo "$(PYTHON) cannot make a venv. On Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }; \
$(PYTHON) -m venv $(VENV)
endef
pip-install = $(BIN)/python -m pip install --quiet --disable-pip-version-check
endif

# Start-up counts: also where Python is told not to write bytecode by itself, it is there.
compile-source = $(BIN)/python -m compileall -q src

.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
.PHONY: help run test playground check lint types layers docs tree format bench bench-peers faults lock clean

help:  ## what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(VENV)/.run  ## install what is needed and open the web app; ARGS="--port 9000" goes to oddsmith serve
	@$(compile-source)
	@$(BIN)/oddsmith serve $(ARGS)

test: $(VENV)/.dev  ## install what is needed and run all tests; ARGS="-k duel" goes to pytest
	@$(compile-source)
	@$(BIN)/pytest -n auto --dist worksteal $(ARGS)

check: lint types layers docs tree  ## everything but the tests that CI looks at

lint: $(VENV)/.dev  ## style of the code, and spelling
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/codespell README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md docs examples src

types: $(VENV)/.dev  ## types of the code
	@$(BIN)/mypy

layers: $(VENV)/.dev  ## no layer imports from one above it
	@$(BIN)/lint-imports --no-logo

# On a busy machine zensical may lose the thread that watches its files ("Watcher disconnected"); what is wrong with
# the pages is wrong twice.
docs: $(VENV)/.dev  ## build the documentation into site/
	@$(BIN)/zensical build --clean --strict || $(BIN)/zensical build --clean --strict

tree:  ## what is tracked is fit to be
	@.ci/tree

format: $(VENV)/.dev  ## mend the style of the code
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

playground: $(VENV)/.dev  ## build the page that runs Oddsmith in a browser, into dist/playground; needs npm
	@$(BIN)/python -m tools.playground.build

bench: $(VENV)/.dev  ## measure the figures of benchmarks/; ARGS="startup" picks some
	@$(compile-source)
	@$(BIN)/python benchmarks/run.py $(ARGS)

bench-peers: $(VENV)/.dev $(PEERS)/.done  ## measure the tasks of benchmarks/peers beside other libraries; writes benchmarks/RESULTS.md
	@$(compile-source)
	@$(BIN)/python benchmarks/peers/results.py --peers $(PEERS)/bin/python $(ARGS)

faults: $(VENV)/.dev  ## kills, database faults, full disks, clocks, forged logs, attacks; writes benchmarks/FAULTS.md; ARGS="--seconds 60"
	@$(compile-source)
	@PYTHONPATH=. $(BIN)/python -m tests.faults --write benchmarks/FAULTS.md $(ARGS)

# The libraries that are measured have an environment of their own.
$(PEERS)/.done: requirements/peers.txt $(VENV)/pyvenv.cfg
	@$(BIN)/python -m venv $(PEERS)
	@$(PEERS)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/peers.txt
	@touch $@

lock:  ## pin anew all that pyproject.toml names; needs uv
	$(compile) --all-extras --group dev --output-file requirements/dev.txt
	$(compile) --extra web --group build --constraints requirements/dev.txt --output-file requirements/run.txt
	$(compile) --group engine --constraints requirements/dev.txt --output-file requirements/engine.txt

compile = uv pip compile pyproject.toml --quiet --upgrade --universal --generate-hashes \
	--no-header --no-emit-index-url --no-emit-find-links

clean:  ## remove all that was made, the venv too
	rm -rf $(VENV) $(PEERS) .cache .pythons .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache dist site

$(VENV)/pyvenv.cfg:
	@$(make-venv)

# One stamp for each set of pins. The package itself is installed editable, without a look at what it depends on: the pins say that.
$(VENV)/.run $(VENV)/.dev: $(VENV)/.%: $(VENV)/pyvenv.cfg requirements/%.txt pyproject.toml
	@echo "Installing Oddsmith and the $$(grep -c '^[a-z0-9].*==' requirements/$*.txt) packages of requirements/$*.txt into $(VENV) (once)"
	@$(pip-install) --require-hashes -r requirements/$*.txt
	@$(pip-install) --no-deps --no-build-isolation --editable .
	@touch $@
