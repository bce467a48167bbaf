#!/bin/sh
# perf ignores /tmp/perf-PID.map for code in a memfd, shared or private, and uses it for anonymous memory.
#
# Version: perf 6.1.
# Expected: the map names code by address, so the kind of mapping is irrelevant.
# Seen: samples in private and in shared anonymous memory are reported as `named_loop` of `[JIT] tid N`. Samples in
#   either kind of mapping of a memfd are reported as a bare offset in `memfd:code (deleted)`.
set -eu
[ "$(uname -sm)" = "Linux x86_64" ] || { echo "skipped: needs x86-64 Linux"; exit 77; }
for tool in gcc perf; do
    command -v $tool >/dev/null || { echo "skipped: $tool is missing"; exit 77; }
done
version=$(perf --version)
echo "$version"
case $version in
    "perf version 6.1" | "perf version 6.1."*) ;;
    *) echo "skipped: needs perf 6.1"; exit 77 ;;
esac
dir=$(mktemp -d)
map=
trap 'rm -rf "$dir"; [ -z "$map" ] || rm -f "$map"' EXIT
cd "$dir"
perf record -e cpu-clock:u -o probe -- true >/dev/null 2>&1 ||
    { echo "skipped: perf may not sample cpu-clock here"; exit 77; }

cat >code.c <<'END'
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* mov ecx, 0x20000000; 1: dec ecx; jnz 1b; ret */
static const unsigned char loop[] = {0xb9, 0, 0, 0, 0x20, 0xff, 0xc9, 0x75, 0xfc, 0xc3};

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    int flags = strstr(argv[1], "shared") ? MAP_SHARED : MAP_PRIVATE;
    void *code;
    if (strstr(argv[1], "memfd")) {
        int fd = memfd_create("code", 0);
        if (fd < 0 || ftruncate(fd, 4096) || pwrite(fd, loop, sizeof loop, 0) != sizeof loop) return 1;
        code = mmap(0, 4096, PROT_READ | PROT_EXEC, flags, fd, 0);
        if (code == MAP_FAILED) return 1;
    } else {
        code = mmap(0, 4096, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0);
        if (code == MAP_FAILED) return 1;
        memcpy(code, loop, sizeof loop);
        if (mprotect(code, 4096, PROT_READ | PROT_EXEC)) return 1;
    }
    char name[64];
    snprintf(name, sizeof name, "/tmp/perf-%d.map", (int)getpid());
    FILE *map = fopen(name, "w");
    if (!map) return 1;
    fprintf(map, "%lx 1000 named_loop\n", (unsigned long)code);
    fclose(map);
    ((void (*)(void))code)();
    puts(name);
    return 0;
}
END
gcc -O1 -o code code.c
status=0
for case in private-anonymous:yes shared-anonymous:yes private-memfd:no shared-memfd:no; do
    kind=${case%:*} expected=${case#*:}
    map=$(perf record -e cpu-clock:u -o data -- ./code "$kind" 2>log) || { cat log; exit 1; }
    map=$(printf '%s\n' "$map" | grep '^/tmp/perf-')
    perf report -i data --stdio --sort dso,sym 2>/dev/null | grep -v '^#' | grep . | head -1 >top
    rm -f "$map"
    seen=no
    grep -q named_loop top && seen=yes
    echo "$kind: named: $seen: $(cat top)"
    [ $seen = $expected ] || status=1
done
exit $status
