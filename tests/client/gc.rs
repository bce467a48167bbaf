//! Maps of references, and walks that update them.
#![cfg(not(windows))] // where functions can be transitions
#![allow(unsafe_code)] // calls compiled code

use barebones::base::Type;
use barebones::ir::{Module, parse_module};
use barebones::jit::{Code, active_frames, transition, walk_frames};
use barebones::{Compiler, OptLevel, host_target, targets};
use barebones_testing::native::options_at;
use std::cell::RefCell;

/// What one collection found: frames with their offsets and references.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Found {
    frames: Vec<(String, u32, usize)>,
    /// The functions of each frame's exit state, the innermost first: several where calls were inlined.
    functions: Vec<Vec<u32>>,
    references: Vec<u64>,
    /// Number of references that exit states have.
    in_states: usize,
}

#[derive(Default)]
struct Collector {
    #[expect(clippy::vec_box, reason = "objects keep their addresses while others are added")]
    objects: Vec<Box<[u64; 4]>>,
    found: Vec<Found>,
}

thread_local! {
    static COLLECTOR: RefCell<Collector> = RefCell::default();
}

fn allocate_in(collector: &mut Collector, words: [u64; 4]) -> u64 {
    let mut object = Box::new(words);
    let address = object.as_mut_ptr().expose_provenance() as u64;
    collector.objects.push(object);
    address
}

/// Moves every object that compiled code refers to, and overwrites the old one.
fn collect(collector: &mut Collector) {
    let mut found = Found::default();
    let mut moved: Vec<(u64, u64)> = Vec::new();
    // SAFETY: the callers are suspended.
    for frame in unsafe { active_frames() } {
        found.frames.push((frame.name().to_string(), frame.offset(), frame.frame_pointer() as usize));
        let state = frame.exit().expect("well-formed").map(|state| state.frames).unwrap_or_default();
        found.functions.push(state.iter().map(|frame| frame.function).collect());
        let mut update = |reference: u64| {
            found.references.push(reference);
            if let Some((_, new)) = moved.iter().find(|(old, _)| *old == reference) {
                return *new;
            }
            let index = collector.objects.iter().position(|object| object.as_ptr() as u64 == reference);
            let index = index.unwrap_or_else(|| panic!("{reference:#x} is no object"));
            let words = *collector.objects[index];
            let new = allocate_in(collector, words);
            collector.objects[index].fill(0xdead);
            moved.push((reference, new));
            new
        };
        // SAFETY: as above; objects are moved with their contents.
        unsafe { frame.update(&mut update) }.expect("each call is a safepoint");
    }
    found.in_states = second_walk(&found.frames, &moved);
    collector.found.push(found);
}

/// Walks the same frames by their exit states: a walk that uses none of the maps. References there are the new ones.
/// Returns their number.
fn second_walk(frames: &[(String, u32, usize)], moved: &[(u64, u64)]) -> usize {
    let Some((_, offset, frame_pointer)) = frames.first() else { return 0 };
    // SAFETY: the frames are active.
    let caller = unsafe { active_frames() }.next().expect("it was found before");
    assert_eq!(caller.offset(), *offset);
    let frame: *const u8 = std::ptr::with_exposed_provenance(*frame_pointer);
    // SAFETY: the frames are active.
    let walked = unsafe { walk_frames(frame, caller.return_address()) };
    let mut count = 0;
    for (walked, (name, offset, frame_pointer)) in walked.zip(frames) {
        assert_eq!((walked.code().name(), walked.offset()), (&name[..], *offset));
        assert_eq!(walked.frame_pointer() as usize, *frame_pointer);
        // SAFETY: the frame is active.
        if let Some(values) = unsafe { walked.values() }.expect("no register is lost") {
            for entry in values.frames.iter().flat_map(|frame| &frame.entries) {
                let reference = entry.reference().expect("all entries are references");
                assert!(moved.iter().any(|(_, new)| *new == reference), "{reference:#x} was not moved");
                count += 1;
            }
        }
    }
    count
}

/// Collects and allocates an object with this number.
fn gc_alloc(number: u64) -> u64 {
    COLLECTOR.with_borrow_mut(|collector| {
        collect(collector);
        allocate_in(collector, [number, number + 1, number + 2, number + 3])
    })
}

fn compile(text: &str, level: OptLevel) -> Vec<Code> {
    let module: Module = parse_module(text, &targets(host_target().expect("a host"))).expect("parses");
    let mut options = options_at(level);
    options.check_allocation = true;
    let address =
        |name: &str| (name == "gc_alloc").then(|| transition(gc_alloc).expect("supported").address());
    let mut compiler = Compiler::with_options(options).expect("supported");
    compiler.compile_module(module, &address).unwrap_or_else(|failure| panic!("{level:?}: {}", failure.error))
}

const LEVELS: [OptLevel; 3] = [OptLevel::O0, OptLevel::O1, OptLevel::O2];

/// Calls the first procedure with an object and a number, and returns what collections found.
fn run(code: &[Code], number: u64) -> (u64, Vec<Found>) {
    COLLECTOR.set(Collector::default());
    let object = COLLECTOR.with_borrow_mut(|collector| allocate_in(collector, [40, 41, 42, 43]));
    // SAFETY: the code reads objects.
    let function = unsafe { code[0].typed::<extern "C" fn(u64, u64) -> u64>() }.expect("its type");
    let result = function.call(object, number);
    (result, COLLECTOR.take().found)
}

#[test]
fn a_reference_across_a_call_is_found_and_moved() {
    for level in LEVELS {
        let code = compile(
            "barebones 1
extern gc_alloc(Int64) -> Int64
proc f(Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [ref @0]
#0: Int64 @0 = ArgumentReg(%a0, reference)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = CCall(gc_alloc, @1, effects={reads=top, writes=top, exits, safepoint}, state=state0)
    Int64 @3 = Load(@0)
    Int64 @4 = Load(@2)
    Int64 @5 = Add(@4, @3)
    Void @6 = Return(@5)
}
",
            level,
        );
        let (result, found) = run(&code, 100);
        assert_eq!(result, 140, "{level:?}");
        assert_eq!((found.len(), found[0].frames.len(), found[0].references.len()), (1, 1, 1));
        assert_eq!(found[0].in_states, 1);
    }
}

/// A derived pointer and a reference in the outer frame; the inner one has a reference of its own.
#[test]
fn frames_of_several_procedures_are_updated() {
    for level in LEVELS {
        let code = compile(
            "barebones 1
extern gc_alloc(Int64) -> Int64
proc outer(Int64, Int64) -> Int64 {
    state0 = frame function=1 pc=2 [ref @0]
#0: Int64 @0 = ArgumentReg(%a0, reference)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(16)
    Int64 @3 = Add(@0, @2, derived=@0)
    Int64 @4 = CCall(inner, @1, effects={reads=top, writes=top, exits, safepoint}, state=state0)
    Int64 @5 = Load(@3, offset=8)
    Int64 @6 = Load(@0)
    Int64 @7 = Add(@5, @6)
    Int64 @8 = Add(@7, @4)
    Void @9 = Return(@8)
}
proc inner(Int64) -> Int64 {
    state0 = frame function=2 pc=3 [ref @1]
#0: Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = CCall(gc_alloc, @0, effects={reads=top, writes=top, exits, safepoint}, reference)
    Int64 @2 = CCall(gc_alloc, @0, effects={reads=top, writes=top, exits, safepoint}, state=state0)
    Int64 @3 = Load(@1, offset=8)
    Void @4 = Return(@3)
}
",
            level,
        );
        let (result, found) = run(&code, 100);
        assert_eq!(result, 43 + 40 + 101, "{level:?}");
        let names: Vec<Vec<&str>> =
            found.iter().map(|found| found.frames.iter().map(|frame| &frame.0[..]).collect()).collect();
        // The first call in `inner` has no state.
        let functions: Vec<&[Vec<u32>]> = found.iter().map(|found| &found.functions[..]).collect();
        if names == [["inner", "outer"]; 2] {
            assert_eq!(functions, [[vec![], vec![1]], [vec![2], vec![1]]]);
            assert_eq!(found.iter().map(|found| found.references.len()).collect::<Vec<_>>(), [1, 2]);
        } else {
            // Inlined.
            assert_eq!((level, names), (OptLevel::O2, vec![vec!["outer"]; 2]));
            assert_eq!(functions, [[vec![1]], [vec![2, 1]]]);
        }
        assert_eq!(code[0].signature().params, [Type::Int64; 2]);
    }
}

/// The reference is reloaded on the edges of calls that end their blocks, one of which two calls share.
#[test]
fn references_survive_calls_that_may_throw() {
    for level in LEVELS {
        let code = compile(
            "barebones 1
extern gc_alloc(Int64) -> Int64
proc f(Int64, Int64) -> Int64 {
#0: Int64 @0 = ArgumentReg(%a0, reference)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = CCall(gc_alloc, @1, #1, #3:rare, exceptional, reference)
#1: Int64 @3 = Load(@0)
    Int64 @4 = CCall(gc_alloc, @3, #2, #3:rare, exceptional, reference)
#2: Int64 @5 = Load(@0, offset=8)
    Int64 @6 = Load(@4)
    Int64 @7 = Load(@2)
    Int64 @8 = Add(@5, @6)
    Int64 @9 = Add(@8, @7)
    Void @10 = Return(@9)
#3: Int64 @11 = Load(@0, offset=16)
    Void @12 = Return(@11)
}
",
            level,
        );
        let (result, found) = run(&code, 100);
        assert_eq!(result, 41 + 40 + 100, "{level:?}");
        assert_eq!(found.iter().map(|found| found.references.len()).collect::<Vec<_>>(), [1, 2], "{level:?}");
    }
}
