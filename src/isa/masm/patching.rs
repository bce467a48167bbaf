//! Jumps and constants that are changed while the code runs.

use super::{Gpr, MacroAssembler};
use crate::base::SiteId;
use crate::isa::Label;

/// What is changed while the code runs. The numbers are those that
/// [`Code::patchable_sites`](crate::jit::Code::patchable_sites) knows; a generator may run several times, and each time
/// makes another site, of the patchpoint's [`Origin`](crate::base::Origin).
impl<'g> MacroAssembler<'g> {
    /// Goes to a place in this code, until [`Code::patch_jump`](crate::jit::Code::patch_jump) has it go elsewhere.
    pub fn patchable_jump(&mut self, target: Label) -> SiteId {
        let site = self.buffer.add_jump_cell(target);
        self.emit([], |backend| backend.cell_jump(site));
        site
    }

    /// `dst` = 64 bits, until [`Code::patch_constant`](crate::jit::Code::patch_constant) says others.
    pub fn patchable_move(&mut self, dst: Gpr<'g>, bits: u64) -> SiteId {
        let site = self.buffer.add_constant_cell(bits);
        self.emit([dst.set()], |backend| backend.cell_load(dst.reg(), site));
        site
    }
}
