//! Cases of the rules of vectors: see [`super::cases`].

use super::cases::{Case, I32, body};
use super::*;
use crate::base::{ConvId, Lane, Signature, Type};
use crate::ir::Opcode;
use crate::ir::testing::target;

/// The number that no lanes have.
const NO_LANES: u32 = 200;

/// A sum of constants with this number for its lanes.
fn sum(lanes: u32) -> Procedure {
    body(|p, root, _, _| {
        let vector = p.at(root).const128(3);
        let sum = p.at(root).vector(Opcode::VectorAdd, Lane::I8x16, &[vector, vector]);
        p.values[sum].aux = lanes;
    })
}

/// A procedure that returns a vector, under the convention that passes vectors by reference or another.
fn returns_vector(by_reference: bool) -> Procedure {
    let mut p = Procedure::with_convention(&target(), ConvId::new(if by_reference { 2 } else { 0 }));
    let root = p.add_block();
    let vector = p.at(root).const128(3);
    p.at(root).ret([vector]);
    p.set_signature(Signature { params: vec![], results: vec![Type::V128] });
    p
}

pub(super) const CASES: &[Case] = &[
    (Rule::Vector, |broken| {
        body(|p, root, _, _| {
            let vector = p.at(root).const128(3);
            p.values[vector].aux = u32::from(broken);
        })
    }),
    (Rule::Lanes, |broken| sum(if broken { NO_LANES } else { 0 })),
    (Rule::Lanes, |broken| sum(if broken { Lane::U8x16 as u32 } else { Lane::I16x8 as u32 })),
    (Rule::OperandType, |broken| {
        body(|p, root, a, _| {
            let vector = p.at(root).const128(3);
            let sum = p.at(root).vector_and(vector, vector);
            p.replace(sum, Opcode::VectorAnd, &[vector, if broken { a } else { vector }]);
        })
    }),
    (Rule::ResultType, |broken| {
        body(|p, root, _, _| {
            let vector = p.at(root).const128(3);
            p.values[vector].ty = if broken { I32 } else { Type::V128 };
        })
    }),
    (Rule::Signature, returns_vector),
];
