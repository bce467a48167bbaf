//! Emission of allocated Air for x86-64: frames, moves, calls, and dispatch to the other operations.
//!
//! A three-operand operation is emitted as a move and a two-operand instruction, unless the registers coincide. The
//! form table specifies which registers may coincide: an early use may be in the result's register, a late use may
//! not. The expansions below rely on this and on no other property of the allocator.

use super::emit_flags::FlagsOf;
use super::registers::{R10, R11, RAX, RBP, RSP, XMM0};
use super::{Alu, Assembler, Extend, FloatOp, Mem, Scale, size_bounds};
use crate::air::opcode::Properties;
use crate::air::{
    Arg, Block, BlockId, Code, IndexExtend, Inst, InstBuffer, InstFlags, Kinds, Opcode, SlotId, SwitchId,
};
use crate::base::{Arch, Bank, Origin, Reg, RegSet, TrapCode, Width};
use crate::isa::emit::{BlockContext, ColdTrap, EmitState, Emitter, callee_saves_of};
use crate::isa::patch::{ColdCheck, emit_checks, emit_late, emit_patch};
use crate::isa::stackmap_params::place;
use crate::isa::unwind::{CallerPlace, FrameState};
use crate::isa::{CodeBuffer, EmitError, ExitKind, FrameInfo, Generators, Label, RelocTarget};
use std::ops::Range;

/// Holds a return address that moves. No convention passes a value in it.
pub const POP_SCRATCH: Reg = R11;

/// Clobbers of a tail call with more argument space than the procedure's own. No convention passes values in them.
pub const TAIL_CALL_SCRATCHES: RegSet = RegSet::of(&[POP_SCRATCH, R10, RAX]);

/// Emission for x86-64.
#[derive(Clone, Copy, Debug)]
pub struct X64Emitter;

impl Emitter for X64Emitter {
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
        let (follows_flags, flags) = (!backward, FlagsOf::Nothing);
        let mut emit =
            Emit { asm, state, code, context, generators, inst: None, args: &[], follows_flags, flags };
        let insts_in_range = insts.insts.get(range).unwrap_or(&[]);
        let (mut forward, mut rest) = (insts_in_range.iter(), insts_in_range.iter().rev());
        while let Some(inst) = if backward { rest.next() } else { forward.next() } {
            emit.args = insts.args(inst);
            emit.inst = Some(inst);
            let start = emit.asm.buffer().offset();
            emit.instruction(inst);
            debug_assert!({
                let size = emit.asm.buffer().offset() - start;
                let bound = size_bounds::max_size(code, inst, emit.args);
                let jump = if inst.opcode.has(Properties::TERMINAL) { size_bounds::JUMP } else { 0 };
                // A move of zero is longer where flags are live: after arithmetic, which has no bound.
                let is_live = matches!(emit.flags, FlagsOf::Overflow(_));
                let is_longer = emit.asm.buffer().error().is_some() || emit.asm.buffer().hardens_branches();
                is_longer || bound.is_none_or(|bound| size <= bound + jump || is_live)
            });
        }
    }

    fn max_block_size(&self, code: &Code, block: &Block, next: BlockId, limit: u32) -> Option<u32> {
        size_bounds::max_block_size(code, block, next, limit)
    }

    fn emit_landing_pad(&self, buffer: &mut CodeBuffer) {
        Assembler::new(buffer).endbr64();
    }

    fn align_loop(&self, buffer: &mut CodeBuffer, _loop_len: usize) {
        // The uop cache works on windows of 32 or 64 bytes: a short loop should span as few as possible.
        const WINDOW: u32 = 32;
        Assembler::new(buffer).align(WINDOW);
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
            buffer.bind(trap.label);
            buffer.set_origin(trap.origin);
            buffer.set_frame(trap.has_frame);
            buffer.add_trap_site(trap.code);
            Assembler::new(buffer).ud2();
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
            Assembler::new(buffer).jmp(*body);
        }
        if let Some(first) = entries.first() {
            buffer.bind(*first);
            emit_prologue(buffer, code, frame);
        }
        entries
    }

    fn emit_shrink_wrapped_prologue(&self, buffer: &mut CodeBuffer, code: &Code, frame: &FrameInfo) {
        emit_prologue(buffer, code, frame);
    }
}

fn emit_prologue(buffer: &mut CodeBuffer, code: &Code, frame: &FrameInfo) {
    let mut asm = Assembler::new(buffer);
    asm.push_frame_record();
    let page = code.target.desc.conventions[0].probe_interval.max(1);
    let taken = code.entry_regs.union(code.pinned);
    let scratch = [R11, R10, RAX].into_iter().find(|reg| !taken.contains(*reg));
    grow_stack(&mut asm, frame.size, page, scratch);
    for &(reg, offset) in &frame.callee_saves {
        let place = Mem::base(RBP, offset);
        match reg.bank() {
            Bank::Gp => asm.mov_mr(Width::W64, place, reg),
            Bank::Fp => asm.float_store(Width::W128, place, reg),
        }
    }
    asm.buffer().note_saves(&frame.callee_saves);
}

/// Lowers the stack pointer by `size` bytes and probes every page, so that no access skips a guard page. A failing
/// probe is a stack overflow. A large frame is probed in a loop if there is a register for its end.
pub(super) fn grow_stack(asm: &mut Assembler<'_>, size: u32, page: u32, scratch: Option<Reg>) {
    const UNROLLED: u32 = 8;
    let pages = if size < page { 0 } else { size / page };
    let step = page as i32;
    let touch = |asm: &mut Assembler<'_>| {
        asm.alu_ri(Alu::Sub, Width::W64, RSP, step);
        asm.buffer().add_trap_site(TrapCode::StackOverflow);
        asm.test_mr(Width::W32, Mem::base(RSP, 0), RAX);
    };
    match scratch {
        Some(end) if pages > UNROLLED => {
            asm.lea(Width::W64, end, Mem::base(RSP, -((pages * page) as i32)));
            let again = asm.buffer().bind_new_label();
            touch(asm);
            asm.alu_rr(Alu::Cmp, Width::W64, RSP, end);
            asm.jcc(super::Cond::Ne, again);
        }
        _ => (0..pages).for_each(|_| touch(asm)),
    }
    let rest = size - pages * page;
    if rest != 0 {
        asm.alu_ri(Alu::Sub, Width::W64, RSP, rest as i32);
    }
}

/// Emits an epilogue and a return that pops the callee's arguments. Returns false if these are too large.
pub(in crate::isa) fn emit_epilogue(asm: &mut Assembler<'_>, code: &Code) -> bool {
    restore_saved(asm, code);
    asm.leave();
    asm.buffer().note_entry();
    emit_return(asm, code)
}

/// Emits a return with the stack pointer of the entry.
fn emit_return(asm: &mut Assembler<'_>, code: &Code) -> bool {
    return_popping(asm, code.popped_bytes)
}

/// Returns, and pops this number of bytes of arguments. There is no frame. False if they are too many.
pub(super) fn return_popping(asm: &mut Assembler<'_>, bytes: u32) -> bool {
    match (u16::try_from(bytes), i32::try_from(bytes)) {
        (Ok(0), _) => asm.ret(),
        (Ok(bytes), _) => asm.ret_pop(bytes),
        (Err(_), Ok(bytes)) => {
            pop_under_return_address(asm, bytes);
            asm.jmp_r(POP_SCRATCH);
        }
        (Err(_), Err(_)) => return false,
    }
    asm.buffer().resume_frame_state();
    true
}

/// Pops the return address into [`POP_SCRATCH`], and stack arguments. There is no frame.
fn pop_under_return_address(asm: &mut Assembler<'_>, bytes: i32) {
    let popped = |bytes: i32| FrameState {
        offset: -bytes,
        return_address: CallerPlace::Register(POP_SCRATCH),
        ..FrameState::at_entry(Arch::X64)
    };
    asm.pop_r(POP_SCRATCH);
    asm.buffer().set_frame_state(Some(popped(0)));
    asm.alu_ri(Alu::Add, Width::W64, RSP, bytes);
    asm.buffer().set_frame_state(Some(popped(bytes)));
}

fn restore_saved(asm: &mut Assembler<'_>, code: &Code) {
    for save in callee_saves_of(code) {
        let place = Mem::base(RBP, save.offset());
        match save.reg.bank() {
            Bank::Gp => asm.mov_rm(Width::W64, save.reg, place),
            Bank::Fp => asm.float_load(Width::W128, save.reg, place),
        }
    }
}

/// The state of emitting one block.
pub(super) struct Emit<'a, 'b> {
    pub(super) asm: Assembler<'b>,
    pub(super) state: &'a mut EmitState,
    pub(super) code: &'a Code,
    pub(super) context: &'a BlockContext<'a>,
    generators: &'a mut dyn Generators,
    pub(super) inst: Option<&'a Inst>,
    pub(super) args: &'a [Arg],
    /// Whether flags are tracked. Not at O0: it does not pay off there, and blocks are in reverse order.
    pub(super) follows_flags: bool,
    /// The flags that a comparison with zero can reuse.
    pub(super) flags: FlagsOf,
}

impl Emit<'_, '_> {
    #[inline(always)]
    fn instruction(&mut self, inst: &Inst) {
        self.asm.buffer().set_origin(inst.origin);
        if self.flags != FlagsOf::Nothing {
            self.invalidate_flags(inst);
        }
        use Opcode::*;
        match inst.opcode {
            Nop | Entry | Landing => {}
            Move => self.move_gp(Width::W64),
            Move32 => self.move_gp(Width::W32),
            MoveFloat => self.move_fp(Width::W32),
            MoveDouble => self.move_fp(Width::W64),
            MoveVector => self.move_fp(Width::W128),
            MoveZeroToDouble | MoveZeroToVector => {
                let to = self.reg(0);
                self.asm.float_rr(FloatOp::Xorps, to, to);
            }
            Lea64 => self.address(Width::W64),
            Lea32 => self.address(Width::W32),
            ZeroExtend8To32 => self.extend(Extend::Zero8, Width::W32),
            SignExtend8To32 => self.extend(Extend::Sign8, Width::W32),
            ZeroExtend16To32 => self.extend(Extend::Zero16, Width::W32),
            SignExtend16To32 => self.extend(Extend::Sign16, Width::W32),
            SignExtend8To64 => self.extend(Extend::Sign8, Width::W64),
            SignExtend16To64 => self.extend(Extend::Sign16, Width::W64),
            SignExtend32To64 => self.extend(Extend::Sign32, Width::W64),
            Store8 => self.store_narrow(Width::W8),
            Store16 => self.store_narrow(Width::W16),
            Move32ToFloat => self.gp_to_float(Width::W32),
            Move64ToDouble => self.gp_to_float(Width::W64),
            MoveFloatTo32 => self.float_to_gp(Width::W32),
            MoveDoubleTo64 => self.float_to_gp(Width::W64),
            Jump => {
                if !self.context.is_next(0) {
                    self.jump_to(0);
                }
            }
            EntrySwitch => {
                if !self.context.is_next(self.context.entry) {
                    let target = self.context.successor(self.context.entry);
                    self.asm.jmp(target);
                }
            }
            Switch32 => self.switch(Width::W32),
            Switch64 => self.switch(Width::W64),
            TableAddress => self.table_address(),
            TableSwitch32 => self.table_switch(Width::W32),
            TableSwitch64 => self.table_switch(Width::W64),
            Ret => self.leave_procedure(),
            Call => self.call(),
            Invoke => self.invoke(),
            Trap => match self.arg(0) {
                Arg::Trap(code) => {
                    self.asm.buffer().add_trap_site(code);
                    self.asm.ud2();
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
                    || self.float(opcode)
                    || self.truncation(opcode)
                    || self.atomic(opcode)
                    || self.with_overflow(opcode)
                    || self.comparison(opcode)
                    || self.vector(opcode))
                {
                    self.unexpected();
                }
            }
        }
    }

    /// Jumps to the n-th successor.
    pub(super) fn jump_to(&mut self, n: usize) {
        let target = self.context.successor(n);
        match self.context.is_near(n) {
            true => self.asm.jmp_short(target),
            false => self.asm.jmp(target),
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
            follows_flags: self.follows_flags,
            flags: self.flags,
        }
    }

    /// The label of a switch's jump table, which may be used before the switch is emitted.
    pub(super) fn table_of(&mut self, id: SwitchId) -> Label {
        let Emit { asm, state, code, .. } = self;
        state.table_of(asm.buffer(), code, id)
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
    #[inline(always)]
    pub(super) fn reg(&mut self, n: usize) -> Reg {
        match self.args.get(n) {
            Some(Arg::Tmp(tmp)) if tmp.reg().is_some() => tmp.reg().unwrap_or(RAX),
            _ => self.missing_reg(n),
        }
    }

    /// Records that an operand is not a register, and returns a dummy of the expected bank.
    #[cold]
    fn missing_reg(&mut self, n: usize) -> Reg {
        self.unexpected();
        let form = self.inst.and_then(|inst| inst.form.get());
        match form.and_then(|form| form.operands.get(n)) {
            Some(spec) if spec.bank == Bank::Fp => XMM0,
            _ => RAX,
        }
    }

    /// The register of an operand, or `None`.
    #[inline(always)]
    pub(super) fn as_reg(&self, n: usize) -> Option<Reg> {
        match self.args.get(n) {
            Some(Arg::Tmp(tmp)) => tmp.reg(),
            _ => None,
        }
    }

    /// The offset of a place in a stack slot from the frame pointer, if the slot is allocated and the offset fits.
    #[inline(always)]
    pub(super) fn frame_offset(&self, slot: SlotId, offset: i32) -> Option<i32> {
        self.code.slots.get(slot)?.offset?.checked_add(offset)
    }

    /// The offset of an operand in a stack slot from the frame pointer.
    #[inline(always)]
    pub(super) fn in_frame(&self, arg: Arg) -> Option<i32> {
        match arg {
            Arg::Stack { slot, offset } => self.frame_offset(slot, offset),
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

    /// The address of a memory operand, for the next machine instruction. If that may trap, adds its trap site here.
    #[inline(always)]
    pub(super) fn mem(&mut self, n: usize) -> Mem {
        self.note_trap();
        self.place(n)
    }

    #[inline(never)]
    fn place(&mut self, n: usize) -> Mem {
        match self.arg(n) {
            Arg::Addr { base, offset } => {
                if let Some(base) = base.reg() {
                    return Mem::base(base, offset);
                }
            }
            Arg::Index { base, index, shift, extend: IndexExtend::Whole, offset } => {
                let scale = Scale::ALL.get(usize::from(shift));
                if let (Some(base), Some(index), Some(scale)) = (base.reg(), index.reg(), scale) {
                    return Mem::index(base, index, *scale, offset);
                }
            }
            Arg::Stack { slot, offset } => {
                if let Some(offset) = self.frame_offset(slot, offset) {
                    return Mem::base(RBP, offset);
                }
            }
            Arg::CallArg { offset } => return Mem::base(RSP, offset),
            Arg::Vector(vector) if self.admits_constant(n, Width::W128) => {
                if let Some(bits) = self.code.vectors.get(vector) {
                    return Mem::label(self.asm.buffer().constant16(*bits));
                }
            }
            Arg::Const { bits, width } if self.admits_constant(n, width) => {
                let buffer = self.asm.buffer();
                return Mem::label(match width {
                    Width::W32 => buffer.constant4(bits as u32),
                    Width::W128 => buffer.constant16(u128::from(bits) << 64 | u128::from(bits)),
                    _ => buffer.constant8(bits),
                });
            }
            _ => {}
        }
        self.unexpected();
        Mem::base(RBP, 0)
    }

    /// True if the memory access of the instruction may trap.
    #[inline(always)]
    pub(super) fn may_trap(&self) -> bool {
        self.inst.is_some_and(|inst| inst.flags.contains(InstFlags::TRAPS))
    }

    /// Adds a trap site for the next machine instruction if its memory access may trap.
    #[inline(always)]
    fn note_trap(&mut self) {
        if self.may_trap() {
            self.asm.buffer().add_trap_site(TrapCode::HeapOutOfBounds);
        }
    }

    /// True if the form accepts a constant of at most this width as the operand.
    fn admits_constant(&self, n: usize, width: Width) -> bool {
        let form = self.inst.and_then(|inst| inst.form.get());
        let operand = form.and_then(|form| Some((form.kinds.get(n)?, form.operands.get(n)?)));
        operand.is_some_and(|(kinds, spec)| kinds.contains(Kinds::CONST) && spec.width <= width)
    }

    /// Adds an out-of-line trap with this code and returns its label.
    pub(super) fn cold_trap(&mut self, code: TrapCode) -> Label {
        let label = self.asm.buffer().new_label();
        let origin = self.inst.map_or(Origin::NONE, |inst| inst.origin);
        let has_frame = self.asm.buffer().has_frame();
        self.state.traps.push(ColdTrap { label, code, origin, has_frame });
        label
    }

    /// `to = from` in either bank, unless they are the same.
    pub(super) fn copy(&mut self, width: Width, to: Reg, from: Reg) {
        if to == from {
            return;
        }
        match to.bank() {
            Bank::Gp => self.asm.mov_rr(width, to, from),
            Bank::Fp => self.asm.float_rr(FloatOp::Movaps, to, from),
        }
    }

    // ---- Moves ----------------------------------------------------------------------------------------

    #[inline(always)]
    fn move_gp(&mut self, width: Width) {
        // Fast path: most moves are between a register and the frame.
        match *self.args {
            [Arg::Stack { slot, offset }, Arg::Tmp(to)] if !self.may_trap() => {
                if let (Some(place), Some(to)) = (self.frame_offset(slot, offset), to.reg()) {
                    return self.asm.load(width, to, RBP, place);
                }
            }
            [Arg::Tmp(from), Arg::Stack { slot, offset }] if !self.may_trap() => {
                if let (Some(from), Some(place)) = (from.reg(), self.frame_offset(slot, offset)) {
                    return self.asm.store(width, RBP, place, from);
                }
            }
            _ => {}
        }
        self.move_any_gp(width);
    }

    /// Emits a move at `base + offset`, which may trap. Returns false, and emits nothing, for other operands.
    #[inline(always)]
    fn move_at_base(&mut self, width: Width) -> bool {
        if self.asm.buffer().notes_accesses() {
            return false;
        }
        match *self.args {
            [Arg::Addr { base, offset }, Arg::Tmp(to)] => {
                let (Some(base), Some(to)) = (base.reg(), to.reg()) else { return false };
                self.note_trap();
                self.asm.load(width, to, base, offset);
            }
            [Arg::Tmp(from), Arg::Addr { base, offset }] => {
                let (Some(from), Some(base)) = (from.reg(), base.reg()) else { return false };
                self.note_trap();
                self.asm.store(width, base, offset, from);
            }
            _ => return false,
        }
        true
    }

    fn move_any_gp(&mut self, width: Width) {
        if self.move_at_base(width) {
            return;
        }
        match (self.arg(0), self.as_reg(1)) {
            (Arg::Tmp(_), Some(to)) => {
                let from = self.reg(0);
                // A 32-bit move clears the upper half, even from a register to itself.
                if from != to || width == Width::W32 {
                    self.asm.mov_rr(width, to, from);
                }
            }
            (Arg::Imm(0), Some(to)) if !matches!(self.flags, FlagsOf::Overflow(_)) => self.asm.zero(to),
            (Arg::Imm(value), Some(to)) => {
                let bits = if width == Width::W32 { u64::from(value as u32) } else { value as u64 };
                self.asm.mov_ri(to, bits);
            }
            (Arg::Symbol(symbol), Some(to)) if width == Width::W64 => {
                self.asm.mov_address(to, RelocTarget::Symbol(symbol), 0)
            }
            (Arg::LibCall(function), Some(to)) if width == Width::W64 => {
                self.asm.mov_address(to, RelocTarget::LibCall(function), 0);
            }
            (_, Some(to)) => {
                let from = self.mem(0);
                self.asm.mov_rm(width, to, from);
            }
            (Arg::Tmp(_), None) => {
                let (from, to) = (self.reg(0), self.mem(1));
                self.asm.mov_mr(width, to, from);
            }
            (_, None) => match self.as_imm(0) {
                Some(value) => {
                    let to = self.mem(1);
                    self.asm.mov_mi(width, to, value);
                }
                None => self.unexpected(),
            },
        }
    }

    fn move_fp(&mut self, width: Width) {
        match (self.as_reg(0), self.as_reg(1)) {
            (Some(from), Some(to)) => self.copy(width, to, from),
            (None, Some(to)) => {
                let from = self.mem(0);
                self.asm.float_load(width, to, from);
            }
            (Some(from), None) => {
                let to = self.mem(1);
                self.asm.float_store(width, to, from);
            }
            (None, None) => self.unexpected(),
        }
    }

    fn address(&mut self, width: Width) {
        let (from, to) = (self.mem(0), self.reg(1));
        self.asm.lea(width, to, from);
    }

    fn extend(&mut self, op: Extend, width: Width) {
        let to = self.reg(1);
        match self.as_reg(0) {
            Some(from) => self.asm.extend_rr(op, width, to, from),
            None => {
                let from = self.mem(0);
                self.asm.extend_rm(op, width, to, from);
            }
        }
    }

    fn store_narrow(&mut self, width: Width) {
        let to = self.mem(1);
        match self.arg(0) {
            // The bits above the width are ignored; sign-extended, the immediate fits every encoding.
            Arg::Imm(value) if width == Width::W8 => self.asm.mov_mi(width, to, i32::from(value as i8)),
            Arg::Imm(value) => self.asm.mov_mi(width, to, i32::from(value as i16)),
            _ => {
                let from = self.reg(0);
                self.asm.mov_mr(width, to, from);
            }
        }
    }

    fn gp_to_float(&mut self, width: Width) {
        let to = self.reg(1);
        match self.as_reg(0) {
            Some(from) => self.asm.gp_to_float(width, to, from),
            None => {
                let from = self.mem(0);
                self.asm.float_load(width, to, from);
            }
        }
    }

    fn float_to_gp(&mut self, width: Width) {
        let to = self.reg(1);
        match self.as_reg(0) {
            Some(from) => self.asm.float_to_gp(width, to, from),
            None => {
                let from = self.mem(0);
                self.asm.mov_rm(width, to, from);
            }
        }
    }

    // ---- Calls and returns ----------------------------------------------------------------------------

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
        self.add_call_site();
        self.restore_popped_stack();
    }

    fn call_callee(&mut self) {
        match self.arg(1) {
            Arg::Symbol(symbol) => self.asm.call_address(RelocTarget::Symbol(symbol), 0),
            Arg::LibCall(function) => self.asm.call_address(RelocTarget::LibCall(function), 0),
            Arg::Const { bits, .. } => {
                let address = self.asm.buffer().constant8(bits);
                self.asm.call_m(Mem::label(address));
            }
            _ => {
                let callee = self.reg(1);
                self.asm.call_r(callee);
            }
        }
    }

    /// A call with an exception handler, where the stack pointer is that of the frame.
    fn invoke(&mut self) {
        self.call_callee();
        self.add_call_site();
        let thrown = self.context.successor(1);
        self.asm.buffer().add_handler(thrown);
        self.restore_popped_stack();
        if !self.context.is_next(0) {
            let returned = self.context.successor(0);
            self.asm.jmp(returned);
        }
    }

    /// Lowers the stack pointer again after a callee popped arguments: it is constant between prologue and epilogue.
    fn restore_popped_stack(&mut self) {
        match i32::try_from(self.popped_by_callee()) {
            Ok(0) => {}
            Ok(bytes) => self.asm.alu_ri(Alu::Sub, Width::W64, RSP, bytes),
            Err(_) => self.unexpected(),
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

    /// Removes the frame, moves arguments and return address if necessary, and jumps.
    fn tail_call(&mut self) {
        let (own, needed) = (self.code.popped_bytes, self.popped_by_callee());
        self.restore_saved();
        match (i32::try_from(own), i32::try_from(needed)) {
            (Ok(own), Ok(needed)) if needed > own => self.move_over_frame(own, needed),
            (Ok(own), Ok(needed)) => {
                self.asm.leave();
                self.asm.buffer().note_entry();
                if needed < own {
                    pop_under_return_address(&mut self.asm, own - needed);
                    self.asm.push_r(POP_SCRATCH);
                    // The arguments and the return address are those of the next procedure.
                    self.asm.buffer().note_entry();
                }
            }
            _ => return self.unexpected(),
        }
        match self.arg(1) {
            Arg::Symbol(symbol) => self.asm.jmp_address(RelocTarget::Symbol(symbol), 0),
            Arg::Const { bits, .. } => {
                let address = self.asm.buffer().constant8(bits);
                self.asm.jmp_m(Mem::label(address));
            }
            _ => {
                let callee = self.reg(1);
                self.asm.jmp_r(callee);
            }
        }
        self.asm.buffer().resume_frame_state();
    }

    /// Copies the arguments of a tail call from the outgoing area up to where the procedure's own arguments end, over
    /// the return address and the frame, and removes the frame. All words move up, so the last word is copied first
    /// to avoid overwriting the others.
    fn move_over_frame(&mut self, own: i32, needed: i32) {
        /// Layout from the frame pointer up: the caller's frame pointer, the return address, the procedure's arguments.
        const RETURN_ADDRESS: i32 = 8;
        let [address, frame_pointer, word] = [POP_SCRATCH, R10, RAX];
        self.asm.mov_rm(Width::W64, address, Mem::base(RBP, RETURN_ADDRESS));
        self.asm.mov_rm(Width::W64, frame_pointer, Mem::base(RBP, 0));
        let in_registers = FrameState {
            frame_pointer: CallerPlace::Register(frame_pointer),
            return_address: CallerPlace::Register(address),
            ..self.asm.buffer().framed_state()
        };
        self.asm.buffer().set_frame_state(Some(in_registers));
        let to = RETURN_ADDRESS + own - needed;
        for offset in (0..needed).step_by(8).rev() {
            self.asm.mov_rm(Width::W64, word, Mem::base(RSP, offset));
            self.asm.mov_mr(Width::W64, Mem::base(RBP, to + 8 + offset), word);
        }
        self.asm.mov_mr(Width::W64, Mem::base(RBP, to), address);
        self.asm.lea(Width::W64, RSP, Mem::base(RBP, to));
        self.asm.mov_rr(Width::W64, RBP, frame_pointer);
        self.asm.buffer().note_entry();
    }

    fn leave_procedure(&mut self) {
        let returned = match self.asm.buffer().has_frame() {
            true => emit_epilogue(&mut self.asm, self.code),
            false => emit_return(&mut self.asm, self.code),
        };
        if !returned {
            self.unexpected();
        }
    }

    /// Restores the callee-saved registers, before the frame is removed.
    fn restore_saved(&mut self) {
        restore_saved(&mut self.asm, self.code);
    }

    fn stack_limit_check(&mut self) {
        match self.as_reg(0) {
            Some(limit) => self.asm.alu_rr(Alu::Cmp, Width::W64, RSP, limit),
            None => {
                let limit = self.mem(0);
                self.asm.alu_rm(Alu::Cmp, Width::W64, RSP, limit);
            }
        }
        let trap = self.trap_operand(1);
        self.asm.jcc(super::Cond::B, trap);
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
}
