//! Cases of [`super::cases`] for locations required by several constraints.

use super::Rule;
use super::cases::{Case, I32, I64, body, stackmap};
use crate::base::{Reg, RegSet, ValueRep};
use crate::ir::{Opcode, Procedure, Stackmap};

pub(super) const CASES: &[Case] = &[
    // Read after it is clobbered.
    (Rule::Rep, |broken| {
        stackmap(Opcode::Patchpoint, I32, |_, map| {
            let (late, early) = (ValueRep::LateRegister(Reg::gp(1)), ValueRep::Register(Reg::gp(1)));
            map.reps = vec![if broken { late } else { early }];
            map.clobber_late = RegSet::of(&[Reg::gp(1)]);
        })
    }),
    (Rule::Rep, |broken| {
        stackmap(Opcode::Patchpoint, I32, |_, map| {
            map.reps = vec![ValueRep::LateRegister(Reg::gp(1))];
            map.clobber_early = RegSet::of(&[Reg::gp(if broken { 1 } else { 2 })]);
        })
    }),
    // 32 and 64 bits in the area of outgoing arguments.
    (Rule::Rep, |broken| stack_arguments(false, [8, if broken { 4 } else { 0 }])),
    (Rule::Rep, |broken| stack_arguments(false, if broken { [4, 4] } else { [4, 8] })),
    (Rule::Rep, |broken| stack_arguments(true, if broken { [0, 0] } else { [0, 4] })),
    // The same value may be there twice.
    (Rule::Rep, |broken| {
        body(|p, root, a, b| {
            let reps = vec![ValueRep::StackArgument(8), ValueRep::StackArgument(if broken { 4 } else { 8 })];
            let map = Stackmap { reps, ..Stackmap::default() };
            p.at(root).stackmap_value(Opcode::Patchpoint, I32, &[b, b], map);
            let map = Stackmap { reps: vec![ValueRep::StackArgument(8)], ..Stackmap::default() };
            p.at(root).stackmap_value(Opcode::Patchpoint, I32, &[a], map);
        })
    }),
];

/// A patchpoint with a 32-bit and a 64-bit operand, or such results, on the stack.
fn stack_arguments(results: bool, offsets: [i32; 2]) -> Procedure {
    body(|p, root, a, b| {
        let ty = p.tuple_type(&[I32, I64]);
        let reps = offsets.map(ValueRep::StackArgument).to_vec();
        let (results, reps) = if results { (reps, vec![]) } else { (vec![], reps) };
        let map = Stackmap { results, reps, ..Stackmap::default() };
        p.at(root).stackmap_value(Opcode::Patchpoint, ty, &[a, b], map);
    })
}
