//! Exits from a procedure through the exit thunk, invalidation points, accesses to cells, and patchable branches.

use super::Assembler;
use super::registers::{SP, X16, X17};
use crate::base::{ExitId, Reg, SiteId, Width};
use crate::isa::{BranchRole, FixupKind, Label, RelocKind, RelocTarget};

/// An invalidation point: `nop`.
pub(crate) const INVALIDATION_POINT: u32 = 0xd503_201f;
/// `b`, without its 26-bit word distance.
pub(crate) const BRANCH: u32 = 0x1400_0000;
/// `bl`, without its 26-bit word distance.
pub(crate) const CALL: u32 = 0x9400_0000;

impl Assembler<'_> {
    /// Takes an exit: calls the thunk, which does not return, with the id in x17. The return address identifies the
    /// code. The stack pointer must be that of the frame. No register counts as written: none is read afterwards.
    ///
    /// The code takes eight bytes for the first 65536 exits, twelve for others.
    pub fn exit(&mut self, exit: ExitId) {
        let number = exit.number();
        let x17 = u32::from(X17.number());
        // `movz w17, low`, `movk w17, high, lsl 16`, `bl`.
        self.put(0x5280_0000 | (number & 0xffff) << 5 | x17);
        if number >> 16 != 0 {
            self.put(0x72a0_0000 | (number >> 16) << 5 | x17);
        }
        let field = self.buffer.offset();
        self.buffer.add_relocation(field, RelocKind::A64Branch26, RelocTarget::ExitThunk, 0);
        self.put(0x9400_0000);
    }

    /// Emits an invalidation point: a `nop`, until it is patched to a branch to `exit`. Both may be modified while
    /// other threads execute them (Arm ARM, B2.2.5): these execute one or the other.
    pub fn invalidation_point(&mut self, exit: Label) -> SiteId {
        let site = self.buffer.add_invalidation_point(exit);
        self.put(INVALIDATION_POINT);
        site
    }

    /// Emits `b`, `bl` or `nop`, which can be rewritten while other threads execute them (Arm ARM, B2.2.5). Through a
    /// cell, the branch clobbers x16, like linker veneers.
    pub fn patchable_branch(&mut self, target: Label, role: BranchRole) -> SiteId {
        let site = self.buffer.add_patchable_branch(target, role);
        let word = match role {
            BranchRole::Jump => BRANCH,
            BranchRole::Call => CALL,
            BranchRole::Nop => {
                self.put(INVALIDATION_POINT);
                return site;
            }
        };
        self.buffer.add_fixup(self.buffer.offset(), FixupKind::A64Branch26, target);
        self.put(word);
        site
    }

    /// Jumps to the address in the cell of a site of this code. Clobbers x16, like linker veneers.
    pub fn b_cell(&mut self, site: SiteId) {
        self.load_cell(X16, site);
        self.br(X16);
    }

    /// Compares 32 bits of `reg` with the cell of a site of this code. Clobbers x16, like linker veneers.
    pub fn cmp_cell(&mut self, reg: Reg, site: SiteId) {
        if self.are_gp([reg]) {
            self.load_cell(X16, site);
            self.cmp_rr(Width::W32, reg, X16);
        }
    }

    /// `dst` = the 64 bits in the cell of a site of this code, at most 4 GiB away. `dst` must not be 31.
    pub fn ldr_cell(&mut self, dst: Reg, site: SiteId) {
        if self.are_gp([dst]) && self.are_apart(dst, [SP], "a destination that is not register 31") {
            self.load_cell(dst, site);
            self.writes(dst);
        }
    }

    /// `adrp dst, cell`; `ldr dst, [dst, offset of the cell in its page]`.
    fn load_cell(&mut self, dst: Reg, site: SiteId) {
        let (target, reg) = (RelocTarget::Site(site), u32::from(dst.number()));
        self.buffer.add_relocation(self.buffer.offset(), RelocKind::A64Page21, target, 0);
        self.put(0x9000_0000 | reg);
        self.buffer.add_relocation(self.buffer.offset(), RelocKind::A64PageWord12, target, 0);
        self.put(0xf940_0000 | reg << 5 | reg);
    }
}
