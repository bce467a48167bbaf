#!/bin/sh
# Keystone encodes absolute addresses of x86-64 relative to RIP, and some of them wrongly.
#
# Version: keystone-engine 0.9.2 (Python package), read back with capstone 5.0.9.
# Expected: `mov ecx, fs:[0]` and `mov rcx, [0x12345678]` without `rip` use an absolute address of 32 bits (a SIB byte without
#   base), as GNU's and LLVM's assemblers do. So the bytes are the same wherever the code will be.
# Seen: all have an operand relative to RIP. The address is made relative to the place that the call of the assembler names (0 if it
#   names none), so a thread-local access is right at that place only. `mov` with a register of 64 bits keeps the number as
#   displacement, so it accesses an address too high, by the address of the next instruction. With rax, eax or al as the other
#   operand of `mov`, the form with an address of 64 bits is chosen, which is right, and 10 or 11 bytes long.
set -eu
command -v python3 >/dev/null || { echo "skipped: python3 is missing"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv tools >/dev/null 2>&1 || { echo "skipped: python3 has no venv"; exit 77; }
tools/bin/pip install -q --disable-pip-version-check keystone-engine==0.9.2 capstone==5.0.9
cat >run.py <<'END_PY'
from capstone import CS_ARCH_X86, CS_MODE_64, Cs
from capstone.x86 import X86_OP_MEM, X86_REG_RIP
from keystone import KS_ARCH_X86, KS_MODE_64, Ks

assembler = Ks(KS_ARCH_X86, KS_MODE_64)
reader = Cs(CS_ARCH_X86, CS_MODE_64)
reader.detail = True
BASE = 0x1000
TEXTS = (
    "mov ecx, fs:[0x28]",
    "add rax, fs:[0x28]",
    "mov ecx, [0x12345678]",
    "mov rdx, fs:[0x28]",
    "mov rcx, [0x12345678]",
    "mov rax, fs:[0x28]",
)
for text in TEXTS:
    code = bytes(assembler.asm(text, BASE)[0])
    (instruction,) = reader.disasm(code, BASE)
    (memory,) = [operand.mem for operand in instruction.operands if operand.type == X86_OP_MEM]
    relative = memory.base == X86_REG_RIP
    address = memory.disp + (BASE + len(code) if relative else 0)
    print("%s: %s, %s, address %#x" % (text, code.hex(), "relative" if relative else "absolute", address))
END_PY
cat >expected <<'END_OUT'
mov ecx, fs:[0x28]: 648b0d21f0ffff, relative, address 0x28
add rax, fs:[0x28]: 6448030520f0ffff, relative, address 0x28
mov ecx, [0x12345678]: 8b0d72463412, relative, address 0x12345678
mov rdx, fs:[0x28]: 64488b1528000000, relative, address 0x1030
mov rcx, [0x12345678]: 488b0d78563412, relative, address 0x1234667f
mov rax, fs:[0x28]: 6448a12800000000000000, absolute, address 0x28
END_OUT
tools/bin/python run.py >output
cat output
diff expected output
