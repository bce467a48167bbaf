//! Another engine's frame in the place of a procedure's.
//!
//! A generator that leaves can do without the exit thunk: it makes the frame that the other engine would have, and
//! jumps into its code. The caller's frame pointer and the return address stay where they are, so that the other
//! engine's code returns to the procedure's caller.

use super::emit::callee_saves_of;
use super::masm::{MacroAssembler, Operand};
use super::stackmap_params::{GeneratorError, StackmapParams};
use super::x64;
use crate::base::{Bank, Reg, ValueRep, Width};

/// What a value of the new frame is, and where it goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrameMove {
    /// Where it is in the old frame: a register, a slot of the frame at an offset from the frame pointer, an outgoing
    /// argument, or a constant.
    pub from: ValueRep,
    /// Where it goes: a register, or a slot of the new frame at an offset from the frame pointer, below it.
    pub to: ValueRep,
    /// How many bits: 32, 64 or 128, the last for floating-point registers and the slots where they are saved. Of 32
    /// bits, the rest of a register becomes zero.
    pub width: Width,
}

impl FrameMove {
    fn bytes(&self) -> i32 {
        self.width.bytes() as i32
    }
}

/// A frame that takes the place of a procedure's.
#[derive(Clone, Copy, Debug)]
pub struct NewFrame<'a> {
    /// Bytes between the frame pointer and the stack pointer: a multiple of 8, at most 1 GiB.
    pub size: u32,
    /// Its contents, and those of registers. What is not mentioned is anything, but for callee-saved registers and
    /// pinned ones: these hold what they held when the procedure was called.
    pub contents: &'a [FrameMove],
}

/// The largest frame.
const LIMIT: u32 = 1 << 30;

impl<'g> StackmapParams<'g> {
    /// Replaces the procedure's frame by another one and goes to `target`, all as if everything were read before
    /// anything is written: the old and the new frame are in the same place. The frame pointer stays what it is,
    /// and the stack pointer is `frame.size` bytes below it.
    ///
    /// Callee-saved registers that the procedure saved ([`StackmapParams::callee_saves`]) get back what they held,
    /// unless they are a destination: the other frame may want them in slots of its own, and other values in them.
    ///
    /// It takes as much stack again as the new frame has. No register counts as written: control does not come back.
    ///
    /// # Errors
    /// If the frame has no such size, a destination is neither a register that may be changed nor inside of the new
    /// frame, two of them overlap, a source is no place, widths or banks do not suit, or the target is in a
    /// register that is a destination or in memory; or there is no emission for the machine yet.
    pub fn replace_frame(
        &self,
        masm: &mut MacroAssembler<'g>,
        frame: &NewFrame<'_>,
        target: impl Into<Operand<'g>>,
    ) -> Result<(), GeneratorError> {
        let target = target.into();
        let moves = self.frame_moves(frame)?;
        let is_destination = |reg: Reg| moves.iter().any(|one| one.to == ValueRep::Register(reg));
        match target {
            Operand::Mem(_) => return Err(GeneratorError::new("the target of a new frame is in memory")),
            Operand::Reg(reg) if is_destination(reg.reg()) => {
                return Err(GeneratorError::new("the target of a new frame is where a value goes"));
            }
            _ => {}
        }
        let code = self.code();
        let convention = code.target.convention(code.convention);
        let kept = convention.callee_saved.union(code.pinned);
        let scratch = convention.env.allocatable[Bank::Gp as usize].iter().copied().find(|reg| {
            !kept.contains(*reg) && target != masm.gpr(*reg).map_or(Operand::Imm(0), Operand::Reg)
        });
        let Some(scratch) = scratch else {
            return Err(GeneratorError::new("there is no register for making a new frame"));
        };
        let page = code.target.desc.conventions[0].probe_interval.max(1);
        let written = masm.buffer().written();
        let replaced = masm.x64().is_some_and(|mut asm| {
            x64::replace_frame(&mut asm, frame.size, &moves, scratch, page);
            true
        });
        if !replaced {
            return Err(GeneratorError::new("there are no new frames for this machine yet"));
        }
        masm.far_jump(target);
        masm.buffer().set_written(written);
        Ok(())
    }

    /// The contents of a new frame, checked, and what callee-saved registers get back.
    fn frame_moves(&self, frame: &NewFrame<'_>) -> Result<Vec<FrameMove>, GeneratorError> {
        let wrong =
            |n: usize, what: &str| Err(GeneratorError::new(format!("value {n} of a new frame: {what}")));
        if !frame.size.is_multiple_of(8) || frame.size > LIMIT {
            let message =
                format!("a new frame of {} bytes, expected a multiple of 8 up to {LIMIT}", frame.size);
            return Err(GeneratorError::new(message));
        }
        let code = self.code();
        let desc = code.target.desc;
        let mut moves = frame.contents.to_vec();
        for (n, one) in moves.iter().enumerate() {
            let wide = one.width == Width::W128;
            match one.from {
                ValueRep::Register(reg) if wide && reg.is_gp() => {
                    return wrong(n, "no general register has 128 bits");
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
                    let fixed =
                        reg == desc.stack_pointer || reg == desc.frame_pointer || code.pinned.contains(reg);
                    if fixed || !desc.names.contains(reg) || wide && reg.is_gp() {
                        return wrong(n, &format!("it cannot go to {reg:?}"));
                    }
                }
                ValueRep::Stack(offset) => {
                    let low = -(frame.size as i32);
                    if offset < low || i64::from(offset) + i64::from(one.bytes()) > 0 {
                        return wrong(n, &format!("{offset} is outside of the new frame"));
                    }
                }
                rep => return wrong(n, &format!("expected a register or a slot to go to, found {rep:?}")),
            }
        }
        for (n, one) in moves.iter().enumerate() {
            let overlaps = |other: &FrameMove| match (one.to, other.to) {
                (ValueRep::Stack(a), ValueRep::Stack(b)) => a < b + other.bytes() && b < a + one.bytes(),
                (a, b) => a == b,
            };
            if moves[..n].iter().any(overlaps) {
                return wrong(n, "another one goes there");
            }
        }
        for save in callee_saves_of(code) {
            let to = ValueRep::Register(save.reg);
            if moves.iter().all(|one| one.to != to) {
                let width = if save.reg.is_gp() { Width::W64 } else { Width::W128 };
                moves.push(FrameMove { from: ValueRep::Stack(save.offset()), to, width });
            }
        }
        Ok(moves)
    }
}
