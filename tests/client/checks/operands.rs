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
                proc.add_return(ROOT, Some(result));
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
            let sum = proc.bit_xor(ROOT, result, b);
            proc.add_return(ROOT, Some(sum));
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
    let sum = params.iter().skip(1).step_by(8).fold(result, |sum, value| proc.bit_xor(ROOT, sum, *value));
    proc.add_return(ROOT, Some(sum));
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
        proc.add_const32(ROOT, -7),
        proc.add_const64(ROOT, i64::MIN + 3),
        proc.add_const64(ROOT, -1),
        proc.add_const_float(ROOT, -0.0),
        proc.add_const_double(ROOT, f64::NAN),
        proc.add_const_double(ROOT, 0.0),
    ];
    let others: Vec<(ValueId, ValueRep)> = values
        .iter()
        .flat_map(|value| [(*value, ValueRep::ColdAny), (*value, ValueRep::SomeRegister)])
        .collect();
    check_with(&mut proc, ROOT, Opcode::Check, &[x], &others);
    proc.add_return(ROOT, Some(x));
    agrees(&proc, &[&[0], &[1]], 1);
}

/// A check with an exit state: values reach the generator as operands, or the handler of the exit thunk.
#[test]
fn states_and_operands() {
    for (opcode, overflow) in OVERFLOWS {
        for with_generator in [true, false] {
            let (mut proc, [a, b, c]) = procedure([I64, I64, F32]);
            let narrow = proc.trunc(ROOT, a);
            let object = proc.add_object(9, &[StateEntry::Value(b), StateEntry::Value(c)]);
            let caller = proc.add_state(StateId::INVALID, 1, 10, &[StateEntry::Value(a), StateEntry::Dead]);
            let entries = [StateEntry::Value(narrow), StateEntry::Object(object), StateEntry::Value(a)];
            let state = proc.add_state(caller, 2, 20, &entries);
            let generator = if with_generator { generator(&mut proc) } else { Default::default() };
            let map = Stackmap { generator, state, ..Stackmap::default() };
            let result = proc.add_stackmap_value(ROOT, opcode, I64, &[a, b, b], map);
            proc.add_return(ROOT, Some(result));
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
    let two = proc.add_const32(ROOT, 2);
    let bit = proc.bit_and(ROOT, a, two);
    proc.add_stackmap_value(ROOT, Opcode::Check, Type::Void, &[bit], map.clone());
    let end = proc.add_block();
    proc.add_jump(ROOT, end);
    let zero = proc.add_const64(end, 0);
    let less = proc.less_than(end, b, zero);
    proc.add_stackmap_value(end, Opcode::Check, Type::Void, &[less], map);
    proc.add_return(end, Some(b));
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
            proc.add_jump(ROOT, end);
            let result = match opcode {
                Opcode::Check => {
                    let less = proc.less_equal(end, second, a);
                    check(&mut proc, end, opcode, &[less], &[a, second, b]);
                    proc.add_const64(end, 1)
                }
                _ => check(&mut proc, end, opcode, &[a, second], &[second, a, b]),
            };
            proc.add_return(end, Some(result));
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
    let base = proc.slot_base(ROOT, slot);
    let base = proc.append_typed(ROOT, Opcode::Opaque, I64, &[base]);
    for offset in [8, 16] {
        proc.store(ROOT, a, base, offset);
    }
    for name in ["rbx", "r13", "r14"] {
        proc.pin_register(reg(name));
        proc.set_pinned(ROOT, a, reg(name));
    }
    let zero = proc.symbol("zero");
    let body = proc.add_block();
    proc.set_frequency(body, 8.0);
    proc.add_jump(ROOT, body);
    let counter = proc.load(body, I64, base, 16);
    let minus_one = proc.add_const64(body, -1);
    let counter = proc.add(body, counter, minus_one);
    proc.store(body, counter, base, 16);
    let nothing = proc.add_const64(body, 0);
    let due = proc.equal(body, counter, nothing);
    let (number, three) = (proc.add_const64(body, -128), proc.add_const32(body, 3));
    let shifted = proc.sshr(body, number, three);
    let max = proc.add_const64(body, i64::MAX);
    let selected = proc.select(body, due, max, shifted);
    let min = proc.add_const64(body, i64::MIN);
    let others = [(b, ValueRep::WarmAny)];
    let result = check_with(&mut proc, body, Opcode::CheckSub, &[min, selected], &others);
    let called = proc.add_ccall(body, I64, zero, &[]);
    let factor = proc.add_const64(body, 0x100_0000_01b3);
    let loaded = proc.load(body, I64, base, 8);
    let bits = proc.append_typed(body, Opcode::BitwiseCast, I64, &[c]);
    let mixed = [b, result, called, bits].into_iter().fold(loaded, |mixed, value| {
        let product = proc.mul(body, mixed, factor);
        proc.bit_xor(body, product, value)
    });
    proc.store(body, mixed, base, 8);
    proc.add_return(body, Some(mixed));
    let (mut callee, []) = procedure([]);
    callee.name = String::from("zero");
    let constant = callee.add_const64(ROOT, 0);
    callee.add_return(ROOT, Some(constant));
    agrees_in(&[proc, callee], &[&[0, 5, 9], &[1, 77, 8]], 1);
}
