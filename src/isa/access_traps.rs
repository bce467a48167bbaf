//! Moves trap sites to the memory accesses of macro assembler operations.
//!
//! A client adds a trap site, possibly with an exit state, before an operation. The operation may emit several
//! instructions, and the access need not be the first. The site is moved to the access. If there are several
//! accesses, each gets a copy; if there is none, the site stays before the operation.

use super::TrapSite;
use super::code_buffer::CodeBuffer;
use crate::base::Arch;

/// The trap site of the operation being emitted.
#[derive(Debug)]
pub(super) struct AccessTrap {
    site: TrapSite,
    /// Offset of the last memory access.
    last: Option<u32>,
}

impl CodeBuffer {
    /// Starts an operation. Returns true if a trap site precedes it; its memory accesses are then recorded.
    pub(super) fn begin_accesses(&mut self) -> bool {
        let offset = self.offset();
        let Some(site) = self.trap_sites.pop_if(|site| site.offset == offset) else { return false };
        self.access_trap = Some(AccessTrap { site, last: None });
        true
    }

    /// Records that the instruction at the next byte accesses memory.
    #[inline(always)]
    pub(super) fn note_access(&mut self) {
        if self.access_trap.is_some() {
            self.add_access_trap(self.offset());
        }
    }

    #[inline(always)]
    pub(super) fn notes_accesses(&self) -> bool {
        self.access_trap.is_some()
    }

    /// Emits code without recording accesses: it accesses no memory, or its accesses are recorded already.
    pub(super) fn without_accesses(&mut self, emit: impl FnOnce(&mut CodeBuffer)) {
        let trap = self.access_trap.take();
        emit(self);
        self.access_trap = trap;
    }

    #[cold]
    fn add_access_trap(&mut self, offset: u32) {
        let Some(trap) = &mut self.access_trap else { return };
        if trap.last.is_some_and(|last| last + 1 == offset) {
            return; // The access at `last` is the prefix of this instruction.
        }
        let is_first = trap.last.is_none();
        trap.last = Some(offset);
        let mut site = TrapSite { offset, ..trap.site };
        site.exit = self.exits.move_trap(site.exit, offset, is_first);
        self.trap_sites.push(site);
    }

    /// Ends the operation that began at `start`. On AArch64 this decodes its instructions to find the accesses.
    pub(super) fn end_accesses(&mut self, start: u32) {
        if self.arch() == Arch::A64 {
            for offset in (start..self.offset()).step_by(4) {
                let word = self.bytes().get(offset as usize..).and_then(|bytes| bytes.first_chunk::<4>());
                if word.is_some_and(|word| is_a64_access(u32::from_le_bytes(*word))) {
                    self.add_access_trap(offset);
                }
            }
        }
        if let Some(AccessTrap { site, last: None, .. }) = self.access_trap.take() {
            self.trap_sites.push(site);
        }
    }
}

/// True if an AArch64 instruction accesses memory other than the constant pool: the group "loads and stores" of the
/// Arm ARM, C4.1, without load (literal).
fn is_a64_access(word: u32) -> bool {
    word & 0x0a00_0000 == 0x0800_0000 && word & 0x3b00_0000 != 0x1800_0000
}

#[cfg(test)]
mod tests {
    use super::is_a64_access;

    #[test]
    fn a64_accesses_are_decoded() {
        let accesses = [
            0xf940_0020, // ldr x0, [x1]
            0x3800_1c20, // strb w0, [x1, #1]!
            0xa941_0861, // ldp x1, x2, [x3, #16]
            0xfc65_6880, // ldr d0, [x4, x5]
            0xc85f_fc20, // ldaxr x0, [x1]
            0xf8a1_0002, // ldadda x1, x2, [x0]
            0xc8df_fc20, // ldar x0, [x1]
        ];
        let others = [
            0x5800_0040, // ldr x0, 8: from the constant pool
            0x1c00_0040, // ldr s0, 8
            0x9800_0040, // ldrsw x0, 8
            0x8b02_0020, // add x0, x1, x2
            0x9100_0420, // add x0, x1, #1
            0x1400_0001, // b 4
            0xd503_201f, // nop
            0x1e62_2820, // fadd d0, d1, d2
            0x9ac2_2020, // lsl x0, x1, x2
            0x9000_0000, // adrp x0, 0
        ];
        assert_eq!(accesses.map(is_a64_access), [true; 7]);
        assert_eq!(others.map(is_a64_access), [false; 10]);
    }
}
