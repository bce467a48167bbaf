#!/bin/sh
# libgcc 12 treats DW_CFA_restore as "unchanged", not as the initial rule of the CIE.
#
# Version: libgcc of GCC 12.2.0 on x86-64 Linux. GDB 13.1 and readelf 2.40 follow the DWARF rule on the same tables.
# Expected: after `.cfi_register rip, r11` and `.cfi_restore rip`, the return address is at CFA-8 again, because the
#   CIE defines that rule initially. A function that moves its return address to a register and back unwinds normally.
# Seen: the unwinder keeps the return address it already had, so the caller of `restored` is `restored` again.
#   With `.cfi_offset rip, -8` instead of `.cfi_restore rip`, the caller is `main`.
# The callback stops after three frames, because the repeated frame has no end.
set -eu
[ "$(uname -sm)" = "Linux x86_64" ] || { echo "skipped: needs x86-64 Linux"; exit 77; }
command -v gcc >/dev/null || { echo "skipped: gcc is missing"; exit 77; }
version=$(gcc -dumpfullversion)
echo "gcc $version"
[ "$version" = 12.2.0 ] || { echo "skipped: needs gcc 12.2.0"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

# $1: name, $2: directive after the push.
emit() {
    cat <<END
        .globl  $1
        .type   $1, @function
$1:
        .cfi_startproc
        popq    %r11
        .cfi_adjust_cfa_offset -8
        .cfi_register rip, r11
        pushq   %r11
        .cfi_adjust_cfa_offset 8
        $2
        subq    \$8, %rsp
        .cfi_adjust_cfa_offset 8
        call    *%rdi
        addq    \$8, %rsp
        .cfi_adjust_cfa_offset -8
        ret
        .cfi_endproc
        .size   $1, .-$1
END
}
{
    echo '        .text'
    emit explicit_rule '.cfi_offset rip, -8'
    emit restored '.cfi_restore rip'
    echo '        .section .note.GNU-stack, "", @progbits'
} >functions.s

cat >main.c <<'END'
#include <stdio.h>
#include <unwind.h>

void explicit_rule(void (*)(void));
void restored(void (*)(void));
int main(void);

static int depth;
static void *third;

static _Unwind_Reason_Code visit(struct _Unwind_Context *context, void *unused) {
    (void)unused;
    if (++depth < 3) return _URC_NO_REASON;
    third = _Unwind_FindEnclosingFunction((void *)(_Unwind_GetIP(context) - 1));
    return _URC_NORMAL_STOP;
}

static void walk(void) {
    depth = 0;
    third = 0;
    _Unwind_Backtrace(visit, 0);
    puts(third == (void *)main ? "main" : third == (void *)restored ? "restored" : "another function");
}

int main(void) {
    printf("caller of explicit_rule: ");
    explicit_rule(walk);
    printf("caller of restored: ");
    restored(walk);
    return 0;
}
END
gcc -O0 -o walk main.c functions.s
./walk | tee output
printf '%s\n' 'caller of explicit_rule: main' 'caller of restored: restored' | cmp - output
