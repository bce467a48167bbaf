//! Functions that are compiled one at a time, linked, replaced while they run, and freed.
#![allow(unsafe_code)] // calls compiled code

mod names;

use barebones::base::{Signature, TrapCode, Type};
use barebones::error::{CompileError, CompileFailure};
use barebones::ir::{Procedure, parse_module};
use barebones::jit::{
    Access, CodeMemory, Function, Linker, LinkerError, Mapper, MappingMode, MemoryError, Place,
    RegisteredThread, Reservation, SystemMapper, TrapRecovery, TypeMismatch, UndefinedFunction,
};
use barebones::{Compiler, OptLevel, host_target, targets};
use barebones_testing::native::{branch_protection, compiler_in, mapping_modes, options_at};
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};

type LongToLong = extern "C" fn(i64) -> i64;

const fn is_send_and_sync<T: Send + Sync>() {}
const _: () = is_send_and_sync::<Linker>();
const _: () = is_send_and_sync::<Function>();
const _: () = is_send_and_sync::<barebones::jit::TypedFunction<LongToLong>>();
const _: () = is_send_and_sync::<barebones::jit::DataObject>();
const _: () = is_send_and_sync::<LinkerError>();

/// A compiler and a linker with memory of its own.
struct Setup {
    compiler: Compiler,
    linker: Linker,
}

fn setup(level: OptLevel, mode: MappingMode) -> Setup {
    let mut compiler = compiler_in(mode, options_at(level));
    let linker = compiler.linker().expect("it has memory");
    Setup { compiler, linker }
}

fn setups() -> impl Iterator<Item = Setup> {
    OptLevel::ALL.into_iter().flat_map(|level| mapping_modes().iter().map(move |mode| setup(level, *mode)))
}

fn default_setup() -> Setup {
    setup(OptLevel::O1, mapping_modes()[0])
}

impl Setup {
    fn define(&mut self, proc: Procedure) -> Function {
        self.try_define(proc).unwrap_or_else(|failure| panic!("{failure}"))
    }

    fn try_define(&mut self, proc: Procedure) -> Result<Function, CompileFailure> {
        self.compiler.define(&self.linker, proc)
    }

    fn error(&mut self, proc: Procedure) -> LinkerError {
        match self.try_define(proc).map(|_| ()).map_err(|failure| failure.error) {
            Err(CompileError::Linker(error)) => error,
            other => panic!("expected an error of the linker; found {other:?}"),
        }
    }

    fn declare(&self, name: &str) -> Function {
        self.compiler.declare(&self.linker, name, &long_to_long()).expect("a new name")
    }

    /// Bytes of code memory in use.
    fn used(&self) -> usize {
        self.linker.memory().stats().used
    }
}

fn long_to_long() -> Signature {
    Signature { params: vec![Type::Int64], results: vec![Type::Int64] }
}

/// The procedure of a text that declares `next` and `host`, of type `(Int64) -> Int64`.
fn procedure(name: &str, body: &str) -> Procedure {
    let text = format!("barebones 1\nproc {name}(Int64) -> Int64 {{\n{body}\n}}\n");
    let host = host_target().expect("a host");
    let module = parse_module(&text, &targets(host)).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    module.procedures.into_iter().next().expect("one procedure")
}

/// x + n.
fn adding(name: &str, n: i64) -> Procedure {
    let body = format!(
        "#0:
            Int64 @0 = ArgumentReg(%a0)
            Int64 @1 = Const64({n})
            Int64 @2 = Add(@0, @1)
            Void @3 = Return(@2)"
    );
    procedure(name, &body)
}

/// callee(x) + n.
fn calling(name: &str, callee: &str, n: i64) -> Procedure {
    let body = format!(
        "#0:
            Int64 @0 = ArgumentReg(%a0)
            Int64 @1 = CCall({callee}, @0)
            Int64 @2 = Const64({n})
            Int64 @3 = Add(@1, @2)
            Void @4 = Return(@3)"
    );
    procedure(name, &body)
}

/// 0 if x is 0, and else callee(x - 1) + n.
fn counting(name: &str, callee: &str, n: i64) -> Procedure {
    let body = format!(
        "#0:
            Int64 @0 = ArgumentReg(%a0)
            Void @1 = Branch(@0, #1, #2)
        #1:
            Int64 @2 = Const64(1)
            Int64 @3 = Sub(@0, @2)
            Int64 @4 = CCall({callee}, @3)
            Int64 @5 = Const64({n})
            Int64 @6 = Add(@4, @5)
            Void @7 = Return(@6)
        #2:
            Void @8 = Return(@0)"
    );
    procedure(name, &body)
}

/// Adds x to the word at the symbol `data`, and returns the sum.
fn accumulating(name: &str, data: &str) -> Procedure {
    let body = format!(
        "#0:
            Int64 @0 = ArgumentReg(%a0)
            Int64 @1 = SymbolAddress({data})
            Int64 @2 = Load(@1)
            Int64 @3 = Add(@2, @0)
            Void @4 = Store(@3, @1)
            Void @5 = Return(@3)"
    );
    procedure(name, &body)
}

fn call(function: &Function, thread: &RegisteredThread, x: i64) -> i64 {
    // SAFETY: the procedures of these tests compute with their argument and with data of their linker. The callers pass
    // a thread of the same linker.
    unsafe { function.typed::<LongToLong>() }.expect("these types").call(thread, x)
}

#[test]
fn functions_call_backwards_forwards_and_in_cycles() {
    for mut setup in setups() {
        let thread = setup.linker.register_thread();
        let leaf = setup.define(adding("leaf", 1));
        let backwards = setup.define(calling("backwards", "leaf", 10));
        assert_eq!((call(&leaf, &thread, 1), call(&backwards, &thread, 1)), (2, 12));

        let later = setup.declare("later");
        let forwards = setup.define(calling("forwards", "later", 100));
        assert!(later.code().is_none());
        let defined = setup.define(calling("later", "backwards", 1000));
        assert_eq!(later.address(), defined.address());
        assert_eq!(call(&forwards, &thread, 1), 1112);

        let odd = setup.declare("odd");
        let even = setup.define(counting("even", "odd", 1));
        let _odd = setup.define(counting("odd", "even", 100));
        assert_eq!((call(&even, &thread, 4), call(&odd, &thread, 3)), (202, 201));
        let itself = setup.define(counting("itself", "itself", 7));
        assert_eq!(call(&itself, &thread, 6), 42);
    }
}

#[test]
fn a_function_keeps_what_it_refers_to() {
    for mut setup in setups() {
        let thread = setup.linker.register_thread();
        let leaf = setup.define(adding("leaf", 1));
        let slots_and_leaf = setup.used();
        let middle = setup.define(calling("middle", "leaf", 10));
        let main = setup.define(calling("main", "middle", 100));
        let all = setup.used();
        drop((leaf, middle));
        assert_eq!(setup.linker.quiescence().reclaim(), 0);
        assert_eq!((setup.used(), call(&main, &thread, 0)), (all, 111));
        let leaf = setup.linker.function("leaf").expect("main keeps it");
        drop(main);
        drop(thread);
        assert_eq!(setup.used(), slots_and_leaf);
        assert!(setup.linker.function("middle").is_none());
        drop(leaf);
        assert!(setup.linker.function("leaf").is_none() && setup.used() < slots_and_leaf);
    }
}

#[test]
fn cycles_are_freed() {
    for mut setup in setups() {
        drop(setup.declare("any")); // the memory of slots is kept
        let before = setup.used();
        let b = setup.declare("b");
        let a = setup.define(counting("a", "b", 1));
        drop(setup.define(counting("b", "a", 1)));
        let outside = setup.define(calling("outside", "b", 0));
        drop((a, b));
        let thread = setup.linker.register_thread();
        assert_eq!(call(&outside, &thread, 9), 9, "kept by a function outside of the cycle");
        drop(thread);
        drop(outside);
        assert_eq!((setup.used(), setup.linker.undefined()), (before, vec![]));
        assert!(setup.linker.function("a").is_none() && setup.linker.function("b").is_none());
    }
}

#[test]
fn a_large_cycle_is_collected() {
    const SIZE: usize = 300;
    let mut setup = default_setup();
    let name = |n: usize| format!("f{}", n % SIZE);
    drop(setup.declare("any"));
    let before = setup.used();
    let declared: Vec<Function> = (0..SIZE).map(|n| setup.declare(&name(n))).collect();
    for n in 0..SIZE {
        drop(setup.define(counting(&name(n), &name(n + 1), 1)));
    }
    let thread = setup.linker.register_thread();
    assert_eq!(call(&declared[5], &thread, 1000), 1000);
    drop(thread);
    drop(declared);
    let long = Signature { params: vec![], results: vec![Type::Int64] };
    let other = setup.compiler.declare(&setup.linker, "f7", &long).expect("the old one is dead");
    drop(other);
    setup.linker.collect();
    assert_eq!(setup.used(), before);
}

/// Dead cycles that are too large for the search after a change do not accumulate.
#[test]
fn repeated_large_cycles_are_freed() {
    const SIZE: usize = 70;
    let mut setup = setup(OptLevel::O0, mapping_modes()[0]);
    let mut largest = 0;
    for round in 0..6 {
        let name = |n: usize| format!("f{round}_{}", n % SIZE);
        let declared: Vec<Function> = (0..SIZE).map(|n| setup.declare(&name(n))).collect();
        for n in 0..SIZE {
            drop(setup.define(counting(&name(n), &name(n + 1), 1)));
        }
        if round == 0 {
            largest = 2 * setup.used();
        }
        drop(declared);
        assert!(setup.used() <= largest, "round {round}: {} of {largest} bytes", setup.used());
    }
}

/// A mapper of a client that pauses when pages are made executable, until another thread has used the linker.
struct Pausing {
    mapper: SystemMapper,
    request: Mutex<Option<std::sync::mpsc::Sender<()>>>,
    answer: Mutex<Option<std::sync::mpsc::Receiver<()>>>,
    answered: AtomicUsize,
}

// SAFETY: passes all requests on.
unsafe impl Mapper for &'static Pausing {
    fn mode(&self) -> MappingMode {
        self.mapper.mode()
    }

    fn page_size(&self) -> usize {
        self.mapper.page_size()
    }

    fn is_guarded(&self) -> bool {
        self.mapper.is_guarded()
    }

    fn reserve(&self, size: usize) -> Result<Reservation, MemoryError> {
        self.mapper.reserve(size)
    }

    unsafe fn commit(
        &self,
        reservation: &Reservation,
        offset: usize,
        size: usize,
    ) -> Result<(), MemoryError> {
        // SAFETY: guaranteed by the caller.
        unsafe { self.mapper.commit(reservation, offset, size) }
    }

    unsafe fn protect(
        &self,
        reservation: &Reservation,
        offset: usize,
        size: usize,
        access: Access,
    ) -> Result<(), MemoryError> {
        if let Some(request) = self.request.lock().expect("no panic").take() {
            request.send(()).expect("the other thread waits");
            let answer = self.answer.lock().expect("no panic").take().expect("set together");
            let answered = answer.recv_timeout(std::time::Duration::from_secs(20)).is_ok();
            self.answered.fetch_add(usize::from(answered), SeqCst);
        }
        // SAFETY: guaranteed by the caller.
        unsafe { self.mapper.protect(reservation, offset, size, access) }
    }

    unsafe fn release(&self, reservation: Reservation) {
        // SAFETY: guaranteed by the caller.
        unsafe { self.mapper.release(reservation) };
    }
}

/// While one thread waits for memory of a slot, others look up and drop functions.
#[test]
fn a_slow_mapper_does_not_block_the_symbols() {
    let mapper = SystemMapper::with_mode(MappingMode::Toggling).expect("works where tests run");
    let mapper = if branch_protection().landing_pads { mapper.guarded() } else { mapper };
    let mapper: &'static Pausing = Box::leak(Box::new(Pausing {
        mapper,
        request: Mutex::new(None),
        answer: Mutex::new(None),
        answered: AtomicUsize::new(0),
    }));
    let memory = CodeMemory::with_mapper(Box::new(mapper), 1 << 20).expect("it keeps the contract");
    let memory = Arc::new(memory);
    let mut compiler = Compiler::with_options(options_at(OptLevel::O0)).expect("a host");
    compiler.set_memory(memory);
    let linker = compiler.linker().expect("it has memory");
    let declare = |name: &str| compiler.declare(&linker, name, &long_to_long()).expect("a new name");
    let first = declare("first");
    // All slots of the first block.
    let _others: Vec<Function> = (1..80).map(|n| declare(&format!("f{n}"))).collect();
    let (request, requested) = std::sync::mpsc::channel();
    let (answer, answered) = std::sync::mpsc::channel();
    *mapper.request.lock().expect("no panic") = Some(request);
    *mapper.answer.lock().expect("no panic") = Some(answered);
    std::thread::scope(|scope| {
        let linker = &linker;
        scope.spawn(move || {
            if requested.recv().is_ok() {
                assert!(linker.function("f5").is_some());
                drop(first); // frees its slot
                _ = answer.send(());
            }
        });
        drop(declare("next"));
    });
    assert_eq!(mapper.answered.load(SeqCst), 1);
}

/// The retired code and symbols of a definition wait for a thread, although retiring drops other garbage that panics.
#[test]
fn nothing_is_freed_early_if_garbage_panics() {
    struct Panics(Option<barebones::jit::Quiescence>);
    impl Drop for Panics {
        fn drop(&mut self) {
            if let Some(domain) = self.0.take() {
                domain.retire(Panics(None));
            }
            panic!("expected");
        }
    }
    let mut setup = default_setup();
    drop(setup.define(adding("leaf", 1)));
    let leaf = setup.define(adding("leaf", 1));
    let main = setup.define(calling("main", "leaf", 1));
    drop(leaf);
    let domain = setup.linker.quiescence().clone();
    // One of the two remains: the first panic ends the drops.
    let retired = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        domain.retire(Panics(Some(domain.clone())));
    }));
    assert!(retired.is_err());
    let mut thread = setup.linker.register_thread();
    let used = setup.used();
    // `leaf` is dead now, and its slot and code are retired.
    let defined = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| setup.define(adding("main", 2))));
    assert!(defined.is_err());
    assert!(setup.linker.function("leaf").is_none() && setup.used() > used);
    thread.quiescent();
    assert_eq!(call(&main, &thread, 1), 3);
    assert!(setup.used() < used);
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "a call of `leaf` with a thread that is not registered with its linker")]
fn threads_of_other_linkers_are_rejected() {
    let (mut setup, other) = (default_setup(), default_setup());
    let leaf = setup.define(adding("leaf", 1));
    call(&leaf, &other.linker.register_thread(), 1);
}

#[test]
fn a_definition_redirects_all_callers() {
    for mut setup in setups() {
        let mut thread = setup.linker.register_thread();
        let leaf = setup.define(adding("leaf", 1));
        let direct = setup.define(calling("direct", "leaf", 0));
        let through = setup.define(calling("through", "direct", 10));
        let used = setup.used();
        let old = leaf.code().expect("it is defined");
        assert_eq!(call(&through, &thread, 0), 11);
        let again = setup.define(adding("leaf", 2));
        assert_eq!(
            (again.address(), call(&through, &thread, 0), call(&leaf, &thread, 0)),
            (leaf.address(), 12, 2)
        );
        assert_ne!(leaf.code().expect("it is defined").entry(), old.entry());
        drop(old);
        assert!(setup.used() > used, "the thread may be running the old code");
        thread.quiescent();
        assert_eq!(setup.used(), used);
        // What the old definition referred to is freed with it, and the new one refers to something else.
        let other = setup.define(adding("other", 5));
        drop(setup.define(calling("direct", "other", 0)));
        drop((leaf, again, other, direct));
        thread.quiescent();
        assert!(setup.linker.function("leaf").is_none());
        assert_eq!((call(&through, &thread, 0), setup.used()), (15, used));
    }
}

#[test]
fn old_code_waits_for_each_registered_thread() {
    let mut setup = default_setup();
    let mut threads = [setup.linker.register_thread(), setup.linker.register_thread()];
    let leaf = setup.define(adding("leaf", 1));
    let used = setup.used();
    drop(setup.define(adding("leaf", 2)));
    threads[0].quiescent();
    assert!(setup.used() > used);
    threads[1].offline(|| assert_eq!(setup.used(), used, "an offline thread runs no code"));
    drop(setup.define(adding("leaf", 3)));
    threads[0].quiescent();
    assert!(setup.used() > used, "it is online again");
    threads[1].quiescent();
    assert_eq!(setup.used(), used);
    // Dropped functions wait, too: with their slots.
    let address = leaf.address();
    drop(leaf);
    assert_eq!(setup.used(), used);
    let next = setup.define(adding("next", 1));
    assert_ne!(next.address(), address);
    threads.iter_mut().for_each(RegisteredThread::quiescent);
    let reused = setup.define(adding("reused", 1));
    assert_eq!(reused.address(), address);
}

/// Threads call a chain of functions while another one replaces the functions, and frees the old ones.
#[test]
fn functions_are_replaced_while_threads_run_them() {
    let rounds = if cfg!(target_arch = "aarch64") { 60 } else { 400 };
    for &mode in mapping_modes() {
        let mut setup = setup(OptLevel::O1, mode);
        drop(setup.declare("any"));
        let before = setup.used();
        let leaf = setup.define(adding("leaf", 0));
        let loops = setup.define(counting("loops", "loops", 0));
        let middle = setup.define(calling("middle", "leaf", 0));
        let main = setup.define(calling("main", "middle", 0));
        let (stop, calls) = (AtomicBool::new(false), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for number in 0..3 {
                let mut thread = setup.linker.register_thread();
                let (main, loops) = (main.clone(), loops.clone());
                let (stop, calls) = (&stop, &calls);
                scope.spawn(move || {
                    let mut newest = 0;
                    while !stop.load(SeqCst) {
                        for _ in 0..20 {
                            let found = call(&main, &thread, 0);
                            // Each definition of `leaf` adds more than the one before, and `middle` a multiple of 2^32.
                            assert!(found & 0xFFFF_FFFF >= newest, "{found:#x} after {newest:#x}");
                            newest = found & 0xFFFF_FFFF;
                            assert_eq!(call(&loops, &thread, 50) % 50, 0);
                            calls.fetch_add(1, SeqCst);
                        }
                        match number {
                            0 => thread.offline(std::thread::yield_now),
                            _ => thread.quiescent(),
                        }
                    }
                });
            }
            for round in 1..=rounds {
                drop(setup.define(adding("leaf", round)));
                drop(setup.define(calling("middle", "leaf", round << 32)));
                drop(setup.define(counting("loops", "loops", 50 * round)));
                let before = calls.load(SeqCst);
                while calls.load(SeqCst) == before {
                    std::thread::yield_now();
                }
            }
            stop.store(true, SeqCst);
        });
        let thread = setup.linker.register_thread();
        assert_eq!(call(&main, &thread, 0), rounds << 32 | rounds);
        drop((leaf, loops, middle, main));
        drop(thread);
        assert_eq!((setup.linker.quiescence().reclaim(), setup.used()), (0, before));
    }
}

/// Two threads compile, define, replace and drop functions that call each other's.
#[test]
fn several_threads_define_functions() {
    let rounds = if cfg!(target_arch = "aarch64") { 100 } else { 1000 };
    let base = default_setup();
    drop(base.declare("any"));
    let before = base.used();
    let shared = base.declare("shared");
    std::thread::scope(|scope| {
        for number in 0..2 {
            let linker = base.linker.clone();
            scope.spawn(move || {
                let mut setup = setup(OptLevel::O0, mapping_modes()[0]);
                setup.linker = linker;
                let mut thread = setup.linker.register_thread();
                for round in 0..rounds {
                    drop(setup.define(adding("shared", round)));
                    let own = setup.define(calling(&format!("own{number}"), "shared", 1));
                    let found = call(&own, &thread, 0);
                    assert!((1..=rounds).contains(&found), "{found}");
                    drop(own);
                    thread.quiescent();
                }
            });
        }
    });
    drop(shared);
    assert_eq!((base.linker.quiescence().reclaim(), base.used()), (0, before));
}

#[test]
fn undefined_functions_are_listed_and_trap() {
    for mut setup in setups() {
        let thread = setup.linker.register_thread();
        let missing = setup.declare("missing");
        let middle = setup.define(calling("middle", "missing", 1));
        let main = setup.define(calling("main", "middle", 1));
        let expected = |places| vec![UndefinedFunction { name: "missing".into(), places }];
        let place = Place { procedure: "middle".into(), value: Some(1), is_call: true };
        assert_eq!(setup.linker.undefined(), expected(vec![place]));
        if let Ok(recovery) = TrapRecovery::install() {
            for function in [&main, &missing] {
                // SAFETY: as in `call`.
                let typed = unsafe { function.typed::<LongToLong>() }.expect("these types");
                let trap = typed.call_catching(&thread, recovery, 1).expect_err("not defined");
                assert_eq!(trap.code, TrapCode::UndefinedFunction);
                assert_eq!(trap.undefined_function(), Some("missing"));
                let callers: Vec<&str> = trap.places().map(|place| place.code.name()).collect();
                let through = function.name() == "main";
                assert_eq!(callers, if through { vec!["middle", "main"] } else { vec![] });
                let text = trap.to_string();
                let start = "UndefinedFunction `missing`";
                assert!(
                    text.starts_with(start) && text.contains(", called from middle+") == through,
                    "{text}"
                );
            }
        }
        drop(setup.define(adding("missing", 40)));
        assert_eq!((setup.linker.undefined(), call(&main, &thread, 0)), (vec![], 42));
        drop((missing, middle, main));
        let unused = setup.declare("unused");
        let listed = UndefinedFunction { name: "unused".into(), places: vec![] };
        assert_eq!(setup.linker.undefined(), [listed]);
        drop(unused);
        assert_eq!(setup.linker.undefined(), [], "a declaration lives as long as its handles");
    }
}

#[test]
fn errors_name_symbols_and_places() {
    let mut setup = default_setup();
    let used = setup.used();
    let error = setup.error(calling("main", "print", 1));
    let place = Place { procedure: "main".into(), value: Some(1), is_call: true };
    assert_eq!(error, LinkerError::NoDefinition { symbol: "print".into(), place });
    assert_eq!(error.to_string(), "no definition of `print`, called from `main` at @1");
    let error = setup.error(accumulating("main", "counter"));
    assert_eq!(error.to_string(), "no definition of `counter`, used in `main` at @1");
    assert!(setup.linker.function("main").is_none(), "nothing was defined");
    drop(setup.declare("any"));
    assert!(setup.used() >= used);

    // Signatures.
    let wide = procedure(
        "wide",
        "#0:
            Int64 @0 = ArgumentReg(%a0)
            Void @1 = Return(@0)",
    );
    let wide = setup.define(wide);
    let narrow = Signature { params: vec![Type::Int32], results: vec![] };
    let convention = host_target().expect("a host").convention(barebones::base::ConvId::new(0));
    let error = setup.compiler.declare(&setup.linker, "wide", &narrow).expect_err("other types").to_string();
    let name = convention.name;
    let expected = format!(
        "`wide` is known as (Int64) -> Int64, {name}, of which there is a handle; found (Int32) -> Void, {name}"
    );
    assert_eq!(error, expected);
    let narrow_function = setup.compiler.declare(&setup.linker, "narrow", &narrow).expect("a new name");
    let error = setup.error(calling("main", "narrow", 1)).to_string();
    let expected = format!(
        "`narrow`, called from `main` at @1: expected (Int32) -> Void, {name}; found (Int64) -> Int64, {name}"
    );
    assert_eq!(error, expected);
    let error = setup.error(adding("narrow", 1));
    assert!(matches!(error, LinkerError::WrongSignature { .. }), "{error}");

    // Kinds.
    let data = setup.linker.add_data("data", &[0; 8]).expect("a new name");
    let error = setup.error(adding("data", 1)).to_string();
    assert_eq!(error, "`data` is a data object, which cannot be defined again");
    let error = setup.error(calling("main", "data", 1)).to_string();
    assert!(
        error.starts_with("`data`, called from `main` at @1: expected no call of a data object"),
        "{error}"
    );
    setup.linker.add_host("host", std::ptr::dangling()).expect("a new name");
    let error = setup.error(adding("host", 1)).to_string();
    assert_eq!(error, "`host` is a host symbol, which procedures call without a declaration");
    let error = setup.linker.add_host("wide", std::ptr::dangling()).expect_err("a function").to_string();
    assert_eq!(error, "`wide` is a function, which cannot be defined again");
    drop((wide, data));

    // The failure returns the procedure; errors of compilation have their own kind.
    let failure = setup.try_define(calling("main", "print", 1)).expect_err("no such function");
    assert_eq!(failure.input.name, "main");
    let empty = Procedure::new(&host_target().expect("a host"));
    let failure = setup.try_define(empty).expect_err("no block");
    assert!(matches!(failure.error, CompileError::Invalid(_)), "{failure}");
    // SAFETY: it is not called.
    let error = unsafe { narrow_function.typed::<LongToLong>() }.map(|_| ()).expect_err("other types");
    assert!(matches!(error, TypeMismatch::Parameter { index: 0, .. }), "{error}");
}

#[test]
fn host_symbols_are_resolved_once() {
    extern "C" fn negate(x: i64) -> i64 {
        -x
    }
    for mut setup in setups() {
        let asked = Arc::new(AtomicUsize::new(0));
        let count = asked.clone();
        setup.linker.set_resolver(move |name| {
            count.fetch_add(1, SeqCst);
            (name == "negate").then_some(negate as *const u8)
        });
        let thread = setup.linker.register_thread();
        let first = setup.define(calling("first", "negate", 1));
        let second = setup.define(calling("second", "negate", 2));
        assert_eq!((call(&first, &thread, 5), call(&second, &thread, 5), asked.load(SeqCst)), (-4, -3, 1));
        assert!(matches!(setup.error(calling("third", "unknown", 1)), LinkerError::NoDefinition { .. }));
        setup.linker.add_host("known", negate as *const u8).expect("a new name");
        let fourth = setup.define(calling("fourth", "known", 4));
        assert_eq!((call(&fourth, &thread, 5), asked.load(SeqCst)), (-1, 2));
    }
}

/// A resolver may declare or define the name itself.
#[test]
fn a_resolver_may_use_the_linker() {
    extern "C" fn negate(x: i64) -> i64 {
        -x
    }
    for mut setup in setups() {
        let declared = Arc::new(Mutex::new(None));
        let (linker, target, keep) = (setup.linker.clone(), host_target().expect("a host"), declared.clone());
        setup.linker.set_resolver(move |name| {
            if name == "host" {
                linker.add_host(name, negate as *const u8).expect("a new name");
            } else {
                let convention = target.convention(barebones::base::ConvId::new(0));
                *keep.lock().expect("no panic") = linker.declare(name, &long_to_long(), convention).ok();
            }
            None
        });
        let main = setup.define(calling("main", "lazy", 1));
        assert_eq!(setup.linker.undefined().len(), 1);
        let lazy = setup.define(adding("lazy", 10));
        let with_host = setup.define(calling("with_host", "host", 1));
        let thread = setup.linker.register_thread();
        assert_eq!((call(&main, &thread, 5), call(&with_host, &thread, 5)), (16, -4));
        // The resolver owns the linker.
        declared.lock().expect("no panic").take();
        setup.linker.set_resolver(|_| None);
        drop(lazy);
    }
}

#[test]
fn data_objects_live_with_their_users() {
    for mut setup in setups() {
        let thread = setup.linker.register_thread();
        let counter = setup.linker.add_data("counter", &40_i64.to_le_bytes()).expect("a new name");
        let table = setup.linker.add_read_only_data("table", &7_i64.to_le_bytes()).expect("a new name");
        assert_eq!((counter.is_writable(), table.is_writable()), (true, false));
        assert_eq!((counter.address().addr() % 16, table.address().addr() % 16), (0, 0));
        assert_eq!((counter.bytes().len(), table.name()), (8, "table"));
        let accumulate = setup.define(accumulating("accumulate", "counter"));
        let reading = procedure(
            "reading",
            "#0:
                Int64 @0 = ArgumentReg(%a0)
                Int64 @1 = SymbolAddress(table)
                Int64 @2 = Load(@1)
                Int64 @3 = Add(@2, @0)
                Void @4 = Return(@3)",
        );
        let reading = setup.define(reading);
        let used = setup.used();
        drop(table);
        assert_eq!((call(&accumulate, &thread, 1), call(&accumulate, &thread, 1)), (41, 42));
        assert_eq!((call(&reading, &thread, 1), setup.used()), (8, used));
        // SAFETY: the object is alive, and no code is running.
        assert_eq!(unsafe { counter.bytes().cast::<i64>().read() }, 42);
        assert!(setup.linker.add_data("table", &[]).is_err(), "alive");
        drop((reading, accumulate));
        drop(thread);
        assert!(setup.used() < used);
        drop(setup.linker.add_read_only_data("table", &[]).expect("the name is free again"));
        drop(counter);
        drop(setup.linker.add_data("counter", &[]).expect("the name is free again"));
    }
}

/// A write to a read-only object is a fault; here it is a trap of the store, so that the test survives it.
#[test]
fn read_only_data_cannot_be_written() {
    let Ok(recovery) = TrapRecovery::install() else { return };
    for &mode in mapping_modes() {
        let mut setup = setup(OptLevel::O1, mode);
        let thread = setup.linker.register_thread();
        let table = setup.linker.add_read_only_data("table", &7_i64.to_le_bytes()).expect("a new name");
        let writing = procedure(
            "writing",
            "#0:
                Int64 @0 = ArgumentReg(%a0)
                Int64 @1 = SymbolAddress(table)
                Void @2 = Store(@0, @1, traps)
                Void @3 = Return(@0)",
        );
        let writing = setup.define(writing);
        // SAFETY: as in `call`; the store traps.
        let typed = unsafe { writing.typed::<LongToLong>() }.expect("these types");
        let trap = typed.call_catching(&thread, recovery, 1).expect_err("it cannot be written");
        assert_eq!(trap.code, TrapCode::HeapOutOfBounds);
        // SAFETY: the object is alive.
        assert_eq!(unsafe { table.bytes().cast::<i64>().read() }, 7);
    }
}

#[test]
fn thread_local_objects_are_resolved_by_the_client() {
    thread_local! {
        static OBJECTS: [UnsafeCell<i64>; 2] = const { [UnsafeCell::new(0), UnsafeCell::new(100)] };
    }
    extern "C" fn resolve(context: usize) -> *mut u8 {
        OBJECTS.with(|objects| objects[context].get().cast())
    }
    for mut setup in setups() {
        let objects = [0, 1]
            .map(|n| setup.linker.add_thread_local(&format!("object{n}"), resolve, n).expect("a new name"));
        let body = |n: usize| {
            format!(
                "#0:
                    Int64 @0 = ArgumentReg(%a0)
                    Int64 @1 = CCall(object{n})
                    Int64 @2 = Load(@1)
                    Int64 @3 = Add(@2, @0)
                    Void @4 = Store(@3, @1)
                    Void @5 = Return(@3)"
            )
        };
        let adders = [0, 1].map(|n| setup.define(procedure(&format!("adder{n}"), &body(n))));
        assert!(objects[0].code().is_none() && setup.linker.undefined().is_empty());
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    let thread = setup.linker.register_thread();
                    let add = |n: usize, x| call(&adders[n], &thread, x);
                    assert_eq!((add(0, 1), add(1, 1), add(0, 2), add(1, 2)), (1, 101, 3, 103));
                });
            }
        });
        let error = setup.linker.add_thread_local("object0", resolve, 1).expect_err("it exists").to_string();
        assert_eq!(error, "`object0` is a thread-local object, which cannot be defined again");
        let error = setup.error(adding("object0", 1)).to_string();
        assert_eq!(error, "`object0` is a thread-local object, which cannot be defined again");
    }
}

/// A host function that compiled code calls replaces its caller, which finishes in the old code.
#[test]
fn a_function_may_be_replaced_by_its_callee() {
    static LINKER: Mutex<Option<Setup>> = Mutex::new(None);
    static CALLS: AtomicI64 = AtomicI64::new(0);
    extern "C" fn replace(x: i64) -> i64 {
        let mut guard = LINKER.lock().expect("no panic");
        let setup = guard.as_mut().expect("it was set");
        let n = 1000 * (CALLS.fetch_add(1, SeqCst) + 1);
        drop(setup.define(calling("main", "replace", n)));
        // Overwrites freed memory, if the old code was freed.
        drop(setup.define(adding("filler", n)));
        x
    }
    let mut setup = default_setup();
    setup.linker.add_host("replace", replace as *const u8).expect("a new name");
    let main = setup.define(calling("main", "replace", 1));
    let linker = setup.linker.clone();
    *LINKER.lock().expect("no panic") = Some(setup);
    let mut thread = linker.register_thread();
    assert_eq!(call(&main, &thread, 0), 1);
    assert_eq!(call(&main, &thread, 0), 1000);
    thread.quiescent();
    assert_eq!(call(&main, &thread, 0), 2000);
    *LINKER.lock().expect("no panic") = None;
}

/// A mapper whose reservations are out of reach of each other's branches.
struct Scattered {
    system: SystemMapper,
    /// Reservations that are not used.
    gaps: Mutex<Vec<Reservation>>,
    /// Addresses of those that are.
    used: Mutex<Vec<usize>>,
}

// SAFETY: passes every request on, and reserves addresses that it does not use.
unsafe impl Mapper for Scattered {
    fn mode(&self) -> MappingMode {
        self.system.mode()
    }

    fn page_size(&self) -> usize {
        self.system.page_size()
    }

    fn is_guarded(&self) -> bool {
        self.system.is_guarded()
    }

    fn reserve(&self, size: usize) -> Result<Reservation, MemoryError> {
        let (mut gaps, mut used) = (self.gaps.lock().expect("no panic"), self.used.lock().expect("no panic"));
        gaps.push(self.system.reserve(OUT_OF_REACH)?);
        loop {
            let found = self.system.reserve(size)?;
            let start = found.executable.addr().get();
            if used.iter().all(|other| other.abs_diff(start) > OUT_OF_REACH + (1 << 20)) {
                used.push(start);
                return Ok(found);
            }
            gaps.push(found);
        }
    }

    unsafe fn commit(&self, at: &Reservation, offset: usize, size: usize) -> Result<(), MemoryError> {
        // SAFETY: guaranteed by the caller.
        unsafe { self.system.commit(at, offset, size) }
    }

    unsafe fn protect(
        &self,
        at: &Reservation,
        offset: usize,
        size: usize,
        access: Access,
    ) -> Result<(), MemoryError> {
        // SAFETY: guaranteed by the caller.
        unsafe { self.system.protect(at, offset, size, access) }
    }

    fn set_writing(&self, writing: bool) {
        self.system.set_writing(writing);
    }

    unsafe fn release(&self, reservation: Reservation) {
        // SAFETY: guaranteed by the caller.
        unsafe { self.system.release(reservation) };
    }
}

impl Drop for Scattered {
    fn drop(&mut self) {
        for gap in self.gaps.get_mut().expect("no panic").drain(..) {
            // SAFETY: it is from this mapper, and was not used.
            unsafe { self.system.release(gap) };
        }
    }
}

/// More than the reach of a branch.
const OUT_OF_REACH: usize = if cfg!(target_arch = "aarch64") { 160 << 20 } else { 3 << 30 };

#[test]
fn targets_out_of_reach_are_called_through_veneers() {
    for &mode in mapping_modes() {
        let system = SystemMapper::with_mode(mode).expect("memory");
        let system = if branch_protection().landing_pads { system.guarded() } else { system };
        let mapper = Scattered { system, gaps: Mutex::default(), used: Mutex::default() };
        let memory = Arc::new(CodeMemory::with_mapper(Box::new(mapper), 1 << 20).expect("a mapper"));
        let mut setup = setup(OptLevel::O1, mode);
        setup.compiler.set_memory(memory.clone());
        setup.linker = setup.compiler.linker().expect("it has memory");
        let thread = setup.linker.register_thread();
        let leaf = setup.define(counting("leaf", "leaf", 1));
        let near = setup.define(calling("near", "leaf", 10));
        // Fills the first reservation, at last with definitions of the caller itself.
        let (reserved, mut fillers) = (memory.stats().reserved, Vec::new());
        while memory.stats().reserved == reserved {
            let name = format!("filler{}", fillers.len());
            fillers.push(setup.linker.add_read_only_data(&name, &[0; 4096]).expect("memory"));
        }
        let address = |function: &Function| function.code().expect("it is defined").entry().addr();
        let (mut far, mut definitions) = (setup.define(calling("far", "leaf", 100)), Vec::new());
        while address(&far).abs_diff(leaf.address().addr()) < OUT_OF_REACH {
            definitions.push(far.code());
            far = setup.define(calling("far", "leaf", 100));
        }
        assert!(address(&near).abs_diff(leaf.address().addr()) < 1 << 20);
        assert_eq!((call(&near, &thread, 5), call(&far, &thread, 5)), (15, 105));
        // The new definition is out of reach of its slot.
        drop(setup.define(counting("leaf", "leaf", 2)));
        assert!(address(&leaf).abs_diff(leaf.address().addr()) >= OUT_OF_REACH);
        assert_eq!((call(&near, &thread, 5), call(&far, &thread, 5)), (20, 110));
    }
}

#[test]
fn handles_outlive_the_linker() {
    let mut setup = default_setup();
    let leaf = setup.define(adding("leaf", 1));
    let main = setup.define(calling("main", "leaf", 1));
    let thread = setup.linker.register_thread();
    let memory = setup.linker.memory().clone();
    drop(setup);
    assert_eq!(call(&main, &thread, 0), 2);
    drop((main, leaf, thread));
    assert_eq!(memory.stats().used, 0);
}
