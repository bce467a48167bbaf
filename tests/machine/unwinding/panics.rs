//! Panics and C++ exceptions pass through compiled frames.

use super::{backtrace, compile};
use barebones::base::{TrapCode, Type};
use barebones::ir::{Procedure, parse_module};
use barebones::jit::{Bits, Code, ExitReply, TrapRecovery, TypedCode, raise_trap};
use barebones::{Compiler, OptLevel, exit_state, host_target, targets};
use barebones_testing::native::options_at;
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

/// A catching call between the panic and its handler ends, and those around it still catch.
#[test]
fn panics_leave_catching_calls() {
    extern "C-unwind" fn host(x: i64) -> i64 {
        let Ok(recovery) = TrapRecovery::install() else { return x };
        match x {
            1 => std::panic::resume_unwind(Box::new(x)),
            // SAFETY: no frame up to the catching call has anything to drop.
            2 => unsafe { raise_trap(TrapCode::User(3), None, std::ptr::null()) },
            _ => {
                let (_codes, inner) = compiled(OptLevel::O1, host);
                let call = AssertUnwindSafe(|| inner.call_catching(recovery, 1));
                let panic = catch_unwind(call).expect_err("panics");
                assert_eq!(panic.downcast_ref::<i64>(), Some(&1));
                x
            }
        }
    }
    let recovery = TrapRecovery::install().expect("Linux");
    for level in OptLevel::ALL {
        let (_codes, outer) = compiled(level, host);
        let call = |x: i64| catch_unwind(AssertUnwindSafe(|| outer.call_catching(recovery, x)));
        assert_eq!(call(1).expect_err("panics").downcast_ref::<i64>(), Some(&1));
        assert_eq!(call(2).expect("returns").expect_err("traps").code, TrapCode::User(3));
        assert_eq!(call(3).expect("returns").expect("returns"), 3 + 9 + 3 + 3);
    }
}

/// The library's own assembly functions: the exit thunk, calls with raw registers, catching calls.
#[test]
fn backtraces_pass_exits_and_raw_calls() {
    let mut compiler = Compiler::with_options(options_at(OptLevel::O2)).expect("a host");
    let mut proc = Procedure::named("exits", compiler.target());
    let root = proc.add_block();
    let mut b = proc.at(root);
    let (x, y) = (b.argument(Type::Int32), b.argument(Type::Int32));
    let state = exit_state![b.proc, frame { function: 1, pc: 20, locals: [x, y], stack: [] }];
    let sum = b.check_add(x, y).exit_state(state).append();
    let wide = b.sext32(sum);
    b.ret([wide]);
    compiler.set_exit_handler(|_| {
        let frames = backtrace();
        TRACE.set(frames.seen[..frames.count].iter().map(|frame| frame.address).collect());
        ExitReply::Return(vec![7])
    });
    let code = compiler.compile(proc).expect("compiles");
    let recovery = TrapRecovery::install().expect("Linux");
    let args = [i32::MAX as u64, 1].map(|bits| Bits { ty: Type::Int32, bits });
    let mut depths = Vec::new();
    for catches in [false, true] {
        // SAFETY: the procedure computes with its arguments.
        let results = unsafe {
            match catches {
                false => code.call_raw(&args).expect("these types"),
                true => code.call_raw_catching(recovery, &args).expect("these types").expect("no trap"),
            }
        };
        assert_eq!(results, [7]);
        let trace = TRACE.take();
        let is_in =
            |address: &usize| address.wrapping_sub(1).wrapping_sub(code.start() as usize) < code.size();
        let place = trace.iter().position(is_in).expect("the frame that exits");
        depths.push(trace.len() - place);
    }
    // Callers up to the start of the thread.
    assert!(depths[0] > 8 && depths[1] > depths[0], "{depths:?}");
}

/// Without tables the unwinder stops at compiled code.
#[test]
fn code_without_tables_has_no_callers() {
    extern "C-unwind" fn host(x: i64) -> i64 {
        let frames = backtrace();
        TRACE.set(frames.seen[..frames.count].iter().map(|frame| frame.address).collect());
        x
    }
    let module = parse_module(TEXT, &targets(host_target().expect("a host"))).expect("parses");
    let mut compiler = Compiler::with_options(options_at(OptLevel::O1)).expect("a host");
    compiler.memory().expect("memory").set_unwind_tables(false);
    let codes = compiler.compile_module(module, &|name| (name == "host").then_some(host as *const u8));
    let codes = codes.unwrap_or_else(|failure| panic!("{}", failure.error));
    // SAFETY: the code only computes, and calls the function.
    let outer = unsafe { codes[0].typed::<Outer>() }.expect("these types");
    outer.call(1);
    let trace = TRACE.take();
    let is_in = |code: &Code, address: usize| (address - 1).wrapping_sub(code.start() as usize) < code.size();
    assert!(!trace.iter().any(|address| *address != 0 && is_in(&codes[0], *address)), "{trace:x?}");
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

/// Functions that throw and catch, in C++.
const CXX: &str = r#"
    #include <cstdint>
    static int destroyed;
    struct Guard { ~Guard() { destroyed++; } };
    extern "C" int64_t throws_seven(int64_t x) {
        Guard guard;
        if (x == 7) throw 42;
        return x;
    }
    extern "C" int64_t catches(int64_t (*function)(int64_t), int64_t x) {
        try {
            Guard guard;
            return function(x);
        } catch (int thrown) {
            return 1000 * destroyed + thrown;
        }
    }
"#;

/// Compiles and loads [`CXX`]; returns its functions, or why it cannot.
fn load_cxx() -> Result<[*const u8; 2], String> {
    use std::ffi::CString;
    use std::process::Command;
    let compiler = if cfg!(target_arch = "aarch64") { "aarch64-linux-gnu-g++" } else { "g++" };
    let folder = std::env::temp_dir().join(format!("barebones-unwinding-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let (source, library) = (folder.join("throws.cpp"), folder.join("throws.so"));
    std::fs::write(&source, CXX).map_err(|error| error.to_string())?;
    let mut command = Command::new(compiler);
    command.args(["-O1", "-shared", "-fPIC", "-o"]).arg(&library).arg(&source);
    let output = command.output().map_err(|error| format!("{compiler}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{compiler}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let path = CString::new(library.to_string_lossy().into_owned()).map_err(|error| error.to_string())?;
    // SAFETY: the library has no initializers of its own, and stays loaded.
    let library = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW) };
    std::fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
    if library.is_null() {
        return Err("the system does not load the library".to_string());
    }
    // SAFETY: the names end with a zero.
    let find =
        |name: &std::ffi::CStr| unsafe { libc::dlsym(library, name.as_ptr()) }.cast_const().cast::<u8>();
    Ok([find(c"throws_seven"), find(c"catches")])
}

#[test]
fn exceptions_of_cxx_pass_through_compiled_frames() {
    let [throws, catches] = match load_cxx() {
        Ok(functions) => functions,
        Err(why) => return eprintln!("SKIPPED exceptions of C++: {why}"),
    };
    type Catches = extern "C" fn(*const u8, i64) -> i64;
    // SAFETY: the function has this type.
    let catches = unsafe { std::mem::transmute::<*const u8, Catches>(catches) };
    let mut destroyed = 0;
    for level in OptLevel::ALL {
        let codes = compile(TEXT, level, None, &|name| (name == "host").then_some(throws));
        assert_eq!(catches(codes[0].entry(), 2), 10, "{level:?}");
        destroyed += 2;
        for _ in 0..2 {
            destroyed += 2;
            assert_eq!(catches(codes[0].entry(), 7), 1000 * destroyed + 42, "{level:?}");
        }
    }
}
