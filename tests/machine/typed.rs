//! Typed handles: how each Rust type crosses to compiled code and back.
#![allow(unsafe_code)] // the tests call compiled code

use barebones::base::Type;
use barebones::ir::{BlockId, Procedure, ValueId};
use barebones::jit::{CFunction, Code, TrapRecovery, TypeMismatch, TypedCode};
use barebones::{Compiler, OptLevel, Options, host_target};
use std::hint::black_box;
use std::ptr::NonNull;

/// Compiles a procedure with these parameters.
fn compile(
    level: OptLevel,
    params: &[Type],
    build: impl FnOnce(&mut Procedure, BlockId, &[ValueId]) -> Vec<ValueId>,
) -> Code {
    let mut proc = Procedure::new(&host_target().expect("a host"));
    let root = proc.add_block();
    let arguments: Vec<ValueId> = params.iter().map(|ty| proc.at(root).argument(*ty)).collect();
    let results = build(&mut proc, root, &arguments);
    proc.at(root).ret(results.iter().copied());
    let mut compiler = Compiler::with_options(Options::at(level)).expect("a host");
    compiler.compile(proc).unwrap_or_else(|failure| panic!("{failure}"))
}

/// A handle of a type that the procedure has.
///
/// # Safety
/// As for [`Code::typed`].
unsafe fn typed<F: CFunction>(code: &Code) -> TypedCode<F> {
    // SAFETY: guaranteed by the caller.
    unsafe { code.typed() }.unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn narrow_arguments_are_extended_to_32_bits() {
    for level in OptLevel::ALL {
        // All 32 bits of the argument are seen.
        let widen = compile(level, &[Type::Int32], |proc, root, args| vec![proc.at(root).sext32(args[0])]);
        macro_rules! check {
            ($ty:ty, $($value:expr),*) => {
                // SAFETY: the code is a pure function.
                let function = unsafe { typed::<extern "C" fn($ty) -> i64>(&widen) };
                // The cast leaves bits above the type in the register.
                $(assert_eq!(function.call(black_box($value)), i64::from($value), "{level:?}");)*
            };
        }
        check!(i8, black_box(0x1_ff80_u64) as i8, -1, 127);
        check!(u8, black_box(0x1_ff80_u64) as u8, 255, 0);
        check!(i16, black_box(0x1_8000_u64) as i16, -1, 32767);
        check!(u16, black_box(0x1_8000_u64) as u16, 65535, 0);
        check!(bool, true, false);
        check!(i32, i32::MIN);
    }
}

#[test]
fn the_low_bits_of_a_result_count() {
    for level in OptLevel::ALL {
        let same = compile(level, &[Type::Int32], |_, _, args| args.to_vec());
        macro_rules! check {
            ($ty:ty, $bits:expr, $expected:expr) => {
                // SAFETY: the code is a pure function.
                let function = unsafe { typed::<extern "C" fn(u32) -> $ty>(&same) };
                assert_eq!(i64::from(function.call(black_box($bits))), $expected, "{level:?}");
                let recovery = TrapRecovery::install();
                if let Ok(recovery) = recovery {
                    let result = function.call_catching(recovery, black_box($bits)).expect("no trap");
                    assert_eq!(i64::from(result), $expected, "{level:?}");
                }
            };
        }
        check!(i8, 0xffff_0080, -128);
        check!(u8, 0xffff_0180, 0x80);
        check!(i16, 0x0001_8000, -32768);
        check!(u16, 0x1234_8000, 0x8000);
        check!(bool, 0, 0);
        check!(bool, 1, 1);
        check!(bool, 0x100, 1);
    }
}

#[test]
fn narrow_arguments_on_the_stack_are_words() {
    let types = [Type::Int32; 16];
    for level in OptLevel::ALL {
        let code = compile(level, &types, |proc, root, args| {
            let ten = proc.at(root).const64(10);
            let mut sum = proc.at(root).const64(0);
            for arg in args {
                let wide = proc.at(root).sext32(*arg);
                sum = proc.at(root).mul(sum, ten);
                sum = proc.at(root).add(sum, wide);
            }
            vec![sum]
        });
        type Mixed =
            extern "C" fn(u8, i8, u16, i16, bool, u32, i32, u8, i8, u16, i16, bool, u8, i8, bool, i16) -> i64;
        // SAFETY: the code is a pure function.
        let sum = unsafe { typed::<Mixed>(&code) };
        let low = |bits: u64| black_box(0xabcd_0000 | bits);
        let result = sum.call(
            1,
            2,
            3,
            4,
            true,
            6,
            7,
            8,
            low(0xfff7) as i8,
            low(9) as u16,
            -1,
            true,
            low(0x103) as u8,
            4,
            false,
            6,
        );
        let expected = [1, 2, 3, 4, 1, 6, 7, 8, -9, 9, -1, 1, 3, 4, 0, 6];
        assert_eq!(result, expected.iter().fold(0, |sum, arg| sum * 10 + arg), "{level:?}");
    }
}

#[test]
fn references_and_options_are_addresses() {
    for level in OptLevel::ALL {
        let load = compile(level, &[Type::Int64, Type::Int64], |proc, root, args| {
            let address = proc.at(root).add(args[0], args[1]);
            vec![proc.at(root).load(Type::Int32, address, 0)]
        });
        let words = [7_u32, 8, 9];
        // The compiler infers one lifetime for all calls.
        // SAFETY: called below with offsets inside the array.
        let element = unsafe { typed::<extern "C" fn(_, usize) -> u32>(&load) };
        assert_eq!((element.call(&words, 0), element.call(&words, 8)), (7, 9), "{level:?}");
        // SAFETY: as above.
        let element = unsafe { typed::<extern "C" fn(NonNull<u32>, usize) -> u32>(&load) };
        assert_eq!(element.call(NonNull::from(&words[1]), 4), 9, "{level:?}");

        let same = compile(level, &[Type::Int64], |_, _, args| args.to_vec());
        check_identity(&same, &words[2]);
        let mut word = 5_u32;
        {
            // SAFETY: the result is the argument.
            let same = unsafe { typed::<extern "C" fn(_) -> _>(&same) };
            let result: &mut u32 = same.call(&mut word);
            *result += 1;
        }
        // SAFETY: as above.
        let same = unsafe { typed::<extern "C" fn(Option<NonNull<u32>>) -> Option<NonNull<u32>>>(&same) };
        assert_eq!(same.call(None), None);
        let word = NonNull::from(&mut word);
        assert_eq!(same.call(Some(word)), Some(word));
        // SAFETY: it is the address of the word.
        assert_eq!(unsafe { *word.as_ptr() }, 6, "{level:?}");
    }
}

/// Calls a procedure that returns its argument with references of a named lifetime.
fn check_identity<'a>(same: &Code, word: &'a u32) {
    // SAFETY: the result is the argument.
    let reference = unsafe { typed::<extern "C" fn(&'a u32) -> &'a u32>(same) };
    assert!(std::ptr::eq(reference.call(word), word));
    // SAFETY: as above.
    let option = unsafe { typed::<extern "C" fn(Option<&'a u32>) -> Option<&'a u32>>(same) };
    assert_eq!((option.call(None), option.call(Some(word))), (None, Some(word)));
}

/// A handle whose type names no lifetime of its arguments.
struct Step(TypedCode<extern "C" fn(&mut u32, &u32, usize) -> u32>);

#[test]
fn references_are_valid_for_one_call() {
    for level in OptLevel::ALL {
        // Adds the second word to the first one, and returns the sum and the last argument.
        let add = compile(level, &[Type::Int64; 3], |proc, root, args| {
            let mut b = proc.at(root);
            let [to, from] = [args[0], args[1]].map(|address| b.load(Type::Int32, address, 0));
            let sum = b.add(to, from);
            b.store(sum, args[0], 0);
            let last = b.trunc(args[2]);
            vec![b.add(sum, last)]
        });
        // SAFETY: the code reads and writes the words that its arguments refer to.
        let step = Step(unsafe { typed(&add) });
        let mut words = [1, 2];
        for round in 1..4 {
            let term = round * 10;
            let [to, _] = &mut words;
            assert_eq!(step.0.call(to, &term, 5), 1 + 5 * round * (round + 1) + 5, "{level:?}");
        }
        assert_eq!(words, [61, 2]);

        let (mut first, second, mut third) = (1, 2, 3_u32);
        // SAFETY: as above; an argument that is only added is any address.
        let shared = unsafe { typed::<unsafe extern "C" fn(*mut u32, &u32, usize) -> u32>(&add) };
        // SAFETY: as above.
        assert_eq!(unsafe { shared.call(&raw mut first, &second, 10) }, 13);
        // SAFETY: as above.
        let last = unsafe { typed::<extern "C-unwind" fn(NonNull<u32>, &u32, &mut u32) -> u32>(&add) };
        let address = &raw mut third as u32;
        assert_eq!(last.call(NonNull::from(&mut first), &second, &mut third), 5_u32.wrapping_add(address));
        // SAFETY: as above.
        let all = unsafe { typed::<unsafe extern "C-unwind" fn(&mut u32, &u32, &u32) -> u32>(&add) };
        // SAFETY: as above.
        let sum = unsafe {
            all.call_catching(TrapRecovery::install().expect("works here"), &mut first, &second, &second)
        };
        assert_eq!(sum.ok(), Some(7_u32.wrapping_add(&raw const second as u32)));
        assert_eq!((first, second), (7, 2), "{level:?}");
    }
    // SAFETY: it is not called.
    let error = unsafe {
        Compiler::host()
            .expect("a host")
            .compile(constant())
            .expect("valid")
            .typed::<extern "C" fn(&u32, i32)>()
    };
    assert!(matches!(error, Err(TypeMismatch::ParameterCount { expected: 0, found: 2, .. })));
}

fn constant() -> Procedure {
    let mut proc = Procedure::new(&host_target().expect("a host"));
    let root = proc.add_block();
    proc.at(root).ret([]);
    proc
}

extern "C" fn triple(x: i64) -> i64 {
    x * 3
}

#[test]
fn functions_are_arguments_and_results() {
    for level in OptLevel::ALL {
        let twice = compile(level, &[Type::Int64, Type::Int64], |proc, root, args| {
            let once = proc.at(root).ccall(Type::Int64, args[0], &[args[1]]);
            vec![proc.at(root).ccall(Type::Int64, args[0], &[once])]
        });
        type Function = extern "C" fn(i64) -> i64;
        // SAFETY: the code only calls its argument.
        let twice = unsafe { typed::<extern "C" fn(Function, i64) -> i64>(&twice) };
        assert_eq!(twice.call(triple, 2), 18, "{level:?}");
        let same = compile(level, &[Type::Int64], |_, _, args| args.to_vec());
        // SAFETY: the result is the argument.
        let same = unsafe { typed::<extern "C" fn(Option<Function>) -> Option<Function>>(&same) };
        assert!(same.call(None).is_none());
        assert_eq!(same.call(Some(triple)).map(|function| function(5)), Some(15));
    }
}

#[test]
fn pairs_are_two_results() {
    for level in OptLevel::ALL {
        if cfg!(windows) {
            // Its C convention has one result register of each bank, and no way to return both.
            let mixed = compile(level, &[Type::Int64, Type::Double], |_, _, args| args.to_vec());
            // SAFETY: never called.
            let error = unsafe { mixed.typed::<extern "C" fn(i64, f64) -> (i64, f64)>() };
            assert!(matches!(error, Err(TypeMismatch::PairOfResults { .. })), "{error:?}");
            continue;
        }
        macro_rules! swap {
            ($a:ty, $b:ty, $types:expr, $x:expr, $y:expr, $expected:expr) => {
                let code = compile(level, &$types, |_, _, args| vec![args[1], args[0]]);
                // SAFETY: the code is a pure function.
                let swap = unsafe { typed::<extern "C" fn($a, $b) -> ($b, $a)>(&code) };
                assert_eq!(swap.call($x, $y), $expected, "{level:?}");
            };
        }
        let (int, long, float, double) = (Type::Int32, Type::Int64, Type::Float, Type::Double);
        swap!(i64, u64, [long, long], -1, 2, (2, -1));
        swap!(i32, i64, [int, long], -1, i64::MIN, (i64::MIN, -1));
        swap!(i8, bool, [int, int], -3, true, (true, -3));
        swap!(f64, f64, [double, double], 1.5, -2.5, (-2.5, 1.5));
        swap!(f32, f64, [float, double], 1.5, -2.5, (-2.5, 1.5));
        swap!(f32, f32, [float, float], 1.5, -2.5, (-2.5, 1.5));
        let mixed = compile(level, &[long, double], |_, _, args| args.to_vec());
        // SAFETY: the code is a pure function.
        let mixed = unsafe { mixed.typed::<extern "C" fn(i64, f64) -> (i64, f64)>() };
        match mixed {
            Ok(mixed) if cfg!(target_arch = "x86_64") => assert_eq!(mixed.call(-4, 0.5), (-4, 0.5)),
            Err(TypeMismatch::PairOfResults { results, .. }) if !cfg!(target_arch = "x86_64") => {
                assert_eq!(results, [long, double]);
            }
            other => panic!("{level:?}: {other:?}"),
        }
    }
}

#[test]
fn unsafe_and_unwinding_types_are_called() {
    let load = compile(OptLevel::O1, &[Type::Int64], |proc, root, args| {
        vec![proc.at(root).load(Type::Int64, args[0], 0)]
    });
    let word = 77_u64;
    // SAFETY: each call is given a valid address.
    unsafe {
        assert_eq!(typed::<unsafe extern "C" fn(*const u64) -> u64>(&load).call(&raw const word), 77);
        assert_eq!(typed::<unsafe extern "C-unwind" fn(*const u64) -> u64>(&load).call(&raw const word), 77);
        assert_eq!(typed::<extern "C-unwind" fn(*const u64) -> u64>(&load).call(&raw const word), 77);
        if let Ok(recovery) = TrapRecovery::install() {
            let load = typed::<unsafe extern "C" fn(*const u64) -> u64>(&load);
            assert_eq!(load.call_catching(recovery, &raw const word).expect("no trap"), 77);
        }
    }
}
