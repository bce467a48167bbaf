//! Regression tests for faults of other compilers; most are named after B3's tests.

use super::support::*;
use barebones::base::{Effects, StateId, TrapCode, Type, ValueRep, Width};
use barebones::ir::{Outcome, StackSlotKind, StateEntry};
use barebones::isa::GeneratorError;
use barebones_testing::hostile::Spec;

const INPUTS: &[&[u64]] = &[&[1, 2], &[u64::MAX, 1], &[1 << 63, 1 << 32]];
const WORD: Type = Type::Int64;

/// A patchpoint without results that clobbers the registers of arguments that another one then reads.
fn clobbers_arguments(ty: Type, names: [&str; 2], result: bool) {
    for early in [false, true] {
        let mut proc = procedure();
        let [x, y] = arguments(&mut proc, [ty; 2]);
        let regs = names.map(reg).to_vec();
        let (early, late) = if early { (regs, vec![]) } else { (vec![], regs) };
        let results = if result { vec![(ty, ValueRep::SomeRegister)] } else { vec![] };
        let spec = Spec { early, late, results: results.clone(), ..Spec::default() };
        let first = spec.append(&mut proc, ROOT);
        let mut inputs = vec![(x, ValueRep::SomeRegister), (y, ValueRep::SomeRegister)];
        if result {
            inputs.push((first, ValueRep::SomeRegister));
        }
        let results = vec![(ty, ValueRep::SomeRegister)];
        let second = Spec { inputs, results, ..Spec::default() }.append(&mut proc, ROOT);
        return_all(&mut proc, &[second]);
        check(&proc, INPUTS);
    }
}

#[test]
fn patchpoint_without_output_clobbers_gp_args() {
    clobbers_arguments(WORD, ["rdi", "rsi"], false);
}

#[test]
fn patchpoint_with_output_clobbers_gp_args() {
    clobbers_arguments(WORD, ["rdi", "rsi"], true);
}

#[test]
fn patchpoint_without_output_clobbers_fp_args() {
    clobbers_arguments(Type::Double, ["xmm0", "xmm1"], false);
}

#[test]
fn patchpoint_with_output_clobbers_fp_args() {
    clobbers_arguments(Type::Double, ["xmm0", "xmm1"], true);
}

/// No operand is in an early-clobbered register; the generator checks it.
#[test]
fn patchpoint_with_early_clobber() {
    for early in [false, true] {
        let mut proc = procedure();
        let [x, y] = arguments(&mut proc, [WORD; 2]);
        let regs = [reg("rdi"), reg("rsi")];
        let mut b = proc.at(ROOT);
        let builder = b
            .patchpoint(WORD)
            .input(x, ValueRep::SomeRegister)
            .input(y, ValueRep::SomeRegister)
            .meaning(|args| Outcome::Results(vec![args[0].wrapping_sub(args[1])]));
        let builder = if early { builder.clobber_early(regs) } else { builder.clobber_late(regs) };
        let difference = builder
            .generator("sub", move |masm, params| {
                let places = [params.gpr(1)?, params.gpr(2)?];
                if early && places.iter().any(|place| regs.contains(&place.reg())) {
                    return Err(GeneratorError::new("an operand is where it is destroyed"));
                }
                masm.sub64(params.gpr(0)?, places[0], places[1]);
                Ok(())
            })
            .append();
        return_all(&mut proc, &[difference]);
        check(&proc, INPUTS);
    }
}

/// Operands in the area of outgoing arguments, including constants and 32-bit ones.
#[test]
fn patchpoint_call_arg() {
    let mut proc = procedure();
    let [x, y] = arguments(&mut proc, [WORD, Type::Int32]);
    let constant = proc.at(ROOT).const64(-3);
    let float = proc.at(ROOT).const_float(3.25);
    let inputs = vec![
        (x, ValueRep::StackArgument(0)),
        (y, ValueRep::StackArgument(8)),
        (constant, ValueRep::StackArgument(16)),
        (float, ValueRep::StackArgument(40)),
        (x, ValueRep::SomeRegister),
    ];
    let results = vec![(WORD, ValueRep::StackArgument(0)), (Type::Int32, ValueRep::StackArgument(8))];
    let value = Spec { inputs, results, ..Spec::default() }.append(&mut proc, ROOT);
    return_all(&mut proc, &[value, x]);
    check(&proc, INPUTS);
}

/// One value in several registers, and two values that are swapped.
#[test]
fn patchpoint_fixed_register() {
    let mut proc = procedure();
    let [x, y] = arguments(&mut proc, [WORD; 2]);
    let inputs = vec![
        (x, ValueRep::Register(reg("rsi"))),
        (y, ValueRep::Register(reg("rdi"))),
        (x, ValueRep::Register(reg("rcx"))),
        (x, ValueRep::Register(reg("rsi"))),
        (y, ValueRep::LateRegister(reg("r11"))),
        (x, ValueRep::LateRegister(reg("rbx"))),
    ];
    let results = vec![(WORD, ValueRep::Register(reg("rdi"))), (WORD, ValueRep::Register(reg("rsi")))];
    let value = Spec { inputs, results, ..Spec::default() }.append(&mut proc, ROOT);
    return_all(&mut proc, &[value, y, x]);
    check(&proc, INPUTS);
}

/// Constants are passed as constants if the constraint allows it, also through copies and for zero floats.
#[test]
fn patchpoint_any_imm() {
    for rep in [ValueRep::WarmAny, ValueRep::ColdAny, ValueRep::LateColdAny] {
        let mut proc = procedure();
        let [x] = arguments(&mut proc, [WORD]);
        let mut b = proc.at(ROOT);
        let narrow = b.const32(-7);
        let wide = b.const64(i64::MIN + 3);
        let copy = b.identity(wide);
        let double = b.const_double(0.0);
        let float = b.const_float(-0.0);
        let bits = [-7i32 as u32 as u64, (i64::MIN + 3) as u64, (i64::MIN + 3) as u64, 0, 1 << 31];
        let widths = [Width::W32, Width::W64, Width::W64, Width::W64, Width::W32];
        let sum = proc
            .at(ROOT)
            .patchpoint(WORD)
            .inputs([narrow, wide, copy, double, float], rep)
            .input(x, rep)
            .meaning(|args| Outcome::Results(vec![args[5]]))
            .generator("constants", move |masm, params| {
                for (n, (bits, width)) in bits.into_iter().zip(widths).enumerate() {
                    let rep = params.rep(1 + n)?;
                    if rep != (ValueRep::Constant { bits, width }) || params.width(1 + n)? != width {
                        return Err(GeneratorError::new(format!("{n} is {rep:?}")));
                    }
                }
                masm.mov(params.gpr(0)?, params.operand(6)?);
                Ok(())
            })
            .append();
        return_all(&mut proc, &[sum, x]);
        check(&proc, &[&[5], &[u64::MAX]]);
    }
}

/// More operands than registers: constants, values and rematerialized addresses.
fn many(rep: ValueRep, count: usize) {
    let mut proc = procedure();
    let [x, y] = arguments(&mut proc, [WORD, Type::Double]);
    let slot = proc.add_stack_slot(16, StackSlotKind::Locked);
    let frame = proc.at(ROOT).slot_base(slot);
    let mut values = vec![];
    let mut inputs = vec![];
    let mut value = x;
    for n in 0..count {
        let next = proc.at(ROOT).const64(n as i64 * 0x1_0000_0001);
        inputs.push((next, rep));
        value = proc.at(ROOT).mul(value, next);
        value = proc.at(ROOT).add(value, x);
        values.push(value);
        inputs.push((value, rep));
        inputs.push((y, rep));
    }
    let results = vec![(WORD, ValueRep::SomeRegister), (Type::Double, ValueRep::SomeRegister)];
    let value = Spec { inputs, results, ..Spec::default() }.append(&mut proc, ROOT);
    // Addresses differ from run to run, so the code is only compiled: it must not need a register for each.
    let bases: Vec<_> = (0..20).map(|_| proc.at(ROOT).slot_base(slot)).collect();
    proc.at(ROOT)
        .patchpoint(Type::Void)
        .inputs(bases, rep)
        .input(frame, rep)
        .meaning(|_| Outcome::Results(vec![]))
        .generator("nothing", |_, params| (0..21).try_for_each(|n| params.rep(n).map(drop)))
        .append();
    values.extend([value, x, y]);
    return_all(&mut proc, &values);
    check(&proc, &[&[3, 2.5f64.to_bits()]]);
}

#[test]
fn patchpoint_many_warm_any_imms() {
    many(ValueRep::WarmAny, 40);
}

#[test]
fn patchpoint_many_cold_any_imms() {
    many(ValueRep::ColdAny, 40);
}

#[test]
fn patchpoint_lots_of_late_anys() {
    many(ValueRep::LateColdAny, 120);
}

/// Scratch registers differ from operands and results; enough of them to need callee-saved registers.
#[test]
fn patchpoint_scratches() {
    for scratches in [[0, 0], [1, 3], [6, 9]] {
        let mut proc = procedure();
        let [x, y, z] = arguments(&mut proc, [WORD, WORD, Type::Double]);
        let inputs = vec![
            (x, ValueRep::SomeRegister),
            (y, ValueRep::SomeLateRegister),
            (z, ValueRep::SomeLateRegister),
            (z, ValueRep::SomeRegister),
        ];
        let results = vec![(WORD, ValueRep::SomeRegister), (Type::Double, ValueRep::SomeEarlyRegister)];
        let spec = Spec { inputs, results, more_scratches: scratches, ..Spec::default() };
        let value = spec.append(&mut proc, ROOT);
        return_all(&mut proc, &[value, x, y, z]);
        check(&proc, &[&[1, 2, 3], &[u64::MAX, 7, 2.5f64.to_bits()]]);
    }
}

/// Operands and results of both banks and all widths in registers, under pressure.
#[test]
fn patchpoint_double_regs() {
    let mut proc = procedure();
    let types = [Type::Double, Type::Float, WORD, Type::Int32];
    let args = arguments(&mut proc, types);
    let mut inputs = vec![];
    for rep in [ValueRep::SomeRegister, ValueRep::SomeRegisterWithClobber] {
        inputs.extend(args.map(|arg| (arg, rep)));
    }
    let results = types.map(|ty| (ty, ValueRep::SomeRegister)).to_vec();
    let value = Spec { inputs, results, ..Spec::default() }.append(&mut proc, ROOT);
    let mut all = args.to_vec();
    all.push(value);
    return_all(&mut proc, &all);
    check(&proc, &[&[1.5f64.to_bits(), 2.5f32.to_bits().into(), 3, 4]]);
}

/// A value whose last use is a late operand is still there when an early result of the next patchpoint is written.
#[test]
fn used_registers_after_a_late_use_and_an_early_definition() {
    let mut proc = procedure();
    let [x, y] = arguments(&mut proc, [WORD; 2]);
    let first = Spec {
        inputs: vec![(x, ValueRep::SomeLateRegister), (y, ValueRep::SomeRegister)],
        results: vec![(WORD, ValueRep::SomeRegister)],
        ..Spec::default()
    };
    let a = first.append(&mut proc, ROOT);
    let second = Spec {
        inputs: vec![(a, ValueRep::SomeLateRegister), (x, ValueRep::LateColdAny)],
        results: vec![(WORD, ValueRep::SomeEarlyRegister)],
        ..Spec::default()
    };
    let b = second.append(&mut proc, ROOT);
    return_all(&mut proc, &[a, b, y]);
    check(&proc, INPUTS);
}

/// `used` has exactly the registers that are live across: the generator saves them and calls a function that clobbers
/// the rest.
#[test]
fn used_registers_suffice_for_a_call() {
    for rare in [false, true] {
        let mut proc = procedure();
        let [x, y] = arguments(&mut proc, [WORD; 2]);
        let mut values = vec![x, y];
        for n in 1..8 {
            let n = proc.at(ROOT).const64(n);
            let product = proc.at(ROOT).mul(values[values.len() - 1], n);
            values.push(product);
        }
        let block = proc.add_block();
        if rare {
            let to = barebones::ir::Successor::rare(block);
            proc.at(ROOT).branch(x, to, block);
        } else {
            proc.at(ROOT).jump(block);
        }
        let inputs = vec![(x, ValueRep::SomeRegister)];
        let late: Vec<_> = ["rcx", "rdx", "r8", "r9", "r10", "r11"].map(reg).to_vec();
        let spec = Spec { inputs, late, effects: Some(Effects::NONE), ..Spec::default() };
        let spec = Spec { results: vec![(WORD, ValueRep::SomeRegister)], ..spec };
        values.push(spec.append(&mut proc, block));
        let all = mix(&mut proc, block, &values);
        proc.at(block).ret([all]);
        check(&proc, INPUTS);
    }
}

/// Values of the exit state are live until the results are written; they may also be operands.
#[test]
fn values_of_an_exit_state_are_late() {
    let mut proc = procedure();
    let [x, y] = arguments(&mut proc, [WORD, Type::Double]);
    let seven = proc.at(ROOT).const64(7);
    let product = proc.at(ROOT).mul(x, seven);
    let entries = [
        StateEntry::Value(product),
        StateEntry::Value(y),
        StateEntry::Dead,
        StateEntry::Value(seven),
        StateEntry::Value(x),
    ];
    let state = proc.add_state(StateId::INVALID, 1, 2, &entries);
    let result = proc
        .at(ROOT)
        .patchpoint(WORD)
        .input(product, ValueRep::SomeRegister)
        .input(x, ValueRep::ColdAny)
        .scratch_gprs(2)
        .scratch_fprs(1)
        .clobber_late(["rax", "rcx", "rdx", "rdi", "xmm0"].map(reg))
        .exit_state(state)
        .meaning(|args| Outcome::Results(vec![args[0] ^ args[1]]))
        .generator("exit", |masm, params| {
            if params.exit().is_none() || params.len() != 3 {
                return Err(GeneratorError::new("no exit, or its values are operands"));
            }
            let tmp = params.gp_scratch(1)?;
            masm.mov(tmp, params.operand(2)?);
            masm.xor64(params.gpr(0)?, params.gpr(1)?, tmp);
            Ok(())
        })
        .append();
    return_all(&mut proc, &[result, x, y]);
    check(&proc, &[&[3, 1], &[u64::MAX, 0]]);
}

/// Late paths that add late paths and use labels of others.
#[test]
fn late_paths_follow_the_code() {
    let mut proc = procedure();
    let [x] = arguments(&mut proc, [WORD]);
    let result = proc
        .at(ROOT)
        .patchpoint(WORD)
        .input(x, ValueRep::SomeRegister)
        .meaning(|args| Outcome::Results(vec![if args[0] == 0 { 99 } else { args[0].wrapping_add(1) }]))
        .generator("miss", |masm, params| {
            let (miss, done, late) = (masm.new_label(), masm.new_label(), masm.new_label());
            masm.branch64(barebones::base::IntCondition::Equal, params.gpr(1)?, 0, miss);
            masm.add64(params.gpr(0)?, params.gpr(1)?, 1);
            masm.bind(done);
            params.add_late_path(move |masm, params| {
                masm.bind(miss);
                masm.mov(params.gpr(0)?, 90);
                masm.jump(late);
                params.add_late_path(move |masm, params| {
                    masm.bind(late);
                    masm.add64(params.gpr(0)?, params.gpr(0)?, 9);
                    masm.jump(done);
                    Ok(())
                });
                Ok(())
            });
            Ok(())
        })
        .append();
    return_all(&mut proc, &[result, x]);
    check(&proc, &[&[0], &[41]]);
}

/// Stack slots have their offsets when generators run.
#[test]
fn generators_find_stack_slots() {
    let mut proc = procedure();
    let [x] = arguments(&mut proc, [WORD]);
    let slot = proc.add_stack_slot(24, StackSlotKind::Locked);
    let mut b = proc.at(ROOT);
    let base = b.slot_base(slot);
    b.store(x, base, 8);
    let result = b
        .patchpoint(WORD)
        .generator("load", move |masm, params| {
            let offset = params.slot_offset(slot).ok_or_else(|| GeneratorError::new("no slot"))?;
            masm.load64(params.gpr(0)?, barebones::isa::masm::Address::frame(offset + 8));
            Ok(())
        })
        .append();
    b.ret([result]);
    for options in configurations() {
        assert_eq!(run(&compile(&proc, &options), &[77]), Ok(vec![77]), "{}", name(&options));
    }
}

/// A patchpoint without generator, or with one whose closure is missing, traps.
#[test]
fn missing_generators_trap() {
    for named in [false, true] {
        let mut proc = procedure();
        let [x] = arguments(&mut proc, [WORD]);
        let generator = named.then(|| proc.add_generator("somewhere else"));
        let mut b = proc.at(ROOT);
        let builder = b.patchpoint(WORD).input(x, ValueRep::SomeRegister);
        let value = match generator {
            Some(generator) => builder.shared_generator(generator),
            None => builder,
        }
        .append();
        proc.at(ROOT).ret([value]);
        for options in configurations() {
            let code = compile(&proc, &options);
            assert_eq!(run(&code, &[1]), Err(TrapCode::Unreachable), "{}", name(&options));
        }
        assert_eq!(interpret(&proc, &[1]), Err(TrapCode::Unreachable));
    }
}

/// Independent of the allocation, these registers are unavailable: callee-saved registers that the procedure does not
/// save, used and pinned ones, the stack pointer and the frame pointer.
#[test]
fn unavailable_registers() {
    let mut proc = procedure();
    let [x] = arguments(&mut proc, [WORD]);
    proc.pin_register(reg("r15"));
    let result = proc
        .at(ROOT)
        .patchpoint(WORD)
        .input(x, ValueRep::SomeRegister)
        .result(ValueRep::SomeRegister)
        .meaning(|args| Outcome::Results(vec![args[0]]))
        .generator("look", |masm, params| {
            let unavailable = params.unavailable_registers();
            let saved: Vec<_> = params.callee_saves().map(|(reg, _)| reg).collect();
            for name in ["rbx", "r12", "r13", "r14"] {
                let reg = reg(name);
                let used = params.used_registers().contains(reg);
                if unavailable.contains(reg) == (saved.contains(&reg) && !used) {
                    return Err(barebones::isa::GeneratorError::new(format!("{name}: {unavailable:?}")));
                }
            }
            let always = ["r15", "rsp", "rbp"].map(reg).into_iter();
            let missing =
                always.chain(params.used_registers().iter()).find(|reg| !unavailable.contains(*reg));
            if let Some(missing) = missing {
                return Err(barebones::isa::GeneratorError::new(format!("{missing:?} is available")));
            }
            masm.mov(params.gpr(0)?, params.gpr(1)?);
            Ok(())
        })
        .append();
    return_all(&mut proc, &[x, result]);
    check(&proc, &[&[5], &[u64::MAX]]);
}
