#!/bin/sh
# `readelf --debug-dump=frames-interp` prints the same letter for an undefined register and for one without a rule.
#
# Version: binutils 2.40.
# Expected: a register that no instruction has named yet has no rule. The x86-64 ABI treats a callee-saved register
#   without a rule as unchanged, so only `.cfi_undefined` prints as undefined.
# Seen: RBX is `u` at function entry, where its value is intact, and `u` after `.cfi_undefined rbx`, where it is lost.
#   RBP is `u` again after `.cfi_restore rbp`. Only `.cfi_same_value` prints another letter, `s`.
set -eu
for tool in as readelf; do
    command -v $tool >/dev/null || { echo "skipped: $tool is missing"; exit 77; }
done
version=$(readelf --version | head -1)
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
        .cfi_startproc
        pushq   %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset rbp, -16
        popq    %rbp
        .cfi_def_cfa_offset 8
        .cfi_restore rbp
        nop
        .cfi_undefined rbx
        nop
        .cfi_same_value rbx
        ret
        .cfi_endproc
END
as --64 -o code.o code.s
readelf --debug-dump=frames-interp code.o | sed -n '/FDE/,$p' |
    sed -n 's/^00000000000000//p' | sed 's/ *$//' | tee output
cat >expected <<'END'
00 rsp+8    u     u     c-8
01 rsp+16   u     c-16  c-8
02 rsp+8    u     u     c-8
03 rsp+8    u     u     c-8
04 rsp+8    s     u     c-8
END
diff expected output
