//! Shared memories: atomic accesses from several threads, waiting, growth, and what the host may do with them.

use super::common::{self, bytes};
use barebones::OptLevel;
use barebones_wasm::{
    BoundsChecks, Config, Engine, Error, Extern, Instance, Limits, Memory, MemoryType, Module, Pins,
    SharedMemory, Store, TrapKind, Val,
};
use std::thread;
use std::time::{Duration, Instant};

fn shared_type(min: u64, max: u64) -> MemoryType {
    MemoryType { shared: true, ..MemoryType::new(Limits { min, max: Some(max) }) }
}

/// Runs a check in every way to run a function.
fn everywhere(check: impl Fn(&Engine)) {
    let changes: [fn(&mut Config); 8] = [
        |config| config.opt_level = OptLevel::O0,
        |config| config.opt_level = OptLevel::O1,
        |_| (),
        |config| config.interpret = true,
        |config| config.lazy = true,
        |config| config.bounds_checks = BoundsChecks::Explicit,
        |config| config.pins = Pins::Nothing,
        |config| config.interruption = true,
    ];
    for change in changes {
        let mut config = Config::at(OptLevel::O2);
        change(&mut config);
        check(&Engine::new(config).expect("works where tests run"));
    }
}

/// An instance in a store of its own.
fn instantiate(module: &Module, memory: &SharedMemory) -> (Store, Instance) {
    let mut store = Store::new(module.engine());
    let memory = Memory::from_shared(&mut store, memory).expect("the same bounds checks");
    let instance = Instance::new(&mut store, module, &[Extern::Memory(memory)]).expect("an instance");
    (store, instance)
}

fn call((store, instance): &mut (Store, Instance), name: &str, args: &[Val]) -> Result<Val, Error> {
    let results = common::call(store, *instance, name, args)?;
    Ok(results.first().copied().unwrap_or(Val::I32(0)))
}

fn kind(result: Result<Val, Error>) -> Option<TrapKind> {
    result.expect_err("a trap").trap().map(|trap| trap.kind)
}

/// Every operation that changes memory, at every width, is not torn by other threads.
#[test]
fn updates_are_atomic() {
    const TIMES: i32 = 600;
    let text = r#"(module
        (memory (import "h" "m") 1 1 shared)
        (func (export "run") (param i32) (local $old i32)
            (loop $next
                (drop (i32.atomic.rmw.add (i32.const 0) (i32.const 1)))
                (drop (i64.atomic.rmw.sub offset=8 (i32.const 0) (i64.const 0x100000001)))
                (drop (i32.atomic.rmw8.add_u (i32.const 17) (i32.const 1)))
                (drop (i64.atomic.rmw16.add_u (i32.const 18) (i64.const 3)))
                (drop (i64.atomic.rmw32.xor (i32.const 20) (i64.const 1)))
                ;; An addition by compare and exchange.
                (block $done (loop $again
                    (local.set $old (i32.atomic.load (i32.const 24)))
                    (br_if $done (i32.eq (local.get $old)
                        (i32.atomic.rmw.cmpxchg (i32.const 24) (local.get $old)
                            (i32.add (local.get $old) (i32.const 1)))))
                    (br $again)))
                (br_if $next (local.tee 0 (i32.sub (local.get 0) (i32.const 1)))))))"#
        .replace("i64.atomic.rmw32.xor", "i64.atomic.rmw32.xor_u");
    everywhere(|engine| {
        let module = Module::new(engine, &bytes(&text)).expect("compiles");
        let memory = SharedMemory::new(engine, shared_type(1, 1)).expect("memory");
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    call(&mut instantiate(&module, &memory), "run", &[Val::I32(TIMES)]).expect("runs")
                });
            }
        });
        let mut found = [0; 28];
        memory.read(0, &mut found).expect("in bounds");
        let all = 4 * TIMES as u32;
        let word = |at: usize| u32::from_le_bytes([found[at], found[at + 1], found[at + 2], found[at + 3]]);
        let long = u64::from(word(8)) | u64::from(word(12)) << 32;
        assert_eq!(word(0), all);
        assert_eq!(long, 0u64.wrapping_sub(u64::from(all) * 0x1_0000_0001));
        assert_eq!((found[16], found[17]), (0, all as u8));
        assert_eq!(word(16) >> 16, (3 * all) & 0xffff);
        assert_eq!(word(20), 0);
        assert_eq!(word(24), all);
    });
}

const WAITS: &str = r#"(module
    (memory (import "h" "m") 1 4 shared)
    (func (export "wait32") (param i32 i32 i64) (result i32)
        (memory.atomic.wait32 (local.get 0) (local.get 1) (local.get 2)))
    (func (export "wait64") (param i32 i64 i64) (result i32)
        (memory.atomic.wait64 offset=8 (local.get 0) (local.get 1) (local.get 2)))
    (func (export "notify") (param i32 i32) (result i32)
        (memory.atomic.notify (local.get 0) (local.get 1)))
    (func (export "store") (param i32 i32) (i32.atomic.store (local.get 0) (local.get 1)))
    (func (export "load") (param i32) (result i32) (i32.atomic.load (local.get 0)))
    (func (export "grow") (param i32) (result i32) (memory.grow (local.get 0)))
    (func (export "size") (result i32) (memory.size))
    (func (export "odd") (param i32) (result i32) (i32.atomic.load offset=2 (local.get 0)))
    (func (export "fence") (atomic.fence)))"#;

#[test]
fn threads_wait_and_are_notified() {
    everywhere(|engine| {
        let module = Module::new(engine, &bytes(WAITS)).expect("compiles");
        let memory = SharedMemory::new(engine, shared_type(1, 4)).expect("memory");
        let mut here = instantiate(&module, &memory);
        call(&mut here, "fence", &[]).expect("returns");
        // Another value, and a timeout that ends.
        let wait = |at: i32, expected: i32, time: i64| [Val::I32(at), Val::I32(expected), Val::I64(time)];
        assert_eq!(call(&mut here, "wait32", &wait(4, 1, -1)).expect("returns"), Val::I32(1));
        let began = Instant::now();
        assert_eq!(call(&mut here, "wait32", &wait(4, 0, 20_000_000)).expect("returns"), Val::I32(2));
        assert!(began.elapsed() >= Duration::from_millis(20));
        let long = [Val::I32(0), Val::I64(1 << 40), Val::I64(-1)];
        assert_eq!(call(&mut here, "wait64", &long).expect("returns"), Val::I32(1));
        assert_eq!(call(&mut here, "notify", &[Val::I32(4), Val::I32(-1)]).expect("returns"), Val::I32(0));
        // Three threads wait; two of them are woken together, and then the other one.
        thread::scope(|scope| {
            let threads = [0; 3].map(|_| {
                scope.spawn(|| {
                    call(&mut instantiate(&module, &memory), "wait32", &wait(8, 0, -1)).expect("returns")
                })
            });
            let mut woken = 0;
            for count in [2, -1] {
                let most = if count < 0 { 3 } else { woken + count };
                while woken < most {
                    let args = [Val::I32(8), Val::I32(if count < 0 { -1 } else { most - woken })];
                    let Val::I32(more) = call(&mut here, "notify", &args).expect("returns") else { panic!() };
                    woken += more;
                    thread::yield_now();
                }
                assert_eq!(woken, most);
            }
            for thread in threads {
                assert_eq!(thread.join().expect("no panic"), Val::I32(0));
            }
        });
        assert_eq!(memory.notify(8, 1), 0, "no thread is left in the queue");
    });
}

#[test]
fn addresses_are_checked() {
    everywhere(|engine| {
        let module = Module::new(engine, &bytes(WAITS)).expect("compiles");
        let memory = SharedMemory::new(engine, shared_type(1, 4)).expect("memory");
        let mut here = instantiate(&module, &memory);
        let wait = |at: i32| [Val::I32(at), Val::I32(0), Val::I64(0)];
        assert_eq!(kind(call(&mut here, "wait32", &wait(2))), Some(TrapKind::UnalignedAtomic));
        assert_eq!(kind(call(&mut here, "wait32", &wait(65_536))), Some(TrapKind::MemoryOutOfBounds));
        assert_eq!(kind(call(&mut here, "wait32", &wait(-4))), Some(TrapKind::MemoryOutOfBounds));
        let long = [Val::I32(65_528), Val::I64(0), Val::I64(0)];
        assert_eq!(kind(call(&mut here, "wait64", &long)), Some(TrapKind::MemoryOutOfBounds));
        let notify = |at: i32| [Val::I32(at), Val::I32(1)];
        assert_eq!(kind(call(&mut here, "notify", &notify(1))), Some(TrapKind::UnalignedAtomic));
        assert_eq!(kind(call(&mut here, "notify", &notify(65_536))), Some(TrapKind::MemoryOutOfBounds));
        assert_eq!(kind(call(&mut here, "load", &[Val::I32(65_536)])), Some(TrapKind::MemoryOutOfBounds));
        assert_eq!(kind(call(&mut here, "load", &[Val::I32(65_537)])), Some(TrapKind::UnalignedAtomic));
        assert_eq!(call(&mut here, "odd", &[Val::I32(2)]).expect("aligned with its offset"), Val::I32(0));
        assert_eq!(kind(call(&mut here, "odd", &[Val::I32(4)])), Some(TrapKind::UnalignedAtomic));
        // A memory that is not shared has atomic accesses, but nothing waits there.
        let own = WAITS.replace(r#"(import "h" "m") 1 4 shared"#, "1 4");
        let own = Module::new(engine, &bytes(&own)).expect("compiles");
        let mut store = Store::new(engine);
        let instance = Instance::new(&mut store, &own, &[]).expect("no imports");
        let mut here = (store, instance);
        call(&mut here, "store", &[Val::I32(4), Val::I32(7)]).expect("in bounds");
        assert_eq!(call(&mut here, "load", &[Val::I32(4)]).expect("in bounds"), Val::I32(7));
        assert_eq!(call(&mut here, "notify", &notify(4)).expect("in bounds"), Val::I32(0));
        assert_eq!(kind(call(&mut here, "wait32", &wait(4))), Some(TrapKind::NotShared));
    });
}

/// All stores see the new size at once, and memory that another one has grown.
#[test]
fn shared_memories_grow() {
    everywhere(|engine| {
        let module = Module::new(engine, &bytes(WAITS)).expect("compiles");
        let memory = SharedMemory::new(engine, shared_type(1, 3)).expect("memory");
        let [mut one, mut two] = [0; 2].map(|_| instantiate(&module, &memory));
        let last = 2 * 65_536 - 4;
        assert_eq!(kind(call(&mut two, "load", &[Val::I32(last)])), Some(TrapKind::MemoryOutOfBounds));
        assert_eq!(call(&mut one, "grow", &[Val::I32(1)]).expect("returns"), Val::I32(1));
        assert_eq!(call(&mut two, "size", &[]).expect("returns"), Val::I32(2));
        call(&mut two, "store", &[Val::I32(last), Val::I32(5)]).expect("in bounds");
        assert_eq!(call(&mut one, "load", &[Val::I32(last)]).expect("in bounds"), Val::I32(5));
        assert_eq!(call(&mut one, "grow", &[Val::I32(2)]).expect("returns"), Val::I32(-1));
        assert_eq!(memory.grow(1).expect("room"), 2);
        assert!(memory.grow(1).is_err());
        assert_eq!(memory.ty(), shared_type(3, 3));
        memory.write(3 * 65_536 - 4, &[9, 0, 0, 0]).expect("in bounds");
        assert_eq!(call(&mut two, "load", &[Val::I32(3 * 65_536 - 4)]).expect("in bounds"), Val::I32(9));
        assert!(matches!(memory.write(3 * 65_536 - 1, &[1, 1]), Err(Error::OutOfBounds { .. })));
        assert!(matches!(memory.read(u64::MAX, &mut [0]), Err(Error::OutOfBounds { .. })));
    });
}

/// A program in one thread waits for a flag that another sets, without waiting for the memory itself.
#[test]
fn atomic_loads_see_other_threads() {
    let text = r#"(module
        (memory (import "h" "m") 1 1 shared)
        (func (export "take") (result i32)
            (loop $again (br_if $again (i32.eqz (i32.atomic.load (i32.const 0)))))
            (i32.load (i32.const 64)))
        (func (export "give") (param i32)
            (i32.store (i32.const 64) (local.get 0))
            (i32.atomic.store (i32.const 0) (i32.const 1))))"#;
    everywhere(|engine| {
        let module = Module::new(engine, &bytes(text)).expect("compiles");
        let memory = SharedMemory::new(engine, shared_type(1, 1)).expect("memory");
        thread::scope(|scope| {
            let taker =
                scope.spawn(|| call(&mut instantiate(&module, &memory), "take", &[]).expect("returns"));
            call(&mut instantiate(&module, &memory), "give", &[Val::I32(77)]).expect("returns");
            assert_eq!(taker.join().expect("no panic"), Val::I32(77));
        });
    });
}

#[test]
fn waiting_is_interrupted() {
    let mut config = Config::default();
    config.interruption = true;
    let engine = Engine::new(config).expect("works where tests run");
    let module = Module::new(&engine, &bytes(WAITS)).expect("compiles");
    let memory = SharedMemory::new(&engine, shared_type(1, 4)).expect("memory");
    let mut here = instantiate(&module, &memory);
    let handle = here.0.interrupt_handle().expect("configured");
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(30));
            handle.interrupt();
        });
        let args = [Val::I32(0), Val::I32(0), Val::I64(-1)];
        assert_eq!(kind(call(&mut here, "wait32", &args)), Some(TrapKind::Interrupted));
    });
    assert_eq!(memory.notify(0, 1), 0);
}

#[test]
fn the_host_must_share_memories_explicitly() {
    let engine = Engine::new(Config::default()).expect("works where tests run");
    let mut store = Store::new(&engine);
    let memory = SharedMemory::new(&engine, shared_type(1, 4)).expect("memory");
    let own = Memory::from_shared(&mut store, &memory).expect("the same engine");
    assert!(matches!(own.data(&store), Err(Error::Type { .. })));
    assert!(matches!(own.data_mut(&mut store), Err(Error::Type { .. })));
    memory.write(3, &[8]).expect("in bounds");
    let mut found = [0];
    own.shared(&store).expect("its store").expect("shared").read(3, &mut found).expect("in bounds");
    assert_eq!(found, [8]);
    let other = Memory::new(&mut store, MemoryType::new(Limits { min: 1, max: Some(4) })).expect("memory");
    assert!(other.shared(&store).expect("its store").is_none());
    // Imports of the other kind.
    let module = Module::new(&engine, &bytes(WAITS)).expect("compiles");
    let error =
        Instance::new(&mut store, &module, &[Extern::Memory(other)]).expect_err("not shared").to_string();
    let message = "incompatible import type: `h` `m`: expected memory shared 1..=4, found memory 1..=4";
    assert_eq!(error, message);
    // Types that cannot be shared.
    for ty in [
        MemoryType::new(Limits { min: 1, max: Some(2) }),
        MemoryType { shared: true, ..MemoryType::new(1.into()) },
    ] {
        assert!(matches!(SharedMemory::new(&engine, ty), Err(Error::Type { .. })));
        assert!(!ty.shared || Memory::new(&mut store, ty).is_err());
    }
    // A memory without guard pages, in an engine that relies on them.
    let mut config = Config::default();
    config.bounds_checks = BoundsChecks::Explicit;
    let explicit = Engine::new(config).expect("works where tests run");
    let unguarded = SharedMemory::new(&explicit, shared_type(1, 4)).expect("memory");
    assert!(matches!(Memory::from_shared(&mut store, &unguarded), Err(Error::WrongEngine)));
    assert!(Memory::from_shared(&mut Store::new(&explicit), &memory).is_ok());
}
