# Everything is done from here; `make help` lists it. Needs python3 (3.10 or newer, with venv and pip), make and git.

PYTHON ?= python3
BOARD ?= pico
PORT ?=
BEFORE ?= HEAD
IMAGES ?=
WHOLE ?=
TAG ?=

VENV := .venv
BIN := $(VENV)/bin
TYPINGS := $(VENV)/typings
# What is set up, in three groups. The first two files name the folder that they were made for.
PLAYING := $(VENV)/playing
DEVELOPING := $(VENV)/developing
CASE := $(VENV)/case
WEB := $(VENV)/web
SCRIPTS := host_tools/mingg_host/simulator/page host_tools/mingg_club/phone host_tools/mingg_club/web/static
LOWEST := build/lowest
BUILD := build/$(BOARD)
BOARDS := $(notdir $(patsubst %/board.py,%,$(wildcard board/*/board.py)))
ON_MICROPYTHON := firmware $(addprefix host_tools/,$(addprefix mingg_host/,connection/aboard device/vm simulator/page/browser) mingg_club/phone/browser)

# A .venv that was copied or moved here would run another tree's code, and one whose Python is gone none at all.
ifneq ($(shell cat $(PLAYING) 2>/dev/null):$(wildcard $(BIN)/python),$(CURDIR):$(BIN)/python)
.PHONY: $(PLAYING)
endif

# `make check`: of all tests those that find most for their time.
CHECKED := tests/rules tests/docs $(addprefix tests/,\
  $(patsubst %,evening/test_%.py,archive counters evenings exchange ledger ledger_damage kept_ledgers records settings_file) \
  $(patsubst %,hardware/test_%.py,device displays keys store) \
  $(patsubst %,screens/test_%.py,canvas cards deal evening languages screens wall way_back) \
  $(patsubst %,commands/test_%.py,replay_command rules_command score_command typed_score) \
  $(patsubst %,boards/test_%.py,contents firmware_source) $(patsubst %,club/test_%.py,club_course club_records))

# `make lowest`: the tests of scoring and of commands.
OF_COMMANDS := $(patsubst %,tests/commands/test_%.py,press_command replay_command rules_command score_command \
    typed_score) tests/rules/test_explained.py

# uv where it is there, because it is ten times as fast, and pip otherwise. Both show what they do. $(1): the folder of an
# environment.
UV := $(shell command -v uv 2>/dev/null)
make_environment = $(PYTHON) -m venv --clear $(if $(UV),--without-pip) $(1)
install = $(if $(UV),$(UV) pip install --python $(1)/bin/python,$(1)/bin/python -m pip --disable-pip-version-check --no-input install --no-compile)

# Python keeps what it compiled: the tests run the command in many short processes.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup run pages site manual screens check test long lowest lint style scripts workflows sources format types host-types bench boards case firmware flash package release ready rehearse prove audit lock clean distclean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(DEVELOPING) ## set up for developing: .venv with the command mingg, its extras and all tools

run: $(PLAYING) pages ## play in the browser: set up what that needs, serve the page, print its address
	$(BIN)/mingg sim

pages: $(PLAYING) # the page and a wheel have them
	$(BIN)/python docs/tools/site_of_pages.py build/pages

site: pages ## write the simulator and all pages as a folder for any static web host: build/site
	$(BIN)/mingg site -o build/site --force

manual screens: export PYTHONPATH = tests
manual: setup ## write the generated pictures and tables of README.md and docs/ again
	$(BIN)/python docs/tools/manual.py
	$(BIN)/python docs/tools/architecture.py
	$(BIN)/python docs/tools/library_options.py
	$(BIN)/python docs/tools/json_reference.py
	$(BIN)/python docs/tools/pages.py

screens: setup ## make a page of the screens that changed, before and after: build/screens/index.html (BEFORE=HEAD)
	$(BIN)/python docs/tools/changed_screens.py $(BEFORE)

check: style host-types $(BOARD)-types ## for every edit: style, types, and the tests that find most, in a minute
	$(BIN)/python -m pytest -q -n 2 --dist loadgroup --no-loadscope-reorder --english -k "not micropython" $(CHECKED)

test: setup ## run every test that this machine can run, and name the others
	$(BIN)/python -m pytest -n auto --dist loadgroup --no-loadscope-reorder -m "not lint"

long: setup ## press random keys for longer than make test does, with a new seed each time (MINGG_PRESSES, MINGG_SEED)
	MINGG_PRESSES=$${MINGG_PRESSES:-250000} $(BIN)/python -m pytest -n 2 tests/screens/test_monkey.py

lowest: $(LOWEST)/installed ## run the tests of scoring and of commands with the lowest versions that pyproject.toml allows
	PYTHONPATH=firmware:host_tools $(LOWEST)/bin/python -m pytest -q -n 2 --dist loadfile -m "not vm" $(OF_COMMANDS)

lint: style types scripts workflows sources firmware ## check style, types, workflows and sources, and compile the firmware

style: setup ## check style and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

scripts: export PATH := $(CURDIR)/$(WEB)/bin:$(PATH)
scripts: $(WEB)/installed ## check style and types of the programs of the pages
	$(WEB)/node_modules/.bin/biome lint --error-on-warnings $(wildcard $(SCRIPTS:%=%/*.js))
	$(WEB)/node_modules/.bin/tsc -p tests/page/tsconfig.json

workflows: setup ## check the workflows in .github: names, types, rights, pins
	$(BIN)/actionlint
	@if test -x $(BIN)/zizmor; then $(BIN)/zizmor --quiet --offline .github; else echo "zizmor needs Python 3.11 or newer: not run"; fi

sources: setup ## run the tests that check sources: who imports whom, what a board understands
	$(BIN)/python -m pytest -q -m lint tests/boards tests/docs tests/oracles

format: setup ## format the sources
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: host-types $(BOARDS:%=%-types) ## check types: the host, and the firmware against the stubs of every board

host-types: setup
	$(BIN)/mypy

$(BOARDS:%=%-types): %-types: setup
	BOARD=$* $(BIN)/mypy --config-file mypy-firmware.ini $(ON_MICROPYTHON) board/$*

bench: setup ## measure speed, heap, size and key presses
	$(BIN)/python tests/bench/bench.py

prove: setup ## run the long proofs of docs/promises.md: fuzzing, random presses, club nights that fail, mutants, Kajongg (two hours)
	$(BIN)/python tests/prove/prove.py

audit: ## check every pinned dependency for known vulnerabilities (asks pypi.org)
	$(PYTHON) -m venv --clear build/audit
	build/audit/bin/python -m pip --disable-pip-version-check --no-input --quiet install pip-audit==2.10.1
	build/audit/bin/pip-audit --strict --require-hashes --disable-pip --no-deps -r requirements/dev.txt

boards: setup ## check the data of all boards, and make their page and drawings
	$(BIN)/python -m mingg_host.board

wokwi: setup ## write a project for the Wokwi simulator into build/wokwi (BOARD=pico)
	$(BIN)/python -m mingg_host.board --wokwi $(BOARD)

case: build/case.made ## write the files of the case, to print, and its pictures: build/case

build/case.made: $(CASE)/installed $(wildcard board/case/*.py) board/pico/board.toml host_tools/mingg_host/board/keys.json docs/pictures/result.png
	PYTHONPATH=board $(CASE)/bin/python -m case build/case docs/pictures
	@touch $@

firmware: setup ## compile the firmware for a board into build/, with its image and manifest (BOARD=pico)
	$(BIN)/mingg firmware $(BOARD) -o $(BUILD) --force

flash: firmware ## copy the firmware to the connected board (BOARD=pico; PORT=/dev/... if several are connected)
	$(BIN)/mingg flash $(BUILD) $(if $(PORT),--port $(PORT))

package: setup pages ## build library and command, each as wheel and source archive, into dist/, and try them in clean environments
	rm -rf dist
	cd library && MINGG_PUBLISH=1 ../$(BIN)/python -m hatchling build -d ../dist
	MINGG_PUBLISH=1 $(BIN)/python -m hatchling build -d dist
	$(BIN)/python tests/package/installed.py dist build/installed

release: setup pages case ## make the files of a release: build/release (IMAGES=FOLDER with MicroPython's images, WHOLE=1: download them)
	$(BIN)/python -m release build/release $(if $(IMAGES),--images $(IMAGES)) $(if $(WHOLE),--whole)

ready: $(PLAYING) ## say what the owner of the project forgot before a release (TAG=v1.0.0; WHOLE=1: fail then)
	$(BIN)/python -m release.ready $(if $(WHOLE),--whole) $(if $(TAG),--tag $(TAG))

rehearse: setup ## run the release's workflow here, step by step, and print what it would publish (IMAGES=FOLDER)
	IMAGES=$(IMAGES) $(BIN)/python -m release.rehearsal

lock: ## write the lock files with hashes from requirements/*.in
	$(PYTHON) -m venv --clear build/lock
	build/lock/bin/python -m pip --disable-pip-version-check --no-input --quiet install uv==0.13.8
	build/lock/bin/uv pip compile --quiet --universal --python-version 3.10 --generate-hashes --no-annotate --no-emit-package mingg-scoring \
	  --custom-compile-command "make lock" --override requirements/without.txt --all-extras pyproject.toml requirements/dev.in -o requirements/dev.txt
	build/lock/bin/uv pip compile --quiet --universal --python-version 3.10 --generate-hashes --no-annotate --no-emit-package mingg-scoring \
	  --custom-compile-command "make lock" --constraint requirements/dev.txt pyproject.toml requirements/play.in -o requirements/play.txt
	build/lock/bin/uv pip compile --quiet --universal --python-version 3.10 --generate-hashes --no-annotate --no-emit-package mingg-scoring --no-build --resolution lowest-direct \
	  --custom-compile-command "make lock" pyproject.toml requirements/lowest.in -o requirements/lowest.txt
	build/lock/bin/uv pip compile --quiet --universal --python-version 3.10 --generate-hashes --no-annotate \
	  --custom-compile-command "make lock" requirements/web.in -o requirements/web.txt
	build/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	  --custom-compile-command "make lock" --constraint requirements/dev.txt --override requirements/case-without.txt requirements/case.in -o requirements/case.txt
	@for board in $(BOARDS); do \
	  build/lock/bin/uv pip compile --quiet --universal --python-version 3.10 --generate-hashes --no-annotate \
	    --custom-compile-command "make lock" board/$$board/stubs.in -o board/$$board/stubs.txt || exit 1; \
	done
	rm -rf build/lock

clean: ## remove caches and everything that was built
	rm -rf build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +

distclean: clean ## like make clean, and remove .venv
	rm -rf $(VENV)

$(PLAYING): pyproject.toml requirements/play.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || \
	  { echo "Mingg needs Python 3.10 or newer; $(PYTHON) is $$($(PYTHON) -V 2>&1). Name another: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import venv$(if $(UV),,, ensurepip)' 2>/dev/null || \
	  { echo "$(PYTHON) comes without its venv module. On Debian and Ubuntu: sudo apt install python3-venv" >&2; exit 1; }
	@echo "Setting up $(VENV) for playing."
	@test ! -e $@ || test "$$(cat $@)" = "$(CURDIR)" || rm -rf $(VENV)
	test -x $(BIN)/$(if $(UV),python,pip) || $(call make_environment,$(VENV))
	$(call install,$(VENV)) --require-hashes --no-deps -r requirements/play.txt
	$(call install,$(VENV)) --no-deps --no-build-isolation --editable ./library --editable .
	@echo "$(CURDIR)" > $@

$(DEVELOPING): $(PLAYING) requirements/dev.txt $(BOARDS:%=board/%/stubs.txt)
	@echo "Setting up $(VENV) for developing."
	$(call install,$(VENV)) --require-hashes --no-deps -r requirements/dev.txt
	rm -rf $(TYPINGS)
	@for board in $(BOARDS); do \
	  $(call install,$(VENV)) --require-hashes --no-deps --target $(TYPINGS)/$$board -r board/$$board/stubs.txt || exit 1; \
	done
	@touch $@

# Apart from the other tools: it takes 800 MB.
$(CASE)/installed: $(PLAYING) requirements/case.txt
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "The case needs Python 3.11 or newer: make distclean, then make case PYTHON=python3.12" >&2; exit 1; }
	@echo "Setting up $(CASE)."
	$(call make_environment,$(CASE))
	$(call install,$(CASE)) --require-hashes --no-deps -r requirements/case.txt
	@touch $@

# Node.js from the package index brings npm, whose lock file has a hash for each file.
$(WEB)/installed: $(PLAYING) requirements/web.txt tests/page/package.json tests/page/package-lock.json
	@echo "Setting up $(WEB)."
	$(call make_environment,$(WEB))
	$(call install,$(WEB)) --require-hashes --no-deps -r requirements/web.txt
	cp tests/page/package.json tests/page/package-lock.json $(WEB)
	cd $(WEB) && PATH="$(CURDIR)/$(WEB)/bin:$$PATH" npm ci --no-audit --no-fund --ignore-scripts
	@touch $@

$(LOWEST)/installed: requirements/lowest.txt
	@echo "Setting up $(LOWEST)."
	$(call make_environment,$(LOWEST))
	$(call install,$(LOWEST)) --require-hashes --no-deps -r requirements/lowest.txt
	@touch $@
