//! Tests of the queries of handles, and of what they keep alive.

use super::*;
use crate::base::{ExitId, Origin, SiteId, TrapCode};
use crate::isa::{CodeOrigin, JumpSite, PatchableKind, PatchableSite, TrapSite};
use crate::jit::TypedCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};

const fn is_send_and_sync<T: Send + Sync>() {}
const _: () = is_send_and_sync::<Code>();
const _: () = is_send_and_sync::<CodeMemory>();
const _: () = is_send_and_sync::<TypedCode<extern "C" fn(*mut u8)>>();

/// Links `adding(n)` in a memory.
fn adder(memory: &CodeMemory, n: u8) -> TypedCode<LongToLong> {
    let code = link_one(memory, &adding(n, 0), &long_to_long()).expect("links");
    // SAFETY: the code is a pure function of these types.
    unsafe { code.typed() }.expect("the types of the code")
}

#[test]
fn the_last_handle_frees_and_the_bytes_become_traps() {
    in_both_modes(|memory| {
        let first = adder(&memory, 1);
        let other = adder(&memory, 2);
        let used = memory.stats().used;
        let (clone, code) = (first.clone(), first.code().clone());
        let entry = code.entry();
        drop((first, clone));
        assert_eq!(memory.stats().used, used, "a handle is left");
        assert_eq!(code.bytes()[..5], [0x48, 0x8D, 0x47, 1, 0xC3]);
        drop(code);
        assert_eq!(memory.stats().used, used / 2);
        // SAFETY: the memory is still committed, and not used by anything else.
        let freed = unsafe { std::slice::from_raw_parts(entry, 16) };
        assert_eq!(freed, [0xCC; 16]);
        let again = adder(&memory, 3);
        assert_eq!(again.code().entry(), entry, "memory is used again");
        assert_eq!((again.call(40), other.call(40)), (43, 42));
    });
}

#[test]
fn one_procedure_keeps_its_group() {
    in_both_modes(|memory| {
        let (caller, callee, signature) = (calling(0), adding(5, 0), long_to_long());
        let group = [linkable("caller", &caller, &signature), linkable("callee", &callee, &signature)];
        let mut codes = link(&memory, &group, &[], &|_, _| Some(Resolved::Procedure(1))).expect("links");
        let caller = codes.remove(0);
        drop(codes);
        // SAFETY: the code is a pure function of these types.
        let typed = unsafe { caller.typed::<LongToLong>() }.expect("the types of the code");
        drop(caller);
        drop(memory.clone());
        assert_eq!(typed.call(1), 6);
        drop(typed);
        assert_eq!(memory.stats().used, 0);
    });
}

#[test]
fn code_outlives_the_memory_handle() {
    let memory = CodeMemory::new().expect("works where tests run");
    let add = adder(&memory, 7);
    drop(memory);
    assert_eq!(add.call(1), 8);
}

/// Code with one patchable jump, site 0.
fn jumping(memory: &CodeMemory) -> Code {
    let site = PatchableSite { kind: PatchableKind::Jump { target: 0 }, origin: Origin::NONE };
    let code = CompiledCode { patchable_sites: vec![site], ..adding(1, 0) };
    link_one(memory, &code, &long_to_long()).expect("links")
}

fn lead(from: &Code, to: &Code) {
    // SAFETY: the code is not called.
    let before = unsafe { from.patch_jump(JumpSite::new(SiteId::new(0)), to, 0) }.expect("a jump");
    assert!(before.is_none());
}

/// Between the drop of the last handle and the release of the memory, the targets of the jumps are freed already.
#[test]
fn code_that_is_being_freed_is_not_found() {
    in_both_modes(|memory| {
        let [first, second] = [0; 2].map(|_| jumping(&memory));
        let addresses = [first.entry(), second.entry()];
        lead(&first, &second);
        drop(second);
        drop(Code::at(addresses[1]).expect("a jump leads there"));
        // Another thread would hold this reference.
        let dying = first.group().clone();
        drop(first);
        assert!(addresses.iter().all(|address| Code::at(*address).is_none()));
        drop(dying);
        // Without jumps, too.
        let code = jumping(&memory);
        let (address, dying) = (code.entry(), code.group().clone());
        drop(code);
        assert!(Code::at(address).is_none());
        drop(dying);
        assert_eq!(memory.stats().used, 0);
    });
}

/// Cycles of jumps that are too large for the search after a change do not accumulate.
#[test]
fn repeated_large_cycles_are_freed() {
    // The graph is that of the process: other tests would delay the collection.
    const NAME: &str = "handles::repeated_large_cycles_are_freed";
    const SIZE: usize = 100;
    if !is_child(NAME) {
        return in_child(NAME);
    }
    let memory = CodeMemory::new().expect("works where tests run");
    let mut limit = 0;
    for round in 0..50 {
        let ring: Vec<Code> = (0..SIZE).map(|_| jumping(&memory)).collect();
        (0..SIZE).for_each(|n| lead(&ring[n], &ring[(n + 1) % SIZE]));
        if round == 0 {
            limit = 2 * memory.stats().used;
        }
        drop(ring);
        assert!(memory.stats().used <= limit, "round {round}");
    }
    Code::collect();
    assert_eq!(memory.stats().used, 0);
}

/// A thread looks up code that another one connects and drops. What it finds is complete.
#[test]
fn code_is_found_while_it_is_dropped() {
    let memory = CodeMemory::new().expect("works where tests run");
    // Of one round together: code of an earlier round does not lead to that of a later one.
    let addresses = Mutex::new([0; 2]);
    let (done, found) = (AtomicBool::new(false), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let find = |address: usize| Code::at(std::ptr::without_provenance(address));
            while !done.load(SeqCst) {
                let [first, second] = *addresses.lock().expect("no panic");
                let Some(code) = find(first) else { continue };
                assert!(find(second).is_some(), "the code that was found leads there");
                found.fetch_add(1, SeqCst);
                drop(code);
            }
        });
        // Keeps the memory, so that no address is used again.
        let mut groups = Vec::new();
        for round in 0..2000 {
            let [first, second] = [0; 2].map(|_| jumping(&memory));
            groups.extend([&first, &second].map(|code| code.group().clone()));
            lead(&first, &second);
            *addresses.lock().expect("no panic") = [&first, &second].map(|code| code.entry().addr());
            drop(second);
            let before = found.load(SeqCst);
            while round % 8 == 0 && found.load(SeqCst) == before {
                std::thread::yield_now();
            }
            drop(first);
        }
        done.store(true, SeqCst);
    });
    assert_eq!(memory.stats().used, 0);
}

#[test]
fn handles_are_dropped_while_other_threads_call() {
    in_both_modes(|memory| {
        std::thread::scope(|scope| {
            for thread in 0..4u8 {
                let memory = memory.clone();
                scope.spawn(move || {
                    for round in 0..200u8 {
                        let add = adder(&memory, round % 100);
                        let clone = add.clone();
                        std::thread::scope(|inner| {
                            inner.spawn(move || assert_eq!(clone.call(1), i64::from(round % 100) + 1));
                            assert_eq!(add.call(i64::from(thread)), i64::from(round % 100 + thread));
                            drop(add);
                        });
                    }
                });
            }
        });
        assert_eq!(memory.stats().used, 0);
    });
}

#[test]
fn code_queries() {
    let memory = CodeMemory::new().expect("works where tests run");
    let site = |offset, number| TrapSite {
        offset,
        code: TrapCode::User(number),
        origin: Origin(7),
        exit: ExitId::INVALID,
        has_frame: true,
    };
    let mut first = compiled(&[0x90, 0x90, 0x0F, 0x0B, 0x90, 0x0F, 0x0B, 0xC3, 1, 2, 3]);
    first.code_size = 8;
    first.entries = vec![1, 0];
    first.trap_sites = vec![site(2, 20), site(5, 50)];
    first.origins = [(1, Origin(11)), (2, Origin(12)), (4, Origin::NONE), (5, Origin(13))]
        .map(|(offset, origin)| CodeOrigin { offset, origin })
        .into();
    first.frame =
        FrameInfo { size: 32, slots: vec![Some(-8), None], callee_saves: vec![], ..FrameInfo::default() };
    let (second, signature) = (adding(1, 0), long_to_long());
    let group = [linkable("first", &first, &signature), linkable("second", &second, &signature)];
    let codes = link(&memory, &group, &[], &no_symbols).expect("links");
    let code = &codes[0];
    let base = code.start();
    let at = |offset: usize| base.wrapping_add(offset);

    assert_eq!((code.name(), code.signature(), code.convention().name), ("first", &signature, "system_v"));
    assert_eq!((code.bytes(), code.instructions().len()), (first.bytes.clone(), 8));
    assert_eq!((code.entry(), code.entries().collect::<Vec<_>>()), (at(1), vec![at(1), at(0)]));
    assert_eq!(code.frame(), &first.frame);
    assert_eq!(code.trap_at(at(5)), Some(site(5, 50)));
    assert_eq!([0, 3, 6, 8, 16].map(|offset| code.trap_at(at(offset))), [None; 5]);
    assert_eq!(code.trap_at(at(0).wrapping_sub(1)), None);
    let origins =
        [0, 1, 2, 3, 4, 5, 7, 8, 16].map(|offset| code.origin_at(at(offset)).map(|origin| origin.0));
    let (a, b, c) = (Some(11), Some(12), Some(13));
    assert_eq!(origins, [None, a, b, b, None, c, c, None, None]);

    let found = |offset: usize| code.procedure_at(at(offset)).map(|code| code.name().to_string());
    assert_eq!([found(0), found(10)], [Some("first".into()), Some("first".into())]);
    assert_eq!([found(11), found(15), found(21)], [None, None, None], "padding, and after the end");
    assert_eq!([found(16), found(20)], [Some("second".into()), Some("second".into())]);
    assert_eq!(code.procedure_at(at(0).wrapping_sub(1)).map(|code| code.entry()), None);
    assert_eq!(code.siblings().iter().map(Code::name).collect::<Vec<_>>(), ["first", "second"]);
    assert_eq!(format!("{code:?}"), format!("Code(first at {:?}, 11 bytes)", at(1)));
}
