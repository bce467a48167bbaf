#!/bin/sh
# GNU objdump adds SVE names of conditions as comments to plain A64 code.
#
# Version: binutils 2.40 for AArch64.
# Expected: `b.ne` and `cset x0, eq` are printed as they were written. The file uses only the base instruction set.
# Seen: they are followed by `// b.any` and `// eq = none`, the SVE spelling of the condition, with no option.
#   Conditions without an SVE name, such as `vs`, have no comment. A comparison of text with another disassembler fails.
set -eu
for tool in aarch64-linux-gnu-as aarch64-linux-gnu-objdump; do
    command -v $tool >/dev/null || { echo "skipped: $tool is missing"; exit 77; }
done
version=$(aarch64-linux-gnu-objdump --version | head -1)
echo "$version"
case $version in
    *" 2.40") ;;
    *) echo "skipped: needs binutils 2.40"; exit 77 ;;
esac
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >code.s <<'END'
1:      b.ne    1b
        b.vs    1b
        cset    x0, eq
        csel    x0, x1, x2, vs
        csel    x0, x1, x2, lt
        ccmp    x0, #1, #0, hs
END
aarch64-linux-gnu-as -march=armv8-a -o code.o code.s
aarch64-linux-gnu-objdump -d --no-show-raw-insn code.o | sed -n 's/^ *[0-9a-f]*:\t//p' | tr -s '\t ' ' ' | tee output
cat >expected <<'END'
b.ne 0 <.text> // b.any
b.vs 0 <.text>
cset x0, eq // eq = none
csel x0, x1, x2, vs
csel x0, x1, x2, lt // lt = tstop
ccmp x0, #0x1, #0x0, cs // cs = hs, nlast
END
diff expected output
