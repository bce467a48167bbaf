//! Tests of relocations, veneers and data by running the linked code.

use super::*;
use crate::base::LibCall;
use crate::jit::shadow_stack::PRETENDED;
use crate::jit::{RecoveryError, TrapRecovery, throw_function, throwing};

extern "C" fn host_negate(x: i64) -> i64 {
    -x
}

fn call(code: &Code, x: i64) -> i64 {
    // SAFETY: all procedures here are pure functions of these types.
    unsafe { code.typed::<LongToLong>() }.expect("the types of the code").call(x)
}

#[test]
fn procedures_call_each_other_directly() {
    in_both_modes(|memory| {
        let (caller, callee, signature) = (calling(9), adding(5, 0), long_to_long());
        let group = [linkable("a", &caller, &signature), linkable("b", &callee, &signature)];
        let resolve = |procedure: usize, symbol: SymbolId| {
            assert_eq!((procedure, symbol), (0, SymbolId::new(9)));
            Some(Resolved::Procedure(1))
        };
        let codes = link(&memory, &group, &[], &resolve).expect("links");
        assert_eq!(call(&codes[0], 1), 6);
        assert_eq!(codes[0].bytes()[5..9], 7i32.to_le_bytes(), "16 - 9: no veneer");
        let again = link(&memory, &[group[1], group[0]], &[], &|_, _| Some(Resolved::Procedure(0)));
        assert_eq!(call(&again.expect("links")[1], 1), 6, "backward");
    });
}

#[test]
fn far_targets_have_one_veneer_each() {
    in_both_modes(|memory| {
        let (caller, signature) = (calling(0), long_to_long());
        let (tail, double) = (
            // `jmp fmod`.
            relocated(&[0xE9, 0, 0, 0, 0], 1, RelocKind::X64Rel32, RelocTarget::LibCall(LibCall::Fmod)),
            super::signature(&[Type::Double, Type::Double], &[Type::Double]),
        );
        let group = [
            linkable("a", &caller, &signature),
            linkable("b", &caller, &signature),
            linkable("c", &tail, &double),
        ];
        let before = memory.stats().used;
        let codes = link(&memory, &group, &[], &|_, _| Some(Resolved::Address(host_negate as *const u8)))
            .expect("links");
        let distance = (host_negate as *const u8 as i64).abs_diff(codes[0].entry() as i64);
        assert!(distance > 1 << 31, "the program is far from its mappings here");
        assert_eq!((call(&codes[0], 3), call(&codes[1], 4)), (-3, -4));
        // SAFETY: the code is `fmod`.
        let fmod =
            unsafe { codes[2].typed::<extern "C" fn(f64, f64) -> f64>() }.expect("the types of the code");
        assert_eq!(fmod.call(7.5, 2.0), 1.5);
        let displacement = |code: &Code, at: usize| {
            let field = code.bytes()[at..at + 4].try_into().expect("four bytes");
            code.start() as i64 + at as i64 + 4 + i64::from(i32::from_le_bytes(field))
        };
        let veneer = displacement(&codes[0], 5);
        assert_eq!(displacement(&codes[1], 5), veneer, "shared");
        assert_ne!(displacement(&codes[2], 1), veneer);
        if memory.mode() == MappingMode::Dual {
            assert_eq!(memory.stats().used - before, 3 * 16 + 2 * 16, "two veneers");
        }
    });
}

#[test]
fn near_targets_outside_need_no_veneer() {
    let memory = memory_in(MappingMode::Dual);
    let (callee, caller, signature) = (adding(5, 0), calling(0), long_to_long());
    let callee = link_one(&memory, &callee, &signature).expect("links");
    let group = [linkable("caller", &caller, &signature)];
    let codes = link(&memory, &group, &[], &|_, _| Some(Resolved::Address(callee.entry()))).expect("links");
    assert_eq!(call(&codes[0], 1), 6);
    assert_eq!(memory.stats().used, 32, "the room for a veneer was given back");
}

#[test]
fn addresses_of_everything() {
    let memory = CodeMemory::new().expect("works where tests run");
    let symbol = RelocTarget::Symbol(SymbolId::new(0));
    let mut itself = address_of(RelocTarget::Code);
    itself.relocations[0].addend = 3;
    let codes = [address_of(symbol), itself, address_of(RelocTarget::LibCall(LibCall::Memset))];
    let signature = super::signature(&[], &[Type::Int64]);
    let group = codes.each_ref().map(|code| linkable("test", code, &signature));
    let link_to = |resolved: Resolved| link(&memory, &group, &[b"abc", b"defg"], &|_, _| Some(resolved));
    let value = |code: &Code| {
        // SAFETY: the code returns a constant.
        unsafe { code.typed::<extern "C" fn() -> *const u8>() }.expect("the types of the code").call()
    };
    let codes = link_to(Resolved::Procedure(2)).expect("links");
    assert_eq!(value(&codes[0]), codes[2].entry());
    assert_eq!(value(&codes[1]), codes[1].entry().wrapping_add(3));
    assert_eq!(value(&codes[2]), crate::jit::lib_calls::address(LibCall::Memset));
    let codes = link_to(Resolved::Data(1)).expect("links");
    let piece = codes[0].data(1).expect("two pieces");
    assert_eq!((value(&codes[0]), piece.len()), (piece.cast::<u8>().cast_const(), 4));
    let codes = link_to(Resolved::Address(std::ptr::without_provenance(usize::MAX))).expect("links");
    assert_eq!(value(&codes[0]).addr(), usize::MAX);
}

#[test]
fn data_is_aligned_mutable_and_of_the_group() {
    in_both_modes(|memory| {
        // `mov rax, data; add qword [rax], 1; mov rax, [rax]; ret`.
        let bytes = [0x48, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0x48, 0x83, 0, 1, 0x48, 0x8B, 0, 0xC3];
        let code = relocated(&bytes, 2, RelocKind::Abs64, RelocTarget::Symbol(SymbolId::new(4)));
        let signature = super::signature(&[], &[Type::Int64]);
        let data: [&[u8]; 4] = [b"x", &41u64.to_le_bytes(), &[], b"y"];
        let codes =
            link(&memory, &[linkable("count", &code, &signature)], &data, &|_, _| Some(Resolved::Data(1)))
                .expect("links");
        // SAFETY: only this thread calls it, and nothing else changes the data.
        let count = unsafe { codes[0].typed::<extern "C" fn() -> u64>() }.expect("the types of the code");
        drop(codes);
        assert_eq!((count.call(), count.call()), (42, 43));
        let pieces = [0, 1, 2, 3].map(|i| count.code().data(i).expect("four pieces"));
        for (i, piece) in pieces.into_iter().enumerate() {
            assert_eq!((piece.cast::<u8>().addr() % 16, piece.len()), (0, data[i].len()));
        }
        assert_eq!(count.code().data(4), None);
        // SAFETY: the group owns the data and is alive, and its code is not running.
        assert_eq!(unsafe { &*pieces[1] }, 43u64.to_le_bytes());
    });
}

#[test]
fn nothing_is_linked_from_nothing() {
    let memory = CodeMemory::new().expect("works where tests run");
    assert_eq!(link(&memory, &[], &[b"data"], &no_symbols).map(|codes| codes.len()), Ok(0));
    assert_eq!(memory.stats(), Default::default());
}

#[test]
fn a_failed_link_leaves_nothing() {
    in_both_modes(|memory| {
        let (good, signature) = (adding(1, 0), long_to_long());
        let mut too_far = calling(0);
        too_far.relocations[0].addend = i64::MAX / 2;
        let group = [linkable("good", &good, &signature), linkable("far", &too_far, &signature)];
        let error = link(&memory, &group, &[], &|_, _| Some(Resolved::Procedure(0))).expect_err("too far");
        assert!(matches!(&error, LinkError::OutOfReach { procedure, offset: 5, .. } if procedure == "far"));
        assert_eq!(memory.stats().used, 0);
    });
}

#[test]
fn alignments_are_respected() {
    let memory = memory_in(MappingMode::Dual);
    let signature = long_to_long();
    let mut aligned = adding(1, 0);
    let mut codes = vec![];
    for alignment in [1, 16, 4096, 64, 32, 2048] {
        aligned.alignment = alignment;
        codes.push(link_one(&memory, &aligned, &signature).expect("links"));
        let alignment = alignment.max(16) as usize;
        assert_eq!(codes[codes.len() - 1].start().addr() % alignment, 0);
    }
    let small = adding(2, 0);
    let group = [linkable("small", &small, &signature), linkable("aligned", &aligned, &signature)];
    let codes = link(&memory, &group, &[], &no_symbols).expect("links");
    assert_eq!(codes[1].start().addr() % 2048, 0);
    assert_eq!(call(&codes[1], 1), 2);
}

#[test]
fn code_that_returns_elsewhere_is_refused_on_shadow_stacks() {
    // `push 0; call thunk`.
    let bytes = [0x6a, 0, 0xe8, 0, 0, 0, 0];
    let mut exit = relocated(&bytes, 3, RelocKind::X64Rel32, RelocTarget::ExitThunk);
    exit.relocations[0].addend = -4;
    let mut catching = adding(1, 0);
    catching.handlers.push(crate::isa::Handler { call: 1, handler: 0 });
    let mut hardened = adding(1, 0);
    hardened.retpolines = true;
    let (plain, signature) = (adding(1, 0), long_to_long());
    in_both_modes(|memory| {
        let linked =
            |code: &CompiledCode| link(&memory, &[linkable("a", code, &signature)], &[], &|_, _| None);
        PRETENDED.set(true);
        let refused = LinkError::ShadowStack { procedure: "a".into() };
        for code in [&exit, &catching, &hardened] {
            assert_eq!(linked(code).err(), Some(refused.clone()));
        }
        assert!(linked(&plain).is_ok());
        assert!(matches!(TrapRecovery::install(), Err(RecoveryError::ShadowStack)));
        assert!(throw_function().is_none() && throwing(|| Ok(())).is_none());
        PRETENDED.set(false);
        assert!([&exit, &catching, &hardened].into_iter().all(|code| linked(code).is_ok()));
        assert!(throw_function().is_some() && throwing(|| Ok(())).is_some());
    });
}
