#!/bin/sh
# In Hermes a declaration `var arguments` hides the arguments object.
#
# Version: hermes-engine-cli 0.12.0 (npm), Linux on x86-64.
# Expected: `var arguments` without an initializer declares nothing new: the name is bound to the arguments object already
#   (FunctionDeclarationInstantiation in ECMA-262), so its type is "object".
# Seen: the variable exists and is undefined. Without the declaration the object is there.
set -eu
command -v npm >/dev/null || { echo "skipped: npm is missing"; exit 77; }
[ "$(uname -sm)" = "Linux x86_64" ] || { echo "skipped: the package has programs for Linux on x86-64"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts hermes-engine-cli@0.12.0 >/dev/null
bin=node_modules/hermes-engine-cli/linux64-bin
cat >program.js <<'END'
function declared(a) { var arguments; return typeof arguments; }
function plain(a) { return typeof arguments; }
print(declared(1), plain(1));
END
"$bin/hermes" program.js >output
cat output
echo "undefined object" >expected
diff expected output
