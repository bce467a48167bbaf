//! Barriers against speculation at indirect branches and in front of jump tables.

use super::assembler::Assembler;

/// `dsb sy`, then `isb`: later instructions are not even fetched before earlier ones are complete. Every processor has
/// both, unlike `sb`.
const BARRIER: [u32; 2] = [0xd503_3f9f, 0xd503_3fdf];

impl Assembler<'_> {
    /// If indirect branches are hardened: a barrier. Before the branch, so that its target is known and all conditions
    /// are decided when it is fetched; and after it, because processors may run past a branch (straight-line
    /// speculation).
    pub(super) fn stop_speculation(&mut self) {
        if self.buffer.hardens_branches() {
            BARRIER.into_iter().for_each(|word| self.put(word));
        }
    }

    /// Results of conditional selects that follow are not predicted (`csdb`). A hint: a no-op on processors that do not
    /// predict them.
    pub fn csdb(&mut self) {
        self.put(0xd503_229f);
    }
}
