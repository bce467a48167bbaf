//! Panics and C++ exceptions pass through compiled frames.

use super::{backtrace, compile};
use barebones::OptLevel;
use barebones::jit::{Code, TypedCode};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Three procedures, of which the innermost calls the host. Each adds one to what its callee returns.
const TEXT: &str = "barebones 1
    extern host(Int64) -> Int64
    proc outer(Int64) -> Int64 {
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = CCall(middle, @0)
        Int64 @2 = Add(@0, @1)
        Void @3 = Return(@2)
    }
    proc middle(Int64) -> Int64 {
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = Mul(@0, @0)
        Int64 @2 = CCall(inner, @0)
        Int64 @3 = Add(@1, @2)
        Void @4 = Return(@3)
    }
    proc inner(Int64) -> Int64 {
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = CCall(\"host\", @0)
        Int64 @2 = Add(@0, @1)
        Void @3 = Return(@2)
    }";

type Outer = extern "C-unwind" fn(i64) -> i64;

fn compiled(level: OptLevel, host: extern "C-unwind" fn(i64) -> i64) -> (Vec<Code>, TypedCode<Outer>) {
    let codes = compile(TEXT, level, None, &|name| (name == "host").then_some(host as *const u8));
    // SAFETY: the code only computes, and calls the function, which may unwind.
    let outer = unsafe { codes[0].typed::<Outer>() }.expect("these types");
    (codes, outer)
}

thread_local! {
    static DROPPED: Cell<u32> = const { Cell::new(0) };
}

struct Counted;

impl Drop for Counted {
    fn drop(&mut self) {
        DROPPED.set(DROPPED.get() + 1);
    }
}

#[test]
fn panics_unwind_to_the_caller_of_the_handle() {
    extern "C-unwind" fn host(x: i64) -> i64 {
        let _counted = Counted;
        assert!(x != 7, "seven");
        x
    }
    for level in OptLevel::ALL {
        let (_codes, outer) = compiled(level, host);
        DROPPED.set(0);
        // The values of this frame survive in preserved registers.
        let call = |x: i64| {
            let (a, b, c) = (x * 3, x * 5, x * 7);
            let result = catch_unwind(AssertUnwindSafe(|| {
                let _counted = Counted;
                outer.call(x)
            }));
            assert_eq!((a, b, c), (x * 3, x * 5, x * 7));
            result
        };
        assert_eq!(call(2).expect("returns"), 2 + 4 + 2 + 2);
        assert_eq!(DROPPED.get(), 2);
        for _ in 0..3 {
            let panic = call(7).expect_err("panics");
            assert_eq!(panic.downcast_ref::<&str>(), Some(&"seven"));
        }
        assert_eq!((DROPPED.get(), call(1).expect("returns")), (2 + 6, 4));
    }
}

/// Code that is freed is unregistered: its memory is reused by other code, with other frames.
#[test]
fn freed_code_leaves_no_tables_behind() {
    extern "C-unwind" fn host(x: i64) -> i64 {
        std::panic::resume_unwind(Box::new(x));
    }
    let mut kept = Vec::new();
    for round in 0..50 {
        let (codes, outer) = compiled(OptLevel::ALL[round % OptLevel::ALL.len()], host);
        let panic = catch_unwind(AssertUnwindSafe(|| outer.call(round as i64))).expect_err("panics");
        assert_eq!(panic.downcast_ref::<i64>(), Some(&(round as i64)));
        if round % 3 == 0 {
            kept.push((codes, outer));
        }
    }
    for (codes, outer) in kept {
        let panic = catch_unwind(AssertUnwindSafe(|| outer.call(1))).expect_err("panics");
        assert_eq!(panic.downcast_ref::<i64>(), Some(&1));
        drop(codes);
    }
}

/// Threads panic through code while others link and free code next to it.
#[test]
fn other_threads_link_while_panics_unwind() {
    extern "C-unwind" fn host(x: i64) -> i64 {
        std::panic::resume_unwind(Box::new(x));
    }
    let run = |rounds: usize| {
        for round in 0..rounds {
            let (_codes, outer) = compiled(OptLevel::ALL[round % OptLevel::ALL.len()], host);
            for x in 0..20 {
                let panic = catch_unwind(AssertUnwindSafe(|| outer.call(x))).expect_err("panics");
                assert_eq!(panic.downcast_ref::<i64>(), Some(&x));
            }
        }
    };
    std::thread::scope(|scope| {
        (0..4).for_each(|_| _ = scope.spawn(|| run(30)));
    });
}

thread_local! {
    static TRACE: Cell<Vec<usize>> = const { Cell::new(Vec::new()) };
}

#[test]
fn backtraces_show_compiled_frames() {
    extern "C-unwind" fn host(x: i64) -> i64 {
        let frames = backtrace();
        TRACE.set(frames.seen[..frames.count].iter().map(|frame| frame.address).collect());
        x
    }
    for level in OptLevel::ALL {
        let (codes, outer) = compiled(level, host);
        outer.call(1);
        let trace = TRACE.take();
        let name = |address: &usize| {
            let is_in =
                |code: &&Code| address.wrapping_sub(1).wrapping_sub(code.start() as usize) < code.size();
            let code = codes.iter().find(is_in);
            code.map(|code| code.name().to_string())
        };
        let names: Vec<_> = trace.iter().filter_map(name).collect();
        assert_eq!(names, ["inner", "middle", "outer"], "{level:?}");
        assert!(trace.len() > 6, "and callers of them");
    }
}
