//! Calls of C functions by the code of patchpoints.

use barebones::base::{Bank, IntCondition, Reg, RegSet, Type};
use barebones::ir::{Procedure, ValueId};
use barebones::isa::masm::CallValue;
use barebones::jit::{Bits, Code};
use barebones::patchpoint::Constraint;
use barebones::{Compiler, OptLevel, host_target};
use barebones_testing::native::options_at;

const TYPES: [Type; 4] = [Type::Int64, Type::Double, Type::Int32, Type::Float];

/// Mixes arguments of all types: enough to fill the registers and use the stack.
#[allow(clippy::too_many_arguments)] // that is the point
extern "C" fn mix(
    a: i64,
    b: f64,
    c: i32,
    d: f32,
    e: i64,
    f: f64,
    g: i32,
    h: f32,
    i: i64,
    j: f64,
    k: i32,
    l: f32,
    m: i64,
    n: f64,
    o: i32,
    p: f32,
    q: i64,
    r: f64,
    s: i32,
    t: f32,
) -> i64 {
    let integers = [a, c.into(), e, g.into(), i, k.into(), m, o.into(), q, s.into()];
    let floats = [b, d.into(), f, h.into(), j, l.into(), n, p.into(), r, t.into()];
    let integers = integers.into_iter().fold(0, |sum: i64, next| sum.wrapping_mul(31).wrapping_add(next));
    let floats = floats.into_iter().fold(0.0, |sum, next| sum * 3.0 + next);
    integers ^ floats as i64
}

/// The n-th argument of `mix`, for a seed.
fn argument(n: usize, seed: i64) -> Bits {
    let value = seed + 7 * n as i64;
    let bits = match TYPES[n % 4] {
        Type::Int64 => value as u64,
        Type::Double => (value as f64).to_bits(),
        Type::Int32 => u64::from(value as u32),
        _ => u64::from((value as f32).to_bits()),
    };
    Bits { ty: TYPES[n % 4], bits }
}

/// The result of `mix` with the n-th argument from this seed.
fn expected(seed: impl Fn(usize) -> i64) -> i64 {
    let i = |n: usize| seed(n) + 7 * n as i64;
    let (f, s, w) = (|n| i(n) as f64, |n| i(n) as f32, |n| i(n) as i32);
    mix(
        i(0),
        f(1),
        w(2),
        s(3),
        i(4),
        f(5),
        w(6),
        s(7),
        i(8),
        f(9),
        w(10),
        s(11),
        i(12),
        f(13),
        w(14),
        s(15),
        i(16),
        f(17),
        w(18),
        s(19),
    )
}

fn compile(level: OptLevel, proc: Procedure) -> Code {
    let mut options = options_at(level);
    options.check_allocation = true;
    let mut compiler = Compiler::with_options(options).expect("a host");
    compiler.compile(proc).unwrap_or_else(|error| panic!("{level:?}: {error}"))
}

/// All constraints, so that operands are in registers, in slots and constants; with and without declared clobbers, in
/// line and out of line.
#[test]
fn arguments_come_from_all_places() {
    const COUNT: usize = 20;
    let places = [
        [Constraint::WarmAny; 2],
        [Constraint::ColdAny; 2],
        [Constraint::SomeRegister, Constraint::WarmAny],
        [Constraint::LateColdAny, Constraint::SomeRegister],
    ];
    for level in OptLevel::ALL {
        for (declared, slow) in [(true, false), (true, true), (false, false), (false, true)] {
            for [first, rest] in places {
                let mut proc = Procedure::new(&host_target().expect("a host"));
                let root = proc.add_block();
                let mut b = proc.at(root);
                let own: Vec<ValueId> = (0..COUNT).map(|n| b.argument(TYPES[n % 4])).collect();
                // Each third operand is a constant.
                let constant = |n: usize| argument(n, 1000);
                let constants: Vec<ValueId> =
                    (0..COUNT).map(|n| b.constant(TYPES[n % 4], constant(n).bits)).collect();
                let operands = (0..COUNT).map(|n| if n % 3 == 2 { constants[n] } else { own[n] });
                // Values that live across the call.
                let kept = b.add(own[0], own[4]);
                let kept_float = b.add(own[1], own[5]);
                let mut patchpoint = b.patchpoint(Type::Int64).result(Constraint::SomeRegister);
                for (n, operand) in operands.enumerate() {
                    patchpoint = patchpoint.input(operand, if n < 2 { first } else { rest });
                }
                if declared {
                    patchpoint = patchpoint.calls_c();
                }
                let value = patchpoint
                    .generator("mix", move |masm, params| {
                        let arguments: Vec<CallValue> = (0..COUNT).map(|n| params.input(n).into()).collect();
                        if slow {
                            let call = params.slow_call(masm, mix as *const (), &arguments, params.result(0));
                            masm.jump(call.entry);
                            masm.bind(call.done);
                            return Ok(());
                        }
                        params.call_c(masm, mix as *const (), &arguments, params.result(0))
                    })
                    .append();
                let sum = b.add(value, kept);
                let float = b.bitwise_cast(kept_float);
                let all = b.bit_xor(sum, float);
                b.ret([all]);
                let code = compile(level, proc);
                for seed in [7, -(1 << 20)] {
                    let args: Vec<Bits> = (0..COUNT).map(|n| argument(n, seed)).collect();
                    // SAFETY: these are its arguments.
                    let found = unsafe { code.call_raw(&args) }.expect("these are its arguments");
                    let mixed = expected(|n| if n % 3 == 2 { 1000 } else { seed });
                    let float = (seed as f64 + 7.0 + seed as f64 + 35.0).to_bits();
                    let expected = (mixed + 2 * seed + 28) as u64 ^ float;
                    assert_eq!(found, [expected], "{level:?}, {declared}, {slow}, {first:?}, {rest:?}");
                }
            }
        }
    }
}

/// Operands in all caller-saved general registers that the allocator uses, so that none is free when the call begins: as
/// arguments for registers and for the stack, beside constants and a function whose address is in a register or a slot.
#[test]
fn operands_occupy_all_caller_saved_registers() {
    let desc = host_target().expect("a host").desc;
    let conv = &desc.conventions[0];
    let occupied: Vec<Reg> = conv.env.allocatable[Bank::Gp as usize]
        .iter()
        .copied()
        .filter(|reg| conv.clobbered.contains(*reg))
        .collect();
    let count = occupied.len();
    // The function is a constant, or takes one of the registers, or a slot.
    for (level, place) in
        OptLevel::ALL.into_iter().flat_map(|level| (0..count + 2).map(move |place| (level, place)))
    {
        let by_address = place != 0;
        let mut proc = Procedure::new(&host_target().expect("a host"));
        let root = proc.add_block();
        let mut b = proc.at(root);
        let function = b.argument(Type::Int64);
        let x = b.argument(Type::Int64);
        let values: Vec<ValueId> = (0..count as i64)
            .map(|n| {
                let n = b.const64(n);
                b.add(x, n)
            })
            .collect();
        let mut patchpoint = b.patchpoint(Type::Int64).result(Constraint::SomeRegister).calls_c();
        for (n, (value, reg)) in values.iter().zip(&occupied).enumerate() {
            let value = if n + 1 == place { function } else { *value };
            patchpoint = patchpoint.input(value, Constraint::Register(*reg));
        }
        // The last one is in memory or a register that calls preserve.
        patchpoint = patchpoint.input(function, Constraint::ColdAny).input(x, Constraint::ColdAny);
        let value = patchpoint
            .generator("gather", move |masm, params| {
                let mut arguments = vec![CallValue::from(0i64); 20];
                for (n, argument) in arguments.iter_mut().enumerate() {
                    if n < count && n + 1 != place {
                        *argument = params.input(n).into();
                    }
                }
                arguments[17] = params.input(count + 1).into();
                arguments[18] = CallValue::from(0x1234_5678_9abc_i64);
                let gather = gather as *const ();
                match by_address {
                    false => params.call_c(masm, gather, &arguments, params.result(0)),
                    true => params.call_c(masm, params.input(place - 1), &arguments, params.result(0)),
                }
            })
            .append();
        b.ret([value]);
        let code = compile(level, proc);
        // SAFETY: the code calls the function of its argument.
        let call = unsafe { code.typed::<extern "C" fn(usize, i64) -> i64>() }.expect("of this type");
        let mut expected = [0; 20];
        for (n, value) in expected.iter_mut().enumerate() {
            if n < count && n + 1 != place {
                *value = 1000 + n as i64;
            }
        }
        (expected[17], expected[18]) = (1000, 0x1234_5678_9abc);
        let found = call.call((gather as *const ()).expose_provenance(), 1000);
        assert_eq!(found, weighted(&expected), "{level:?} {place}");
    }
}

fn weighted(values: &[i64]) -> i64 {
    values.iter().fold(0, |sum: i64, value| sum.wrapping_mul(31).wrapping_add(*value))
}

/// Twenty integers.
#[rustfmt::skip]
#[allow(clippy::too_many_arguments)] // that is the point
extern "C" fn gather(
    a: i64, b: i64, c: i64, d: i64, e: i64, f: i64, g: i64, h: i64, i: i64, j: i64,
    k: i64, l: i64, m: i64, n: i64, o: i64, p: i64, q: i64, r: i64, s: i64, t: i64,
) -> i64 {
    weighted(&[a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t])
}

extern "C" fn half(x: f64, y: f32) -> f32 {
    x as f32 / 2.0 + y
}

extern "C" fn twice(x: i64) -> i64 {
    2 * x
}

/// Other results, functions whose address is an operand, and constants of the generator.
#[test]
fn functions_and_results_of_all_types() {
    for level in OptLevel::ALL {
        let mut proc = Procedure::new(&host_target().expect("a host"));
        let root = proc.add_block();
        let mut b = proc.at(root);
        let function = b.argument(Type::Int64);
        let x = b.argument(Type::Int64);
        let float = b
            .patchpoint(Type::Float)
            .calls_c()
            .generator("half", |masm, params| {
                let arguments = [CallValue::from(5.0), 0.25f32.into()];
                params.call_c(masm, half as *const (), &arguments, params.result(0))
            })
            .append();
        let twice = b
            .patchpoint(Type::Int64)
            .input(function, Constraint::WarmAny)
            .input(x, Constraint::SomeRegister)
            .calls_c()
            .scratch_gprs(1)
            .generator("by address", |masm, params| {
                let (result, x) = (params.result(0).gpr()?, params.input(1).gpr()?);
                masm.give_scratch(params.gp_scratch(0)?);
                let call = params.slow_call(masm, params.input(0), &[x.into()], result);
                masm.branch64(IntCondition::GreaterThan, x, 100, call.entry);
                masm.mov(result, x);
                masm.bind(call.done);
                Ok(())
            })
            .append();
        let wide = b.float_to_double(float);
        let scaled = b.itod(twice);
        let sum = b.add(wide, scaled);
        b.ret([sum]);
        let code = compile(level, proc);
        // SAFETY: the code calls the function of its argument.
        let call = unsafe { code.typed::<extern "C" fn(u64, i64) -> f64>() }.expect("of this type");
        let address = (self::twice as *const ()).expose_provenance() as u64;
        assert_eq!((call.call(address, 7), call.call(address, 500)), (9.75, 1002.75), "{level:?}");
    }
}

/// A call that saves registers, in code that has saved others.
#[test]
fn nested_saves_do_not_overlap() {
    for level in OptLevel::ALL {
        let mut proc = Procedure::new(&host_target().expect("a host"));
        let root = proc.add_block();
        let mut b = proc.at(root);
        let (x, y) = (b.argument(Type::Int64), b.argument(Type::Int64));
        let value = b
            .patchpoint(Type::Int64)
            .input(x, Constraint::SomeRegister)
            .generator("nested", |masm, params| {
                // The registers of values that live across, which the code overwrites meanwhile.
                let input = params.input(0).gpr()?.reg();
                let kept = params.used_registers().iter().filter(|reg| reg.is_gp() && *reg != input);
                let kept: RegSet = kept.collect();
                masm.preserving(kept, |masm| {
                    for reg in kept.iter() {
                        let reg = masm.gpr(reg)?;
                        masm.mov(reg, 77);
                    }
                    params.call_c(masm, twice as *const (), &[params.input(0).into()], params.result(0))
                })
            })
            .append();
        let sum = b.add(value, y);
        let all = b.mul(sum, x);
        b.ret([all]);
        let code = compile(level, proc);
        // SAFETY: the code calls `twice`.
        let call = unsafe { code.typed::<extern "C" fn(i64, i64) -> i64>() }.expect("of this type");
        assert_eq!(call.call(5, 11), (10 + 11) * 5, "{level:?}");
    }
}

#[test]
fn impossible_calls_are_errors() {
    let error = |count: usize, wrong: usize| {
        let mut proc = Procedure::new(&host_target().expect("a host"));
        let root = proc.add_block();
        let mut b = proc.at(root);
        let x = b.argument(Type::Int64);
        let inputs = std::iter::repeat_n(x, count);
        let result = b.patchpoint(Type::Int64).inputs(inputs, Constraint::SomeRegister).calls_c();
        let result = result.generator("wrong", move |masm, params| {
            params.call_c(masm, twice as *const (), &[params.input(wrong).into()], params.result(0))
        });
        let value = result.append();
        b.ret([value]);
        Compiler::host().expect("a host").compile(proc).expect_err("is wrong").to_string()
    };
    let text = error(1, 1);
    assert!(text.contains("there is no operand 1, only 1 results and 1 operands"), "{text}");
}
