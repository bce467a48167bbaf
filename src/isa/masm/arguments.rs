//! Parallel moves of arguments to their registers.

use super::{Address, Base, Fpr, Gpr, MacroAssembler, Operand};
use crate::base::RegSet;
use crate::isa::EmitError;

impl<'g> MacroAssembler<'g> {
    /// Sets each register to its value, in parallel: all are read before any register is written. Values in memory are
    /// 64 bits.
    ///
    /// Register cycles need no scratch register. Values in memory may need one, if each address uses a register that
    /// is the destination of another value.
    #[track_caller]
    pub fn set_arguments(&mut self, arguments: &[(Gpr<'g>, Operand<'g>)]) {
        self.begin("set_arguments");
        let targets = arguments.iter().fold(RegSet::EMPTY, |all, (dst, _)| all.union(dst.set()));
        if targets.len() != arguments.len() {
            return self.invalid_operand("a different register for each argument");
        }
        let all = arguments.iter().fold(targets, |all, (_, value)| all.union(value.set()));
        let given = self.scratches;
        self.scratches = given.without(all);
        self.as_one(|masm| masm.move_arguments(arguments.to_vec()));
        self.scratches = given;
    }

    /// Performs the moves with the scratch registers that are not operands. A scratch register that holds a waiting
    /// value is not used for anything else.
    #[track_caller]
    fn move_arguments(&mut self, mut pending: Vec<(Gpr<'g>, Operand<'g>)>) {
        pending.retain(|(dst, value)| *value != Operand::Reg(*dst));
        while !pending.is_empty() {
            // Prefer a move whose destination no other value reads.
            let free = (0..pending.len()).find(|&i| {
                let dst = pending[i].0;
                (0..pending.len()).all(|j| i == j || !pending[j].1.set().contains(dst.reg()))
            });
            if let Some(free) = free {
                let (dst, value) = pending.swap_remove(free);
                self.mov(dst, value);
                continue;
            }
            // Otherwise swap a destination with its source, if that is a destination, too. No other register changes.
            let is_target = |reg: Gpr<'g>| pending.iter().any(|(dst, _)| *dst == reg);
            let swapped =
                pending.iter().position(|(_, value)| matches!(value, Operand::Reg(src) if is_target(*src)));
            if let Some(swapped) = swapped
                && let (dst, Operand::Reg(src)) = pending.swap_remove(swapped)
            {
                self.swap(dst, src);
                let place = |reg: Gpr<'g>| match reg {
                    reg if reg == dst => src,
                    reg if reg == src => dst,
                    reg => reg,
                };
                pending.iter_mut().for_each(|(_, value)| *value = renamed(*value, place));
                pending.retain(|(dst, value)| *value != Operand::Reg(*dst));
                continue;
            }
            // Otherwise an address uses the destination of another value: load the value into a scratch register.
            let memory = pending.iter_mut().find(|(_, value)| matches!(value, Operand::Mem(_)));
            let (Some((_, value)), Some(scratch)) = (memory, self.scratches.take_gp().map(Gpr::new)) else {
                let offset = self.buffer.offset();
                self.begin("set_arguments");
                return self.fail(EmitError::NoScratch { offset, operation: None });
            };
            let waiting = std::mem::replace(value, Operand::Reg(scratch));
            self.mov(scratch, waiting);
        }
    }

    /// Sets each floating-point register to all 64 bits of another one, in parallel.
    #[track_caller]
    pub fn set_float_arguments(&mut self, arguments: &[(Fpr<'g>, Fpr<'g>)]) {
        self.begin("set_float_arguments");
        let targets = arguments.iter().fold(RegSet::EMPTY, |all, (dst, _)| all.union(dst.set()));
        if targets.len() != arguments.len() {
            return self.invalid_operand("a different register for each argument");
        }
        let mut pending: Vec<(Fpr<'g>, Fpr<'g>)> = arguments.to_vec();
        pending.retain(|(dst, src)| dst != src);
        while let Some(&(first, _)) = pending.first() {
            let free = (0..pending.len()).find(|&i| pending.iter().all(|(_, src)| *src != pending[i].0));
            if let Some(free) = free {
                let (dst, src) = pending.swap_remove(free);
                self.move_double(dst, src);
                continue;
            }
            // A cycle: swap the first register with its source by exclusive or, without a scratch register.
            let (_, src) = pending.swap_remove(0);
            self.xor_double(first, first, src);
            self.xor_double(src, first, src);
            self.xor_double(first, first, src);
            for (_, from) in &mut pending {
                if *from == first {
                    *from = src;
                }
            }
            pending.retain(|(dst, src)| dst != src);
        }
    }
}

/// Renames the registers in a value.
fn renamed<'g>(value: Operand<'g>, place: impl Fn(Gpr<'g>) -> Gpr<'g>) -> Operand<'g> {
    match value {
        Operand::Reg(reg) => Operand::Reg(place(reg)),
        Operand::Imm(_) => value,
        Operand::Mem(Address { base, index, offset }) => Operand::Mem(Address {
            base: match base {
                Base::Reg(reg) => Base::Reg(place(reg)),
                other => other,
            },
            index: index.map(|(reg, scale)| (place(reg), scale)),
            offset,
        }),
    }
}
