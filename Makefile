# One verb a line. `make help` lists them.
.DEFAULT_GOAL := help
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
ANNEXES := host/club host/together host/alone hardware
ANNEX_TESTS := club together alone hardware
PIP := $(BIN)/pip install --quiet --disable-pip-version-check
ALL_TESTS := $(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder
HASHED := build/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate

# Every verb that `help` lists, for `dist` and `hardware` are folders, too.
.PHONY: $(shell sed -n 's/^\([a-z-]*\):.*\#\#.*/\1/p' $(MAKEFILE_LIST))

help:            ## this list
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:[^#]*## /\t/' | expand -t 18

play: $(READY)   ## the board in the browser: make play [OPTIONS="--no-browser --speed 2"]
	@$(BIN)/treppe play --open $(OPTIONS)

demo: $(READY)   ## simulated hands play each of the nine games once
	@$(BIN)/treppe demo

# Python keeps what it has compiled, wherever it has been reported not to: tests start it some hundred times, and boards load
# rooms again and again.
play test test-long test-club test-together test-alone test-hardware test-all check coverage bench-table bench-page: export PYTHONDONTWRITEBYTECODE =
page-alone: $(READY) ## the page without a server, with a simulated board in it: build/site/try/index.html (needs npm)
	@$(BIN)/python -m treppe_alone.build build/site/try

test: $(READY)   ## what a change of the core may break: both runtimes, the page in Chromium; the rest: make test-long
	@$(ALL_TESTS) -m "not long" $(addprefix --ignore tests/,$(ANNEX_TESTS))

test-long: $(READY) ## what a change of the core seldom breaks: builds, installations, kills, every odd value, more pages
	@$(ALL_TESTS) -m long $(addprefix --ignore tests/,$(ANNEX_TESTS))

test-club: $(READY) ## all tests of treppe-club: host/club (needs PostgreSQL)
	@$(ALL_TESTS) tests/club

test-together: $(READY) ## all tests of treppe-together: host/together (needs Mosquitto)
	@$(ALL_TESTS) tests/together

test-alone: $(READY) ## all tests of treppe-alone: host/alone (needs npm)
	@$(ALL_TESTS) tests/alone

test-hardware: $(READY) ## all tests of treppe-hardware: hardware/treppe_hardware (needs KiCad 6)
	@$(ALL_TESTS) tests/hardware

test-all: $(READY) ## all of them, as CI does
	@$(ALL_TESTS)

search: $(READY) ## the same searches at random until one finds something or until Ctrl-C, for a night: make search [RUNS=1000] [TESTS=tests/host]
	@while TREPPE_SEARCH=$(or $(RUNS),1000) $(ALL_TESTS) -m hypothesis --maxfail 1 $(TESTS); do echo "Nothing found; once more"; done; \
		echo "Keep what was found: its example above the test as @example(...), or as a test of its own"

check: $(READY)  ## half a minute for the impatient: form, rules, sensing, table and link on one runtime, arrows, what pages tell
	@$(BIN)/ruff check . && $(BIN)/ruff format --check --quiet .
	@$(BIN)/python -m pytest -n 2 tests/games tests/sensing tests/table tests/link tests/host/test_arrows.py \
		tests/host/test_games_complete.py tests/system/test_docs.py -k "not each_script_runs"

# No browser and no broker: what differs between Pythons is the language and its library.
test-python: $(READY) ## tests of rules, link and host under another Python, which uv brings: make test-python VERSION=3.14
	@test -n "$(VERSION)" || { echo "Which Python? make test-python VERSION=3.14"; exit 1; }
	@test -x build/lock/bin/uv || { $(PYTHON) -m venv build/lock && build/lock/bin/pip install --quiet uv; }
	@build/lock/bin/uv venv --quiet --clear --python $(VERSION) build/python
	@build/lock/bin/uv pip install --quiet --python build/python/bin/python --no-deps --require-hashes -r requirements.lock
	@build/lock/bin/uv pip install --quiet --python build/python/bin/python --no-deps --no-build-isolation --editable .
	@build/python/bin/python -m pytest -n auto --dist loadfile -p no:cacheprovider -m "not long" \
		tests/games tests/sensing tests/link tests/table tests/host $(OPTIONS)

coverage: $(READY) ## which lines tests run, by folder; takes twice as long as `make test-all`
	@COVERAGE_FILE=build/coverage $(ALL_TESTS) --cov --cov-context=test --cov-report=
	@COVERAGE_FILE=build/coverage $(BIN)/python tests/coverage_report.py

mutants: $(READY) ## plant small faults; tells which the tests do not notice: make mutants WHERE=FILE_OR_FOLDER TESTS="..." [COUNT=10] [SEED=1]
	@$(BIN)/python tests/mutants.py $(WHERE) $(TESTS) $(if $(COUNT),--count $(COUNT)) $(if $(SEED),--seed $(SEED))

lint: $(READY) .stubs/.ready ## ruff and mypy on host and firmware, and whether all texts are translated
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/mypy --config-file mypy-firmware.ini
	@$(BIN)/python -m tools.catalogues check

format: $(READY) ## put the code into the house's form
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

setup: $(READY)  ## the virtual environment and the compiled firmware, and nothing else

# The lock names every package. Asked to resolve them again, pip takes the newest release for a requirement with extras,
# and refuses it for its unknown hash.
$(READY): requirements.lock pyproject.toml $(ANNEXES:%=%/pyproject.toml)
	@command -v $(PYTHON) >/dev/null || { echo "Treppe needs Python 3.11 or newer: no '$(PYTHON)' here (apt install python3 python3-venv)"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Treppe needs Python 3.11 or newer: $$($(PYTHON) --version) is too old"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "Treppe needs Python's venv (apt install python3-venv)"; exit 1; }
	@echo "Setting up .venv (once)"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(PIP) --no-deps -r requirements.lock 2> .venv/pip.log || { grep ERROR: .venv/pip.log | tail -1; echo "Treppe needs PyPI for its set-up: is there a network? All that pip said is in .venv/pip.log"; exit 1; }
	@$(PIP) --no-deps --no-build-isolation --editable . $(ANNEXES:%=--editable %)
	@$(BIN)/python -c 'from treppe_sim.compiled import compiled_folder; compiled_folder()'
	@touch $(READY)

.stubs/.ready: requirements.stubs.lock $(READY)
	@$(PIP) --no-deps --upgrade --target .stubs -r requirements.stubs.lock
	@touch $@

lock: $(READY)   ## renew the lock files: requirements.lock from pyproject.toml, in the others the hashes
	@$(PYTHON) -m venv build/lock && build/lock/bin/pip install --quiet uv
	@for name in requirements requirements.parts requirements.pico requirements.site requirements.stubs; do \
		test $$name = requirements && wanted="--upgrade --extra dev --extra micropython pyproject.toml" || wanted="--no-deps build/$$name.in"; \
		sed -n 's/^\([a-z][^ ]*==[^ ]*\).*/\1/p' $$name.lock > build/$$name.in; \
		{ grep '^#' $$name.lock; $(HASHED) $$wanted; } > build/$$name.lock && mv build/$$name.lock $$name.lock || exit 1; \
	done

licences: $(READY) ## docs/licences.md from what the installed packages say of themselves
	@$(BIN)/python tests/support/licences.py

pictures: $(READY) ## pictures of the page, of each game from start to end, for people to look at: build/pictures
	@$(BIN)/python tests/make_pictures.py

bench-club: $(READY) ## a club's boards and spectators on this machine: BOARDS=64 RATE=10 SPECTATORS=500 SECONDS=60 (needs PostgreSQL)
	@$(BIN)/python tests/club/bench_club.py $(or $(BOARDS),64) $(or $(RATE),10) $(or $(SPECTATORS),500) $(or $(SECONDS),60)

parts: .venv/.parts ## STEP, STL and DXF of the mechanical parts into build/parts, pictures into the guide
	@$(BIN)/python -m treppe_hardware.parts.export build/parts
	@$(BIN)/python -m treppe_hardware.parts.pictures hardware/guide
	@$(BIN)/python -m treppe_hardware.parts.pictures --boards build/parts/boards
	@echo "build/parts holds what is printed and cut; hardware/guide/print_list.md says how many"

test-parts: .venv/.parts ## tests of the models of the mechanical parts
	@$(BIN)/python -m pytest tests/hardware/parts tests/hardware/test_parts_formulas.py

.venv/.parts: requirements.parts.lock $(READY)
	@echo "Adding the CAD library to .venv (once, about 1 GB)"
	@$(PIP) --no-deps -r requirements.parts.lock
	@touch $@

clean:           ## remove what make has built
	rm -rf .venv .stubs .boards .site build dist

hardware: $(READY) ## tables, wiring, drawings, bills of materials from hardware/*.toml (bodies to print: make parts)
	@$(BIN)/treppe hardware build

site: .site/.ready ## the documentation as pages, with a search that needs no network: build/site/index.html
	@command -v npm > /dev/null && $(MAKE) --no-print-directory page-alone || echo "No npm here: the pages are without 'try it here'"
	@PYTHONPATH=.site $(BIN)/python docs/site/make.py && echo "build/site/index.html"

.site/.ready: requirements.site.lock $(READY)
	@$(PIP) --no-deps --upgrade --target .site -r requirements.site.lock
	@touch $@

.boards/.ready: requirements.boards.lock $(READY)
	@$(PIP) --no-deps --upgrade --target .boards -r requirements.boards.lock
	@touch $@

boards: $(READY) .boards/.ready ## prove the circuit boards and write what a fab needs into build/boards (needs KiCad 6)
	@$(BIN)/python -m treppe_hardware.boards build/boards

place: $(READY)  ## places and print of the boards anew, their tracks as they are (needs KiCad 6): make place [BOARD=reed12_tile]
	@$(BIN)/python -m treppe_hardware.boards.place $(BOARD)

protocol: $(READY) ## docs/protocol.md and what the firmware checks commands by, from firmware/treppe/protocol.toml
	@$(BIN)/python -m tools.protocol_page

commands: $(READY) ## docs/commands.md from the commands, their options and the variables they read
	@$(BIN)/python -m tools.commands_page

words: $(READY)  ## catalogues for translators (*.po), from the English texts; LANGUAGE=fr begins a language
	@$(BIN)/python -m tools.catalogues $(LANGUAGE)

bench-memory: $(READY) ## does treppe play grow over 2,000 loads of pages and 30 minutes of play?
	@$(BIN)/python tests/bench/bench_memory.py

bench-games: $(READY) ## speed and memory of the rules core
	@$(BIN)/python tests/bench/bench_games.py

bench-page: $(READY) ## start, page load, and lift to lights in the page, in Chromium
	@$(BIN)/python tests/bench/bench_page.py

games: $(READY)  ## what is made from the games: their index, pictures of the start, the page's colours
	@$(BIN)/python -m tools.made_files

bench-table: $(READY) ## hands play 500 games of each through the table: every record right, and how quick
	@$(BIN)/python tests/bench/bench_table.py $(GAMES)

bench-hands: $(READY) ## what the table makes of whole games of five kinds of hands, as event streams: make bench-hands [GAMES="step tor"] [COUNT=100] [SEED=1] [HANDS=calm,crowd] or SCRIPT=hands.txt, or ABLATE=all (see ablation.py)
	@$(BIN)/python tests/bench/$(if $(ABLATE),ablation.py $(ABLATE),bench_hands.py $(GAMES)) $(if $(COUNT),--games $(COUNT)) $(if $(SEED),--seed $(SEED)) $(if $(HANDS),--hands $(HANDS)) $(if $(SCRIPT),--script $(SCRIPT))

bench-cost: $(READY) ## what the table costs under MicroPython, by change and by position
	@$(BIN)/python tests/bench/bench_table.py --cost $(GAMES)

bench-recovery: $(READY) ## hands follow the lights: disturbed boards, games taken back, power cuts
	@$(BIN)/python tests/bench/bench_recovery.py $(GAMES) $(if $(KINDS),--kinds "$(KINDS)")

bench-sensing: $(READY) ## accuracy, times and cost of sensing on simulated boards; TREPPE_BENCH_SCALE=0.01: less of it
	@$(BIN)/python tests/bench/bench_sensing.py

bench-learning: $(READY) ## does a board of towers learn its cells from play? TREPPE_BENCH_SCALE=0.1: less of it
	@$(BIN)/python tests/bench/bench_learning.py

bench-cell: $(READY) ## is it true what treppe hardware cell finds of simulated cells?
	@$(BIN)/python tests/bench/bench_cell.py

image: $(READY)  ## the firmware of a Pico, one file: dist/treppe.uf2 (docs/pico.md says what it needs)
	@$(BIN)/python -m tools.image dist/treppe.uf2
	@cp host/treppe_host/deploy/NOTICES.txt dist
	@cd dist && rm -f SHA256SUMS && sha256sum * > SHA256SUMS && cat SHA256SUMS

flash: $(READY)  ## the firmware onto the Pico that is plugged in: make flash [PORT=/dev/ttyACM0]
	@$(BIN)/treppe flash $(if $(PORT),--port $(PORT))

# On a busy PC a game on the emulated chip may take half an hour.
test-pico: chip  ## the image on an emulated Pico, flashed by treppe flash: make test-pico [UF2=path of a plain MicroPython]
	@test -f dist/treppe.uf2 || $(MAKE) --no-print-directory image
	@IMAGE=dist/treppe.uf2 UF2="$(UF2)" $(BIN)/python -m pytest tests/pico -s -rs --timeout 7200

bench-pico: chip ## people's hands on an emulated Pico, 200 lifts of each game: make bench-pico [IMAGE=path] [LIFTS=20] [GAMES="step tor"] [PARTS=evening] [CACHE=1]
	@IMAGE="$(or $(IMAGE),dist/treppe.uf2)" $(BIN)/python tests/bench/bench_pico.py $(GAMES) $(if $(LIFTS),--lifts $(LIFTS)) $(if $(PARTS),--parts $(PARTS)) $(if $(CACHE),--cache)

chip: $(READY) build/chip/.ready ## what an emulated Pico needs
	@$(PIP) --no-deps -r requirements.pico.lock

build/chip/.ready: tests/pico/chip/package.json tests/pico/chip/package-lock.json
	@mkdir -p build/chip && cp tests/pico/chip/package*.json build/chip
	@npm ci --prefix build/chip --silent --no-audit --no-fund --ignore-scripts
	@touch $@

# Who only builds needs neither KiCad nor a gigabyte of CAD: all that they make is in the archive.
kit: boards parts ## what a builder downloads, packed: Gerbers, bills, placements, bodies, pictures, sheets: build/treppe-hardware.tar.gz
	@$(BIN)/python -m treppe_hardware.kit build/treppe-hardware.tar.gz

# Without the Arm compiler a wheel has no image inside, and says so.
wheel: $(READY)  ## what pip installs, within a minute: wheels of Treppe and its annexes in dist/, the firmware image inside
	@rm -rf dist && mkdir dist
	@if command -v arm-none-eabi-gcc > /dev/null; then $(BIN)/python -m tools.image dist/treppe.uf2; \
		else echo "No arm-none-eabi-gcc here, so the wheel has no firmware image (docs/pico.md names the packages)"; fi
	@test ! -f dist/treppe.uf2 || cp dist/treppe.uf2 host/treppe_host/deploy/treppe.uf2
	@for project in . $(ANNEXES); do \
		$(BIN)/python -m build --wheel --no-isolation --outdir dist $$project > build/wheel.log || { cat build/wheel.log; status=1; break; }; \
	done; rm -f host/treppe_host/deploy/treppe.uf2; exit $${status:-0}
	@ls dist/*.whl

dist: wheel      ## what is published, but for the hardware: wheels, the image, the sdist; with checksums
	@test -f dist/treppe.uf2
	@$(BIN)/python -m build --sdist --no-isolation --outdir dist . > build/wheel.log
	@cp host/treppe_host/deploy/NOTICES.txt dist
	@cd dist && sha256sum * > SHA256SUMS && cat SHA256SUMS

release: kit dist ## what is published: dist, and all that builds a board
	@cp build/treppe-hardware.tar.gz dist && cd dist && rm SHA256SUMS && sha256sum * > SHA256SUMS

bench-link: $(READY) ## events a second, catching up after a reconnect, growth and queries of the store, wear of the flash
	@$(BIN)/python tests/bench/bench_link.py

bench-programs: $(READY) ## how well programs play, game by game: make bench-programs [GAMES="step tor"] [PARTS=rival,ladder] [COUNT=60] [SEED=1000] [AGAINST=FOLDER]
	@$(BIN)/python tests/bench/bench_programs.py $(GAMES) $(if $(PARTS),--parts $(PARTS)) $(if $(COUNT),--count $(COUNT)) $(if $(SEED),--seed $(SEED)) $(if $(AGAINST),--against $(AGAINST))

solve: $(READY)   ## who wins Aufstellen if nobody errs: solves and checks it, minutes of one core, 1.5 GB (needs a C compiler)
	@nice $(BIN)/python -m tools.solve

bench-exchange: $(READY) ## 100,000 games from a file into a database and out of it: make bench-exchange [GAMES=10000]
	@GAMES=$(GAMES) $(BIN)/python tests/bench/bench_exchange.py

bench-faults: $(READY) ## power cuts, bad lines, killed hosts, lies, full databases: status not 0 if anything is lost or doubled; PARTS="hosts lies" SCALE=0.1: less of it
	@$(BIN)/python tests/bench/bench_faults.py $(PARTS) $(if $(SCALE),--scale $(SCALE))
