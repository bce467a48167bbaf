//! Executes every opcode.

use super::*;
use crate::base::HeapRange;
use crate::ir::evaluate::{Evaluated, evaluate};
use crate::ir::opcode::{Payload, ROWS, ResultRule, Row, Rule};
use crate::ir::{Cursor, Opcode, RangePair, Stackmap, ValueId};

/// The `i`-th sample of a type; all samples have different bits.
fn sample(ty: Type, i: usize) -> u64 {
    let bits = [0x4045_8000_c0a0_0003u64, 0xc008_0000_4049_0fdb, 0x3ff0_0000_0000_0001][i % 3];
    if ty.size() == 4 { bits & 0xffff_ffff } else { bits }
}

/// A procedure that applies the opcode to its parameters and returns the result.
fn apply(row: &Row, ty: Type, own: Type) -> (Procedure, Vec<(Type, u64)>) {
    let (mut proc, root) = procedure(row.name);
    let mut args = Vec::new();
    let mut children = Vec::new();
    for (i, rule) in row.operands.iter().enumerate() {
        let ty = match rule {
            Rule::Int32 => I32,
            Rule::Int64 => I64,
            Rule::AnyInt if row.operands.contains(&Rule::T) => I32,
            _ => ty,
        };
        args.push((ty, sample(ty, i)));
        children.push(proc.at(root).argument(ty));
    }
    let value = match row.result {
        ResultRule::Own => {
            let build = match row.opcode {
                Opcode::FToISat => Cursor::ftoi_sat,
                Opcode::FToUSat => Cursor::ftou_sat,
                Opcode::FToIMin => Cursor::ftoi_min,
                Opcode::FToITrap => Cursor::ftoi_trap,
                _ => Cursor::ftou_trap,
            };
            build(&mut proc.at(root), own, children[0])
        }
        _ => append(&mut proc, root, row.opcode, &children),
    };
    if proc.type_of(value).is_tuple() {
        let parts = [0, 1].map(|i| proc.at(root).extract(value, i));
        let wide = proc.at(root).zext32(parts[1]);
        let first = if proc.type_of(parts[0]) == I64 { parts[0] } else { proc.at(root).zext32(parts[0]) };
        let mut b = proc.at(root);
        let four = b.const32(4);
        let high = b.shl(wide, four);
        let both = b.bit_xor(first, high);
        b.ret([both]);
    } else {
        proc.at(root).ret([value]);
    }
    (proc, args)
}

/// Appends an opcode chosen at run time: an Identity that is replaced with it.
fn append(proc: &mut Procedure, block: BlockId, opcode: Opcode, children: &[ValueId]) -> ValueId {
    match (opcode, children) {
        (Opcode::AddCarry, &[a, b, c]) => proc.at(block).add_carry(a, b, c),
        (Opcode::SubBorrow, &[a, b, c]) => proc.at(block).sub_borrow(a, b, c),
        (_, &[a, b]) if opcode.row().result == ResultRule::WithCarry => {
            let ty = proc.type_of(a);
            let ty = proc.tuple_type(&[ty, I32]);
            proc.at(block).apply_typed(opcode, ty, &[a, b])
        }
        _ => {
            let row = opcode.row();
            let t = row.operands.iter().position(|rule| *rule == Rule::T).unwrap_or(0);
            let ty = proc.type_of(children[t]);
            let value = proc.at(block).identity(children[t]);
            let result = match (row.result, ty) {
                (ResultRule::Int32, _) | (ResultRule::Half, Type::Int64) => I32,
                (ResultRule::Int64, _) => I64,
                (ResultRule::Float, _) | (ResultRule::Half, _) => F32,
                (ResultRule::Double, _) => F64,
                (ResultRule::Opposite, ty) => match ty {
                    Type::Int32 => F32,
                    Type::Int64 => F64,
                    Type::Float => I32,
                    _ => I64,
                },
                _ => ty,
            };
            proc.get_value_mut(value).unwrap().ty = result;
            proc.replace(value, opcode, children);
            value
        }
    }
}

/// The opcodes that only compute a result from scalars.
fn computed() -> impl Iterator<Item = &'static Row> {
    ROWS.iter().filter(|row| {
        let scalar = !row.operands.is_empty() && !row.operands.contains(&Rule::AnyTuple);
        scalar
            && row.payload == Payload::None
            && row.result != ResultRule::Void
            && row.opcode != Opcode::Opaque
    })
}

#[test]
fn computations_equal_evaluation() {
    for row in computed() {
        for ty in Type::SCALARS {
            for own in [I32, I64] {
                if evaluate(row.opcode, ty, own, &[0, 1, 1][..row.operands.len()]).is_none() {
                    continue;
                }
                let (proc, args) = apply(row, ty, own);
                let bits: Vec<u64> = args.iter().map(|(_, bits)| *bits).collect();
                let outcome = run(std::slice::from_ref(&proc), &args).outcome;
                match (evaluate(row.opcode, ty, own, &bits), outcome) {
                    (Some(Evaluated::Bits(expected)), Outcome::Returned(found)) => {
                        assert_eq!(found[0].1, expected, "{} {ty}", row.name);
                    }
                    (Some(Evaluated::Pair(a, b)), Outcome::Returned(found)) => {
                        assert_eq!(found[0].1, a ^ b << 4, "{} {ty}", row.name);
                    }
                    (Some(Evaluated::Trap(code)), Outcome::Trap { code: found, .. }) => {
                        assert_eq!(found, code);
                    }
                    (expected, found) => panic!("{} {ty}: {expected:?}, {found:?}", row.name),
                }
            }
        }
    }
}

#[test]
fn exact_conversions_of_doubles_tell_the_sign_of_zero() {
    let (mut proc, root) = procedure("exact");
    let mut b = proc.at(root);
    let a = b.argument(F64);
    let (integer, exact) = b.double_to_int32_exact(a);
    let (integer, exact) = (b.zext32(integer), b.zext32(exact));
    let by = b.const32(32);
    let exact = b.shl(exact, by);
    let both = b.bit_or(integer, exact);
    b.ret([both]);
    let exact = |value: i32| 1 << 32 | u64::from(value as u32);
    let cases = [
        (0.0, exact(0)),
        (-0.0, 0),
        (7.0, exact(7)),
        (7.5, 7),
        (-7.0, exact(-7)),
        (f64::from(i32::MIN), exact(i32::MIN)),
        (f64::from(i32::MAX), exact(i32::MAX)),
        (-0.25, 0),
    ];
    for (number, expected) in cases {
        assert_eq!(result(std::slice::from_ref(&proc), &[(F64, number.to_bits())]), expected, "{number}");
    }
    for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 2_147_483_648.0, -2_147_483_649.0, 1e300] {
        assert_eq!(result(std::slice::from_ref(&proc), &[(F64, number.to_bits())]) >> 32, 0, "{number}");
    }
}

/// A procedure with all opcodes that have a payload or an effect, except terminals and calls.
pub(super) fn everything() -> Procedure {
    let (mut proc, root) = procedure("everything");
    let ranges = RangePair { reads: HeapRange::TOP, writes: HeapRange::TOP };
    let a = proc.at(root).argument(I64);
    let zero = proc.at(root).const32(0);
    let slot = proc.add_stack_slot(32, crate::ir::StackSlotKind::Locked);
    let mut b = proc.at(root);
    let base = b.slot_base(slot);
    let size = b.const64(32);
    b.memory_fill(base, zero, size, HeapRange::TOP);
    let float = b.const_float(1.5);
    b.store(float, base, 0);
    let double = b.const_double(-2.5);
    b.store(double, base, 8);
    b.store8(zero, base, 3);
    b.store16(zero, base, 1);
    let half = b.const64(16);
    let upper = b.add(base, half);
    b.memory_copy(upper, base, half, ranges);
    b.fence(ranges);
    // The bytes stay as they are.
    let at = crate::ir::AtomicAccess::of(I64, 0);
    let old = b.atomic_load(I64, base, at);
    b.atomic_store(old, base, at);
    let none = b.const64(0);
    let all = b.const64(-1);
    b.atomic_xchg_add(none, base, at);
    b.atomic_xchg_sub(none, base, at);
    b.atomic_xchg_and(all, base, at);
    b.atomic_xchg_or(none, base, at);
    b.atomic_xchg_xor(none, base, at);
    b.atomic_xchg(old, base, at);
    b.atomic_weak_cas(old, old, base, at);
    b.atomic_strong_cas(old, old, base, at);
    b.stack_pointer();
    let frame = b.frame_pointer();
    let in_frame = b.above(frame, base);
    let loaded = b.load(I64, base, 24);
    let narrow = [b.load8z(base, 15), b.load8s(base, 15), b.load16z(base, 14), b.load16s(base, 14)];
    let variable = proc.add_variable(I64);
    let mut b = proc.at(root);
    b.set(loaded, variable);
    let got = b.get(variable);
    let opaque = b.opaque(got);
    let pair = proc.tuple_type(&[I64, I32]);
    let mut b = proc.at(root);
    let bottom = b.bottom_tuple(pair);
    let identity = b.identity(bottom);
    let nothing = b.extract(identity, 1);
    let symbol = proc.symbol("everything");
    let mut b = proc.at(root);
    let address = b.symbol_address(symbol);
    let null = b.equal(address, half);
    b.nop();
    b.trap_if(null, TrapCode::NullReference);
    let no_limit = b.const64(0);
    b.stack_limit_check(no_limit);
    let map = Stackmap::default();
    let mut b = proc.at(root);
    b.stackmap_value(Opcode::Check, Type::Void, &[zero, a], map.clone());
    b.stackmap_value(Opcode::InvalidationPoint, Type::Void, &[a], map.clone());
    let wide = b.sext32(in_frame);
    let sum = b.stackmap_value(Opcode::CheckAdd, I64, &[opaque, wide], map.clone());
    let wide = b.zext32(nothing);
    let difference = b.stackmap_value(Opcode::CheckSub, I64, &[sum, wide], map.clone());
    let one = b.const64(1);
    let product = b.stackmap_value(Opcode::CheckMul, I64, &[difference, one], map.clone());
    let generator = proc.add_generator("negate");
    let negate = |args: &[u64]| crate::ir::Outcome::Results(vec![args[0].wrapping_neg()]);
    proc.generator_mut(generator).unwrap().meaning = Some(std::sync::Arc::new(negate));
    let map = Stackmap { generator, ..map };
    let negated = proc.at(root).stackmap_value(Opcode::Patchpoint, I64, &[product], map);
    let next = proc.add_block();
    let phi = proc.at(next).phi(I64);
    proc.at(root).upsilon(negated, phi);
    proc.at(root).jump(next);
    let mut all = vec![phi];
    all.extend(narrow);
    proc.at(next).ret(all.iter().copied());
    proc
}

#[test]
fn all_effects_happen() {
    let double = (-2.5f64).to_bits();
    let expected = vec![
        (double + 1).wrapping_neg(),
        double >> 56,
        0xffff_ffc0, // sign-extended 0xc0
        double >> 48,
        0xffff_c004,
    ];
    assert_eq!(results(&[everything()], &[(I64, 0)]), expected);
}

#[test]
fn every_opcode_is_tested() {
    // Terminals, calls, pinned registers and vectors have their own tests in `control`, `calls`, `pinned` and
    // `vectors`, and polls in `tests/files/run/polls.bb`.
    let elsewhere = [
        Opcode::Oops,
        Opcode::CCall,
        Opcode::Jump,
        Opcode::Branch,
        Opcode::Switch,
        Opcode::Return,
        Opcode::Trap,
        Opcode::TailCall,
        Opcode::Poll,
        Opcode::EntrySwitch,
        Opcode::GetPinned,
        Opcode::SetPinned,
        Opcode::Const128,
    ];
    let proc = everything();
    let acting: Vec<Opcode> = proc.value_ids().map(|id| proc.value(id).opcode()).collect();
    for opcode in Opcode::all() {
        let found = acting.contains(&opcode)
            || elsewhere.contains(&opcode)
            || opcode.is_vector()
            || computed().any(|row| row.opcode == opcode);
        assert!(found, "{opcode:?}");
    }
}

#[test]
fn integer_division_by_zero_is_undefined_and_chill_division_is_not() {
    let build = |chill: bool| {
        let (mut proc, root) = procedure("divide");
        let (a, b) = (proc.at(root).argument(I32), proc.at(root).argument(I32));
        let q = if chill { proc.at(root).chill_div(a, b) } else { proc.at(root).div(a, b) };
        proc.at(root).ret([q]);
        [proc]
    };
    assert_eq!(result(&build(false), &[(I32, 7), (I32, 0xffff_fffe)]), 0xffff_fffd);
    undefined(run(&build(false), &[(I32, 7), (I32, 0)]), "division");
    undefined(run(&build(false), &[(I32, 1 << 31), (I32, 0xffff_ffff)]), "division");
    assert_eq!(result(&build(true), &[(I32, 7), (I32, 0)]), 0);
    assert_eq!(result(&build(true), &[(I32, 1 << 31), (I32, 0xffff_ffff)]), 1 << 31);
}

#[test]
fn conversions_trap() {
    let (mut proc, root) = procedure("convert");
    let mut b = proc.at(root);
    let a = b.argument(F64);
    let i = b.ftou_trap(I64, a);
    b.ret([i]);
    let proc = [proc];
    let call = |f: f64| run(&proc, &[(F64, f.to_bits())]);
    assert_eq!(returned(call(-0.9)), [0]);
    traps(call(-1.0), TrapCode::IntegerOverflow);
    traps(call(f64::NAN), TrapCode::BadConversion);
}
