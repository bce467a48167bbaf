//! Inline caches.
#![allow(unsafe_code)] // calls compiled code

use barebones::base::Type;
use barebones::ic::{CacheState, Caches, Case, InlineCache};
use barebones::jit::{Code, CodeMemory, MappingMode, TypedCode};
use barebones::patchpoint::Constraint;
use barebones::{Compiler, OptLevel};
use barebones_testing::native::{is_emulated, mapping_modes, memory_in, options_at};
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::Instant;

/// An object: its shape `s`, then slots. The property of shape `s` is slot `s % 8`.
#[repr(C)]
struct Object {
    padding: u32,
    shape: u32,
    slots: [u64; 8],
}

fn object(shape: u32) -> Object {
    Object { padding: 0, shape, slots: std::array::from_fn(|slot| 100 * u64::from(shape) + slot as u64) }
}

fn property(shape: u32) -> u64 {
    100 * u64::from(shape) + u64::from(shape % 8)
}

extern "C" fn lookup(object: *const u8, cache: &InlineCache) -> u64 {
    // SAFETY: the accesses get objects.
    let object = unsafe { &*object.cast::<Object>() };
    cache.add(Case { shape: object.shape, offset: 8 + 8 * (object.shape % 8) as i32 }).expect("memory");
    object.slots[object.shape as usize % 8]
}

type Access = extern "C" fn(&Object) -> u64;

struct Setup {
    compiler: Compiler,
    memory: Arc<CodeMemory>,
    caches: Caches,
}

fn setup(level: OptLevel, mode: MappingMode) -> Setup {
    let memory = memory_in(mode);
    let mut compiler = Compiler::with_options(options_at(level)).expect("a host");
    compiler.set_memory(memory.clone());
    // SAFETY: `lookup` adds what is true for all objects; threads register where caches change.
    let caches = unsafe { Caches::new(memory.clone(), *compiler.target(), 4, lookup) };
    Setup { compiler, memory, caches }
}

/// A function that loads the property of an object.
fn access(setup: &mut Setup) -> (Code, Arc<InlineCache>) {
    let cache = setup.caches.add_cache();
    let mut proc = barebones::ir::Procedure::new(setup.compiler.target());
    let root = proc.add_block();
    let mut b = proc.at(root);
    let object = b.argument(Type::Int64);
    let emitted = cache.clone();
    let result = b
        .patchpoint(Type::Int64)
        .input(object, Constraint::SomeRegister)
        .result(Constraint::SomeRegister)
        .calls_c()
        .scratch_gprs(1)
        .generator("property", move |masm, params| emitted.generate(masm, params))
        .append();
    b.ret([result]);
    let code = setup.compiler.compile(proc).expect("compiles");
    cache.set_code(&code);
    (code, cache)
}

fn typed(code: &Code) -> TypedCode<Access> {
    // SAFETY: the code loads from an object.
    unsafe { code.typed::<Access>() }.expect("these types")
}

fn configurations() -> impl Iterator<Item = (OptLevel, MappingMode)> {
    OptLevel::ALL.into_iter().flat_map(|level| mapping_modes().iter().map(move |mode| (level, *mode)))
}

#[test]
fn caches_learn_shapes_until_there_are_too_many() {
    for (level, mode) in configurations() {
        let mut setup = setup(level, mode);
        let (code, cache) = access(&mut setup);
        let call = typed(&code);
        let thread = setup.caches.quiescence().register_thread();
        assert_eq!(cache.state(), CacheState::Empty);
        let states = [
            CacheState::Monomorphic,
            CacheState::Polymorphic(2),
            CacheState::Polymorphic(3),
            CacheState::Polymorphic(4),
            CacheState::Megamorphic,
        ];
        for (shape, state) in (11..).zip(states) {
            assert_eq!(call.call(&object(shape)), property(shape), "{level:?} {mode:?}");
            assert_eq!(cache.state(), state);
            // All shapes so far are hits, with the slots of each object.
            let misses = cache.misses();
            for shape in 11..=shape {
                assert_eq!(call.call(&object(shape)), property(shape), "{level:?} {mode:?} {state:?}");
            }
            let is_mega = state == CacheState::Megamorphic;
            assert_eq!(cache.misses() - misses, if is_mega { 4 } else { 0 }, "{state:?}");
        }
        assert_eq!(setup.caches.stub_count(), 3, "they wait for the thread");
        drop(thread);
        setup.caches.quiescence().reclaim();
        assert_eq!(setup.caches.stub_count(), 0);
        drop((code, call));
        assert_eq!(setup.memory.stats().used, 0);
    }
}

/// Two accesses with the same shapes have one stub. The last cache frees it.
#[test]
fn stubs_are_shared_counted_and_freed() {
    let mut setup = setup(OptLevel::O2, mapping_modes()[0]);
    let accesses = [(); 3].map(|()| access(&mut setup));
    for (code, cache) in &accesses {
        for shape in [1, 2, 3] {
            assert_eq!(typed(code).call(&object(shape)), property(shape));
        }
        assert_eq!(cache.state(), CacheState::Polymorphic(3));
    }
    setup.caches.quiescence().reclaim();
    assert_eq!(setup.caches.stub_count(), 1);
    let [first, rest @ ..] = accesses;
    drop(rest);
    setup.caches.quiescence().reclaim();
    assert_eq!(setup.caches.stub_count(), 1);
    drop(first);
    setup.caches.quiescence().reclaim();
    assert_eq!((setup.caches.stub_count(), setup.memory.stats().used), (0, 0));
}

/// Threads see each object's own property while the caches change.
#[test]
fn threads_hit_while_a_cache_learns() {
    let rounds = if is_emulated() { 5 } else { 100 };
    for &mode in mapping_modes() {
        let mut setup = setup(OptLevel::O2, mode);
        let stop = AtomicBool::new(false);
        for round in 0..rounds {
            let (code, _cache) = access(&mut setup);
            let call = typed(&code);
            stop.store(false, SeqCst);
            std::thread::scope(|scope| {
                let threads = [1, 2].map(|start| {
                    let mut thread = setup.caches.quiescence().register_thread();
                    let (stop, call) = (&stop, &call);
                    scope.spawn(move || {
                        let mut right = true;
                        while !stop.load(SeqCst) {
                            right &= call.call(&object(start)) == property(start);
                            thread.quiescent();
                        }
                        right
                    })
                });
                let mut thread = setup.caches.quiescence().register_thread();
                for shape in 0..6 {
                    let shape = shape + round % 3;
                    assert_eq!(call.call(&object(shape)), property(shape));
                    thread.quiescent();
                }
                stop.store(true, SeqCst);
                assert!(threads.into_iter().all(|thread| thread.join().expect("no panic")));
            });
        }
        setup.caches.quiescence().reclaim();
        assert_eq!(setup.caches.stub_count(), 0);
    }
}

/// The time of a hit beside that of a comparison and a load written by hand; printed with `--nocapture`.
#[test]
fn a_hit_costs_little_more_than_a_guard_and_a_load() {
    if is_emulated() {
        return;
    }
    let mut setup = setup(OptLevel::O2, mapping_modes()[0]);
    let (cached, cache) = access(&mut setup);
    let mut by_hand = barebones::ir::Procedure::new(setup.compiler.target());
    let root = by_hand.add_block();
    let mut b = by_hand.at(root);
    let argument = b.argument(Type::Int64);
    let result = b
        .patchpoint(Type::Int64)
        .input(argument, Constraint::SomeRegister)
        .result(Constraint::SomeRegister)
        .calls_c()
        .scratch_gprs(1)
        .generator("guard", move |masm, params| {
            use barebones::isa::masm::Address;
            let (result, object) = (params.result(0).gpr()?, params.input(0).gpr()?);
            masm.give_scratch(params.gp_scratch(0)?);
            let slow = params.slow_call(masm, lookup as *const (), &[object.into(), object.into()], result);
            let shape = Address::new(object, 4);
            masm.branch32(barebones::base::IntCondition::NotEqual, shape, 9, slow.entry);
            masm.load64(result, Address::new(object, 16));
            masm.bind(slow.done);
            Ok(())
        })
        .append();
    b.ret([result]);
    let by_hand = setup.compiler.compile(by_hand).expect("compiles");
    let [cached, by_hand] = [&cached, &by_hand].map(typed);
    let object = object(9);
    let time = |call: &TypedCode<Access>| {
        let start = Instant::now();
        for _ in 0..100_000 {
            assert_eq!(black_box(call.call(black_box(&object))), property(9));
        }
        start.elapsed()
    };
    let best = |call: &TypedCode<Access>| (0..20).map(|_| time(call)).min().expect("some");
    let (hit, hand) = (best(&cached), best(&by_hand));
    assert_eq!(cache.state(), CacheState::Monomorphic);
    println!("hit {hit:?}, by hand {hand:?}: {:.2}", hit.as_secs_f64() / hand.as_secs_f64());
    // Other tests run meanwhile.
    assert!(hit < 3 * hand, "{hit:?}, {hand:?}");
}
