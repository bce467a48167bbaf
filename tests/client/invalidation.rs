//! Invalidation points: code that relies on an assumption exits as soon as the assumption is invalidated.
#![allow(unsafe_code)] // calls compiled code

use barebones::base::{Origin, SiteId, TrapCode, Type};
use barebones::interp::{ExitEntry, Interpreter, Limits, Outcome, SandboxHost};
use barebones::ir::{Module, Opcode, Procedure, Stackmap, StateEntry, parse_module};
use barebones::isa::PatchableKind;
use barebones::jit::{Bits, Code, ExitReply, MappingMode, PatchError, TrapRecovery};
use barebones::{Compiler, OptLevel, host_target, targets};
use barebones_testing::native::{compiler_in, mapping_modes, options_at};
use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};

fn module(text: &str) -> Module {
    parse_module(text, &targets(host_target().expect("a host"))).expect("parses")
}

/// All levels with both kinds of memory.
fn configurations() -> impl Iterator<Item = (OptLevel, MappingMode)> {
    OptLevel::ALL.into_iter().flat_map(|level| mapping_modes().iter().map(move |mode| (level, *mode)))
}

/// A compiler whose exit handler replies with the sum of all entries of the innermost frame, plus a million times its
/// pc.
fn compiler((level, mode): (OptLevel, MappingMode)) -> Compiler {
    let mut options = options_at(level);
    options.check_allocation = true;
    let mut compiler = compiler_in(mode, options);
    compiler.set_exit_handler(|exit| {
        let values = exit.values().expect("the compiler wrote them");
        let frame = &values.frames[0];
        let bits = |entry: &ExitEntry| if let ExitEntry::Scalar(_, bits) = *entry { bits } else { 0 };
        let sum = frame.entries.iter().map(bits).fold(0, u64::wrapping_add);
        ExitReply::Return(vec![sum + 1_000_000 * u64::from(frame.pc)])
    });
    compiler
}

fn compile(configuration: (OptLevel, MappingMode), text: &str, externs: &[(&str, *const u8)]) -> Vec<Code> {
    let find = |name: &str| externs.iter().find(|(other, _)| *other == name).map(|(_, address)| *address);
    compiler(configuration)
        .compile_module(module(text), &find)
        .unwrap_or_else(|failure| panic!("{configuration:?}: {}", failure.error))
}

fn call(code: &Code, args: &[u64]) -> u64 {
    let args: Vec<Bits> = args.iter().map(|bits| Bits { ty: Type::Int64, bits: *bits }).collect();
    // SAFETY: the tests call the code with its own signature.
    unsafe { code.call_raw(&args) }.expect("these are its arguments")[0]
}

const STRAIGHT: &str = "barebones 1
    proc straight(Int64, Int64) -> Int64 {
        state0 = frame function=1 pc=1 [@0, @2]
        state1 = frame function=1 pc=2 [@3]
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = ArgumentReg(%a1)
        Int64 @2 = Add(@0, @1)
        Void @4 = InvalidationPoint(state=state0, origin=7)
        Int64 @3 = Mul(@2, @1)
        Void @5 = InvalidationPoint(state=state1, origin=8)
        Void @6 = Return(@3)
    }";

#[test]
fn nothing_leaves_until_it_is_invalidated_and_everything_then() {
    for configuration in configurations() {
        let code = &compile(configuration, STRAIGHT, &[])[0];
        assert_eq!(call(code, &[5, 6]), 66, "{configuration:?}");
        assert_eq!(code.patchable_sites().len(), 2);
        assert_eq!(code.invalidate(), Ok(2));
        assert_eq!(call(code, &[5, 6]), 1_000_016, "{configuration:?}: the first one leaves");
        assert_eq!(code.invalidate(), Ok(2), "again is nothing new");
        assert_eq!(call(code, &[5, 6]), 1_000_016, "{configuration:?}");
    }
}

#[test]
fn points_are_chosen_by_origin_or_number() {
    for configuration in configurations() {
        let codes = compile(configuration, STRAIGHT, &[]);
        let code = &codes[0];
        assert_eq!(code.invalidate_where(|site| site.origin == Origin(9)), Ok(0));
        assert_eq!(call(code, &[5, 6]), 66);
        assert_eq!(code.invalidate_where(|site| site.origin == Origin(8)), Ok(1));
        let sites = [SiteId::new(0), SiteId::new(1)];
        assert_eq!(sites.map(|site| code.is_invalidated(site)), [Ok(false), Ok(true)]);
        assert_eq!(call(code, &[5, 6]), 2_000_066, "{configuration:?}");
        assert_eq!(code.invalidate_site(sites[0]), Ok(()));
        assert_eq!(call(code, &[5, 6]), 1_000_016, "{configuration:?}");
        let (site, count) = (SiteId::new(2), 2);
        assert_eq!(
            code.invalidate_site(site),
            Err(PatchError::NoSite { procedure: code.name().into(), site, count })
        );
    }
}

thread_local! {
    static CODE: RefCell<Option<Code>> = const { RefCell::new(None) };
    static LEFT: Cell<u64> = const { Cell::new(0) };
}

/// Invalidates the calling code at its `LEFT`th call.
extern "C" fn visit(number: u64) -> u64 {
    LEFT.set(LEFT.get().wrapping_sub(1));
    if LEFT.get() == 0 {
        CODE.with_borrow(|code| code.as_ref().map(Code::invalidate)).expect("code").expect("ours");
    }
    number
}

const LOOP: &str = "barebones 1
    extern visit(Int64) -> Int64
    proc around(Int64) -> Int64 {
        state0 = frame function=1 pc=3 [@3, @4, @8]
        state1 = frame function=1 pc=5 [@10]
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = Const64(0)
        Void @2 = Upsilon(@1, ^@3)
        Void @20 = Upsilon(@1, ^@4)
        Void @5 = Jump(#1)
    #1:
        Int64 @3 = Phi()
        Int64 @4 = Phi()
        Int64 @7 = CCall(\"visit\", @3)
        Int64 @8 = Mul(@7, @0)
        Void @9 = InvalidationPoint(state=state0)
        Int64 @10 = Add(@4, @8)
        Int64 @11 = Const64(1)
        Int64 @12 = Add(@3, @11)
        Void @13 = Upsilon(@12, ^@3)
        Void @14 = Upsilon(@10, ^@4)
        Int64 @15 = Const64(10)
        Int32 @16 = LessThan(@12, @15)
        Void @17 = Branch(@16, #1, #2)
    #2:
        Void @18 = InvalidationPoint(state=state1)
        Void @19 = Return(@10)
    }";

/// A frame that is inside a call when its code is invalidated exits after the call.
#[test]
fn a_frame_in_a_call_exits_after_the_call() {
    for configuration in configurations() {
        for k in 0..=10 {
            let codes = compile(configuration, LOOP, &[("visit", visit as *const u8)]);
            CODE.set(Some(codes[0].clone()));
            LEFT.set(k);
            let found = call(&codes[0], &[3]);
            CODE.set(None);
            // Before iteration k: 0 + 1 + .. + (k - 2), times 3.
            let expected = match k {
                0 => 3 * 45,
                k => 3_000_000 + (k - 1) + 3 * ((k - 1) * k.saturating_sub(2) / 2) + 3 * (k - 1),
            };
            assert_eq!(found, expected, "{configuration:?} {k}");
        }
    }
}

/// The interpreter gives the same results.
#[test]
fn the_interpreter_queries_its_host() {
    let module = module(LOOP);
    for k in 0..=10_u64 {
        let mut host = SandboxHost::for_module(&module);
        let invalid = Arc::new(AtomicBool::new(false));
        let (flag, mut left) = (invalid.clone(), k);
        host.add_function(
            "visit",
            Box::new(move |_, args| {
                left = left.wrapping_sub(1);
                flag.fetch_or(left == 0, SeqCst);
                Ok(barebones::interp::Reply::result(args[0]))
            }),
        );
        host.set_invalidation(move |_| invalid.load(SeqCst));
        let interpreter = Interpreter::new(&module).expect("valid");
        let args = [(Type::Int64, 3)];
        let execution = interpreter.call("around", &args, &mut host, Limits::default()).expect("runs");
        match execution.outcome {
            Outcome::Returned(results) => assert_eq!((k, results), (0, vec![(Type::Int64, 135)])),
            Outcome::Exit(exit) => {
                let scalar = |bits| ExitEntry::Scalar(Type::Int64, bits);
                let expected =
                    [scalar(k - 1), scalar(3 * (k - 1) * k.saturating_sub(2) / 2), scalar(3 * (k - 1))];
                assert_eq!((exit.frames[0].pc, &exit.frames[0].entries[..]), (3, &expected[..]));
            }
            other => panic!("{k}: {other:?}"),
        }
    }
}

const FOREVER: &str = "barebones 1
    proc forever(Int64) -> Int64 {
        state0 = frame function=1 pc=4 [@0]
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Void @1 = Jump(#1)
    #1:
        Int64 @2 = Load(@0)
        Int64 @3 = Const64(1)
        Int64 @4 = Add(@2, @3)
        Void @5 = Store(@4, @0)
        Void @6 = InvalidationPoint(state=state0)
        Void @7 = Jump(#1)
    }";

/// Running threads exit.
#[test]
fn another_thread_invalidates_running_code() {
    for configuration in configurations() {
        for _ in 0..20 {
            let code = compile(configuration, FOREVER, &[]).remove(0);
            let counters = [AtomicU64::new(0), AtomicU64::new(0)];
            std::thread::scope(|scope| {
                let threads = counters.each_ref().map(|counter| {
                    let code = &code;
                    scope.spawn(move || call(code, &[counter.as_ptr().expose_provenance() as u64]))
                });
                while counters.iter().any(|counter| counter.load(SeqCst) < 10) {
                    std::hint::spin_loop();
                }
                assert_eq!(code.invalidate(), Ok(1));
                for (thread, counter) in threads.into_iter().zip(&counters) {
                    let address = counter.as_ptr() as u64;
                    assert_eq!(thread.join().expect("no panic"), 4_000_000 + address, "{configuration:?}");
                }
            });
        }
    }
}

/// A chain of points, adjacent or with code in between: each one exits alone, and no two share a byte.
#[test]
fn many_points_next_to_each_other() {
    const POINTS: u64 = 300;
    for configuration in configurations() {
        let mut proc = Procedure::new(&host_target().expect("a host"));
        let root = proc.add_block();
        let (x, y) = (proc.at(root).argument(Type::Int64), proc.at(root).argument(Type::Int64));
        let (mut block, mut sum) = (root, x);
        let mut expected = Vec::new();
        let mut value = 1000_u64;
        for n in 0..POINTS {
            match n % 4 {
                1 => {
                    sum = proc.at(block).add(sum, y);
                    value += 7;
                }
                2 => {
                    // The end of a block and the start of another.
                    let next = proc.add_block();
                    proc.at(block).jump(next);
                    block = next;
                }
                _ => {}
            }
            let state =
                proc.add_state(barebones::base::StateId::INVALID, 1, n as u32, &[StateEntry::Value(sum)]);
            let map = Stackmap { state, ..Stackmap::default() };
            proc.origin = Origin(n as u32);
            proc.at(block).stackmap_value(Opcode::InvalidationPoint, Type::Void, &[], map);
            expected.push(value + 1_000_000 * n);
        }
        proc.at(block).ret([sum]);
        let mut compiler = compiler(configuration);
        let code = compiler.compile(proc.clone()).expect("compiles");
        assert_eq!(call(&code, &[1000, 7]), value);
        let mut taken = HashSet::new();
        for site in code.patchable_sites() {
            let PatchableKind::Invalidation { offset, exit } = site.kind else { panic!("{site:?}") };
            assert!((offset..offset + SIZE).all(|byte| taken.insert(byte)), "{site:?}");
            assert!(exit >= offset + SIZE && exit < code.instructions().len() as u32);
        }
        assert_eq!(taken.len() as u64, u64::from(SIZE) * POINTS);
        // From the last one to the first: then each of them is the first one reached.
        for n in (0..POINTS).rev().step_by(7) {
            assert_eq!(code.invalidate_where(|site| site.origin == Origin(n as u32)), Ok(1));
            assert_eq!(call(&code, &[1000, 7]), expected[n as usize], "{configuration:?} {n}");
        }
    }
}

/// Points of a procedure do not affect others that were linked with it, and invalidated code can be dropped.
#[test]
fn groups_and_drops() {
    for configuration in configurations() {
        let text = format!(
            "{STRAIGHT}\n{}",
            STRAIGHT.replace("barebones 1", "").replace("proc straight", "proc second")
        );
        let mut compiler = compiler(configuration);
        for _ in 0..50 {
            let codes = compiler.compile_module(module(&text), &|_| None).expect("compiles");
            assert_eq!([call(&codes[0], &[2, 3]), call(&codes[1], &[2, 3])], [15, 15]);
            codes[1].invalidate().expect("ours");
            assert_eq!([call(&codes[0], &[2, 3]), call(&codes[1], &[2, 3])], [15, 1_000_007]);
            codes[0].invalidate().expect("ours");
            assert_eq!(call(&codes[0], &[2, 3]), 1_000_007);
        }
        assert_eq!(compiler.memory().expect("there").stats().used, 0);
    }
}

/// A point without state and generator traps, as a check does.
#[test]
fn a_point_without_exit_traps() {
    let text = "barebones 1
        proc bare(Int64) -> Int64 {
        #0:
            Int64 @0 = ArgumentReg(%a0)
            Void @1 = InvalidationPoint()
            Void @2 = Return(@0)
        }";
    let recovery = TrapRecovery::install().expect("Linux");
    for configuration in configurations() {
        let code = compile(configuration, text, &[]).remove(0);
        assert_eq!(call(&code, &[4]), 4);
        code.invalidate().expect("ours");
        let args = [Bits { ty: Type::Int64, bits: 4 }];
        // SAFETY: the code only traps.
        let trap = unsafe { code.call_raw_catching(recovery, &args) }.expect("its arguments");
        assert_eq!(trap.expect_err("traps").code, TrapCode::Unreachable, "{configuration:?}");
    }
}

/// Size of a point in bytes.
const SIZE: u32 = if cfg!(target_arch = "x86_64") { 5 } else { 4 };

/// The target of a point's instruction if it is a jump: on x86-64 `jmp` with a distance of four bytes, on AArch64 `b`.
#[cfg(not(windows))]
fn jump_target(instructions: &[u8], offset: usize) -> Option<i64> {
    let (place, bytes) = (offset as i64, &instructions[offset..]);
    if cfg!(target_arch = "x86_64") {
        let distance = i32::from_le_bytes(bytes[1..5].try_into().expect("four"));
        (bytes[0] == 0xe9).then(|| place + 5 + i64::from(distance))
    } else {
        let word = u32::from_le_bytes(bytes[..4].try_into().expect("four"));
        (word >> 26 == 0b000101).then(|| place + i64::from((word << 6) as i32 >> 4))
    }
}

/// The cost of a point: one instruction and no further byte. With dual mapping no stub is needed: a thread that
/// executes the point for the first time sees the change on every machine.
#[test]
#[cfg(not(windows))] // which have a single view
fn a_point_is_one_instruction() {
    for level in OptLevel::ALL {
        let with = compile((level, MappingMode::Dual), STRAIGHT, &[]).remove(0);
        let points = with.patchable_sites().iter().map(|site| match site.kind {
            PatchableKind::Invalidation { offset, exit } => (offset as usize, i64::from(exit)),
            _ => panic!("{site:?}"),
        });
        let points: Vec<(usize, i64)> = points.collect();
        let bytes = with.instructions();
        for &(offset, _) in &points {
            let first: &[u8] = if cfg!(target_arch = "x86_64") { &[0xa9] } else { &[0x1f, 0x20, 0x03, 0xd5] };
            assert!(bytes[offset..].starts_with(first), "`test eax, imm32`, or `nop`");
        }
        assert_eq!(with.invalidate(), Ok(2));
        for (n, (offset, exit)) in points.into_iter().enumerate() {
            assert_eq!(jump_target(&with.instructions(), offset), Some(exit));
            assert_eq!(with.is_invalidated(SiteId::new(n as u32)), Ok(true));
        }
        assert_eq!(call(&with, &[5, 6]), 1_000_016, "{level:?}");
    }
}

/// Stores before a point are visible when it exits, and later ones are not.
#[test]
fn memory_is_consistent_at_the_point() {
    let text = "barebones 1
        proc stores(Int64) -> Int64 {
            state0 = frame function=1 pc=1 [@2]
        #0:
            Int64 @0 = ArgumentReg(%a0)
            Int64 @1 = Const64(11)
            Int64 @2 = Load(@0)
            Int64 @3 = Load(@0, offset=8)
            Void @4 = Store(@1, @0, offset=8)
            Void @5 = InvalidationPoint(state=state0)
            Void @6 = Store(@1, @0, offset=16)
            Int64 @7 = Add(@2, @3)
            Void @8 = Return(@7)
        }";
    for configuration in configurations() {
        for invalid in [false, true] {
            let code = compile(configuration, text, &[]).remove(0);
            if invalid {
                code.invalidate().expect("ours");
            }
            let mut words = [100_u64, 20, 3];
            let found = call(&code, &[words.as_mut_ptr().expose_provenance() as u64]);
            let expected = if invalid { (1_000_100, [100, 11, 3]) } else { (120, [100, 11, 11]) };
            assert_eq!((found, words), expected, "{configuration:?}");
        }
    }
}

/// A forked child shares dual-mapped code with its parent and must not change it; code with one view is private to it.
#[test]
#[cfg(unix)]
fn a_forked_child_changes_its_own_code_only() {
    for configuration in configurations() {
        let code = compile(configuration, STRAIGHT, &[]).remove(0);
        let expected = match configuration.1 {
            MappingMode::Dual => Err(PatchError::Forked),
            MappingMode::Toggling | MappingMode::PerThread => Ok(2),
        };
        let ended = barebones_testing::native::in_child(|| {
            let result = code.invalidate();
            let leaves = call(&code, &[5, 6]) == 1_000_016;
            if result != expected || leaves != result.is_ok() {
                std::process::abort();
            }
        });
        assert_eq!(ended.expect("forks"), barebones_testing::native::Ended::Finished, "{configuration:?}");
        assert_eq!(call(&code, &[5, 6]), 66, "{configuration:?}: nothing happened to the parent's");
    }
}
