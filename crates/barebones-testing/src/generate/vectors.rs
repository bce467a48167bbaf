//! Operations on vectors of random programs.
//!
//! A lane that is a NaN has unspecified bits if arithmetic produced it. So the operands of such operations have finite
//! lanes of a magnitude below 2.

use super::body::{Body, Entry};
use super::pinned::may_call_library;
use super::recipe::Step;
use crate::awkward::awkward;
use barebones::base::{Lane, Type};
use barebones::ir::opcode::{Class, Payload, Rule};
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
        if self.pins.only_shared && may_call_library(opcode, Type::V128) {
            return;
        }
        let row = opcode.row();
        let lanes: Vec<Lane> = opcode.lanes().iter().collect();
        let lane = lanes.get(step.detail as usize % lanes.len().max(1)).copied();
        let mut children = Vec::with_capacity(3);
        for (rule, word) in row.operands.iter().zip(step.operands) {
            let ty = match rule {
                Rule::Int32 => Type::Int32,
                Rule::T if row.class == Class::Scalar => lane.map_or(Type::Int32, Lane::scalar),
                _ => Type::V128,
            };
            if !ty.is_vector() {
                let operand = self.exact_operand(ty, word);
                children.push(operand);
                continue;
            }
            let operand = self.operand(ty, word);
            let computed = match opcode {
                Opcode::VectorPromote => Some(Lane::F32x4),
                Opcode::VectorDemote => Some(Lane::F64x2),
                _ => opcode.computed_floats(lane),
            };
            children.push(if computed.is_some() { self.finite(operand, computed) } else { operand });
        }
        if opcode == Opcode::VectorDiv {
            children[1] = self.not_zero(children[1]);
        }
        let mut b = self.proc.at(self.block);
        if let (Opcode::VectorSqrt, Some(lane)) = (opcode, lane) {
            children[0] = b.vector(Opcode::VectorAbs, lane, &children);
        }
        let id = match (row.payload, lane) {
            (Payload::Lane, Some(lane)) => b.vector(opcode, lane, &children),
            (Payload::Vector, _) => b.vector_shuffle(children[0], children[1], indices(step.detail as u64)),
            (Payload::LaneIndex, Some(lane)) => {
                let index = step.detail as u32 / lanes.len() as u32 % lane.count();
                b.vector_at(opcode, lane, index, &children)
            }
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

/// Indices of bytes: lanes of a width that are in order, alternate, are reversed or rotated; or anything, with zeros.
fn indices(detail: u64) -> [u8; 16] {
    let (start, width) = ((detail >> 4) as u8 % 48, 1u8 << (detail >> 10 & 3));
    let lanes = 16 / width;
    std::array::from_fn(|place| {
        let (lane, byte) = (place as u8 / width, place as u8 % width);
        let half = if detail & 8 == 0 { 0 } else { lanes / 2 };
        match detail % 8 {
            0 => start % 32 + place as u8,
            1 => (lane / 2 + half) * width + byte + lane % 2 * 16,
            2 => (lane / 2 + half) * width + byte,
            3 => (lane / 2 + half) * width + byte + lane % 2 * 32,
            4 => (lanes - 1 - lane) * width + byte,
            5 => (start / width * width) % 16 + byte,
            _ => (start.wrapping_mul(2 * place as u8 + 1) ^ (detail >> 7) as u8) % 40,
        }
    })
}
