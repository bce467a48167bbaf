#!/bin/sh
# GDB finds a symbol of a JIT image by name, but not by address, if its section has no address.
#
# Version: gdb 13.1.
# Expected: an image with an absolute symbol address is enough, in a relocatable or an executable image. The address of
#   the section adds nothing, as .text has no contents (SHT_NOBITS) and the symbol has its address and size.
# Seen: with `sh_addr` zero, `print jitted` gives the right address, but `info symbol ADDRESS` finds nothing, so
#   backtraces have no names. With the address in `sh_addr`, both work, and an ET_REL image is as good as ET_EXEC.
#   In ET_REL, the symbol must then be relative to the section, although the section already has its address.
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

cat >jit.c <<'END'
#define _GNU_SOURCE
#include <elf.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* The JIT interface of GDB. */
struct jit_code_entry {
    struct jit_code_entry *next, *prev;
    const char *image;
    uint64_t size;
};
struct {
    uint32_t version, action;
    struct jit_code_entry *relevant, *first;
} __jit_debug_descriptor = {1, 0, 0, 0};
__attribute__((noinline)) void __jit_debug_register_code(void) { __asm__ volatile(""); }

static const char names[] = "\0.text\0.symtab\0.strtab\0jitted";
static struct {
    Elf64_Ehdr header;
    Elf64_Shdr sections[4];
    Elf64_Sym symbols[2];
    char names[sizeof names];
} image;
static struct jit_code_entry entry;
void *code;

__attribute__((noinline)) void registered(void) { __asm__ volatile(""); }

/* Arguments: type of the image, 1 if .text has its address, 1 if the symbol is absolute. */
int main(int argc, char **argv) {
    if (argc != 4) return 2;
    code = mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (code == MAP_FAILED) return 1;
    memcpy(code, "\xb8\7\0\0\0\xc3", 6); /* mov eax, 7; ret */
    uint64_t address = (uint64_t)code;

    memcpy(image.header.e_ident, "\177ELF\2\1\1", 7);
    image.header.e_type = atoi(argv[1]);
    image.header.e_machine = EM_X86_64;
    image.header.e_version = 1;
    image.header.e_shoff = offsetof(__typeof__(image), sections);
    image.header.e_ehsize = sizeof image.header;
    image.header.e_shentsize = sizeof image.sections[0];
    image.header.e_shnum = 4;
    image.header.e_shstrndx = 3;
    memcpy(image.names, names, sizeof names);
    image.sections[1] = (Elf64_Shdr){.sh_name = 1, .sh_type = SHT_NOBITS, .sh_flags = SHF_ALLOC | SHF_EXECINSTR,
        .sh_addr = atoi(argv[2]) ? address : 0, .sh_offset = sizeof image, .sh_size = 16, .sh_addralign = 16};
    image.sections[2] = (Elf64_Shdr){.sh_name = 7, .sh_type = SHT_SYMTAB,
        .sh_offset = offsetof(__typeof__(image), symbols), .sh_size = sizeof image.symbols, .sh_link = 3, .sh_info = 1,
        .sh_addralign = 8, .sh_entsize = sizeof image.symbols[0]};
    image.sections[3] = (Elf64_Shdr){.sh_name = 15, .sh_type = SHT_STRTAB,
        .sh_offset = offsetof(__typeof__(image), names), .sh_size = sizeof names, .sh_addralign = 1};
    image.symbols[1] = (Elf64_Sym){.st_name = 23, .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), .st_shndx = 1,
        .st_value = atoi(argv[3]) ? address : 0, .st_size = 6};

    entry = (struct jit_code_entry){0, 0, (const char *)&image, sizeof image};
    __jit_debug_descriptor.relevant = __jit_debug_descriptor.first = &entry;
    __jit_debug_descriptor.action = 1;
    __jit_debug_register_code();
    registered();
    return 0;
}
END
gcc -g -O0 -o jit jit.c
gdb -nx -batch -ex 'break registered' -ex run -ex 'print sizeof(code)' --args ./jit 2 1 1 >probe 2>&1
grep -q '^\$1 = 8' probe || { echo "skipped: gdb may not run a process here"; exit 77; }
for case in 'ET_REL 1 1 0' 'ET_REL 1 1 1' 'ET_REL 1 0 1' 'ET_EXEC 2 1 1' 'ET_EXEC 2 0 1'; do
    name=${case%% *}
    # The numbers are separate arguments of the program.
    gdb -nx -batch -ex 'break registered' -ex run -ex 'info symbol code' -ex 'print (void *)&jitted == code' \
        --args ./jit ${case#* } >log 2>&1 || :
    by_name=no by_address=no
    grep -q '^\$1 = 1' log && by_name=yes
    grep -q '^jitted in section' log && by_address=yes
    set -- ${case#* }
    echo "$name, section has address: $2, absolute symbol: $3: by name: $by_name, by address: $by_address"
done | tee output
cat >expected <<'END'
ET_REL, section has address: 1, absolute symbol: 0: by name: yes, by address: yes
ET_REL, section has address: 1, absolute symbol: 1: by name: no, by address: no
ET_REL, section has address: 0, absolute symbol: 1: by name: yes, by address: no
ET_EXEC, section has address: 1, absolute symbol: 1: by name: yes, by address: yes
ET_EXEC, section has address: 0, absolute symbol: 1: by name: yes, by address: no
END
diff expected output
