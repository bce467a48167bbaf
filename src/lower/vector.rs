//! Operations on vectors.

use super::select::{Lowering, Result};
use crate::air::{Arg, Opcode as Air, Tmp};
use crate::base::Lane;
use crate::ir::opcode::Payload;
use crate::ir::{Opcode, Value, ValueId};

/// The instruction of an operation that needs only one.
fn instruction(opcode: Opcode) -> Option<Air> {
    Some(match opcode {
        Opcode::VectorAnd => Air::VectorAnd,
        Opcode::VectorOr => Air::VectorOr,
        Opcode::VectorXor => Air::VectorXor,
        Opcode::VectorAndNot => Air::VectorAndNot,
        Opcode::VectorNot => Air::VectorNot,
        Opcode::VectorAdd => Air::VectorAdd,
        Opcode::VectorSub => Air::VectorSub,
        _ => return None,
    })
}

impl<const RECORDS: bool> Lowering<'_, RECORDS> {
    /// Selects an operation on vectors.
    pub(super) fn vector_operation(&mut self, id: ValueId) -> Result {
        let value = self.proc.value(id);
        let Some(opcode) = instruction(value.opcode()) else {
            return self.unsupported(value.opcode().name());
        };
        let mut args: smallvec::SmallVec<[Arg; 6]> = smallvec::SmallVec::new();
        for &child in self.proc.children(id) {
            args.push(self.tmp(child)?.into());
        }
        let payload = value.opcode().row().payload;
        if matches!(payload, Payload::Lane | Payload::LaneIndex) {
            args.push(Arg::Imm(value.lane().map_or(0, |lane: Lane| lane as i64)));
        }
        let to = Arg::Tmp(self.tmp(id)?);
        args.push(to);
        if opcode == Air::VectorNot && !self.has_form(opcode, &args) {
            let ones = self.new_vector(u128::MAX);
            return self.emit(Air::VectorXor, &[args[0], ones, to]);
        }
        self.emit(opcode, &args)
    }

    /// A constant in memory.
    fn new_vector(&mut self, bits: u128) -> Arg {
        let known = self.code.vectors.iter().find(|(_, known)| **known == bits).map(|(id, _)| id);
        Arg::Vector(known.unwrap_or_else(|| self.code.vectors.push(bits)))
    }

    /// The temporary of a constant, which is rematerialized at its uses.
    pub(super) fn vector_constant(&mut self, value: &Value) -> Result<Tmp> {
        match self.proc.vector_bits(value) {
            0 => self.remat(crate::base::Bank::Fp, Air::MoveZeroToVector, None),
            _ => self.remat(crate::base::Bank::Fp, Air::MoveVector, Some(Arg::Vector(value.vector()))),
        }
    }

    /// Selects Select of vectors: the predicate is in a register.
    pub(super) fn select_vector(&mut self, id: ValueId) -> Result {
        let [predicate, then, otherwise] = [0, 1, 2].map(|n| self.child(id, n));
        let is_true = self.truth(predicate)?;
        let args = [is_true, self.tmp(then)?, self.tmp(otherwise)?, self.tmp(id)?];
        self.emit(Air::SelectVector, &args.map(Arg::Tmp))
    }
}
