# Every daily verb. `make` alone prints them.
#
# Nothing here calls a script in .venv/bin: their first lines hold an absolute path, which breaks where the folder's
# path is long, has spaces, or was moved. `.venv/bin/python -m …` always works.

PYTHON ?= python3
PY := .venv/bin/python
TEXT ?= hello
WORKERS ?= 2
export TEXT NAME IN OUT # a recipe reads them as the shell's, so that quotes in them stay quotes
PYTEST := $(PY) -m pytest -n $(WORKERS)
QUICK := HOLDFAST_TEST_SIZE=quick
WITHOUT_SERVERS := tests/unit tests/property tests/contract tests/shape
DOORS := tests/integration/doors --ignore=tests/integration/doors/test_http_with_memory.py
SMOKE := tests/integration/test_servers.py tests/integration/test_broker_users.py tests/integration/compose \
         $(addprefix tests/integration/line/test_,order.py once.py schema.py row_level_security.py)

.DEFAULT_GOAL := help
.PHONY: help run turn walk why classify test test-all test-smoke test-unit test-integration test-acceptance test-browser \
        test-containers check check-types check-form rows accept evals evals-closing mutate shape bench bench-recall bench-scale \
        bench-closing docs \
        pictures docs-check train prompts migration lock lock-check package hooks clean FORCE

help: ## Prints this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' Makefile

# ---- using it ----

run: .venv/stamp-run ## Starts everything on this machine and prints the page's address (HOLDFAST_PORT, HOLDFAST_HOME)
	@exec $(PY) -I -S deploy/embedded/launch.py $$PPID 15 - $(PY) -m deploy.local  # ends with make, also if that is killed

turn: .venv/stamp-run ## Sends one line to a running start and shows each step with its time: make turn TEXT="hello"
	@exec $(PY) -m services.terminal.main say "$$TEXT" --steps

walk: .venv/stamp-run ## Prints each file and function that one line runs through, in order: make walk TEXT="hello"
	@exec $(PY) -m deploy.tools.walk "$$TEXT"

why: .venv/stamp-run ## Explains a reply of a running start: make why TURN=… (the last one without)
	@exec $(PY) -m services.terminal.main why "$(or $(TURN),last)"

classify: .venv/stamp-run ## Reads cases with the configured model: make classify IN=cases.jsonl OUT=predictions.jsonl
	@exec $(PY) -m deploy.tools.classify "$$IN" "$$OUT"

# ---- tests ----

test: .venv/stamp-test ## Runs the suite, the long searches with few examples; FILE=tests/unit/test_prompts.py: one file, all of it
	@$(if $(FILE),exec $(PY) -m pytest $(FILE),$(QUICK) exec $(PYTEST) tests)

test-all: .venv/stamp-test ## Runs everything at full size, then on the container images
	@$(PYTEST) tests
	@$(MAKE) --no-print-directory test-containers

test-smoke: .venv/stamp-test ## Runs delivery, storage and the compose file on the container images, in minutes
	@$(QUICK) HOLDFAST_TEST_SERVERS=containers exec $(PYTEST) $(SMOKE)

test-unit: .venv/stamp-test ## Runs the tests that need no server, and the architecture's
	@exec $(PYTEST) $(wildcard $(WITHOUT_SERVERS))

test-integration: .venv/stamp-test ## Runs the tests on a real broker and database
	@exec $(PYTEST) tests/integration

test-acceptance: .venv/stamp-test ## Runs the tests that start, kill and restart whole processes
	@exec $(PYTEST) tests/acceptance

test-browser: .venv/stamp-test ## Runs the page's tests in the Chromium of this machine
	@exec $(PYTEST) tests/browser

test-containers: .venv/stamp-test ## Runs the integration tests on the container images of broker and database
	@HOLDFAST_TEST_SERVERS=containers exec $(PYTEST) tests/integration --ignore-glob="*/test_embedded_*"

check: .venv/stamp-test ## Form, types, dead code, lock, generated files; unit, shape, property, contract tests and the doors
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=target check-types check-form
	@$(QUICK) $(PYTEST) --quiet $(wildcard $(WITHOUT_SERVERS)) $(DOORS)

check-types: .venv/stamp-test ## Only the types
	@$(PY) -m mypy

check-form: .venv/stamp-test ## Only format, lint, dead code, lock and generated files
	@$(PY) -m ruff format --check --quiet . || { echo "Not formatted; run: $(PY) -m ruff format ."; exit 1; }
	@$(PY) -m ruff check --quiet .
	@$(PY) -m vulture
	@$(PY) -m deploy.tools.lock check
	@$(PY) -m deploy.tools.generated check

rows: .venv/stamp-test ## Lists every row of the product with the tests that prove it
	@exec $(PY) -m tests.rows

accept: .venv/stamp-test ## Takes what the offline engine says now into tests/golden; then read the diff
	@exec $(PY) -m tests.golden

evals: .venv/stamp-test ## Scores the offline understanding on utterances that it was not trained on
	@exec $(PY) -m tests.evals

evals-closing: .venv/stamp-test ## Scores what talks left, by HOLDFAST_EXTRACT_MODEL or offline
	@exec $(PY) -m tests.evals.closing

mutate: .venv/stamp-test ## Switches rules off, one at a time, and says which of them no test misses
	@exec $(PY) -m tests.mutations

shape: .venv/stamp-test ## Prints the sizes of files and functions
	@exec $(PY) -m tests.shape

bench: .venv/stamp-bench ## Measures turns, pieces, memory and idle cost beside two yardsticks; QUICK=1: a glance, in five minutes
	@exec $(PY) -m tests.benchmarks $(if $(QUICK),--quick)

bench-recall: .venv/stamp-test ## Measures what recall finds, on LoCoMo's file: make bench-recall DATA=path
	@exec $(PY) -m tests.benchmarks.recall $(if $(DATA),"$(DATA)")

bench-closing: .venv/stamp-test ## Measures how soon a closed conversation is shown, and how talk bears background thinking
	@exec $(PY) -m tests.benchmarks.closing

bench-scale: .venv/stamp-test ## Measures questions, writing and turns with full memories; QUICK=1 for a glance
	@exec $(PY) -m tests.benchmarks.recall_scale $(if $(QUICK),--quick)

# ---- keeping it in order ----

docs: .venv/stamp-test ## Writes what is generated: AsyncAPI, the broker's users, drawings, the way of a turn
	@$(PY) -m deploy.tools.walk --page
	@exec $(PY) -m deploy.tools.generated write

pictures: .venv/stamp-test ## Takes docs/pictures anew: every view of the page, light, dark and on a phone
	@exec $(PY) -m tests.browser.pictures

docs-check: .venv/stamp-test ## Fails when something generated is stale
	@exec $(PY) -m deploy.tools.generated check

train: .venv/stamp-test ## Makes the offline engine's weights from the labelled utterances
	@$(PY) -m deploy.training.fit
	@exec $(PY) -m deploy.training.own_life

prompts: .venv/stamp-test ## Brings prompts.lock up to the prompts
	@exec $(PY) -m shared.prompts

migration: .venv/stamp-test ## Begins a migration: make migration NAME="what it changes"
	@exec $(PY) -m deploy.tools.migration "$$NAME"

lock: .venv/stamp-test ## Resolves all dependencies anew into requirements/*.txt (newest that are a week old)
	@exec $(PY) -m deploy.tools.lock write

lock-check: .venv/stamp-test ## Fails when requirements/*.txt do not fit pyproject.toml
	@exec $(PY) -m deploy.tools.lock check

package: .venv/stamp-run ## Builds the wheel into dist/, without a network
	@exec $(PY) -m deploy.tools.package

hooks: .venv/stamp-test ## Lets git check format, lint and types before each commit
	@exec $(PY) -m pre_commit install

clean: ## Removes what can be made again; leaves your data in HOLDFAST_HOME alone
	@rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist holdfast.egg-info
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# ---- the environment ----

# An environment whose Python is gone, or that was made for a checkout in another place, only looks finished.
ifneq ($(shell test -x .venv/bin/python && cat .venv/stamp-run 2>/dev/null),$(shell pwd -P))
ENVIRONMENT := FORCE
endif

.venv/stamp-%: requirements/%.txt pyproject.toml $(ENVIRONMENT)
	@command -v "$(PYTHON)" >/dev/null || { echo "There is no $(PYTHON); install Python 3.11 to 3.14." >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))' || { \
	    echo "Holdfast needs Python 3.11 to 3.14; $$("$(PYTHON)" --version) is not one of them." \
	        "Name another: make $(firstword $(MAKECMDGOALS)) PYTHON=python3.13" >&2; exit 1; }
	@"$(PYTHON)" -c 'import platform, sys; intel_mac = (sys.platform, platform.machine()) == ("darwin", "x86_64"); \
	    sys.exit(intel_mac and sys.version_info >= (3, 14))' || { \
	    echo "On a Mac with an Intel processor Holdfast needs Python 3.11 to 3.13." >&2; exit 1; }
	@"$(PYTHON)" -m deploy.tools.environment $*
