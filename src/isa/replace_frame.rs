//! Replaces a procedure's frame by the frame of another engine.
//!
//! A generator can take an exit without the exit thunk: it builds the other engine's frame and jumps into its code.
//! The caller's frame pointer and the return address stay in place, so the other engine's code returns to the
//! procedure's caller.

use super::emit::callee_saves_of;
use super::generator_error::GeneratorError;
use super::masm::{MacroAssembler, Operand};
use super::stackmap_params::StackmapParams;
use super::{a64, x64};
use crate::base::{Arch, Bank, Reg, RegSet, ValueRep, Width};

/// A value of the new frame: its source and destination.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrameMove {
    /// Source: a register, a slot at an offset from the old frame's frame pointer, an outgoing argument, or a constant.
    pub from: ValueRep,
    /// Destination: a register, or a slot of the new frame at a negative offset from the frame pointer.
    pub to: ValueRep,
    /// 32, 64 or 128 bits, the last for floating-point registers and their save slots. A move of 32 bits zero-extends.
    pub width: Width,
}

impl FrameMove {
    fn bytes(&self) -> i32 {
        self.width.bytes() as i32
    }
}

/// A frame that replaces that of a procedure.
#[derive(Clone, Copy, Debug)]
pub struct NewFrame<'a> {
    /// Bytes between the frame pointer and the stack pointer: a multiple of 8, on AArch64 of 16, at most 1 GiB.
    pub size: u32,
    /// The values of the frame and of registers. Everything else is undefined, except callee-saved and pinned
    /// registers, which hold their values at entry of the procedure.
    pub contents: &'a [FrameMove],
}

/// Maximum frame size in bytes.
const LIMIT: u32 = 1 << 30;

/// Constraints of an instruction set on new frames.
pub(super) struct FrameRules {
    /// The frame size must be a multiple of this.
    pub size_unit: u32,
    /// Scratch registers for building the frame and for the jump after it.
    pub scratch: RegSet,
    /// The scratch register that may hold the jump target, if any.
    pub jump: Option<Reg>,
}

fn rules(arch: Arch) -> FrameRules {
    match arch {
        Arch::X64 => x64::FRAME_RULES,
        Arch::A64 => a64::FRAME_RULES,
    }
}

/// A place relative to the frame pointer or the stack pointer, in bytes.
#[derive(Clone, Copy)]
pub(super) enum FramePlace {
    Frame(i32),
    Stack(i32),
}

impl FramePlace {
    /// The place eight bytes higher: the upper half of 16 bytes.
    fn upper(self) -> FramePlace {
        match self {
            FramePlace::Frame(offset) => FramePlace::Frame(offset.wrapping_add(8)),
            FramePlace::Stack(offset) => FramePlace::Stack(offset.wrapping_add(8)),
        }
    }
}

/// The instructions that build a frame. They change only their destination and scratch registers.
pub(super) trait FrameAssembler {
    /// Lowers the stack pointer and probes each page.
    fn grow_stack(&mut self, bytes: u32, page: u32);
    fn set_constant(&mut self, to: Reg, bits: u64);
    /// Loads 32, 64 or 128 bits, zero-extended in a general register.
    fn load(&mut self, width: Width, to: Reg, from: FramePlace);
    /// Stores 32, 64 or 128 bits.
    fn store(&mut self, width: Width, to: FramePlace, from: Reg);
    /// Sets the stack pointer to `bytes` below the frame pointer.
    fn set_frame_size(&mut self, bytes: u32);
    /// Sets a general register to the address of a place.
    fn set_address(&mut self, to: Reg, of: FramePlace);
    /// Calls the code at an address.
    fn call_address(&mut self, address: u64);
    /// Removes the frame, pops this number of bytes of arguments and returns. False if they are too many.
    fn leave_and_return(&mut self, popped: u32) -> bool;

    /// Records that saved registers are at these offsets from the stack pointer.
    fn note_saves_on_stack(&mut self, saves: &[(Reg, i32)]);

    /// Records that saved registers are restored.
    fn note_framed(&mut self);
}

impl<'g> StackmapParams<'g> {
    /// Replaces the procedure's frame by `frame` and jumps to `target`.
    ///
    /// The old and the new frame overlap; all sources are read before any destination is written. The frame pointer
    /// does not change, and the stack pointer becomes `frame.size` bytes lower than it.
    ///
    /// Callee-saved registers that the procedure saved ([`StackmapParams::callee_saves`]) are restored unless they are
    /// a destination: the other frame may need their old values in its own slots and other values in the registers.
    ///
    /// The temporary stack use is the size of the new frame plus 16 bytes per value. No register counts as written,
    /// because control does not return.
    ///
    /// The return address next to the caller's frame pointer is the one that the prologue stored. If the procedure
    /// signs it ([`Options::branch_protection`](crate::Options::branch_protection)), the other engine's code must
    /// authenticate it on return as if its own prologue had signed it: the modifier is the frame pointer plus 16.
    /// With landing pads, the jump arrives through x17.
    ///
    /// # Errors
    /// Fails if
    /// - the frame size is invalid;
    /// - a destination is neither a register that may be changed nor inside the new frame, or two destinations
    ///   overlap;
    /// - a source is not a place or is the stack pointer, or widths or banks do not match;
    /// - the target is in memory or in a register that is a destination;
    /// - on AArch64, x16 is used, or x17 for anything but the target: addresses and the jump need them.
    pub fn replace_frame(
        &self,
        masm: &mut MacroAssembler<'g>,
        frame: &NewFrame<'_>,
        target: impl Into<Operand<'g>>,
    ) -> Result<(), GeneratorError> {
        let target = target.into();
        let code = self.code();
        let rules = rules(code.target.desc.arch);
        let moves = self.frame_moves(frame)?;
        let is_destination = |reg: Reg| moves.iter().any(|one| one.to == ValueRep::Register(reg));
        match target {
            Operand::Mem(_) => return Err(GeneratorError::new("the target of a new frame is in memory")),
            Operand::Reg(reg) if is_destination(reg.reg()) => {
                return Err(GeneratorError::new("the target of a new frame is a destination register"));
            }
            Operand::Reg(reg) if rules.scratch.contains(reg.reg()) && Some(reg.reg()) != rules.jump => {
                return Err(GeneratorError::new(
                    "the target of a new frame is a scratch register of address computation",
                ));
            }
            _ => {}
        }
        let convention = code.target.convention(code.convention);
        let kept = convention.callee_saved.union(code.pinned);
        let scratch = convention.env.allocatable[Bank::Gp as usize].iter().copied().find(|reg| {
            !kept.contains(*reg) && target != masm.gpr(*reg).map_or(Operand::Imm(0), Operand::Reg)
        });
        let Some(scratch) = scratch else {
            return Err(GeneratorError::new("there is no scratch register for building a new frame"));
        };
        let mut saved = RegSet::EMPTY;
        callee_saves_of(code).for_each(|save| saved.insert(save.reg));
        let page = code.target.desc.conventions[0].probe_interval.max(1);
        let written = masm.buffer().written();
        if let Some(mut asm) = masm.x64() {
            build_frame(&mut asm, frame.size, &moves, saved, scratch, page);
        } else if let Some(mut asm) = masm.a64() {
            build_frame(&mut asm, frame.size, &moves, saved, scratch, page);
        }
        match (target, rules.jump.and_then(|reg| masm.gpr(reg).ok())) {
            (Operand::Imm(address), Some(reg)) => {
                masm.mov(reg, address);
                masm.far_jump(reg);
            }
            _ => masm.far_jump(target),
        }
        masm.buffer().resume_frame_state();
        masm.buffer().set_written(written);
        Ok(())
    }

    /// The validated contents of a new frame, plus the moves that restore callee-saved registers.
    fn frame_moves(&self, frame: &NewFrame<'_>) -> Result<Vec<FrameMove>, GeneratorError> {
        let wrong =
            |n: usize, what: &str| Err(GeneratorError::new(format!("value {n} of a new frame: {what}")));
        let code = self.code();
        let desc = code.target.desc;
        let FrameRules { size_unit, scratch, .. } = rules(desc.arch);
        if !frame.size.is_multiple_of(size_unit) || frame.size > LIMIT {
            let found = frame.size;
            let message =
                format!("a new frame of {found} bytes, expected a multiple of {size_unit} up to {LIMIT}");
            return Err(GeneratorError::new(message));
        }
        let mut moves = frame.contents.to_vec();
        for (n, one) in moves.iter().enumerate() {
            let wide = one.width == Width::W128;
            match one.from {
                ValueRep::Register(reg) if wide && reg.is_gp() => {
                    return wrong(n, "no general register has 128 bits");
                }
                ValueRep::Register(reg) if scratch.contains(reg) || reg == desc.stack_pointer => {
                    return wrong(n, &format!("it cannot be moved from {reg:?}"));
                }
                ValueRep::Register(_) | ValueRep::Stack(_) | ValueRep::StackArgument(_) => {}
                ValueRep::Constant { .. } if !wide => {}
                rep => return wrong(n, &format!("expected a place of at most its width, found {rep:?}")),
            }
            if !matches!(one.width, Width::W32 | Width::W64 | Width::W128) {
                return wrong(n, "expected 32, 64 or 128 bits");
            }
            match one.to {
                ValueRep::Register(reg) => {
                    let pointers = RegSet::of(&[desc.stack_pointer, desc.frame_pointer]);
                    let fixed = pointers.union(code.pinned).union(scratch).contains(reg);
                    if fixed || !desc.names.contains(reg) || wide && reg.is_gp() {
                        return wrong(n, &format!("it cannot be moved to {reg:?}"));
                    }
                }
                ValueRep::Stack(offset) => {
                    let low = -(frame.size as i32);
                    if offset < low || i64::from(offset) + i64::from(one.bytes()) > 0 {
                        return wrong(n, &format!("{offset} is outside of the new frame"));
                    }
                }
                rep => {
                    return wrong(n, &format!("expected a register or a slot as destination, found {rep:?}"));
                }
            }
        }
        for (n, one) in moves.iter().enumerate() {
            let overlaps = |other: &FrameMove| match (one.to, other.to) {
                (ValueRep::Stack(a), ValueRep::Stack(b)) => a < b + other.bytes() && b < a + one.bytes(),
                (a, b) => a == b,
            };
            if moves[..n].iter().any(overlaps) {
                return wrong(n, "overlaps with another destination");
            }
        }
        for save in callee_saves_of(code) {
            let to = ValueRep::Register(save.reg);
            if moves.iter().all(|one| one.to != to) {
                let is_whole = code.env().saved_bytes[save.reg.bank() as usize] > 8;
                let width = if is_whole { Width::W128 } else { Width::W64 };
                moves.push(FrameMove { from: ValueRep::Stack(save.offset()), to, width });
            }
        }
        Ok(moves)
    }
}

/// Performs the moves in parallel and sets the stack pointer to `size` bytes below the frame pointer. `scratch` is a
/// general register that may be changed.
///
/// All values are first copied to a buffer below both frames. Exit paths are rarely taken, so this does not depend on
/// which sources and destinations overlap.
fn build_frame(
    asm: &mut dyn FrameAssembler,
    size: u32,
    moves: &[FrameMove],
    saved: RegSet,
    scratch: Reg,
    page: u32,
) {
    const ROOM: u32 = 16;
    // The stack pointer is not above the frame pointer, so this far below it is also below the new frame.
    let lower = (size + ROOM * moves.len() as u32).next_multiple_of(16);
    asm.grow_stack(lower, page);
    let waiting = |n: usize| FramePlace::Stack((ROOM * n as u32) as i32);
    // Registers first: this frees the scratch register.
    for (n, one) in moves.iter().enumerate() {
        if let ValueRep::Register(reg) = one.from {
            asm.store(one.width, waiting(n), reg);
        }
    }
    let copy = |asm: &mut dyn FrameAssembler, width: Width, to: FramePlace, from: FramePlace| {
        let half = width.min(Width::W64);
        asm.load(half, scratch, from);
        asm.store(half, to, scratch);
        if width == Width::W128 {
            asm.load(half, scratch, from.upper());
            asm.store(half, to.upper(), scratch);
        }
    };
    for (n, one) in moves.iter().enumerate() {
        match one.from {
            ValueRep::Stack(offset) => copy(asm, one.width, waiting(n), FramePlace::Frame(offset)),
            ValueRep::StackArgument(offset) => {
                let from = FramePlace::Stack(offset.wrapping_add(lower as i32));
                copy(asm, one.width, waiting(n), from);
            }
            ValueRep::Constant { bits, .. } => {
                asm.set_constant(scratch, bits);
                asm.store(one.width, waiting(n), scratch);
            }
            _ => {}
        }
    }
    // From here on, saved registers are in the buffer.
    let saves: Vec<(Reg, i32)> = moves
        .iter()
        .enumerate()
        .filter_map(|(n, one)| match one.to {
            ValueRep::Register(reg) if saved.contains(reg) => Some((reg, (ROOM * n as u32) as i32)),
            _ => None,
        })
        .collect();
    asm.note_saves_on_stack(&saves);
    for (n, one) in moves.iter().enumerate() {
        if let ValueRep::Stack(offset) = one.to {
            copy(asm, one.width, FramePlace::Frame(offset), waiting(n));
        }
    }
    for (n, one) in moves.iter().enumerate() {
        if let ValueRep::Register(reg) = one.to {
            asm.load(one.width, reg, waiting(n));
        }
    }
    asm.note_framed();
    asm.set_frame_size(size);
}
