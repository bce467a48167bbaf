#!/bin/sh
# Capstone's lists of accessed registers are empty or incomplete for a few x86-64 instructions.
#
# Version: capstone 5.0.9 (Python package).
# Expected: `regs_access` includes implicit registers, as it does for `mulx` (reads rdx), `cpuid` and `div`. Instructions
#   that differ in one detail have lists that differ in it.
# Seen: `adcx` reads its destination, `adox` does not. `pcmpistri` writes ecx and the flags, but `pcmpistrm` writes
#   neither xmm0 nor the flags. `xlatb`, `enter`, `rdsspq` and `syscall` access no register at all. A table of clobbered
#   registers that is checked against these lists needs exceptions for them.
set -eu
command -v python3 >/dev/null || { echo "skipped: python3 is missing"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv tools >/dev/null 2>&1 || { echo "skipped: python3 has no venv"; exit 77; }
tools/bin/pip install -q --disable-pip-version-check capstone==5.0.9
cat >run.py <<'END_PY'
from capstone import Cs, CS_ARCH_X86, CS_MODE_64

machine = Cs(CS_ARCH_X86, CS_MODE_64)
machine.detail = True
for code in [
    "c4e2f3f6c3",  # mulx rax, rcx, rbx
    "0fa2",
    "660f38f6c1",
    "f30f38f6c1",
        "660f3a62c100",
    "660f3a63c100",
    "d7",
    "c8100000",
    "f3480f1ec8",
    "0f05",
]:
    (instruction,) = machine.disasm(bytes.fromhex(code), 0)
    lists = [" ".join(sorted(map(instruction.reg_name, list))) or "-" for list in instruction.regs_access()]
    text = f"{instruction.mnemonic} {instruction.op_str}".strip()
    print(f"{text}: reads {lists[0]}, writes {lists[1]}")
END_PY
cat >expected <<'END_OUT'
mulx rax, rcx, rbx: reads rbx rdx, writes rax rcx
cpuid: reads eax ecx, writes eax ebx ecx edx
adcx eax, ecx: reads eax ecx rflags, writes eax rflags
adox eax, ecx: reads ecx rflags, writes eax rflags
pcmpistrm xmm0, xmm1, 0: reads xmm0 xmm1, writes -
pcmpistri xmm0, xmm1, 0: reads xmm0 xmm1, writes ecx rflags
xlatb: reads -, writes -
enter 0x10, 0: reads -, writes -
rdsspq rax: reads -, writes -
syscall: reads -, writes -
END_OUT
tools/bin/python run.py >output
cat output
diff expected output
