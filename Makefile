# The two commands of the README are `make demo` and `make test`; the others are for daily work.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
APT    := apt-get install -y --no-install-recommends

.PHONY: demo test format bench soak clean

demo: $(VENV)/demo.stamp
	$(BIN)/referee demo

test: $(VENV)/dev.stamp dovecot
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n auto

format: $(VENV)/dev.stamp
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/dev.stamp dovecot
	$(BIN)/python -m tests.benchmarks

soak: $(VENV)/dev.stamp dovecot
	SOAK=1 $(BIN)/pytest -n auto

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

# The end-to-end tests talk to a real Dovecot. Where it cannot be installed they are named as not run.
.PHONY: dovecot
dovecot:
	@if ! command -v dovecot >/dev/null && ! [ -x /usr/sbin/dovecot ]; then \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get update -q && $(APT) dovecot-imapd dovecot-lmtpd; \
	  else echo "Dovecot is not here and cannot be installed without root: its tests will not run"; fi; fi

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
