#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# run.sh BUILD_DIR SOURCE_DIR: install the build into a prefix of its own, then configure, build and
# run the consumer project against that prefix, which is all it is told.
set -euo pipefail

[ $# -eq 2 ] || { echo "usage: $0 BUILD_DIR SOURCE_DIR" >&2; exit 2; }
build=$(cd "$1" && pwd)
source=$(cd "$2" && pwd)
work=$build/consumer
prefix=$work/prefix

rm -rf "$work"
mkdir -p "$work"
cmake --install "$build" --prefix "$prefix" >"$work/install.log" || { cat "$work/install.log"; exit 1; }

# An installed package that still points into the source or build tree works only here.
if grep -rnF -e "$source/" "$prefix"/lib*/ --include='*.cmake'; then
    echo "consumer: the installed package names the source tree (lines above)" >&2
    exit 1
fi

cmake -S "$source/tests/consumer" -B "$work/build" -G Ninja -DCMAKE_PREFIX_PATH="$prefix"
cmake --build "$work/build"
"$work/build/consumer"

# The geometry library alone: configured, built and installed without the rest.
generator=(-G Ninja -DCMAKE_BUILD_TYPE=Release)
cmake -S "$source" -B "$work/contact" "${generator[@]}" -DSCREE_CONTACT_ONLY=ON \
    -DSCREE_BUILD_TESTS=OFF >"$work/contact.log"
cmake --build "$work/contact" >>"$work/contact.log" || { tail -40 "$work/contact.log"; exit 1; }
cmake --install "$work/contact" --prefix "$work/contact-prefix" >>"$work/contact.log"
cmake -S "$source/tests/consumer/contact" -B "$work/contact-build" "${generator[@]}" \
    -DCMAKE_PREFIX_PATH="$work/contact-prefix"
cmake --build "$work/contact-build"
"$work/contact-build/contact_consumer"

if [ -x "$prefix/bin/scree" ]; then
    "$prefix/bin/scree" --help >/dev/null
    echo "consumer: the installed scree command runs"
fi
