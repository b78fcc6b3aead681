PORT ?= 8000
HOST ?= localhost
MATCHES ?= 3000
export PYTHON ?= python3
# Tests start some hundred Python processes: none is to compile again what another has, even where that is set.
export PYTHONDONTWRITEBYTECODE :=

# A copy of the requirements that are installed; newer than the original until that changes.
RUNTIME := .venv/requirements.txt
DEV := .venv/requirements-dev.txt
BENCH := .venv-bench/requirements.txt

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run test programs lint types test-fast test-services test-data test-live test-browser property bench chaos kill9 race stateful restore fuzz pictures

help: ## List what can be made
	@sed -n 's/^\([a-z0-9-]*\):[^#]*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 24

run: $(RUNTIME) ## Serve on http://localhost:8000 (PORT=9000 make run: on another port)
	@.venv/bin/python manage.py migrate --verbosity 0
	@.venv/bin/python manage.py collectstatic --no-input --verbosity 0
	@exec .venv/bin/python manage.py serve --host $(HOST) --port $(PORT)

test: programs lint test-fast ## Lint, types and all tests
	@scripts/together.sh types test-services test-browser

lint: $(DEV) ## Style, templates, and who imports whom
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/lint-imports
	git ls-files -z 'templates/*.html' | xargs -0 .venv/bin/djade --check --target-version 5.2

types: $(DEV) ## Types
	.venv/bin/mypy

test-fast: $(DEV) ## The tests that need no browser
	.venv/bin/pytest -n 2 --dist worksteal

test-services: test-data test-live ## Both of the next two

test-data: programs $(DEV) ## What is stored once more, on PostgreSQL and Redis
	.venv/bin/python -m tests.services .venv/bin/pytest -m "data and not live" --matches=10 --walks=12x20

test-live: programs $(DEV) ## Live updates once more, on PostgreSQL and Redis; the scaled-out form
	.venv/bin/python -m tests.services .venv/bin/pytest -m live
	.venv/bin/python -m tests.services .venv/bin/pytest tests/scaled

test-browser: programs $(DEV) ## The tests in real browsers
	DJANGO_ALLOW_ASYNC_UNSAFE=true .venv/bin/pytest -n 2 --dist worksteal -p no:asyncio tests/browser

property: $(DEV) ## Thousands of random matches and examples (MATCHES=3000)
	.venv/bin/pytest -m "property or hypothesis" --hypothesis-profile=thorough --matches=$(MATCHES)

chaos: programs $(DEV) ## Play 500 games over channel layers that lose, delay, double and reorder messages
	.venv/bin/pytest -n 2 tests/live/test_chaos.py --games=500

kill9: programs $(DEV) ## Kill servers, PostgreSQL and Redis thousands of times while people play
	.venv/bin/python -m tests.reliability.kill9 sqlite web=1000
	.venv/bin/python -m tests.reliability.kill9 postgres web=1000
	.venv/bin/python -m tests.reliability.kill9 postgres postgres=200
	.venv/bin/python -m tests.reliability.kill9 postgres redis=200

stateful: $(DEV) ## Thousands of long random walks: rules, database, page and socket agree after every step
	.venv/bin/pytest tests/reliability/test_stateful.py --walks=2000x60 --hypothesis-profile=thorough

race: programs $(DEV) ## The same form many times at once, different ones for one version, every pair of commands
	.venv/bin/python -m tests.reliability.race sqlite
	.venv/bin/python -m tests.reliability.race postgres

restore: programs $(DEV) ## Restore backups of fifty matches in mid-play, on SQLite and on PostgreSQL
	.venv/bin/python -m tests.reliability.restore sqlite --pairs 50
	.venv/bin/python -m tests.reliability.restore postgres --pairs 50

fuzz: $(DEV) ## Send a server 100,000 malformed requests and frames
	.venv/bin/python -m tests.hostile.fuzz requests=100000 handshakes=10000 frames=100000
	.venv/bin/python -m tests.hostile.fuzz requests=20000 handshakes=10000 frames=20000 --by uvicorn
	.venv/bin/python -m tests.hostile.timing

bench: $(BENCH) ## Measure rules, moves over HTTP, pushes, servers and the leaderboard
	.venv-bench/bin/python -m bench.rules
	.venv-bench/bin/python -m bench.render
	.venv-bench/bin/python -m bench.web
	.venv-bench/bin/python -m bench.web --postgres --redis
	.venv-bench/bin/python -m bench.fanout
	.venv-bench/bin/python -m bench.fanout --redis
	.venv-bench/bin/python -m bench.crowd
	.venv-bench/bin/python -m bench.churn
	.venv-bench/bin/python -m bench.volume
	.venv-bench/bin/python -m bench.volume --postgres
	.venv-bench/bin/python -m bench.slow
	.venv-bench/bin/python -m bench.servers
	.venv-bench/bin/python -m bench.leaderboard
	.venv-bench/bin/python -m bench.dice
	.venv-bench/bin/python -m bench.dice --postgres

pictures: programs $(DEV) ## Shoot every page at four sizes into var/pictures, and the contact sheet into docs
	.venv/bin/python -m tests.browser.contact_sheet var/pictures

programs:
	@scripts/programs.sh

$(RUNTIME): requirements.txt
	@scripts/venv.sh .venv requirements.txt

$(DEV): requirements-dev.txt requirements-scaled.txt requirements.txt
	@scripts/venv.sh .venv requirements-dev.txt

$(BENCH): bench/requirements.txt requirements-scaled.txt requirements.txt
	@scripts/venv.sh .venv-bench bench/requirements.txt
