#!/bin/sh
# Hermes stores the rest of an array pattern by assignment, so a setter on `Array.prototype` gets the elements.
#
# Version: hermes-engine-cli 0.12.0 (npm), Linux on x86-64.
# Expected: elements of a rest array are own properties (CreateDataProperty in ECMA-262, as in an array literal).
# Seen: the IR has `StorePropertyInst`, not `StoreOwnPropertyInst`. The setter runs, and the array stays empty.
set -eu
command -v npm >/dev/null || { echo "skipped: npm is missing"; exit 77; }
[ "$(uname -sm)" = "Linux x86_64" ] || { echo "skipped: the package has programs for Linux on x86-64"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts hermes-engine-cli@0.12.0 >/dev/null
bin=node_modules/hermes-engine-cli/linux64-bin
cat >program.js <<'END'
Object.defineProperty(Array.prototype, "0", {set: function (v) { print("set", v); }, configurable: true});
var [first, ...rest] = [1, 2];
print(rest.length, rest.hasOwnProperty(0));
var literal = [2];
print(literal.length, literal.hasOwnProperty(0));
END
"$bin/hermes" program.js >output
cat output
cat >expected <<'END'
set 2
0 false
1 true
END
diff expected output
