//! Stackmap operands: constraints, many operands, constants of all types, duplicates, exit states.

use super::support::*;
use barebones::base::{Reg, StateId, Type, ValueRep};
use barebones::ir::{Opcode, Procedure, Stackmap, StateEntry, ValueId};

/// The register with this name, or its counterpart on this machine.
fn reg(name: &str) -> Reg {
    barebones_testing::registers::host_register(name)
}

fn constraints() -> Vec<ValueRep> {
    vec![
        ValueRep::WarmAny,
        ValueRep::ColdAny,
        ValueRep::LateColdAny,
        ValueRep::SomeRegister,
        ValueRep::Register(reg("rax")),
        ValueRep::Register(reg("rcx")),
        ValueRep::Register(reg("rdi")),
        ValueRep::Register(reg("rbx")),
        ValueRep::LateRegister(reg("rdi")),
        ValueRep::LateRegister(reg("rsi")),
        ValueRep::StackArgument(8),
    ]
}

const OVERFLOWS: [(Opcode, [u64; 2]); 3] =
    [(Opcode::CheckAdd, [MAX64, 1]), (Opcode::CheckSub, [MIN64, 1]), (Opcode::CheckMul, [MAX64, 2])];

/// Every pair of constraints of the operation's two operands.
#[test]
fn all_pairs_of_constraints() {
    for (opcode, overflow) in OVERFLOWS {
        for first in constraints() {
            for second in constraints() {
                let same = |a: ValueRep, b: ValueRep| match (a, b) {
                    (
                        ValueRep::Register(a) | ValueRep::LateRegister(a),
                        ValueRep::Register(b) | ValueRep::LateRegister(b),
                    ) => a == b,
                    (ValueRep::StackArgument(a), ValueRep::StackArgument(b)) => a == b,
                    _ => false,
                };
                if same(first, second) {
                    continue;
                }
                let (mut proc, [a, b]) = procedure([I64, I64]);
                let result = check_with(&mut proc, ROOT, opcode, &[a, b], &[(a, first), (b, second)]);
                proc.at(ROOT).ret([result]);
                agrees(&proc, &[&[5, 3], &overflow], 1);
            }
        }
    }
}

/// One value with two constraints, and an operand that is live afterwards.
#[test]
fn one_value_in_two_places() {
    for (opcode, overflow) in OVERFLOWS {
        for rep in constraints() {
            let (mut proc, [a, b]) = procedure([I64, I64]);
            let others =
                [(a, rep), (a, ValueRep::ColdAny), (b, ValueRep::LateColdAny), (a, ValueRep::WarmAny)];
            let result = check_with(&mut proc, ROOT, opcode, &[a, b], &others);
            let sum = proc.at(ROOT).bit_xor(result, b);
            proc.at(ROOT).ret([sum]);
            agrees(&proc, &[&[5, 3], &overflow], 1);
        }
    }
}

/// More cold operands than registers, of all types.
fn many(opcode: Opcode, rep: ValueRep) -> Procedure {
    let types: [Type; 24] = std::array::from_fn(|n| Type::SCALARS[n % 4]);
    let (mut proc, params) = procedure(types);
    let own = match opcode {
        Opcode::Check => vec![params[0]],
        _ => vec![params[1], params[5]],
    };
    let doubled: Vec<(ValueId, ValueRep)> =
        params.iter().map(|value| (*value, rep)).chain([(params[1], rep), (params[2], rep)]).collect();
    let result = check_with(&mut proc, ROOT, opcode, &own, &doubled);
    let result = if opcode == Opcode::Check { params[1] } else { result };
    // Every eighth one is live afterwards.
    let sum = params.iter().skip(1).step_by(8).fold(result, |sum, value| proc.at(ROOT).bit_xor(sum, *value));
    proc.at(ROOT).ret([sum]);
    proc
}

#[test]
fn lots_of_operands() {
    let narrow = |n: usize| Type::SCALARS[n % 4].size() == 4;
    let bits = |n: usize| {
        0x0123_4567_89ab_cdef_u64.rotate_left(n as u32 * 7) & if narrow(n) { 0xffff_ffff } else { u64::MAX }
    };
    let leaves: Vec<u64> =
        (0..24).map(|n| if n == 1 || n == 5 { MAX64 - n as u64 } else { bits(n) | 1 }).collect();
    let stays: Vec<u64> = (0..24)
        .map(|n| {
            if n == 0 {
                0
            } else if n == 1 || n == 5 {
                n as u64
            } else {
                bits(n)
            }
        })
        .collect();
    for rep in [ValueRep::ColdAny, ValueRep::LateColdAny, ValueRep::WarmAny] {
        for opcode in [Opcode::Check, Opcode::CheckAdd, Opcode::CheckMul] {
            agrees(&many(opcode, rep), &[&leaves, &stays], 1);
        }
        // The difference of two large numbers is small.
        let mut leaves = leaves.clone();
        leaves[5] = MIN64;
        agrees(&many(Opcode::CheckSub, rep), &[&leaves, &stays], 1);
    }
}

#[test]
fn constants_of_all_types_and_addresses() {
    let (mut proc, [x]) = procedure([I32]);
    let values = [
        proc.at(ROOT).const32(-7),
        proc.at(ROOT).const64(i64::MIN + 3),
        proc.at(ROOT).const64(-1),
        proc.at(ROOT).const_float(-0.0),
        proc.at(ROOT).const_double(f64::NAN),
        proc.at(ROOT).const_double(0.0),
    ];
    let others: Vec<(ValueId, ValueRep)> = values
        .iter()
        .flat_map(|value| [(*value, ValueRep::ColdAny), (*value, ValueRep::SomeRegister)])
        .collect();
    check_with(&mut proc, ROOT, Opcode::Check, &[x], &others);
    proc.at(ROOT).ret([x]);
    agrees(&proc, &[&[0], &[1]], 1);
}

/// A check with an exit state: values reach the generator as operands, or the handler of the exit thunk.
#[test]
fn states_and_operands() {
    for (opcode, overflow) in OVERFLOWS {
        for with_generator in [true, false] {
            let (mut proc, [a, b, c]) = procedure([I64, I64, F32]);
            let narrow = proc.at(ROOT).trunc(a);
            let object = proc.add_object(9, &[StateEntry::Value(b), StateEntry::Value(c)]);
            let caller = proc.add_state(StateId::INVALID, 1, 10, &[StateEntry::Value(a), StateEntry::Dead]);
            let entries = [StateEntry::Value(narrow), StateEntry::Object(object), StateEntry::Value(a)];
            let state = proc.add_state(caller, 2, 20, &entries);
            let generator = if with_generator { generator(&mut proc) } else { Default::default() };
            let map = Stackmap { generator, state, ..Stackmap::default() };
            let result = proc.at(ROOT).stackmap_value(opcode, I64, &[a, b, b], map);
            proc.at(ROOT).ret([result]);
            agrees(&proc, &[&[5, 3, 7], &[overflow[0], overflow[1], 0x4000_0000]], 1);
        }
    }
}

/// Consecutive checks with one exit state, each with the values at its position.
#[test]
fn a_state_is_shared() {
    let (mut proc, [a, b]) = procedure([I32, I64]);
    let state = proc.add_state(StateId::INVALID, 3, 4, &[StateEntry::Value(b), StateEntry::Value(a)]);
    let map = Stackmap { state, ..Stackmap::default() };
    let two = proc.at(ROOT).const32(2);
    let bit = proc.at(ROOT).bit_and(a, two);
    proc.at(ROOT).stackmap_value(Opcode::Check, Type::Void, &[bit], map.clone());
    let end = proc.add_block();
    proc.at(ROOT).jump(end);
    let zero = proc.at(end).const64(0);
    let less = proc.at(end).less_than(b, zero);
    proc.at(end).stackmap_value(Opcode::Check, Type::Void, &[less], map);
    proc.at(end).ret([b]);
    agrees(&proc, &[&[0, 5], &[2, 5], &[1, MIN64]], 2);
}

/// At O0 a value from another block is in memory, and at most one operand of the operation is read there.
#[test]
fn operands_from_another_block() {
    for opcode in [Opcode::CheckAdd, Opcode::CheckSub, Opcode::CheckMul, Opcode::Check] {
        for same in [false, true] {
            let (mut proc, [a, b]) = procedure([I64, I64]);
            let second = if same { a } else { b };
            let end = proc.add_block();
            proc.at(ROOT).jump(end);
            let result = match opcode {
                Opcode::Check => {
                    let less = proc.at(end).less_equal(second, a);
                    check(&mut proc, end, opcode, &[less], &[a, second, b]);
                    proc.at(end).const64(1)
                }
                _ => check(&mut proc, end, opcode, &[a, second], &[second, a, b]),
            };
            proc.at(end).ret([result]);
            let inputs: [&[u64]; 4] = [&[5, 7], &[MAX64, MIN64], &[MIN64, MAX64], &[MAX64, MAX64]];
            let leave = inputs.iter().filter(|args| matches!(interpret(&proc, args), End::Left(_))).count();
            assert!(leave > 0 || same && opcode == Opcode::CheckSub);
            agrees(&proc, &inputs, leave);
        }
    }
}

/// A late stackmap operand that may be anywhere loses its register to the result, and must not be reloaded from its
/// slot within the instruction.
#[test]
fn nothing_moves_within_a_check() {
    let (mut proc, [a, b, c]) = procedure([I64, I64, F64]);
    let slot = proc.add_stack_slot(32, barebones::ir::StackSlotKind::Locked);
    let base = proc.at(ROOT).slot_base(slot);
    let base = proc.at(ROOT).apply_typed(Opcode::Opaque, I64, &[base]);
    for offset in [8, 16] {
        proc.at(ROOT).store(a, base, offset);
    }
    for name in ["rbx", "r13", "r14"] {
        proc.pin_register(reg(name));
        proc.at(ROOT).set_pinned(a, reg(name));
    }
    let zero = proc.symbol("zero");
    let body = proc.add_block();
    proc.set_frequency(body, 8.0);
    proc.at(ROOT).jump(body);
    let counter = proc.at(body).load(I64, base, 16);
    let minus_one = proc.at(body).const64(-1);
    let counter = proc.at(body).add(counter, minus_one);
    proc.at(body).store(counter, base, 16);
    let nothing = proc.at(body).const64(0);
    let due = proc.at(body).equal(counter, nothing);
    let (number, three) = (proc.at(body).const64(-128), proc.at(body).const32(3));
    let shifted = proc.at(body).sshr(number, three);
    let max = proc.at(body).const64(i64::MAX);
    let selected = proc.at(body).select(due, max, shifted);
    let min = proc.at(body).const64(i64::MIN);
    let others = [(b, ValueRep::WarmAny)];
    let result = check_with(&mut proc, body, Opcode::CheckSub, &[min, selected], &others);
    let called = proc.at(body).ccall(I64, zero, &[]);
    let factor = proc.at(body).const64(0x100_0000_01b3);
    let loaded = proc.at(body).load(I64, base, 8);
    let bits = proc.at(body).apply_typed(Opcode::BitwiseCast, I64, &[c]);
    let mixed = [b, result, called, bits].into_iter().fold(loaded, |mixed, value| {
        let product = proc.at(body).mul(mixed, factor);
        proc.at(body).bit_xor(product, value)
    });
    proc.at(body).store(mixed, base, 8);
    proc.at(body).ret([mixed]);
    let (mut callee, []) = procedure([]);
    callee.name = String::from("zero");
    let constant = callee.at(ROOT).const64(0);
    callee.at(ROOT).ret([constant]);
    agrees_in(&[proc, callee], &[&[0, 5, 9], &[1, 77, 8]], 1);
}
