//! Walks from a signal handler over the frames of the thread that it interrupted.
#![cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
#![allow(unsafe_code)] // calls compiled code, and handles signals

use barebones::ir::{Module, parse_module};
use barebones::jit::{Code, HostFunction, Interrupted, interrupted_frames, transition};
use barebones::{Compiler, OptLevel, host_target, targets};
use barebones_testing::native::options_at;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::sync::{Mutex, PoisonError};

/// Counts allocations of each thread.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u32> = const { Cell::new(0) };
    static SEEN: Cell<Seen> = const { Cell::new(Seen::NONE) };
    /// The first address of each procedure, and the one after its last instruction.
    static CODE: Cell<[(usize, usize); 3]> = const { Cell::new([(0, 0); 3]) };
}

// SAFETY: it passes everything on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: guaranteed by the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: guaranteed by the caller.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// What walks in signal handlers of this thread found.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// Walks that began in `outer`, in `middle` called by it, and in `inner` called by that.
    inside: [u32; 3],
    /// Walks that began in the host function and found `middle` and `outer`.
    in_host: u32,
    /// Walks that found anything else, and the address at which the last one began.
    wrong: u32,
    wrong_pc: usize,
    allocations: u32,
}

impl Seen {
    const NONE: Seen = Seen { inside: [0; 3], in_host: 0, wrong: 0, wrong_pc: 0, allocations: 0 };
}

/// Held by each test here: the timer's signal reaches any thread, so it would add to what another test counts.
static SIGNALS: Mutex<()> = Mutex::new(());

const NAMES: [&str; 3] = ["outer", "middle", "inner"];

/// Walks from the interrupted instruction, and checks the names and the order of frames.
fn record(at: &Interrupted) {
    let mut seen = SEEN.get();
    let before = ALLOCATIONS.get();
    // SAFETY: called in the handler of the signal that interrupted this thread.
    let frames = unsafe { interrupted_frames(at) };
    let mut names = [""; 4];
    let (mut count, mut begins_inside, mut last, mut is_sorted) = (0, false, 0, true);
    for frame in frames {
        if let Some(name) = names.get_mut(count) {
            *name = frame.name();
        }
        begins_inside |= frame.is_interrupted();
        is_sorted &=
            frame.is_interrupted() == (count == 0 && begins_inside) && frame.frame_pointer() as usize > last;
        last = frame.frame_pointer() as usize;
        count += 1;
    }
    seen.allocations += ALLOCATIONS.get() - before;
    let is_inside = CODE.get().iter().any(|(start, end)| (*start..*end).contains(&at.pc));
    let is_chain = is_sorted && count <= 3 && names[..count].iter().rev().eq(&NAMES[..count]);
    match (is_inside, count) {
        (true, 1..=3) if is_chain && begins_inside => seen.inside[count - 1] += 1,
        (false, 2) if is_chain && !begins_inside => seen.in_host += 1,
        (false, 0) => {} // before or after the call, or in code between compiled code and a host function
        _ => {
            seen.wrong += 1;
            seen.wrong_pc = at.pc;
        }
    }
    SEEN.set(seen);
}

fn handle(signal: c_int, handler: extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void)) {
    // SAFETY: all zeros is a valid `sigaction`; the handler only walks.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handler as libc::sighandler_t;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_RESTART;
        assert_eq!(libc::sigaction(signal, &action, std::ptr::null_mut()), 0);
    }
}

extern "C" fn walk(_: c_int, _: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: the context of this signal.
    record(&unsafe { Interrupted::of_context(context) });
}

/// Sends a signal to its own thread.
fn interrupt_host(number: u64) -> u64 {
    // SAFETY: the signal has a handler.
    unsafe { libc::raise(libc::SIGUSR1) };
    number + 1
}

/// Three procedures: the innermost has no frame at O1 and O2, another one calls a host function.
const CHAIN: &str = "barebones 1
extern host(Int64) -> Int64
proc outer(Int64) -> Int64 {
    state0 = frame function=1 pc=2 [@2]
#0: Int64 @0 = ArgumentReg(%a0)
    Void @1 = Upsilon(@0, ^@2)
    Void @6 = Jump(#1)
#1: Int64 @2 = Phi()
    Int64 @3 = CCall(middle, @2, effects={reads=top, writes=top, exits}, state=state0)
    Int64 @4 = Const64(1)
    Int64 @5 = Sub(@2, @4)
    Void @7 = Upsilon(@5, ^@2)
    Void @8 = Branch(@5, #1, #2)
#2: Void @9 = Return(@3)
}
proc middle(Int64) -> Int64 {
    state0 = frame function=2 pc=7 [@0]
#0: Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = CCall(host, @0, effects={reads=top, writes=top, exits}, state=state0)
    Int64 @2 = CCall(inner, @1, effects={reads=top, writes=top, exits})
    Int64 @3 = Add(@2, @0)
    Void @4 = Return(@3)
}
proc inner(Int64) -> Int64 {
#0: Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(3)
    Int64 @2 = Mul(@0, @1)
    Int64 @3 = Add(@2, @0)
    Void @4 = Return(@3)
}
";

/// Three procedures, of which none is inlined.
fn compile(level: OptLevel, host: HostFunction) -> Vec<Code> {
    let module: Module = parse_module(CHAIN, &targets(host_target().expect("a host"))).expect("parses");
    let mut options = options_at(level);
    options.passes = options.passes.without("inline_calls");
    let address = |name: &str| (name == "host").then(|| host.address());
    let mut compiler = Compiler::with_options(options).expect("supported");
    compiler.compile_module(module, &address).unwrap_or_else(|failure| panic!("{level:?}: {}", failure.error))
}

/// Calls `outer`, and returns what signals saw meanwhile.
fn run(code: &[Code], iterations: u64, call: impl FnOnce(&dyn Fn())) -> Seen {
    // SAFETY: the code only calls its procedures and the host function.
    let outer = unsafe { code[0].typed::<extern "C" fn(u64) -> u64>() }.expect("its type");
    let range = |code: &Code| {
        let start = code.entry() as usize;
        (start, start + code.size())
    };
    CODE.set([range(&code[0]), range(&code[1]), range(&code[2])]);
    SEEN.set(Seen::NONE);
    let result = Cell::new(0);
    call(&|| result.set(outer.call(iterations)));
    let seen = SEEN.replace(Seen::NONE);
    // In the last iteration: 4 * 2 + 1.
    assert_eq!(result.get(), 9);
    seen
}

const LEVELS: [OptLevel; 3] = [OptLevel::O0, OptLevel::O1, OptLevel::O2];

/// A signal in a host function: the walk begins with the function's caller.
#[test]
fn a_handler_walks_beyond_an_interrupted_host_function() {
    let _alone = SIGNALS.lock().unwrap_or_else(PoisonError::into_inner);
    handle(libc::SIGUSR1, walk);
    let host = transition(interrupt_host).expect("supported");
    for level in LEVELS {
        let seen = run(&compile(level, host), 10, |call| call());
        assert_eq!((seen.in_host, seen.wrong, seen.allocations), (10, 0, 0), "{level:?}: {seen:?}");
    }
}

fn successor(number: u64) -> u64 {
    number + 1
}

/// The processor raises a signal after each instruction, so also in prologues and epilogues, at the first instruction of a
/// procedure and at its return.
#[cfg(target_arch = "x86_64")]
#[test]
fn a_handler_walks_from_every_instruction() {
    const ITERATIONS: u32 = 10;
    let _alone = SIGNALS.lock().unwrap_or_else(PoisonError::into_inner);
    handle(libc::SIGTRAP, walk);
    let host = transition(successor).expect("supported");
    for level in LEVELS {
        let seen = run(&compile(level, host), ITERATIONS.into(), |call| {
            // SAFETY: only the trap flag is changed, and the signal has a handler.
            unsafe { std::arch::asm!("pushfq", "or qword ptr [rsp], 0x100", "popfq") };
            call();
            // SAFETY: as above.
            unsafe { std::arch::asm!("pushfq", "and qword ptr [rsp], -257", "popfq") };
        });
        assert_eq!((seen.wrong, seen.allocations), (0, 0), "{level:?}: {seen:?}");
        assert!(seen.in_host > 10 * ITERATIONS, "{level:?}: {seen:?}");
        // No branch is in the two inner procedures: the same instructions run in each iteration.
        let [outer, middle, inner] = seen.inside;
        assert!(
            outer > 5 * ITERATIONS && middle >= 10 * ITERATIONS && inner >= 3 * ITERATIONS,
            "{level:?}: {seen:?}"
        );
        assert_eq!([middle % ITERATIONS, inner % ITERATIONS], [0, 0], "{level:?}: {seen:?}");
    }
}

/// A timer's signal comes anywhere.
#[test]
fn a_profiler_samples_with_a_timer() {
    let _alone = SIGNALS.lock().unwrap_or_else(PoisonError::into_inner);
    handle(libc::SIGPROF, walk);
    let host = transition(successor).expect("supported");
    let set_interval = |microseconds| {
        let interval = libc::timeval { tv_sec: 0, tv_usec: microseconds };
        let timer = libc::itimerval { it_interval: interval, it_value: interval };
        // SAFETY: the signal has a handler, which only walks the stack of the thread that it interrupts.
        assert_eq!(unsafe { libc::setitimer(libc::ITIMER_PROF, &timer, std::ptr::null_mut()) }, 0);
    };
    for level in LEVELS {
        let code = compile(level, host);
        let mut samples = 0;
        // On a loaded machine few signals reach this thread.
        for _ in 0..100 {
            let seen = run(&code, 1_000_000, |call| {
                set_interval(1000);
                call();
                set_interval(0);
            });
            assert_eq!((seen.wrong, seen.allocations), (0, 0), "{level:?}: {seen:?}");
            samples += seen.inside.iter().sum::<u32>();
            if samples >= 10 {
                break;
            }
        }
        assert!(samples >= 10, "{level:?}: {samples}");
    }
}
