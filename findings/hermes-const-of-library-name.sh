#!/bin/sh
# Hermes makes a top-level `const` a property of the global object if the library has a global of that name.
#
# Version: hermes-engine-cli 0.12.0 (npm), Linux on x86-64.
# Expected: what `const` declares in a script is no property of the global object (in Hermes 0.12 a variable of the frame).
# Seen: `const parseInt` replaces `globalThis.parseInt`, for all code; `const which` is a variable of the frame.
set -eu
command -v npm >/dev/null || { echo "skipped: npm is missing"; exit 77; }
[ "$(uname -sm)" = "Linux x86_64" ] || { echo "skipped: the package has programs for Linux on x86-64"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts hermes-engine-cli@0.12.0 >/dev/null
bin=node_modules/hermes-engine-cli/linux64-bin
cat >program.js <<'END'
const escape = 1, parseInt = 2, Map = 3, which = 4;
print(globalThis.escape === 1, globalThis.parseInt === 2, globalThis.Map === 3, globalThis.which === 4);
END
"$bin/hermes" program.js >output
cat output
echo "true true true false" >expected
diff expected output
"$bin/hermesc" -w -O0 -dump-ir program.js | grep '^frame = '
"$bin/hermesc" -w -O0 -dump-ir program.js | grep -q '^frame = \[which\]'
