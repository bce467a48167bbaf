//! Exits from a procedure through the exit thunk, invalidation points, accesses to cells, and instructions that are
//! rewritten in place.

use super::Assembler;
use crate::base::{ExitId, Reg, SiteId};
use crate::isa::{BranchRole, FixupKind, Label, RelocKind, RelocTarget};

/// The opcode of an invalidation point: `test eax, imm32`.
pub(crate) const INVALIDATION_POINT: u8 = 0xa9;
/// The opcode of an invalidated invalidation point: `jmp rel32`.
pub(crate) const INVALIDATED: u8 = 0xe9;
/// The opcode of `call rel32`.
pub(crate) const CALL: u8 = 0xe8;
/// A no-op of the size of a jump.
pub(crate) const NOP5: [u8; 5] = [0x0f, 0x1f, 0x44, 0, 0];

impl Assembler<'_> {
    /// Takes an exit: pushes its id and calls the thunk, which does not return. The return address identifies the code.
    /// The stack pointer must be that of the frame. No register counts as written, because none is read afterwards.
    ///
    /// Push and call write below the frame, like any call. If the stack is exhausted there, the process gets a signal
    /// that is not a trap.
    ///
    /// The code takes seven bytes for the first 128 exits, ten for others.
    pub fn exit(&mut self, exit: ExitId) {
        let number = exit.number();
        // `push imm8` or `push imm32`, sign-extended; then `call`.
        match number {
            0..=0x7f => self.buffer.put_short(0x6a | u64::from(number) << 8, 2),
            _ => self.buffer.put_short(0x68 | u64::from(number) << 8, 5),
        }
        self.buffer.put_short(0xe8, 5);
        let field = self.buffer.offset() - 4;
        self.buffer.add_relocation(field, RelocKind::X64Rel32, RelocTarget::ExitThunk, -4);
    }

    /// Emits an invalidation point: five bytes that only destroy the flags, until they are patched to a jump to
    /// `exit`. The instruction is `test eax, distance`. Patching replaces its opcode by that of `jmp`. As only one
    /// byte changes, other threads see either instruction, at any alignment.
    pub fn invalidation_point(&mut self, exit: Label) -> SiteId {
        let site = self.buffer.add_invalidation_point(exit);
        let end_of_field = -4i32 as u32;
        self.buffer.put_short(u64::from(INVALIDATION_POINT) | u64::from(end_of_field) << 8, 5);
        self.buffer.add_fixup(self.buffer.offset() - 4, FixupKind::X64Rel32, exit);
        site
    }

    /// Jumps to the address in the cell of a site of this code.
    pub fn jmp_cell(&mut self, site: SiteId) {
        // ModRM 00 4 101: [rip + disp32]; of a push, 00 6 101.
        let branch = |asm: &mut Assembler<'_>, opcode| {
            asm.buffer.put_short(opcode, 6);
            asm.relocate_distance(RelocTarget::Site(site), 0);
        };
        match self.buffer.hardens_branches() {
            true => self.jump_without_prediction(|asm| branch(asm, 0x35ff)),
            false => branch(self, 0x25ff),
        }
    }

    /// `dst` = the 64 bits in the cell of a site of this code.
    pub fn mov_cell(&mut self, dst: Reg, site: SiteId) {
        if !self.are_gp([dst]) {
            return;
        }
        // ModRM 00 reg 101: [rip + disp32].
        let rex = u64::from(0x48 | dst.number() >> 3 << 2);
        let modrm = u64::from(5 | (dst.number() & 7) << 3);
        self.buffer.put_short(rex | 0x8b << 8 | modrm << 16, 7);
        self.relocate_distance(RelocTarget::Site(site), 0);
        self.writes(dst);
    }

    /// Pads with no-ops, so that bytes `from..from + size` of the next instruction are inside an aligned word of eight
    /// bytes, which a single store changes.
    fn align_patched_bytes(&mut self, from: u32, size: u32) {
        self.buffer.require_alignment(8);
        let start = (self.buffer.offset() + from) % 8;
        if start + size > 8 {
            self.nop(8 - start);
        }
    }

    /// Emits a branch to `target`, or a no-op, of five bytes that can be rewritten while other threads execute them.
    pub fn patchable_branch(&mut self, target: Label, role: BranchRole) -> SiteId {
        self.align_patched_bytes(0, 5);
        let site = self.buffer.add_patchable_branch(target, role);
        let opcode = match role {
            BranchRole::Jump => INVALIDATED,
            BranchRole::Call => CALL,
            BranchRole::Nop => {
                self.buffer.append(&NOP5);
                return site;
            }
        };
        self.buffer.put_short(u64::from(opcode) | u64::from(-4i32 as u32) << 8, 5);
        self.buffer.add_fixup(self.buffer.offset() - 4, FixupKind::X64Rel32, target);
        site
    }

    /// `dst = bits`, with a constant that can be rewritten while other threads execute the instruction.
    pub fn patchable_mov(&mut self, dst: Reg, bits: u64) -> Option<SiteId> {
        if !self.are_gp([dst]) {
            return None;
        }
        self.align_patched_bytes(2, 8);
        let site = self.buffer.add_patchable_immediate(8, bits);
        self.buffer
            .put_short(u64::from(0x48 | dst.number() >> 3) | u64::from(0xb8 | dst.number() & 7) << 8, 2);
        self.buffer.put_short(bits, 8);
        self.writes(dst);
        Some(site)
    }

    /// Compares 32 bits of `reg` with a constant that can be rewritten while other threads execute the instruction.
    pub fn patchable_cmp(&mut self, reg: Reg, bits: u32) -> Option<SiteId> {
        if !self.are_gp([reg]) {
            return None;
        }
        self.align_patched_bytes(3, 4);
        let site = self.buffer.add_patchable_immediate(4, bits.into());
        // Always with a prefix: the form that compares with a cell has the same size then.
        let rex = u64::from(0x40 | reg.number() >> 3);
        let modrm = u64::from(0xf8 | reg.number() & 7);
        self.buffer.put_short(rex | 0x81 << 8 | modrm << 16 | u64::from(bits) << 24, 7);
        Some(site)
    }
}
