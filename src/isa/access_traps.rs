//! Trap sites in front of operations of the macro assembler.
//!
//! An operation may be several instructions, of which others come before the one that touches memory. A trap site that
//! was put in front of it, with its exit state if it has one, belongs to that one; to each of them if there are
//! several. If no instruction of the operation touches memory, the site stays in front.

use super::TrapSite;
use super::code_buffer::CodeBuffer;
use crate::base::Arch;

/// The trap site of the operation that is being emitted.
#[derive(Debug)]
pub(super) struct AccessTrap {
    site: TrapSite,
    /// The instruction that touched memory last.
    last: Option<u32>,
}

impl CodeBuffer {
    /// An operation begins. If a trap site is in front of it, its accesses are noted from now on: true.
    pub(super) fn begin_accesses(&mut self) -> bool {
        let offset = self.offset();
        let Some(site) = self.trap_sites.pop_if(|site| site.offset == offset) else { return false };
        self.access_trap = Some(AccessTrap { site, last: None });
        true
    }

    /// The instruction that begins at the next byte touches memory.
    #[inline(always)]
    pub(super) fn note_access(&mut self) {
        if self.access_trap.is_some() {
            self.add_access_trap(self.offset());
        }
    }

    /// True if accesses to memory are noted.
    #[inline(always)]
    pub(super) fn notes_accesses(&self) -> bool {
        self.access_trap.is_some()
    }

    /// What is emitted meanwhile touches no memory, or was noted.
    pub(super) fn without_accesses(&mut self, emit: impl FnOnce(&mut CodeBuffer)) {
        let trap = self.access_trap.take();
        emit(self);
        self.access_trap = trap;
    }

    #[cold]
    fn add_access_trap(&mut self, offset: u32) {
        let Some(trap) = &mut self.access_trap else { return };
        if trap.last.is_some_and(|last| last + 1 == offset) {
            return; // what begins here began with its prefix
        }
        let is_first = trap.last.is_none();
        trap.last = Some(offset);
        let mut site = TrapSite { offset, ..trap.site };
        site.exit = self.exits.move_trap(site.exit, offset, is_first);
        self.trap_sites.push(site);
    }

    /// The operation that began at `start` ends.
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

/// True if an instruction of AArch64 touches memory that is no constant behind the code: the group "loads and
/// stores" of the Arm ARM, C4.1, without those of a literal.
fn is_a64_access(word: u32) -> bool {
    word & 0x0a00_0000 == 0x0800_0000 && word & 0x3b00_0000 != 0x1800_0000
}

#[cfg(test)]
mod tests {
    use super::is_a64_access;

    #[test]
    fn accesses_of_a64_are_told_by_their_words() {
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
            0x5800_0040, // ldr x0, 8: a constant behind the code
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
