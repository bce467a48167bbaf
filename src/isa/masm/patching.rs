//! Jumps and constants that can be patched while the code runs.

use super::{Gpr, MacroAssembler};
use crate::base::{IntCondition, RegSet, SiteId};
use crate::isa::{BranchRole, ConstantSite, JumpSite, Label};

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

    /// Jumps to a label in this code with a direct jump, which [`Code::patch_jump`](crate::jit::Code::patch_jump)
    /// rewrites. Unlike [`MacroAssembler::patchable_jump`] it reads no memory.
    #[track_caller]
    pub fn patchable_near_jump(&mut self, target: Label) -> JumpSite {
        self.begin("patchable_near_jump");
        self.patchable_branch(target, BranchRole::Jump)
    }

    /// A no-op, until [`Code::take_jump`](crate::jit::Code::take_jump) makes it a jump to the label, or
    /// [`Code::patch_jump`](crate::jit::Code::patch_jump) one to other code. In code with landing pads the label needs
    /// one.
    #[track_caller]
    pub fn patchable_nop(&mut self, target: Label) -> JumpSite {
        self.begin("patchable_nop");
        self.patchable_branch(target, BranchRole::Nop)
    }

    /// Calls a label in this code, until [`Code::patch_jump`](crate::jit::Code::patch_jump) redirects the call. Each
    /// callee may write `clobbers`, which on AArch64 include x16, x17 and x30.
    #[track_caller]
    pub fn patchable_call(&mut self, target: Label, clobbers: RegSet) -> JumpSite {
        self.begin("patchable_call");
        let site = self.patchable_branch(target, BranchRole::Call);
        self.buffer.note_writes(clobbers);
        site
    }

    /// `dst = bits`, until [`Code::patch_constant`](crate::jit::Code::patch_constant) replaces them. On x86-64 the bits
    /// are in the instruction; on AArch64 this is [`MacroAssembler::patchable_move`].
    #[track_caller]
    pub fn patchable_immediate(&mut self, dst: Gpr<'g>, bits: u64) -> ConstantSite {
        self.begin("patchable_immediate");
        let mut site = None;
        self.emit([dst.set()], |backend| site = backend.patchable_mov(dst.reg(), bits));
        ConstantSite::new(site.unwrap_or(SiteId::INVALID))
    }

    /// Branches to `target` if the low 32 bits of `a` and the constant satisfy the condition.
    /// [`Code::patch_constant`](crate::jit::Code::patch_constant) replaces the constant, of which the low 32 bits count. On
    /// x86-64 it is in the comparison; on AArch64 it is loaded into x16.
    #[track_caller]
    pub fn patchable_branch32(
        &mut self,
        condition: IntCondition,
        a: Gpr<'g>,
        bits: u32,
        target: Label,
    ) -> ConstantSite {
        self.begin("patchable_branch32");
        let mut site = None;
        self.emit([a.set()], |backend| site = backend.patchable_compare(condition, a.reg(), bits, target));
        ConstantSite::new(site.unwrap_or(SiteId::INVALID))
    }

    fn patchable_branch(&mut self, target: Label, role: BranchRole) -> JumpSite {
        let mut site = SiteId::INVALID;
        self.emit([], |backend| site = backend.patchable_branch(target, role));
        JumpSite::new(site)
    }
}
