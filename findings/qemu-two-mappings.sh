#!/bin/sh
# QEMU user mode runs stale AArch64 code after the cache maintenance that the architecture demands.
#
# Version: qemu-aarch64 7.2 (linux-user).
# Expected: a correct AArch64 program announces changed code with `dc cvau`, `ic ivau` and `isb`, so an emulator finds
#   it through any mapping.
# Seen: QEMU ignores the announcement. It finds changes because it write-protects the guest page that it translated.
#   A write through a second mapping of the memfd does not hit that page, so the second call runs the old translation.
#   One mapping with all permissions works. The program flushes both ranges.
set -eu
[ "$(uname -s)" = Linux ] || { echo "skipped: needs Linux"; exit 77; }
qemu=$(command -v qemu-aarch64-static || command -v qemu-aarch64) ||
    { echo "skipped: qemu-aarch64 is missing"; exit 77; }
command -v aarch64-linux-gnu-gcc >/dev/null || { echo "skipped: aarch64-linux-gnu-gcc is missing"; exit 77; }
version=$("$qemu" --version | head -1)
echo "$version"
case $version in
    *"version 7.2."*) ;;
    *) echo "skipped: needs qemu-aarch64 7.2"; exit 77 ;;
esac
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

cat >code.c <<'END'
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

static void flush(unsigned *code) { __builtin___clear_cache((char *)code, (char *)(code + 2)); }

/* Writes `mov w0, #value; ret` and announces it in both ranges. */
static void put(unsigned *writable, unsigned *executable, unsigned value) {
    writable[0] = 0x52800000 | value << 5;
    writable[1] = 0xd65f03c0;
    flush(writable);
    flush(executable);
}

static void test(const char *name, unsigned *writable, unsigned *executable) {
    int (*call)(void) = (int (*)(void))executable;
    put(writable, executable, 1);
    int first = call();
    put(writable, executable, 2);
    printf("%s: calls return %d and %d, memory has %u\n", name, first, call(), executable[0] >> 5 & 15);
}

int main(void) {
    int all = PROT_READ | PROT_WRITE | PROT_EXEC;
    unsigned *one = mmap(0, 4096, all, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int fd = memfd_create("code", 0);
    if (one == MAP_FAILED || fd < 0 || ftruncate(fd, 4096)) return 1;
    unsigned *writable = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    unsigned *executable = mmap(0, 4096, PROT_READ | PROT_EXEC, MAP_SHARED, fd, 0);
    if (writable == MAP_FAILED || executable == MAP_FAILED) return 1;
    test("anonymous", one, one);
    test("memfd", writable, executable);
    return 0;
}
END
aarch64-linux-gnu-gcc -O1 -static -o code code.c
"$qemu" ./code | tee output
printf '%s\n' 'anonymous: calls return 1 and 2, memory has 2' 'memfd: calls return 1 and 1, memory has 2' | cmp - output
