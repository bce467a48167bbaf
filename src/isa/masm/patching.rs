//! Jumps and constants that can be patched while the code runs.

use super::{Gpr, MacroAssembler};
use crate::isa::{ConstantSite, JumpSite, Label};

/// Patchable operations. They return sites, each of its kind. A generator that runs several times creates a new site
/// each time, all with the patchpoint's [`Origin`](crate::base::Origin).
impl<'g> MacroAssembler<'g> {
    /// Jumps to a label in this code, until [`Code::patch_jump`](crate::jit::Code::patch_jump) redirects it.
    #[track_caller]
    pub fn patchable_jump(&mut self, target: Label) -> JumpSite {
        self.begin("patchable_jump");
        let site = self.buffer.add_jump_cell(target);
        self.emit([], |backend| backend.cell_jump(site));
        JumpSite::new(site)
    }

    /// `dst = bits`, until [`Code::patch_constant`](crate::jit::Code::patch_constant) replaces them.
    #[track_caller]
    pub fn patchable_move(&mut self, dst: Gpr<'g>, bits: u64) -> ConstantSite {
        self.begin("patchable_move");
        let site = self.buffer.add_constant_cell(bits);
        self.emit([dst.set()], |backend| backend.cell_load(dst.reg(), site));
        ConstantSite::new(site)
    }
}
