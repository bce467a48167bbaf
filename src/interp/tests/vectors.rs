//! Executes every operation on vectors, with all of its lanes.

use super::*;
use crate::base::Lane;
use crate::ir::Opcode;
use crate::ir::evaluate::evaluate_vector;
use crate::ir::opcode::{Class, Payload, Rule};

const SAMPLES: [u128; 3] = [
    0x3f80_0001_c0a0_0003_4049_0fdb_80ff_7f01,
    0xbf00_0000_4000_8000_ffff_0001_7f80_80fe,
    0x00ff_ff00_0f0f_f0f0_5555_aaaa_1234_5678,
];

/// The operation on its parameters, executed.
fn execute(opcode: Opcode, lane: Option<Lane>, index: u32) {
    let (mut proc, root) = procedure(opcode.name());
    let row = opcode.row();
    let mut samples = SAMPLES;
    let samples = &mut samples[..row.operands.len()];
    let mut children = Vec::new();
    for (sample, rule) in samples.iter_mut().zip(row.operands) {
        let scalar = match (rule, lane) {
            (Rule::Int32, _) => Some(Type::Int32),
            (Rule::T, Some(lane)) if row.class == Class::Scalar => Some(lane.scalar()),
            _ => None,
        };
        children.push(match scalar {
            Some(ty) => {
                *sample &= u128::MAX >> (128 - 8 * ty.size());
                proc.at(root).constant(ty, *sample as u64)
            }
            None => proc.at(root).const128(*sample),
        });
    }
    let value = match lane {
        Some(lane) => proc.at(root).vector_at(opcode, lane, index, &children),
        None if row.payload == Payload::Vector => {
            proc.at(root).vector_shuffle(children[0], children[1], SAMPLES[2].to_le_bytes())
        }
        None => proc.at(root).apply(opcode, &children),
    };
    proc.at(root).ret([value]);
    let payload = proc.vector_payload(proc.value(value)).expect("an operation on vectors");
    let expected = evaluate_vector(opcode, payload, samples).expect("as many operands");
    let words = [expected as u64, (expected >> 64) as u64];
    let is_vector = proc.type_of(value).is_vector();
    let words = if is_vector { &words[..] } else { &words[..1] };
    assert_eq!(results(&[proc], &[]), words, "{opcode:?} {lane:?} {index}");
}

#[test]
fn every_operation_with_all_lanes() {
    for opcode in Opcode::all().filter(|opcode| opcode.is_vector()) {
        let lanes: Vec<Option<Lane>> = opcode.lanes().iter().map(Some).collect();
        match lanes.is_empty() {
            true => execute(opcode, None, 0),
            false => {
                for lane in lanes {
                    let has_index = opcode.row().payload == Payload::LaneIndex;
                    let count = lane.filter(|_| has_index).map_or(1, Lane::count);
                    (0..count).for_each(|index| execute(opcode, lane, index));
                }
            }
        }
    }
}

#[test]
fn vectors_are_arguments_and_results_of_two_words() {
    let (mut proc, root) = procedure("exchange");
    let [a, b] = [0, 1].map(|_| proc.at(root).argument(Type::V128));
    proc.at(root).ret([b, a]);
    let args = [1, 2, 3, 4].map(|bits| (Type::V128, bits));
    assert_eq!(results(&[proc], &args), [3, 4, 1, 2]);
}
