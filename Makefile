# The two commands of the README are `make demo` and `make test`; the others are for daily work.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
APT    := apt-get install -y --no-install-recommends

# Where nothing compiled may be kept, each daemon and worker of the tests compiles everything anew: half of their work.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test checks compiled format bench coverage soak fuzz clean

demo: $(VENV)/demo.stamp
	$(BIN)/referee demo

test: $(VENV)/dev.stamp dovecot
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target checks compiled
	$(BIN)/pytest -n auto --dist worksteal

checks: $(VENV)/dev.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Beside the checks, which keep one processor busy, the tests are compiled: else each worker would do it for itself.
compiled: $(VENV)/dev.stamp
	@$(BIN)/pytest --collect-only -qq >/dev/null || echo "The tests cannot be read; their run says why."

format: $(VENV)/dev.stamp
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/dev.stamp dovecot
	$(BIN)/python -m tests.benchmarks

# Fails where the tests of the rules, the engine and the tournaments leave a line or a branch of engine/ unreached.
coverage: $(VENV)/dev.stamp
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -q -n auto --dist worksteal tests/engine tests/rules tests/tournament
	$(BIN)/coverage combine -q
	$(BIN)/coverage report --include='engine/*' --fail-under=100

soak: $(VENV)/dev.stamp dovecot coverage
	SOAK=1 $(BIN)/pytest -n auto --dist worksteal

# As long as it is let, e.g. `make fuzz FUZZ_SECONDS=3600`; mails in further folders are begun with as well.
FUZZ_SECONDS ?= 60
FUZZ_SEEDS   ?= $(wildcard ../shared/mails)

fuzz: $(VENV)/fuzz.stamp
	$(BIN)/python -m tests.fuzz $(FUZZ_SECONDS) $(addprefix --seeds ,$(FUZZ_SEEDS))

# The virtual environment. Debian ships Python without venv: as root it is installed, else it is said what to do.
$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed"; exit 1; }
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || { \
	  rm -rf $(VENV); \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get update -q && $(APT) python3-venv && $(PYTHON) -m venv $(VENV); \
	  else echo "Python's venv module is missing: as root, apt-get install python3-venv"; exit 1; fi; }

$(VENV)/demo.stamp: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[demo]'
	@touch $@

$(VENV)/dev.stamp: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

# There are wheels of atheris for some Pythons only, and building it takes a clang of its own.
$(VENV)/fuzz.stamp: $(VENV)/dev.stamp
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --only-binary atheris -e '.[fuzz]' || { \
	  echo "The fuzzer, atheris, is not to be had for $$($(BIN)/python -V): make VENV with another Python"; exit 1; }
	@touch $@

# The end-to-end tests talk to a real Dovecot. Where it cannot be installed they are named as not run.
.PHONY: dovecot
dovecot:
	@if ! command -v dovecot >/dev/null && ! [ -x /usr/sbin/dovecot ]; then \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get update -q && $(APT) dovecot-imapd dovecot-lmtpd; \
	  else echo "Dovecot is not here and cannot be installed without root: its tests will not run"; fi; fi

clean:
	rm -rf $(VENV) .fuzz .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
