//! Safepoint polls: armed by another thread, and answered by a function that preserves all registers.
#![cfg(not(windows))] // where functions can be handlers
#![allow(unsafe_code)] // calls compiled code

use barebones::base::Type;
use barebones::ir::{CallData, Module, Procedure, ValueFlags, parse_module};
use barebones::jit::{Code, active_frames, poll_handler};
use barebones::{Compiler, OptLevel, host_target, targets};
use barebones_testing::native::options_at;
use std::cell::RefCell;
use std::sync::atomic::{AtomicU32, Ordering};

const LEVELS: [OptLevel; 3] = [OptLevel::O0, OptLevel::O1, OptLevel::O2];

thread_local! {
    /// The arguments of each call, and the references found.
    static SEEN: RefCell<Vec<(u64, f64, usize)>> = const { RefCell::new(Vec::new()) };
}

/// Where [`moving`] moves the object, each time by one place.
static PLACES: [[AtomicU32; 2]; 16] = [const { [const { AtomicU32::new(0xdead) }; 2] }; 16];

/// Moves the object, and overwrites all registers that the C convention lets it overwrite.
fn moving(word: u64, number: u64, float: f64) {
    let mut references = 0;
    // SAFETY: the callers are suspended while this function runs.
    for frame in unsafe { active_frames() } {
        let update = |reference: u64| {
            references += 1;
            let from = PLACES.iter().position(|place| place.as_ptr() as u64 == reference).expect("a place");
            for n in 0..2 {
                let value = PLACES[from][n].swap(0xdead, Ordering::Relaxed);
                PLACES[from + 1][n].store(value, Ordering::Relaxed);
            }
            PLACES[from + 1].as_ptr() as u64
        };
        // SAFETY: as above; the object is moved with its contents.
        unsafe { frame.update(update) }.expect("a poll is a safepoint");
    }
    SEEN.with_borrow_mut(|seen| seen.push((number, float, references)));
    let word: *const AtomicU32 = std::ptr::with_exposed_provenance(word as usize);
    // SAFETY: the code passes the address of a word that lives.
    unsafe { &*word }.store(0, Ordering::Relaxed);
    std::hint::black_box((0..16).map(|n| f64::from(n) * float).sum::<f64>());
}

fn compile(text: &str, level: OptLevel) -> Code {
    let module: Module = parse_module(text, &targets(host_target().expect("a host"))).expect("parses");
    let mut options = options_at(level);
    options.check_allocation = true;
    let address = |name: &str| match name {
        "moving" => Some(poll_handler(moving).expect("supported").address()),
        "answer" => Some(poll_handler(answer).expect("supported").address()),
        _ => None,
    };
    let mut compiler = Compiler::with_options(options).expect("supported");
    let code = compiler.compile_module(module, &address);
    code.unwrap_or_else(|failure| panic!("{level:?}: {}", failure.error)).remove(0)
}

/// Many numbers of both banks live across the poll, in registers; a reference and a derived pointer do, too.
fn busy(poll: &str) -> String {
    let count = 11;
    let mut text = String::from(
        "barebones 1
extern moving(Int64, Int64, Double) -> Void
proc f(Int64, Int64, Int64) -> Int64 {
#0: Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1, reference)
    Int64 @2 = ArgumentReg(%a2)
    Int64 @3 = Const64(4)
    Int64 @4 = Add(@1, @3, derived=@1)
",
    );
    let mut line = |line: String| text.push_str(&format!("    {line}\n"));
    for n in 0..count {
        line(format!("Int64 @{} = Const64({})", 10 + n, 3 + 2 * n));
        line(format!("Int64 @{} = Mul(@2, @{})", 30 + n, 10 + n));
        line(format!("Double @{} = IToD(@{})", 50 + n, 30 + n));
    }
    line(format!("Void @9 = {poll}"));
    line(String::from("Int32 @5 = Load(@1)"));
    line(String::from("Int32 @6 = Load(@4)"));
    line(String::from("Int32 @7 = Add(@5, @6)"));
    line(String::from("Int64 @70 = ZExt32(@7)"));
    for n in 0..count {
        line(format!("Int64 @{} = FToISat(@{})", 90 + n, 50 + n));
        line(format!("Int64 @{} = Add(@{}, @{})", 110 + n, 90 + n, 30 + n));
        line(format!("Int64 @{} = Add(@{}, @{})", 71 + n, 70 + n, 110 + n));
    }
    line(format!("Void @200 = Return(@{})", 70 + count));
    text + "}\n"
}

#[test]
fn registers_and_references_survive_a_poll() {
    for level in LEVELS {
        let code = compile(&busy("Poll(moving, @0, @2, @51)"), level);
        // SAFETY: the code polls a word, and reads an object.
        let function = unsafe { code.typed::<extern "C" fn(u64, u64, u64) -> u64>() }.expect("its type");
        let sum = (0..11).map(|n| 3 + 2 * n).sum::<u64>() * 2 * 7;
        for armed in [0, 1, u32::MAX] {
            PLACES[0][0].store(100, Ordering::Relaxed);
            PLACES[0][1].store(23, Ordering::Relaxed);
            SEEN.take();
            let word = AtomicU32::new(armed);
            let address = word.as_ptr().expose_provenance() as u64;
            let found = function.call(address, PLACES[0].as_ptr() as u64, 7);
            assert_eq!(found, sum + 123, "{level:?}, {armed}");
            let expected = if armed == 0 { vec![] } else { vec![(7, 35.0, 1)] };
            assert_eq!(SEEN.take(), expected, "{level:?}");
            assert_eq!(word.load(Ordering::Relaxed), 0);
        }
        assert_eq!(code.gc_map().len(), 1, "{level:?}");
    }
}

static REQUEST: AtomicU32 = AtomicU32::new(0);
static ANSWERS: AtomicU32 = AtomicU32::new(0);

/// Answers the request of another thread; the third one stops the loop.
fn answer(_word: u64, stop: u64) {
    REQUEST.store(0, Ordering::Release);
    if ANSWERS.fetch_add(1, Ordering::AcqRel) == 2 {
        let stop: *const AtomicU32 = std::ptr::with_exposed_provenance(stop as usize);
        // SAFETY: the code passes the address of a word that lives.
        unsafe { &*stop }.store(1, Ordering::Release);
    }
}

#[test]
fn another_thread_arms_the_poll_of_a_loop() {
    for level in LEVELS {
        let code = compile(
            "barebones 1
extern answer(Int64, Int64) -> Void
proc f(Int64, Int64) -> Void {
#0: Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Jump(#1)
#1: Void @3 = Poll(answer, @0, @1)
    Int32 @4 = Load(@1, volatile)
    Void @5 = Branch(@4, #2, #1)
#2: Void @6 = Return()
}
",
            level,
        );
        ANSWERS.store(0, Ordering::SeqCst);
        std::thread::scope(|scope| {
            let thread = scope.spawn(|| {
                let stop = AtomicU32::new(0);
                // SAFETY: the code polls a word, and reads another.
                let function = unsafe { code.typed::<extern "C" fn(u64, u64)>() }.expect("its type");
                let [word, stop] = [&REQUEST, &stop].map(|word| word.as_ptr().expose_provenance() as u64);
                function.call(word, stop);
            });
            for n in 1..=3 {
                REQUEST.store(1, Ordering::Release);
                while ANSWERS.load(Ordering::Acquire) < n {
                    std::thread::yield_now();
                }
            }
            thread.join().expect("it stops");
        });
        assert_eq!(ANSWERS.load(Ordering::SeqCst), 3, "{level:?}");
    }
}

/// A poll is not removed, merged or moved.
#[test]
fn each_iteration_polls() {
    for level in LEVELS {
        let code = compile(
            "barebones 1
extern moving(Int64, Int64, Double) -> Void
proc f(Int64, Int64, Int64) -> Int64 {
#0: Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Double @3 = ConstDouble(2.0)
    Int64 @4 = Const64(1)
    Int32 @5 = Const32(1)
    Void @6 = Upsilon(@2, ^@8)
    Void @7 = Jump(#1)
#1: Int64 @8 = Phi()
    Void @9 = Store(@5, @0, volatile)
    Void @10 = Poll(moving, @0, @2, @3)
    Void @11 = Store(@5, @0, volatile)
    Void @12 = Poll(moving, @0, @8, @3)
    Int64 @13 = Sub(@8, @4)
    Void @14 = Upsilon(@13, ^@8)
    Void @15 = Branch(@13, #1, #2)
#2: Void @16 = Return(@13)
}
",
            level,
        );
        SEEN.take();
        let word = AtomicU32::new(0);
        // SAFETY: the code polls a word.
        let function = unsafe { code.typed::<extern "C" fn(u64, u64, u64) -> u64>() }.expect("its type");
        assert_eq!(function.call(word.as_ptr().expose_provenance() as u64, 0, 9), 0);
        let numbers: Vec<u64> = SEEN.take().iter().map(|seen| seen.0).collect();
        let expected: Vec<u64> = (1..=9).rev().flat_map(|n| [9, n]).collect();
        assert_eq!(numbers, expected, "{level:?}");
    }
}

#[test]
fn wrong_polls_are_refused() {
    let target = host_target().expect("a host");
    let violation = |build: &dyn Fn(&mut Procedure)| {
        let mut proc = Procedure::new(&target);
        build(&mut proc);
        proc.at(Procedure::ROOT).ret([]);
        barebones::ir::validate(&proc)
            .expect_err("it is wrong")
            .iter()
            .map(ToString::to_string)
            .collect::<String>()
    };
    let narrow = violation(&|proc| {
        let root = proc.add_block();
        let mut b = proc.at(root);
        let (address, word) = (b.const64(1), b.const32(1));
        b.poll(address, word, &[]);
    });
    assert!(narrow.contains("the address of the word has type Int32, expected Int64"), "{narrow}");
    let throws = violation(&|proc| {
        let root = proc.add_block();
        let mut b = proc.at(root);
        let address = b.const64(1);
        let poll = b.poll(address, address, &[]);
        let call = proc.value(poll).call();
        let data = proc.call_mut(call).expect("it exists");
        *data = CallData { variadic_start: Some(1), ..*data };
    });
    assert!(throws.contains("is not variadic, and does not throw"), "{throws}");
    // A sum that is computed from a reference lives across the safepoint.
    let lives = violation(&|proc| {
        let root = proc.add_block();
        let mut b = proc.at(root);
        let (reference, one) = (b.argument(Type::Int64), b.const64(1));
        let sum = b.add(reference, one);
        b.poll(one, one, &[]);
        b.store(sum, one, 0);
        proc.get_value_mut(reference).expect("it exists").flags |= ValueFlags::REFERENCE;
    });
    assert!(lives.contains("lives across a safepoint"), "{lives}");
    let text = "barebones 1
proc f(Int64) -> Void {
#0: Int64 @0 = ArgumentReg(%a0)
    Void @1 = Poll(f, @0)
    Void @2 = Return()
}
";
    let module = parse_module(text, &targets(target)).expect("parses");
    let failure =
        Compiler::host().expect("a host").compile_module(module, &|_| None).expect_err("it is wrong");
    assert!(failure.error.to_string().contains("a Poll calls a procedure"), "{}", failure.error);
}
