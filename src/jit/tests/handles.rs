//! Tests of the queries of handles, and of what they keep alive.

use super::*;
use crate::base::{ExitId, Origin, TrapCode};
use crate::isa::{CodeOrigin, TrapSite};
use crate::jit::TypedCode;

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
    let base = code.bytes().as_ptr();
    let at = |offset: usize| base.wrapping_add(offset);

    assert_eq!((code.name(), code.signature(), code.convention().name), ("first", &signature, "system_v"));
    assert_eq!((code.bytes(), code.instructions().len()), (first.bytes.as_slice(), 8));
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
    assert_eq!(code.group().iter().map(Code::name).collect::<Vec<_>>(), ["first", "second"]);
    assert_eq!(format!("{code:?}"), format!("Code(first at {:?}, 11 bytes)", at(1)));
}
