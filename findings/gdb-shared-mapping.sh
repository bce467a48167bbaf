#!/bin/sh
# GDB on Linux cannot insert a software breakpoint into a shared read-execute mapping of a memfd.
#
# Version: gdb 13.1.
# Expected: a debugger writes past page protection, so `break *ADDRESS` works in read-execute memory of any kind.
# Seen: it works in a private mapping. In a shared one, GDB accepts the breakpoint and fails when it resumes, with
#   "Cannot insert breakpoint 2. Cannot access memory at address ...", and the process does not run at all.
#   The kernel allows such writes only to pages it can copy. A hardware breakpoint works in both.
set -eu
[ "$(uname -sm)" = "Linux x86_64" ] || { echo "skipped: needs x86-64 Linux"; exit 77; }
for tool in gcc gdb; do
    command -v $tool >/dev/null || { echo "skipped: $tool is missing"; exit 77; }
done
version=$(gdb --version | head -1)
echo "$version"
case $version in
    *" 13.1") ;;
    *) echo "skipped: needs gdb 13.1"; exit 77 ;;
esac
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

cat >code.c <<'END'
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

void *code;

__attribute__((noinline)) void mapped(void) { __asm__ volatile(""); }

int main(int argc, char **argv) {
    static const unsigned char bytes[] = {0xb8, 7, 0, 0, 0, 0xc3}; /* mov eax, 7; ret */
    int flags = argc == 2 && argv[1][0] == 's' ? MAP_SHARED : MAP_PRIVATE;
    int fd = memfd_create("code", 0);
    if (fd < 0 || ftruncate(fd, 4096) || pwrite(fd, bytes, sizeof bytes, 0) != sizeof bytes) return 1;
    code = mmap(0, 4096, PROT_READ | PROT_EXEC, flags, fd, 0);
    if (code == MAP_FAILED) return 1;
    mapped();
    return ((int (*)(void))code)();
}
END
gcc -g -O0 -o code code.c
gdb -nx -batch -ex 'break mapped' -ex run -ex 'print sizeof(code)' --args ./code private >probe 2>&1
grep -q '^\$1 = 8' probe || { echo "skipped: gdb may not run a process here"; exit 77; }
status=0
for case in private:break:yes shared:break:no private:hbreak:yes shared:hbreak:yes; do
    kind=${case%%:*} rest=${case#*:}
    command=${rest%:*} expected=${rest#*:}
    gdb -nx -batch -ex 'break mapped' -ex run -ex "$command *code" -ex continue -ex 'print $pc == code' \
        --args ./code "$kind" >log 2>&1 || :
    seen=no
    grep -q '^\$1 = 1' log && seen=yes
    echo "$kind mapping, $command: stopped: $seen"
    [ $seen = $expected ] || status=1
    if [ $expected = no ]; then
        grep 'Cannot insert breakpoint 2' log && grep 'Cannot access memory' log || status=1
    fi
done
exit $status
