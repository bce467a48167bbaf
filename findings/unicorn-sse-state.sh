#!/bin/sh
# Unicorn starts x86-64 code with MXCSR 0 and never records floating-point exceptions.
#
# Version: unicorn 2.1.4 (Python package).
# Expected: as in a new process, or after a reset of the processor, MXCSR is 1f80 and the x87 control word is 037f or
#   0040. Dividing 1 by 0 sets the flag ZE (bit 2) of MXCSR.
# Seen: both registers are 0, which means that all exceptions are unmasked, but a division by 0 gives infinity and no
#   exception. With MXCSR set to 1f80 first, the division sets no flag. The rounding mode is obeyed. So an emulated run
#   says nothing about code that reads the flags, and code that saves and restores MXCSR restores 0.
set -eu
command -v python3 >/dev/null || { echo "skipped: python3 is missing"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv tools >/dev/null 2>&1 || { echo "skipped: python3 has no venv"; exit 77; }
tools/bin/pip install -q --disable-pip-version-check unicorn==2.1.4
cat >run.py <<'END_PY'
from unicorn import Uc, UC_ARCH_X86, UC_MODE_64
from unicorn.x86_const import UC_X86_REG_RSP, UC_X86_REG_XMM0, UC_X86_REG_XMM1

STACK = 0x9000
ONE, TINY = 0x3FF0000000000000, 0xBC90000000000000  # 1 and -2^-54


def run(code, word=0, second=0):
    machine = Uc(UC_ARCH_X86, UC_MODE_64)
    machine.mem_map(0x1000, 0x1000)
    machine.mem_map(0x8000, 0x2000)
    machine.mem_write(0x1000, bytes.fromhex(code))
    machine.mem_write(STACK, word.to_bytes(4, "little"))
    machine.reg_write(UC_X86_REG_RSP, STACK)
    machine.reg_write(UC_X86_REG_XMM0, ONE)
    machine.reg_write(UC_X86_REG_XMM1, second)
    machine.emu_start(0x1000, 0x1000 + len(code) // 2)
    word = int.from_bytes(machine.mem_read(STACK, 4), "little")
    return word, machine.reg_read(UC_X86_REG_XMM0)


LDMXCSR, STMXCSR = "0fae1424", "0fae1c24"  # [rsp]
DIVSD, ADDSD = "f20f5ec1", "f20f58c1"  # xmm0, xmm1
print("MXCSR at the start: %04x" % run(STMXCSR)[0])
print("control word at the start: %04x" % run("d93c24")[0])  # fnstcw [rsp]
print("1 / 0: MXCSR %04x, result %016x" % run(DIVSD + STMXCSR))
print("1 / 0 with 1f80: MXCSR %04x, result %016x" % run(LDMXCSR + DIVSD + STMXCSR, 0x1F80))
print("1 - 2^-54 to nearest: %016x" % run(LDMXCSR + ADDSD, 0x1F80, TINY)[1])
print("1 - 2^-54 towards zero: %016x" % run(LDMXCSR + ADDSD, 0x7F80, TINY)[1])
END_PY
cat >expected <<'END_OUT'
MXCSR at the start: 0000
control word at the start: 0000
1 / 0: MXCSR 0000, result 7ff0000000000000
1 / 0 with 1f80: MXCSR 1f80, result 7ff0000000000000
1 - 2^-54 to nearest: 3ff0000000000000
1 - 2^-54 towards zero: 3fefffffffffffff
END_OUT
tools/bin/python run.py >output
cat output
diff expected output
