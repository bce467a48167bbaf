//! Host functions that throw, and uncaught exceptions.

use super::support::*;
use barebones::OptLevel;
use barebones::base::TrapCode;
use barebones::interp::{Interpreter, Limits, Outcome};
use barebones::jit::{self, Bits, Code, RawHost, Thrown, TrapRecovery};
use barebones_testing::native::options_at;
use std::sync::atomic::{AtomicU32, Ordering};

fn caught_by_call(codes: &[Code], args: &[u64]) -> Result<Vec<u64>, jit::Trap> {
    let recovery = TrapRecovery::install().expect("works where tests run");
    let code = codes.last().expect("there is a procedure");
    let args: Vec<Bits> =
        code.signature().params.iter().zip(args).map(|(ty, bits)| Bits { ty: *ty, bits: *bits }).collect();
    // SAFETY: the code is of a procedure of a test, and accesses only what the test passes.
    unsafe { code.call_raw_catching(recovery, &args) }.expect("the arguments of the procedure")
}

/// `middle` calls `maybe`, `tested` calls `middle`, and neither catches.
fn uncaught() -> barebones::ir::Module {
    let (mut middle, root, args) = procedure("middle", CONVENTIONS[1], &[I64]);
    let got = call(&mut middle, root, &host_callee("maybe", I64), &args);
    middle.at(root).ret([got]);
    let (mut proc, root, args) = procedure("tested", CONVENTIONS[0], &[I64]);
    let callee = Callee { name: "middle", conv: CONVENTIONS[1], ty: I64 };
    let got = call(&mut proc, root, &callee, &args);
    proc.at(root).ret([got]);
    module(vec![middle, proc])
}

#[test]
fn uncaught_exceptions_end_the_catching_call() {
    let module = uncaught();
    assert_eq!(check(&module, &[&[4], &[5]]), [Ended::Returned(vec![4 ^ 0x5555]), Ended::Thrown]);
    let codes = compile(&module, &options_at(OptLevel::O1));
    let trap = caught_by_call(&codes, &[5]).expect_err("5 is odd");
    assert_eq!(trap.thrown(), Some(Thrown([15, !5])));
    assert_eq!(jit::thrown(), Thrown([15, !5]));
    assert_eq!(trap.code, TrapCode::Unreachable);
    assert!(trap.site.is_none());
    let text = trap.to_string();
    assert!(text.starts_with("(0xf, 0xfffffffffffffffa) was thrown but not caught"), "{text}");
    assert!(text.contains("called from tested+"), "{text}");
    // A trap is not mistaken for an exception.
    let (mut proc, root, _) = procedure("tested", CONVENTIONS[0], &[I64]);
    proc.at(root).trap(TrapCode::Unreachable);
    let codes = compile(&super::support::module(vec![proc]), &options_at(OptLevel::O1));
    let trap = caught_by_call(&codes, &[5]).expect_err("it traps");
    assert!(trap.thrown().is_none() && trap.code == TrapCode::Unreachable);
}

/// A host function calls code with a catching call and rethrows an exception that the code did not catch.
#[test]
fn the_host_between_two_frames_of_code() {
    static INNER: std::sync::OnceLock<Vec<Code>> = std::sync::OnceLock::new();
    static DROPPED: AtomicU32 = AtomicU32::new(0);

    struct Counts;

    impl Drop for Counts {
        fn drop(&mut self) {
            DROPPED.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn between(x: u64) -> Result<u64, Thrown> {
        let _counts = Counts;
        match caught_by_call(INNER.get().expect("set below"), &[x]) {
            Ok(results) => Ok(results[0] + 1),
            Err(trap) => Err(trap.thrown().map_or(Thrown::default(), |Thrown([a, b])| Thrown([a + 1, b]))),
        }
    }

    INNER.get_or_init(|| compile(&uncaught(), &options_at(OptLevel::O1)));
    let (mut proc, root, args) = procedure("tested", CONVENTIONS[0], &[I64, I64]);
    let (normal, handler) = (proc.add_block(), proc.add_block());
    let address = jit::throwing(between).expect("the library throws where tests run").address() as i64;
    let callee = proc.at(root).const64(address);
    let data = call_data(CONVENTIONS[0]);
    let successors = [normal.into(), handler.into()];
    let got = proc.at(root).throwing_ccall_with(I64, callee, &args[..1], data, successors);
    let sum = proc.at(normal).add(got, args[1]);
    proc.at(normal).ret([sum]);
    let [word, _] = caught(&mut proc, handler);
    let sum = proc.at(handler).add(word, args[1]);
    proc.at(handler).ret([sum]);
    let module = module(vec![proc]);
    for (n, options) in configurations().enumerate() {
        let codes = compile(&module, &options);
        assert_eq!(caught_by_call(&codes, &[4, 100]).expect("it catches"), [(4 ^ 0x5555) + 1 + 100]);
        assert_eq!(caught_by_call(&codes, &[5, 100]).expect("it catches"), [15 + 1 + 100]);
        assert_eq!(DROPPED.load(Ordering::Relaxed), 2 * n as u32 + 2);
    }
}

/// All numbers of arguments, of both banks, and all types of results.
#[test]
fn functions_of_all_shapes() {
    fn none() -> Result<u32, Thrown> {
        Ok(7)
    }
    fn six(a: u64, b: f64, c: u32, d: f32, e: i64, f: i32) -> Result<f64, Thrown> {
        if f < 0 {
            Err(Thrown([a, c.into()]))
        } else {
            Ok(a as f64 + b + f64::from(c) + f64::from(d) + e as f64)
        }
    }
    fn pointer(a: *const u8) -> Result<*const u8, Thrown> {
        if a.is_null() { Err(Thrown([1, 2])) } else { Ok(a) }
    }
    // Of narrow arguments the upper bits are unspecified; the result is extended.
    fn narrow(a: i8, b: bool, c: u16) -> Result<i16, Thrown> {
        if b { Ok(i16::from(a)) } else { Err(Thrown([c.into(), a as u64])) }
    }
    fn references(a: &u32, b: &mut u64) -> Result<u64, Thrown> {
        Ok(u64::from(*a) + *b)
    }
    let by_reference = jit::throwing(references).expect("the library throws where tests run");
    assert_eq!(by_reference.params(), [I64, I64]);
    let made = [
        jit::throwing(none),
        jit::throwing(six),
        jit::throwing(pointer),
        jit::throwing(|a: f32, b: u32| if b == 0 { Err(Thrown([0, 3])) } else { Ok(a / b as f32) }),
        jit::throwing(narrow),
    ];
    let made = made.map(|function| function.expect("the library throws where tests run"));
    let shapes = made.map(|function| (function.params().to_vec(), function.results().to_vec()));
    assert_eq!(shapes[0], (vec![], vec![I32]));
    assert_eq!(shapes[1], (vec![I64, F64, I32, F32, I64, I32], vec![F64]));
    assert_eq!(shapes[2], (vec![I64], vec![I64]));
    assert_eq!(shapes[3], (vec![F32, I32], vec![F32]));
    assert_eq!(shapes[4], (vec![I32, I32, I32], vec![I32]));
    let one = u64::from(1.0_f32.to_bits());
    type Expected = Result<u64, [u64; 2]>;
    let cases: [(usize, &[u64], Expected); 10] = [
        (0, &[], Ok(7)),
        (1, &[1, 2_f64.to_bits(), 3, one, 5, 6], Ok(12_f64.to_bits())),
        (1, &[1, 2_f64.to_bits(), 3, one, 5, u64::from(u32::MAX)], Err([1, 3])),
        (2, &[64], Ok(64)),
        (2, &[0], Err([1, 2])),
        (3, &[one, 2], Ok(u64::from(0.5_f32.to_bits()))),
        (3, &[one, 0], Err([0, 3])),
        (3, &[one, 1], Ok(one)),
        (4, &[0xdead_0080, 0x100, 0], Ok(0xffff_ff80)),
        (4, &[0xdead_007f, 0, 0xbeef_8000], Err([0x8000, 0x7f])),
    ];
    for (n, args, expected) in cases {
        let (params, results) = &shapes[n];
        let (mut proc, root, values) = procedure("tested", CONVENTIONS[1], params);
        let (normal, handler) = (proc.add_block(), proc.add_block());
        let callee = proc.at(root).const64(made[n].address() as i64);
        let data = call_data(CONVENTIONS[0]);
        let successors = [normal.into(), handler.into()];
        let got = proc.at(root).throwing_ccall_with(results[0], callee, &values, data, successors);
        let word = if results[0] == F32 {
            let bits = proc.at(normal).bitwise_cast(got);
            proc.at(normal).zext32(bits)
        } else if results[0] == F64 {
            proc.at(normal).bitwise_cast(got)
        } else if results[0] == I32 {
            proc.at(normal).zext32(got)
        } else {
            got
        };
        let zero = proc.at(normal).const64(0);
        proc.at(normal).ret([word, zero]);
        let [a, b] = caught(&mut proc, handler);
        let hundred = proc.at(handler).const64(100);
        let b = proc.at(handler).add(b, hundred);
        proc.at(handler).ret([a, b]);
        let module = module(vec![proc]);
        for options in configurations() {
            let found = caught_by_call(&compile(&module, &options), args).expect("it catches");
            let expected = match expected {
                Ok(word) => [word, 0],
                Err([a, b]) => [a, b + 100],
            };
            assert_eq!(found, expected, "{options:?}, function {n}");
        }
    }
}

/// What is raised outside of catching calls is reported before the process is aborted. The test runs itself again in a
/// child process, which raises.
#[test]
fn uncaught_exceptions_and_traps_are_reported() {
    const RAISE: &str = "BAREBONES_RAISE";
    match std::env::var(RAISE).as_deref() {
        // SAFETY: there is no catching call, so no frame is discarded.
        Ok("trap") => unsafe { jit::raise_trap(TrapCode::User(7), None, std::ptr::null()) },
        Ok(_) => {
            let codes = compile(&uncaught(), &options_at(OptLevel::O1));
            // SAFETY: the code computes with its argument, and calls functions of the test.
            _ = unsafe { codes[1].call_raw(&[Bits { ty: I64, bits: 5 }]) };
            unreachable!("the process ends before");
        }
        Err(_) => {}
    }
    for (raised, expected) in [("trap", "the trap User(7)"), ("exception", "the exception (")] {
        let name = "exceptions::host::uncaught_exceptions_and_traps_are_reported";
        let mut command = barebones_testing::native::this_program();
        command.args(["--exact", name, "--nocapture"]).env(RAISE, raised);
        let output = command.output().expect("the program runs");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success());
        assert!(
            text.contains(&format!("barebones: {expected}")) && text.contains("outside of a catching call"),
            "{text}"
        );
    }
}

/// The interpreter calls real host functions, which throw to its frames.
#[test]
fn the_raw_host() {
    let functions = host_functions();
    let address = |name: &str| functions.iter().find(|f| f.name == name).map(|f| f.address);
    for (module, thrown) in [(uncaught(), true), (catches(), false)] {
        let codes = compile(&module, &options_at(OptLevel::O1));
        for x in [4, 5] {
            // SAFETY: the functions of the test are called with their declared types.
            let mut host = unsafe { RawHost::new(1 << 16, address) }.expect("memory");
            // SAFETY: they own nothing when they throw.
            unsafe { host.catch_traps(TrapRecovery::install().expect("works where tests run")) };
            let interpreter = Interpreter::new(&module).expect("valid");
            let result = interpreter.call("tested", &[(I64, x)], &mut host, Limits::default());
            match (result.expect("such a procedure").outcome, run(&codes, &[x]).0) {
                (Outcome::Returned(found), Ended::Returned(expected)) => {
                    assert_eq!(found.iter().map(|(_, bits)| *bits).collect::<Vec<_>>(), expected);
                    assert!(!(thrown && x == 5));
                }
                (Outcome::Exception(_), Ended::Thrown) => assert!(thrown && x == 5),
                (found, expected) => panic!("{found:?}, expected {expected:?}"),
            }
        }
    }
}

/// `tested` catches the exception and returns its words.
fn catches() -> barebones::ir::Module {
    let (mut proc, root, args) = procedure("tested", CONVENTIONS[0], &[I64]);
    let (normal, handler) = (proc.add_block(), proc.add_block());
    let got = invoke(&mut proc, root, &host_callee("maybe", I64), &args, [normal, handler]);
    return_mix(&mut proc, normal, 1, &[got]);
    let there = caught(&mut proc, handler);
    return_mix(&mut proc, handler, 2, &there);
    module(vec![proc])
}

/// The table of handlers has the offset after each call with a handler, and no others.
#[test]
fn handlers_are_found_by_their_calls() {
    let codes = compile(&catches(), &options_at(OptLevel::O1));
    let [handler] = codes[0].handlers() else { panic!("one call has a handler") };
    assert_eq!(codes[0].handler_of_call(handler.call), Some(handler.handler));
    assert_eq!(codes[0].handler_of_call(handler.call - 1), None);
    assert_eq!(codes[0].handler_of_call(handler.call + 1), None);
    assert!((handler.handler as usize) < codes[0].instructions().len());
    let codes = compile(&uncaught(), &options_at(OptLevel::O1));
    assert!(codes.iter().all(|code| code.handlers().is_empty()));
}
