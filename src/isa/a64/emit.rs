//! Emission of allocated Air for AArch64: frames, moves, calls, and dispatch to the other operations.
//!
//! Two general registers are reserved for emission. x16 holds addresses that do not fit an instruction, immediates of
//! arithmetic, and intermediate results. x17 holds the value to store when x16 holds the address. So every form of
//! the table can be emitted, whatever its numbers. The form table specifies which registers may coincide, as on every
//! target.

use super::emit_frame::{
    add_immediate, emit_prologue, emit_return, halves, lower_stack_pointer, mem_at, pop, remove_frame,
    restore_saved, return_to_caller,
};
use super::emit_indexed::{BaseUpdate, BaseUpdates, find_base_updates};
use super::emit_sums::AddressSum;
use super::encoding::is_long_constant;
use super::registers::{FP, LR, SP, V0, X0, X16, X17, ZR};
use super::{Access, Arith, Assembler, Cond, Extend, FloatUnary, FromGp, Landing, Mem, ShiftKind, ToGp};
use crate::air::{Arg, Code, IndexExtend, Inst, InstBuffer, InstFlags, Kinds, Opcode, SlotId};
use crate::base::{Arch, Bank, Origin, Reg, TrapCode, Width};
use crate::isa::emit::{BlockContext, ColdTrap, EmitState, Emitter, frame_bytes};
use crate::isa::patch::{ColdCheck, emit_checks, emit_late, emit_patch};
use crate::isa::stackmap_params::place;
use crate::isa::unwind::{CallerPlace, FrameState};
use crate::isa::{CodeBuffer, EmitError, ExitKind, FrameInfo, Generators, Label, RelocTarget};
use std::ops::Range;

pub(super) const W32: Width = Width::W32;
pub(super) const W64: Width = Width::W64;

/// Emission for AArch64.
#[derive(Clone, Copy, Debug)]
pub struct A64Emitter;

impl Emitter for A64Emitter {
    fn emit_block(
        &self,
        buffer: &mut CodeBuffer,
        state: &mut EmitState,
        code: &Code,
        insts: &InstBuffer,
        range: Range<usize>,
        backward: bool,
        context: &BlockContext<'_>,
        generators: &mut dyn Generators,
    ) {
        let asm = Assembler::new(buffer);
        // Reverse order means emission block by block, before the frame size is known.
        let frame = if backward { None } else { i32::try_from(frame_bytes(code)).ok() };
        let insts_in_range = insts.insts.get(range).unwrap_or(&[]);
        let changes =
            if backward { BaseUpdates::new() } else { find_base_updates(insts_in_range, insts, code) };
        let changes = changes.as_slice();
        let (at, inst, args, overflow) = (0, None, &[][..], None);
        let (sum, new_sum) = (None, None);
        let mut emit = Emit {
            asm,
            state,
            code,
            context,
            generators,
            inst,
            args,
            frame,
            changes,
            at,
            overflow,
            sum,
            new_sum,
        };
        let (mut forward, mut rest) = (insts_in_range.iter(), insts_in_range.iter().rev());
        while let Some(inst) = if backward { rest.next() } else { forward.next() } {
            let start = emit.asm.buffer().offset();
            emit.asm.buffer().emit_island_if_needed();
            if !backward {
                emit.at = (insts_in_range.len() - forward.len() - 1) as u32;
                if emit.is_merged_sum() {
                    continue;
                }
                if let Some(second) = forward.as_slice().first()
                    && emit.pair(inst, second, insts)
                {
                    emit.keep_sum(inst, insts, start);
                    let end = emit.asm.buffer().offset();
                    emit.keep_sum(second, insts, end);
                    forward.next();
                    continue;
                }
            }
            if emits_any_length(inst.opcode) {
                emit.asm.buffer().emit_near_island();
            }
            emit.args = insts.args(inst);
            emit.inst = Some(inst);
            emit.instruction(inst);
            if backward {
                emit.new_sum = None;
            } else {
                emit.keep_sum(inst, insts, start);
            }
        }
    }

    fn emit_landing_pad(&self, buffer: &mut CodeBuffer) {
        Assembler::new(buffer).bti(Landing::Jump);
    }

    fn align_loop(&self, buffer: &mut CodeBuffer, loop_len: usize) {
        // The CPU fetches at least this many bytes at once. Padding pays off if a short loop then spans fewer windows.
        const WINDOW: u32 = 16;
        const LONGEST: u32 = 8 * WINDOW;
        // An estimate: one Air instruction, such as a compare-and-branch, may be two machine instructions.
        let bytes = u32::try_from(loop_len).unwrap_or(u32::MAX).saturating_add(1).saturating_mul(4);
        if bytes > LONGEST {
            return;
        }
        buffer.require_alignment(WINDOW);
        let offset = buffer.offset() % WINDOW;
        if (offset + bytes).div_ceil(WINDOW) > bytes.div_ceil(WINDOW) {
            Assembler::new(buffer).align(WINDOW);
        }
    }

    fn emit_cold(
        &self,
        buffer: &mut CodeBuffer,
        state: &mut EmitState,
        code: &Code,
        generators: &mut dyn Generators,
    ) {
        emit_checks(buffer, state, code, generators);
        emit_late(buffer, state, code);
        for trap in state.traps.drain(..) {
            buffer.emit_island_if_needed();
            buffer.bind(trap.label);
            buffer.set_origin(trap.origin);
            buffer.set_frame(trap.has_frame);
            buffer.add_trap_site(trap.code);
            Assembler::new(buffer).udf(0);
        }
        buffer.set_frame(true);
    }

    fn emit_prologues(
        &self,
        buffer: &mut CodeBuffer,
        code: &Code,
        frame: &FrameInfo,
        bodies: &[Label],
    ) -> Vec<Label> {
        let entries: Vec<Label> = bodies.iter().map(|_| buffer.new_label()).collect();
        // The first one comes last and falls through into the body.
        for (entry, body) in entries.iter().zip(bodies).skip(1) {
            buffer.bind(*entry);
            emit_prologue(buffer, code, frame);
            Assembler::new(buffer).b(*body);
        }
        if let Some(first) = entries.first() {
            buffer.bind(*first);
            emit_prologue(buffer, code, frame);
        }
        entries
    }

    fn emit_shrink_wrapped_prologue(&self, buffer: &mut CodeBuffer, code: &Code, frame: &FrameInfo) {
        buffer.emit_near_island(); // many registers may be saved
        emit_prologue(buffer, code, frame);
    }
}

/// True for instructions whose code may exceed the length that [`CodeBuffer::emit_island_if_needed`] assumes.
fn emits_any_length(opcode: Opcode) -> bool {
    use Opcode::{Patch, Switch32, Switch64, TailCall, TerminalPatch};
    matches!(opcode, Patch | TerminalPatch | Switch32 | Switch64 | TailCall)
}

/// The state of emitting one block.
pub(super) struct Emit<'a, 'b> {
    pub(super) asm: Assembler<'b>,
    state: &'a mut EmitState,
    pub(super) code: &'a Code,
    pub(super) context: &'a BlockContext<'a>,
    generators: &'a mut dyn Generators,
    pub(super) inst: Option<&'a Inst>,
    pub(super) args: &'a [Arg],
    /// Bytes from the frame pointer down to the stack pointer, if known.
    pub(super) frame: Option<i32>,
    /// The sums of the block that are merged into accesses.
    pub(super) changes: &'a [BaseUpdate],
    /// Index of the instruction in its block; valid if `changes` is not empty.
    pub(super) at: u32,
    /// The condition code of an overflow that the next test reads.
    pub(super) overflow: Option<Cond>,
    /// The sum in x16.
    pub(super) sum: Option<AddressSum>,
    /// The sum that this instruction has computed to x16, and the offset after that.
    pub(super) new_sum: Option<(AddressSum, u32)>,
}

impl Emit<'_, '_> {
    fn instruction(&mut self, inst: &Inst) {
        self.asm.buffer().set_origin(inst.origin);
        use Opcode::*;
        match inst.opcode {
            Nop | Entry | Opcode::Landing => {}
            Move => self.move_gp(W64),
            Move32 => self.move_gp(W32),
            MoveFloat => self.move_fp(W32),
            MoveDouble => self.move_fp(W64),
            MoveVector => self.move_fp(Width::W128),
            MoveZeroToDouble | MoveZeroToVector => {
                let to = self.reg(0);
                self.asm.from_gp(FromGp::Fmov, W64, W64, to, ZR);
            }
            Lea64 => self.address(W64),
            Lea32 => self.address(W32),
            ZeroExtend8To32 => self.extend(Access::Load8, W32, 8, false),
            SignExtend8To32 => self.extend(Access::LoadSigned8To32, W32, 8, true),
            ZeroExtend16To32 => self.extend(Access::Load16, W32, 16, false),
            SignExtend16To32 => self.extend(Access::LoadSigned16To32, W32, 16, true),
            SignExtend8To64 => self.extend(Access::LoadSigned8, W64, 8, true),
            SignExtend16To64 => self.extend(Access::LoadSigned16, W64, 16, true),
            SignExtend32To64 => self.extend(Access::LoadSigned32, W64, 32, true),
            Store8 => self.store(Access::Store8),
            Store16 => self.store(Access::Store16),
            Move32ToFloat => self.gp_to_float(W32),
            Move64ToDouble => self.gp_to_float(W64),
            MoveFloatTo32 => self.float_to_gp(W32),
            MoveDoubleTo64 => self.float_to_gp(W64),
            Jump => self.jump_to(0),
            EntrySwitch => self.jump_to(self.context.entry),
            Switch32 => self.switch(W32),
            Switch64 => self.switch(W64),
            Ret => self.leave_procedure(),
            Call => self.call(),
            Invoke => self.invoke(),
            Trap => match self.arg(0) {
                Arg::Trap(code) => {
                    self.asm.buffer().add_trap_site(code);
                    self.asm.udf(0);
                }
                _ => self.unexpected(),
            },
            StackLimitCheck => self.stack_limit_check(),
            Fence => self.fence(),
            TailCall => self.tail_call(),
            Check => self.check(),
            InvalidationPoint => self.invalidation_point(),
            Patch | TerminalPatch => {
                let Emit { asm, state, code, args, context, generators, .. } = self;
                emit_patch(asm.buffer(), state, code, inst, args, context, *generators);
            }
            opcode => {
                if !(self.integer(opcode)
                    || self.merged(opcode)
                    || self.float(opcode)
                    || self.truncation(opcode)
                    || self.atomic(opcode)
                    || self.with_overflow(opcode)
                    || self.comparison(opcode)
                    || self.on_flags(opcode)
                    || self.vector(opcode))
                {
                    self.unexpected();
                }
            }
        }
    }

    /// The emission of an instruction inside the current one, with these operands.
    pub(super) fn nested<'c>(&'c mut self, inst: &'c Inst, args: &'c [Arg]) -> Emit<'c, 'c> {
        Emit {
            asm: Assembler::new(self.asm.buffer()),
            state: self.state,
            code: self.code,
            context: self.context,
            generators: self.generators,
            inst: Some(inst),
            args,
            frame: self.frame,
            changes: self.changes,
            at: self.at,
            overflow: self.overflow,
            sum: None,
            new_sum: None,
        }
    }

    /// Adds an out-of-line exit path.
    pub(super) fn add_cold_check(&mut self, check: ColdCheck) {
        self.state.checks.push(check);
    }

    // ---- Operands -------------------------------------------------------------------------------------

    /// Records that the instruction cannot be emitted.
    #[cold]
    pub(super) fn unexpected(&mut self) {
        let opcode = self.inst.map_or("", |inst| inst.opcode.name());
        self.asm.buffer().fail(EmitError::UnexpectedOperands { opcode });
    }

    pub(super) fn arg(&mut self, n: usize) -> Arg {
        match self.args.get(n) {
            Some(arg) => *arg,
            None => {
                self.unexpected();
                Arg::Imm(0)
            }
        }
    }

    /// The register of an operand that must be a register.
    pub(super) fn reg(&mut self, n: usize) -> Reg {
        match self.as_reg(n) {
            Some(reg) => reg,
            None => self.missing_reg(n),
        }
    }

    /// Records that an operand is not a register, and returns a dummy of the expected bank.
    #[cold]
    fn missing_reg(&mut self, n: usize) -> Reg {
        self.unexpected();
        let form = self.inst.and_then(|inst| inst.form.get());
        match form.and_then(|form| form.operands.get(n)) {
            Some(spec) if spec.bank == Bank::Fp => V0,
            _ => X0,
        }
    }

    /// The register of an operand, or `None`.
    pub(super) fn as_reg(&self, n: usize) -> Option<Reg> {
        match self.args.get(n) {
            Some(Arg::Tmp(tmp)) => tmp.reg(),
            _ => None,
        }
    }

    /// The immediate of an operand, if it fits 32 bits.
    pub(super) fn as_imm(&self, n: usize) -> Option<i32> {
        match self.args.get(n) {
            Some(Arg::Imm(value)) => i32::try_from(*value).ok(),
            _ => None,
        }
    }

    /// The register of an operand, or x16 loaded with its immediate. Zero is the zero register.
    pub(super) fn reg_or_imm(&mut self, n: usize, width: Width) -> Reg {
        self.reg_or_imm_in(n, width, X16)
    }

    /// Like [`Emit::reg_or_imm`], with this scratch register for the immediate.
    pub(super) fn reg_or_imm_in(&mut self, n: usize, width: Width, scratch: Reg) -> Reg {
        match self.as_imm(n) {
            Some(0) => ZR,
            Some(imm) => {
                self.asm.mov_ri(scratch, immediate_bits(imm, width));
                scratch
            }
            None => self.reg(n),
        }
    }

    /// The offset of a place in a stack slot from the frame pointer, if the slot is allocated and the offset fits.
    pub(super) fn frame_offset(&self, slot: SlotId, offset: i32) -> Option<i32> {
        self.code.slots.get(slot)?.offset?.checked_add(offset)
    }

    /// The address of a memory operand of the next access. If that may trap, adds its trap site. May clobber x16.
    pub(super) fn mem(&mut self, n: usize, access: Access) -> Mem {
        let mem = self.place(n, access);
        if self.inst.is_some_and(|inst| inst.flags.contains(InstFlags::TRAPS)) {
            self.asm.buffer().add_trap_site(TrapCode::HeapOutOfBounds);
        }
        mem
    }

    fn place(&mut self, n: usize, access: Access) -> Mem {
        match self.arg(n) {
            Arg::Addr { base, offset } => {
                if let Some(base) = base.reg() {
                    return self.mem_near(base, offset, access);
                }
            }
            Arg::Index { base, index, shift, extend, offset } => {
                if let (Some(base), Some(index)) = (base.reg(), index.reg()) {
                    return self.indexed(base, (index, extend.into()), shift, offset, access);
                }
            }
            Arg::Stack { slot, offset } => {
                if let Some(offset) = self.frame_offset(slot, offset) {
                    return self.in_frame(offset, access);
                }
            }
            Arg::CallArg { offset } => return mem_at(&mut self.asm, SP, offset, access),
            Arg::Vector(vector) if self.admits_constant(n, Width::W128) => {
                let bits = self.code.vectors.get(vector).copied().unwrap_or_default();
                return Mem::Label(self.asm.buffer().constant16(bits));
            }
            Arg::Const { bits, width } if self.admits_constant(n, width) => {
                let buffer = self.asm.buffer();
                return Mem::Label(match width {
                    Width::W32 => buffer.constant4(bits as u32),
                    Width::W128 => buffer.constant16(u128::from(bits) << 64 | u128::from(bits)),
                    _ => buffer.constant8(bits),
                });
            }
            _ => {}
        }
        self.unexpected();
        Mem::base(FP, 0)
    }

    /// The memory at an offset from the frame pointer. Instructions reach much further up than down, so most places
    /// too far below the frame pointer are in range of the stack pointer.
    fn in_frame(&mut self, offset: i32, access: Access) -> Mem {
        if !access.fits(offset)
            && let Some(above) = self.frame.and_then(|frame| frame.checked_add(offset))
            && above >= 0
            && access.fits(above)
        {
            return Mem::base(SP, above);
        }
        mem_at(&mut self.asm, FP, offset, access)
    }

    fn indexed(
        &mut self,
        base: Reg,
        (index, extend): (Reg, Extend),
        shift: u8,
        offset: i32,
        access: Access,
    ) -> Mem {
        let shift = u32::from(shift);
        if shift > 3 {
            self.unexpected();
        } else if offset == 0 && (shift == 0 || shift == access.size_log2()) {
            return Mem::Index { base, index, extend, scaled: shift != 0 };
        } else if access.fits(offset) {
            return self.at_sum(AddressSum { base, index, extend, shift }, offset);
        } else if let Some((high, low)) = halves(offset, access) {
            self.asm.arith_rre(Arith::Add, W64, X16, base, index, extend, shift);
            add_immediate(&mut self.asm, W64, X16, X16, i64::from(high));
            return Mem::base(X16, low);
        }
        self.asm.mov_ri(X16, i64::from(offset) as u64);
        self.asm.arith_rre(Arith::Add, W64, X16, X16, index, extend, shift.min(4));
        Mem::Index { base, index: X16, extend: Extend::Zero64, scaled: false }
    }

    /// True if the form accepts a constant of this width as the operand.
    fn admits_constant(&self, n: usize, width: Width) -> bool {
        let form = self.inst.and_then(|inst| inst.form.get());
        let operand = form.and_then(|form| Some((form.kinds.get(n)?, form.operands.get(n)?)));
        operand.is_some_and(|(kinds, spec)| kinds.contains(Kinds::CONST) && spec.width == width)
    }

    /// Adds an out-of-line trap with this code and returns its label.
    pub(super) fn cold_trap(&mut self, code: TrapCode) -> Label {
        let label = self.asm.buffer().new_label();
        let origin = self.inst.map_or(Origin::NONE, |inst| inst.origin);
        let has_frame = self.asm.buffer().has_frame();
        self.state.traps.push(ColdTrap { label, code, origin, has_frame });
        label
    }

    /// The label of the trap given by an operand.
    pub(super) fn trap_operand(&mut self, n: usize) -> Label {
        let code = match self.arg(n) {
            Arg::Trap(code) => code,
            _ => {
                self.unexpected();
                TrapCode::Unreachable
            }
        };
        self.cold_trap(code)
    }

    /// `to = from` in either bank, all 64 bits, unless they are the same.
    pub(super) fn copy(&mut self, to: Reg, from: Reg) {
        if to == from {
            return;
        }
        match to.bank() {
            Bank::Gp => self.asm.mov_rr(W64, to, from),
            Bank::Fp => self.asm.float_rr(FloatUnary::Fmov, W64, to, from),
        }
    }

    // ---- Moves ----------------------------------------------------------------------------------------

    fn move_gp(&mut self, width: Width) {
        let Some(to) = self.as_reg(1) else {
            return self.store(if width == W32 { Access::Store32 } else { Access::Store64 });
        };
        match self.arg(0) {
            Arg::Tmp(_) => {
                let from = self.reg(0);
                // A 32-bit move clears the upper half, even from a register to itself.
                if width == W32 {
                    self.asm.mov_rr(W32, to, from);
                } else if from == self.code.target.desc.stack_pointer {
                    self.unexpected(); // as an operand it would mean zero
                } else {
                    self.copy(to, from);
                }
            }
            Arg::Imm(value) => {
                let bits = if width == W32 { u64::from(value as u32) } else { value as u64 };
                self.constant(to, bits);
            }
            Arg::Symbol(symbol) if width == W64 => self.load_address(to, RelocTarget::Symbol(symbol)),
            Arg::LibCall(function) if width == W64 => self.load_address(to, RelocTarget::LibCall(function)),
            _ => {
                let access = if width == W32 { Access::Load32 } else { Access::Load64 };
                let from = self.mem(0, access);
                self.asm.access(access, to, from);
            }
        }
    }

    /// `to = bits`: a load from the constant pool if that is shorter.
    fn constant(&mut self, to: Reg, bits: u64) {
        if !is_long_constant(bits) {
            return self.asm.mov_ri(to, bits);
        }
        let constant = self.asm.buffer().constant8(bits);
        self.asm.access(Access::Load64, to, Mem::Label(constant));
    }

    fn load_address(&mut self, to: Reg, target: RelocTarget) {
        let address = self.asm.buffer().address_constant(target, 0);
        self.asm.access(Access::Load64, to, Mem::Label(address));
    }

    fn store(&mut self, access: Access) {
        let from = match self.arg(0) {
            Arg::Imm(0) => ZR,
            Arg::Imm(value) => {
                // Only the low bits matter, and fewer bits need fewer instructions.
                let bits = match access {
                    Access::Store8 => u64::from(value as u8),
                    Access::Store16 => u64::from(value as u16),
                    Access::Store32 => u64::from(value as u32),
                    _ => value as u64,
                };
                self.asm.mov_ri(X17, bits);
                X17
            }
            _ => self.reg(0),
        };
        let to = self.mem(1, access);
        self.asm.access(access, from, to);
    }

    fn move_fp(&mut self, width: Width) {
        let (load, store) = match width {
            Width::W32 => (Access::LoadF32, Access::StoreF32),
            Width::W128 => (Access::LoadF128, Access::StoreF128),
            _ => (Access::LoadF64, Access::StoreF64),
        };
        match (self.as_reg(0), self.as_reg(1)) {
            (Some(from), Some(to)) => self.copy_float(width, to, from),
            (None, Some(to)) => {
                if let Arg::Const { bits, width: constant } = self.arg(0)
                    && constant == width
                    && width != Width::W128
                    && let Some(value) = short_constant(bits, width)
                {
                    return self.asm.fmov_ri(width, to, value);
                }
                let from = self.mem(0, load);
                self.asm.access(load, to, from);
            }
            (Some(from), None) => {
                let to = self.mem(1, store);
                self.asm.access(store, from, to);
            }
            (None, None) => self.unexpected(),
        }
    }

    fn address(&mut self, width: Width) {
        let to = self.reg(1);
        self.address_of(0, width, to);
    }

    /// `to` = the address of a memory operand. May clobber x16 and x17.
    pub(super) fn address_of(&mut self, n: usize, width: Width, to: Reg) {
        match self.arg(n) {
            Arg::Addr { base, offset } => {
                if let Some(base) = base.reg() {
                    return self.add_offset(width, to, base, offset);
                }
            }
            Arg::Index { base, index, shift, extend, offset } => {
                if let (Some(base), Some(index), 0..=3) = (base.reg(), index.reg(), shift) {
                    let sum = if offset == 0 { to } else { X17 };
                    match extend {
                        IndexExtend::Whole => {
                            let (lsl, shift) = (ShiftKind::Lsl, shift.into());
                            self.asm.arith_rrs(Arith::Add, width, sum, base, index, lsl, shift);
                        }
                        _ => {
                            let extend = extend.into();
                            self.asm.arith_rre(Arith::Add, width, sum, base, index, extend, shift.into());
                        }
                    }
                    if offset != 0 {
                        add_immediate(&mut self.asm, width, to, sum, i64::from(offset));
                    }
                    return;
                }
            }
            Arg::Stack { slot, offset } => {
                if let Some(offset) = self.frame_offset(slot, offset) {
                    return self.add_offset(width, to, FP, offset);
                }
            }
            Arg::CallArg { offset: offset @ 0..0x100_0000 } => {
                return add_immediate(&mut self.asm, width, to, SP, i64::from(offset));
            }
            _ => {}
        }
        self.unexpected();
    }

    fn add_offset(&mut self, width: Width, to: Reg, base: Reg, offset: i32) {
        match (offset, width) {
            (0, Width::W64) => self.copy(to, base),
            _ => add_immediate(&mut self.asm, width, to, base, i64::from(offset)),
        }
    }

    /// Extends the low `bits` of a register. From memory, the load extends.
    fn extend(&mut self, load: Access, width: Width, bits: u32, signed: bool) {
        let to = self.reg(1);
        match self.as_reg(0) {
            Some(from) => {
                let op = if signed { super::Bitfield::Sbfm } else { super::Bitfield::Ubfm };
                self.asm.bitfield_rrii(op, width, to, from, 0, bits - 1);
            }
            None => {
                let from = self.mem(0, load);
                self.asm.access(load, to, from);
            }
        }
    }

    fn gp_to_float(&mut self, width: Width) {
        let to = self.reg(1);
        match self.as_reg(0) {
            Some(from) => self.asm.from_gp(FromGp::Fmov, width, width, to, from),
            None => {
                let load = if width == W32 { Access::LoadF32 } else { Access::LoadF64 };
                let from = self.mem(0, load);
                self.asm.access(load, to, from);
            }
        }
    }

    fn float_to_gp(&mut self, width: Width) {
        let to = self.reg(1);
        match self.as_reg(0) {
            Some(from) => self.asm.to_gp(ToGp::Fmov, width, width, to, from),
            None => {
                let load = if width == W32 { Access::Load32 } else { Access::Load64 };
                let from = self.mem(0, load);
                self.asm.access(load, to, from);
            }
        }
    }

    // ---- Calls and returns ----------------------------------------------------------------------------

    fn leave_procedure(&mut self) {
        let returned = match self.asm.buffer().has_frame() {
            true => return_to_caller(&mut self.asm, self.code, self.frame),
            false => emit_return(&mut self.asm, self.code),
        };
        if !returned {
            self.unexpected();
        }
    }

    fn jump_to(&mut self, successor: usize) {
        if !self.context.is_next(successor) {
            let target = self.context.successor(successor);
            self.asm.b(target);
        }
    }

    /// Bytes that the callee of a call pops from the stack.
    fn popped_by_callee(&mut self) -> u32 {
        match self.arg(0) {
            Arg::Special(id) => self.code.specials.get(id).map_or(0, |special| special.popped_bytes),
            _ => {
                self.unexpected();
                0
            }
        }
    }

    fn call(&mut self) {
        self.call_callee();
        self.restore_popped_stack();
    }

    /// A call with an exception handler, where the stack pointer is that of the frame.
    fn invoke(&mut self) {
        self.call_callee();
        let thrown = self.context.successor(1);
        self.asm.buffer().add_handler(thrown);
        self.restore_popped_stack();
        if !self.context.is_next(0) {
            let returned = self.context.successor(0);
            self.asm.b(returned);
        }
    }

    fn call_callee(&mut self) {
        match self.arg(1) {
            Arg::Symbol(symbol) => self.asm.bl_address(RelocTarget::Symbol(symbol), 0),
            Arg::LibCall(function) => self.asm.bl_address(RelocTarget::LibCall(function), 0),
            _ => {
                let callee = self.reg(1);
                self.asm.blr(callee);
            }
        }
        self.add_call_site();
    }

    /// Lowers the stack pointer again after a callee popped arguments: it is constant between prologue and epilogue.
    fn restore_popped_stack(&mut self) {
        match self.popped_by_callee() {
            bytes @ 0..0x100_0000 => lower_stack_pointer(&mut self.asm, bytes),
            _ => self.unexpected(),
        }
    }

    /// Adds the safepoint and the exit site of the preceding call, if any. The values of the exit state are its last operands.
    fn add_call_site(&mut self) {
        let Some(Arg::Special(id)) = self.args.first() else { return };
        let Some(special) = self.code.specials.get(*id) else { return };
        if special.safepoint {
            let offset = self.asm.buffer().offset();
            self.asm.buffer().add_safepoint(offset, &special.roots);
        }
        if !special.state.is_valid() {
            return;
        }
        let (specs, args) = (&special.operands, &self.args[1..]);
        let first = args.len().saturating_sub(special.state_operands as usize);
        let places = args.iter().zip(specs).skip(first).map(|(arg, spec)| place(self.code, *arg, spec.width));
        match places.collect::<Option<Vec<_>>>() {
            Some(reps) => _ = self.asm.buffer().add_exit_site(ExitKind::Call, special.state, &reps),
            None => self.unexpected(),
        }
    }

    /// Removes the frame, moves arguments if necessary, and jumps.
    fn tail_call(&mut self) {
        let (own, needed) = (self.code.popped_bytes, self.popped_by_callee());
        restore_saved(&mut self.asm, self.code, self.frame);
        if needed > own {
            match (i32::try_from(own), i32::try_from(needed)) {
                (Ok(own), Ok(needed)) => self.move_over_frame(own, needed),
                _ => return self.unexpected(),
            }
        } else {
            remove_frame(&mut self.asm, self.frame);
            if !pop(&mut self.asm, own - needed) {
                return self.unexpected();
            }
        }
        match self.arg(1) {
            Arg::Symbol(symbol) => self.asm.b_address(RelocTarget::Symbol(symbol), 0),
            _ => {
                let callee = self.reg(1);
                self.asm.br_to_entry(callee);
            }
        }
        self.asm.buffer().resume_frame_state();
    }

    /// Copies the arguments of a tail call from the outgoing area up to where the procedure's own arguments end, over
    /// the frame, and removes the frame. All words move up, so the last one is copied first.
    fn move_over_frame(&mut self, own: i32, needed: i32) {
        /// Layout from the frame pointer up: the caller's frame pointer, the return address, the procedure's arguments.
        const ARGUMENTS: i32 = 16;
        let Some(to) = (ARGUMENTS + own).checked_sub(needed) else { return self.unexpected() };
        // The copies may overwrite the frame record: save the caller's frame pointer; FP is the base until the end.
        if self.asm.buffer().protection().sign_return_address {
            // The stack pointer will not have the value of signing again: authenticate with an explicit modifier.
            self.asm.access(Access::Load64, X17, Mem::base(FP, 8));
            self.asm.arith_rri(Arith::Add, W64, X16, FP, 16);
            self.asm.autia1716();
            self.asm.mov_rr(W64, LR, X17);
        } else {
            self.asm.access(Access::Load64, LR, Mem::base(FP, 8));
        }
        self.asm.access(Access::Load64, X17, Mem::base(FP, 0));
        self.asm.arith_rri(Arith::Sub, W64, SP, SP, 16);
        self.asm.access(Access::Store64, X17, Mem::base(SP, 0));
        let moved = |frame_pointer, base, offset| FrameState {
            base,
            offset,
            frame_pointer,
            ..FrameState::at_entry(Arch::A64)
        };
        let state = moved(CallerPlace::Stack(0), FP, ARGUMENTS);
        self.asm.buffer().set_frame_state(Some(state));
        for offset in (0..needed).step_by(8).rev() {
            let from = mem_at(&mut self.asm, SP, 16 + offset, Access::Load64);
            self.asm.access(Access::Load64, X17, from);
            let place = mem_at(&mut self.asm, FP, to + offset, Access::Store64);
            self.asm.access(Access::Store64, X17, place);
        }
        self.asm.access(Access::Load64, X17, Mem::base(SP, 0));
        let state = moved(CallerPlace::Register(X17), FP, ARGUMENTS);
        self.asm.buffer().set_frame_state(Some(state));
        add_immediate(&mut self.asm, W64, X16, FP, i64::from(to));
        self.asm.mov_sp(SP, X16);
        self.asm.mov_rr(W64, FP, X17);
        self.asm.buffer().note_entry();
    }

    fn stack_limit_check(&mut self) {
        let limit = match self.as_reg(0) {
            Some(limit) => limit,
            None => {
                let limit = self.mem(0, Access::Load64);
                self.asm.access(Access::Load64, X17, limit);
                X17
            }
        };
        self.asm.arith_rre(Arith::Subs, W64, ZR, SP, limit, Extend::Zero64, 0);
        let trap = self.trap_operand(1);
        self.asm.b_cond(Cond::Lo, trap);
    }
}

/// The bits of an immediate in an instruction of this width.
pub(super) fn immediate_bits(imm: i32, width: Width) -> u64 {
    if width == W32 { u64::from(imm as u32) } else { i64::from(imm) as u64 }
}

/// The value of a floating-point constant, if an instruction can encode it.
fn short_constant(bits: u64, width: Width) -> Option<f64> {
    let value = match width {
        Width::W32 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    };
    super::float_immediate(value.to_bits()).map(|_| value)
}
