#!/bin/sh
# GNU as encodes `vmovaps %xmm8, %xmm0` with the store opcode, without an optimization option.
#
# Version: binutils 2.40 for x86-64.
# Expected: a move between registers has the load opcode 0x28. With a high source register it then needs a three-byte
#   VEX prefix: c4 c1 78 28 c0. GNU as is said to encode what is written, unless it gets -O.
# Seen: as exchanges the operands and uses the store opcode 0x29, which allows the two-byte prefix: c5 78 29 c0.
#   `vmovdqu` gets the same treatment. Legacy `movaps` and moves between two high registers keep the load opcode, and
#   `{load}` restores it.
set -eu
for tool in as objdump; do
    command -v $tool >/dev/null || { echo "skipped: $tool is missing"; exit 77; }
done
version=$(as --version | head -1)
echo "$version"
case $version in
    *" 2.40") ;;
    *) echo "skipped: needs binutils 2.40"; exit 77 ;;
esac
[ "$(uname -m)" = x86_64 ] || { echo "skipped: needs an assembler for x86-64"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >code.s <<'END'
        vmovaps %xmm8, %xmm0
        {load} vmovaps %xmm8, %xmm0
        vmovaps %xmm0, %xmm8
        vmovaps %xmm8, %xmm9
        movaps  %xmm8, %xmm0
        vmovdqu %ymm8, %ymm0
END
as --64 -o code.o code.s
objdump -d code.o | sed -n 's/^ *[0-9a-f]*:\t//p' | tr -s '\t ' ' ' | tee output
cat >expected <<'END'
c5 78 29 c0 vmovaps %xmm8,%xmm0
c4 c1 78 28 c0 vmovaps %xmm8,%xmm0
c5 78 28 c0 vmovaps %xmm0,%xmm8
c4 41 78 28 c8 vmovaps %xmm8,%xmm9
41 0f 28 c0 movaps %xmm8,%xmm0
c5 7e 7f c0 vmovdqu %ymm8,%ymm0
END
diff expected output
