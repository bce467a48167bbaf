//! The x86-64 assembler for control: branches, calls, returns, traps, barriers, no-ops.

use super::assembler::{Assembler, put_opcode};
use super::encoding::{Cond, Imm, Mem, Opcode, put_rm};
use super::registers::{RBP, RSP};
use crate::base::{Reg, Width};
use crate::isa::code_buffer::{FixupKind, Label};
use crate::isa::{RelocKind, RelocTarget};

/// `endbr64`.
pub(in crate::isa) const LANDING_PAD: [u8; 4] = [0xf3, 0x0f, 0x1e, 0xfa];

impl Assembler<'_> {
    /// Branches to `label` if the condition holds: two bytes if it is bound and near, else six.
    pub fn jcc(&mut self, cond: Cond, label: Label) {
        self.branch(Opcode::one(0x70 | cond as u8), Opcode::two(0x80 | cond as u8), label);
    }

    /// Jumps to `label`: two bytes if it is bound and near, else five.
    pub fn jmp(&mut self, label: Label) {
        self.branch(Opcode::one(0xeb), Opcode::one(0xe9), label);
    }

    fn branch(&mut self, short: Opcode, long: Opcode, label: Label) {
        if let Some(distance) = self.buffer.backward_distance(label)
            && let Ok(near) = i8::try_from(distance - 2)
        {
            put_opcode(self.buffer, short, 0, Imm::byte(near as u8));
        } else {
            self.distance(long, label);
        }
    }

    /// Emits an opcode with the four-byte distance to a label.
    fn distance(&mut self, op: Opcode, label: Label) {
        put_opcode(self.buffer, op, 0, Imm::dword(-4i32 as u32));
        self.buffer.add_fixup(self.buffer.offset() - 4, FixupKind::X64Rel32, label);
    }

    /// [`Assembler::jcc`] in two bytes. `finish` fails if the label is out of range (127 bytes).
    pub fn jcc_short(&mut self, cond: Cond, label: Label) {
        self.short_distance(Opcode::one(0x70 | cond as u8), label);
    }

    /// [`Assembler::jmp`] in two bytes. `finish` fails if the label is out of range (127 bytes).
    pub fn jmp_short(&mut self, label: Label) {
        self.short_distance(Opcode::one(0xeb), label);
    }

    fn short_distance(&mut self, op: Opcode, label: Label) {
        put_opcode(self.buffer, op, 0, Imm::byte(-1i8 as u8));
        self.buffer.add_fixup(self.buffer.offset() - 1, FixupKind::X64Rel8, label);
    }

    /// Jumps to the address in a register.
    pub fn jmp_r(&mut self, target: Reg) {
        if self.buffer.hardens_branches() {
            return self.jump_without_prediction(|asm| asm.push_r(target));
        }
        self.digit_r(Opcode::one(0xff), 0, 4, target, Imm::NONE);
    }

    /// Jumps to the address in memory.
    pub fn jmp_m(&mut self, mem: Mem) {
        if self.buffer.hardens_branches() {
            return self.jump_without_prediction(|asm| asm.push_m(mem));
        }
        put_rm(self.buffer, Opcode::one(0xff), 0, 4, mem, Imm::NONE);
    }

    /// Jumps to an address that the linker fills in.
    pub fn jmp_address(&mut self, target: RelocTarget, addend: i64) {
        put_opcode(self.buffer, Opcode::one(0xe9), 0, Imm::dword(0));
        self.relocate_distance(target, addend);
    }

    /// Calls an address that the linker fills in.
    pub fn call_address(&mut self, target: RelocTarget, addend: i64) {
        put_opcode(self.buffer, Opcode::one(0xe8), 0, Imm::dword(0));
        self.relocate_distance(target, addend);
        self.writes(RSP);
    }

    /// Relocates the preceding four bytes as a distance from here to an address.
    pub(super) fn relocate_distance(&mut self, target: RelocTarget, addend: i64) {
        let field = self.buffer.offset() - 4;
        self.buffer.add_relocation(field, RelocKind::X64Rel32, target, addend.wrapping_sub(4));
    }

    /// Calls a label in this code.
    pub fn call_label(&mut self, label: Label) {
        self.distance(Opcode::one(0xe8), label);
        self.writes(RSP);
    }

    /// Calls the address in a register.
    pub fn call_r(&mut self, target: Reg) {
        if self.buffer.hardens_branches() {
            return self.call_without_prediction(|asm| asm.push_r(target));
        }
        self.digit_r(Opcode::one(0xff), 0, 2, target, Imm::NONE);
        self.writes(RSP);
    }

    /// Calls the address in memory.
    pub fn call_m(&mut self, mem: Mem) {
        if self.buffer.hardens_branches() {
            // The sequence pushes the target after the return address.
            let below = mem.with_base_lowered(RSP, 8);
            return self.call_without_prediction(|asm| match below {
                Some(mem) => asm.push_m(mem),
                None => asm.buffer.invalid_operand("a displacement of at most 2^31 - 9"),
            });
        }
        put_rm(self.buffer, Opcode::one(0xff), 0, 2, mem, Imm::NONE);
        self.writes(RSP);
    }

    /// Returns.
    pub fn ret(&mut self) {
        put_opcode(self.buffer, Opcode::one(0xc3), 0, Imm::NONE);
        self.writes(RSP);
    }

    /// Returns and pops `bytes` of stack arguments.
    pub fn ret_pop(&mut self, bytes: u16) {
        put_opcode(self.buffer, Opcode::one(0xc2), 0, Imm { bits: u64::from(bytes), len: 2 });
        self.writes(RSP);
    }

    /// Traps with an invalid instruction.
    pub fn ud2(&mut self) {
        put_opcode(self.buffer, Opcode::two(0x0b), 0, Imm::NONE);
    }

    /// Traps with a breakpoint instruction.
    pub fn int3(&mut self) {
        put_opcode(self.buffer, Opcode::one(0xcc), 0, Imm::NONE);
    }

    /// A landing pad: marks a target of indirect branches (CET). A no-op where they are not tracked.
    pub fn endbr64(&mut self) {
        self.buffer.put(u128::from(u32::from_le_bytes(LANDING_PAD)), 4);
    }

    /// Begins a prologue or a function of the client: a landing pad if the code uses them, then the frame record, to
    /// which the frame pointer points.
    pub(super) fn push_frame_record(&mut self) {
        self.buffer.note_entry();
        if self.buffer.protection().landing_pads {
            self.endbr64();
        }
        self.push_r(RBP);
        self.buffer.note_pushed();
        self.mov_rr(Width::W64, RBP, RSP);
        self.buffer.note_framed();
    }

    /// Orders all loads and stores before it with all after it.
    pub fn mfence(&mut self) {
        self.buffer.put(0xf0_ae0f, 3);
    }

    /// Waits until all earlier instructions are complete.
    pub fn lfence(&mut self) {
        self.buffer.put(0xe8_ae0f, 3);
    }

    /// A hint that this is a spin loop.
    pub fn pause(&mut self) {
        self.buffer.put(0x90f3, 2);
    }

    /// Emits `bytes` bytes of no-ops, with as few instructions as possible; each has at most nine bytes.
    pub fn nop(&mut self, bytes: u32) {
        // The sequences recommended by the manual (volume 2B, NOP).
        const NOPS: [u128; 9] = [
            0x90,
            0x9066,
            0x00_1f0f,
            0x0040_1f0f,
            0x00_0044_1f0f,
            0x0000_441f_0f66,
            0x00_0000_0080_1f0f,
            0x0000_0000_0084_1f0f,
            0x00_0000_0000_841f_0f66,
        ];
        let mut rest = bytes;
        while rest != 0 {
            let len = rest.min(9);
            self.buffer.put(NOPS[len as usize - 1], len);
            rest -= len;
        }
    }

    /// Pads the body with no-ops to a multiple of `alignment`, a power of two of at most 4096.
    pub fn align(&mut self, alignment: u32) {
        if !alignment.is_power_of_two() || alignment > 4096 {
            return self.buffer.invalid_operand("an alignment that is a power of two and at most 4096");
        }
        self.buffer.require_alignment(alignment);
        self.nop(self.buffer.offset().wrapping_neg() & (alignment - 1));
    }
}
