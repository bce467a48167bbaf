//! Operations on vectors of random programs.
//!
//! A lane that is a NaN has unspecified bits if arithmetic produced it. So the operands of such operations have finite
//! lanes of a magnitude below 2.

use super::body::{Body, Entry};
use super::recipe::Step;
use crate::awkward::awkward;
use barebones::base::{Lane, Type};
use barebones::ir::opcode::Payload;
use barebones::ir::{Opcode, ValueId};

impl Body<'_> {
    /// A constant of awkward lanes.
    pub(super) fn vector_constant(&mut self, word: u16) -> Entry {
        let table = awkward(if word & 1 == 0 { Type::Int64 } else { Type::Double });
        let half = |word: u16| u128::from(table[usize::from(word) % table.len()]);
        let bits = match word >> 1 & 7 {
            0 => 0,
            1 => u128::MAX,
            2 => half(word >> 4) * 0x1_0000_0000_0000_0001,
            _ => half(word >> 4) | half(word.rotate_left(5)) << 64,
        };
        Entry { id: self.proc.at(self.block).const128(bits), exact: true, used: true }
    }

    pub(super) fn vector_step(&mut self, opcode: Opcode, step: &Step) {
        let row = opcode.row();
        let lanes: Vec<Lane> = opcode.lanes().iter().collect();
        let lane = lanes.get(step.detail as usize % lanes.len().max(1)).copied();
        let mut children = Vec::with_capacity(3);
        for (_, word) in row.operands.iter().zip(step.operands) {
            let operand = self.operand(Type::V128, word);
            let is_arithmetic = opcode.computes_floats() && lane.is_some_and(Lane::is_float);
            children.push(if is_arithmetic { self.finite(operand, lane) } else { operand });
        }
        if opcode == Opcode::VectorDiv {
            children[1] = self.not_zero(children[1]);
        }
        let mut b = self.proc.at(self.block);
        let id = match (row.payload, lane) {
            (Payload::Lane, Some(lane)) => b.vector(opcode, lane, &children),
            _ => b.apply(opcode, &children),
        };
        self.push(id, true);
    }

    /// A vector whose lanes are not zero.
    fn not_zero(&mut self, vector: ValueId) -> ValueId {
        let mut b = self.proc.at(self.block);
        let ones = b.const128(u128::MAX / 0xffff_ffff);
        b.vector_or(vector, ones)
    }

    /// A vector whose lanes are finite.
    fn finite(&mut self, vector: ValueId, lane: Option<Lane>) -> ValueId {
        let mask = match lane {
            Some(Lane::F32x4) => u128::MAX / 0xffff_ffff * 0xbfff_ffff,
            _ => u128::MAX / u128::from(u64::MAX) * 0xbfff_ffff_ffff_ffff,
        };
        let mut b = self.proc.at(self.block);
        let mask = b.const128(mask);
        b.vector_and(vector, mask)
    }
}
