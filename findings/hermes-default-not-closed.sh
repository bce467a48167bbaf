#!/bin/sh
# Hermes does not close the iterator of an array pattern if a default value throws.
#
# Version: hermes-engine-cli 0.12.0 (npm), Linux on x86-64.
# Expected: `return` of the iterator is called, as ECMA-262 requires for each abrupt completion of a pattern.
# Seen: it is not called. If the nested pattern throws instead, it is called.
set -eu
command -v npm >/dev/null || { echo "skipped: npm is missing"; exit 77; }
[ "$(uname -sm)" = "Linux x86_64" ] || { echo "skipped: the package has programs for Linux on x86-64"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts hermes-engine-cli@0.12.0 >/dev/null
bin=node_modules/hermes-engine-cli/linux64-bin
cat >program.js <<'END'
function values(value) {
  return {
    [Symbol.iterator]() { return this; },
    next() { return {done: false, value: value}; },
    return() { print("closed"); return {}; },
  };
}
function fails() { throw new Error("a default value"); }
try { var [a = fails()] = values(undefined); } catch (error) { print(error.message); }
try { var [{b}] = values(null); } catch (error) { print(error.name); }
END
"$bin/hermes" program.js >output
cat output
cat >expected <<'END'
a default value
closed
TypeError
END
diff expected output
