#!/bin/sh
# Valgrind runs stale code if the code changes through a second mapping of a file.
#
# Version: valgrind 3.19.0 on x86-64, default --smc-check=all-non-file.
# Expected: on x86-64, Valgrind checks all generated code by default, because no flush instruction announces changes.
# Seen: the default skips file-backed mappings, and a memfd is one. The second call runs the old translation, although
#   a load through the executable mapping reads the new byte. `__builtin___clear_cache` emits nothing on x86-64 and
#   does not help. Code in anonymous memory is checked. `--smc-check=all` gives the right result in all cases.
set -eu
[ "$(uname -sm)" = "Linux x86_64" ] || { echo "skipped: needs x86-64 Linux"; exit 77; }
for tool in gcc valgrind; do
    command -v $tool >/dev/null || { echo "skipped: $tool is missing"; exit 77; }
done
version=$(valgrind --version)
echo "$version"
[ "$version" = valgrind-3.19.0 ] || { echo "skipped: needs valgrind-3.19.0"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

cat >code.c <<'END'
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Writes `mov eax, value; ret`. */
static void put(unsigned char *at, int value) {
    unsigned char bytes[6] = {0xb8, 0, 0, 0, 0, 0xc3};
    memcpy(bytes + 1, &value, 4);
    memcpy(at, bytes, 6);
}

static void test(const char *name, unsigned char *writable, unsigned char *executable) {
    int (*call)(void) = (int (*)(void))executable;
    put(writable, 1);
    int first = call();
    put(writable, 2);
    __builtin___clear_cache((char *)executable, (char *)executable + 6);
    printf("%s: calls return %d and %d, memory has %d\n", name, first, call(), executable[1]);
}

int main(void) {
    int all = PROT_READ | PROT_WRITE | PROT_EXEC;
    unsigned char *one = mmap(0, 4096, all, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int fd = memfd_create("code", 0);
    if (one == MAP_FAILED || fd < 0 || ftruncate(fd, 4096)) return 1;
    unsigned char *writable = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    unsigned char *executable = mmap(0, 4096, PROT_READ | PROT_EXEC, MAP_SHARED, fd, 0);
    if (writable == MAP_FAILED || executable == MAP_FAILED) return 1;
    test("anonymous", one, one);
    test("memfd", writable, executable);
    return 0;
}
END
gcc -O1 -o code code.c
right='anonymous: calls return 1 and 2, memory has 2
memfd: calls return 1 and 2, memory has 2'
stale='anonymous: calls return 1 and 2, memory has 2
memfd: calls return 1 and 1, memory has 2'
check() {
    echo "$1"
    shift
    expected=$1
    shift
    seen=$("$@")
    printf '%s\n' "$seen"
    [ "$seen" = "$expected" ]
}
check 'hardware' "$right" ./code
check 'valgrind, default' "$stale" valgrind -q ./code
check 'valgrind --smc-check=all' "$right" valgrind -q --smc-check=all ./code
