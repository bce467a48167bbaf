#!/bin/sh
# Makes the answer files of the programs, with hermesc and hermes 0.12.0 (npm package hermes-engine-cli) in the folder
# $HERMES. Needed only after a program has changed.
for f in ${*:-*.js}; do
  n=${f%.js}
  "$HERMES/hermesc" -w -eager -O0 -dump-ir $f > $n.O0.hir
  "$HERMES/hermesc" -w -eager -O -dump-ir $f > $n.O.hir
  "$HERMES/hermesc" -w -eager -O -dump-lir $f > $n.lir
  "$HERMES/hermes" -w -O0 $f > $n.out
  echo "globalThis.print = (...a) => console.log(a.map(String).join(' ')); (0, eval)(require('fs').readFileSync('$f', 'utf8'))" > /tmp/run.js
  node /tmp/run.js > /tmp/node.out 2>&1 || true
  cmp -s $n.out /tmp/node.out || { echo "node differs: $f"; diff $n.out /tmp/node.out; }
done
