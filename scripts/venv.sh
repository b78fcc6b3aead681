#!/bin/sh
# usage: venv.sh FOLDER REQUIREMENTS
# A virtual environment with what the requirements file names, made first when missing; or one line that says why not.
set -eu
venv=$1
requirements=$2
python=${PYTHON:-python3}

fail() {
    echo "$1" >&2
    exit 1
}

if ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
    command -v "$python" >/dev/null || fail "There is no $python here. Barpoint needs Python 3.11 or later."
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        fail "Barpoint needs Python 3.11 or later, and $python is $("$python" -V 2>&1). Is there another? make run PYTHON=python3.12"
    "$python" -c 'import ensurepip, venv' 2>/dev/null ||
        fail "$python has no venv module: apt-get install python3-venv"
    "$python" -m venv --clear "$venv"
fi
echo "Installing $requirements in $venv; this is done once."
"$venv/bin/python" -m pip install --quiet --quiet --disable-pip-version-check --requirement "$requirements" ||
    fail "The packages in $requirements could not be installed (above: why)."
cp "$requirements" "$venv/$(basename "$requirements")"
