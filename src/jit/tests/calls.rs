//! Tests of typed and untyped calls.

use super::*;
use crate::jit::{Bits, CallError, TypeMismatch};

const I: Type = Type::Int32;
const L: Type = Type::Int64;
const F: Type = Type::Float;
const D: Type = Type::Double;

fn code(params: &[Type], result: Option<Type>) -> Code {
    let memory = CodeMemory::new().expect("works where tests run");
    let signature = signature(params, result.as_slice());
    link_one(&memory, &weighted_sum(params, result), &signature).expect("links")
}

/// `T`, once for each argument.
type Same<T, const ARG: i64> = T;

macro_rules! check_arity {
    ($($arg:literal)*) => {{
        let args: &[f64] = &[$($arg as f64),*];
        let expected = args.iter().fold(0.0, |sum, arg| sum * 2.0 + arg);
        let types: &[Type] = &[$({ let _ = $arg; L }),*];
        // SAFETY: the code is a pure function of these types.
        let longs = unsafe { code(types, Some(L)).typed::<extern "C" fn($(Same<i64, $arg>),*) -> i64>() };
        assert_eq!(longs.expect("the types of the code").call($($arg as i64),*), expected as i64);
        let types: &[Type] = &[$({ let _ = $arg; D }),*];
        // SAFETY: as above.
        let doubles = unsafe { code(types, Some(D)).typed::<extern "C" fn($(Same<f64, $arg>),*) -> f64>() };
        assert_eq!(doubles.expect("the types of the code").call($($arg as f64),*), expected);
    }};
}

#[test]
fn typed_calls_of_every_arity() {
    check_arity!();
    check_arity!(3);
    check_arity!(3 5);
    check_arity!(3 5 7);
    check_arity!(3 5 7 11);
    check_arity!(3 5 7 11 13);
    check_arity!(3 5 7 11 13 17);
    check_arity!(3 5 7 11 13 17 19);
    check_arity!(3 5 7 11 13 17 19 23);
    check_arity!(3 5 7 11 13 17 19 23 29);
    check_arity!(3 5 7 11 13 17 19 23 29 31);
    check_arity!(3 5 7 11 13 17 19 23 29 31 37);
    check_arity!(3 5 7 11 13 17 19 23 29 31 37 41);
    check_arity!(3 5 7 11 13 17 19 23 29 31 37 41 43);
    check_arity!(3 5 7 11 13 17 19 23 29 31 37 41 43 47);
    check_arity!(3 5 7 11 13 17 19 23 29 31 37 41 43 47 53);
    check_arity!(3 5 7 11 13 17 19 23 29 31 37 41 43 47 53 59);
}

#[test]
fn typed_calls_of_mixed_types() {
    type Mixed =
        extern "C" fn(i32, f64, u32, f32, i64, u64, f32, f64, *const u8, *mut u8, usize, isize) -> f32;
    let code = code(&[I, D, I, F, L, L, F, D, L, L, L, L], Some(F));
    // SAFETY: the code is a pure function of these types; it does not access the addresses.
    let mixed = unsafe { code.typed::<Mixed>() }.expect("the types of the code");
    let (four, three) = (std::ptr::without_provenance(4), std::ptr::without_provenance_mut(3));
    let result = mixed.call(-1, 0.5, 2, -1.5, 3, 5, 0.25, 1.0, four, three, 6, -2);
    let args = [-1.0, 0.5, 2.0, -1.5, 3.0, 5.0, 0.25, 1.0, 4.0, 3.0, 6.0, -2.0];
    assert_eq!(result, args.iter().fold(0.0, |sum, arg| sum * 2.0 + arg));
}

#[test]
fn a_function_without_result_stores() {
    let memory = CodeMemory::new().expect("works where tests run");
    // `mov [rdi], esi; ret`.
    let code = link_one(&memory, &compiled(&[0x89, 0x37, 0xC3]), &signature(&[L, I], &[])).expect("links");
    // SAFETY: called below with valid addresses only.
    let store = unsafe { code.typed::<extern "C" fn(*mut u32, u32)>() }.expect("the types of the code");
    let mut word = 0;
    store.call(&raw mut word, 77);
    assert_eq!(word, 77);
    // SAFETY: `store` lives.
    let raw = unsafe { store.as_fn() };
    raw(&raw mut word, 78);
    assert_eq!(word, 78);
}

#[test]
fn wrong_types_are_refused() {
    let code = code(&[L, D], Some(I));
    macro_rules! mismatch {
        ($ty:ty) => {
            // SAFETY: never called.
            unsafe { code.typed::<$ty>() }.expect_err("other types")
        };
    }
    // SAFETY: never called.
    assert!(unsafe { code.typed::<extern "C" fn(u64, f64) -> u32>() }.is_ok());
    assert_eq!(
        mismatch!(extern "C" fn(i64) -> i32),
        TypeMismatch::ParameterCount { procedure: "test".into(), expected: 2, found: 1 }
    );
    assert_eq!(
        mismatch!(extern "C" fn(i64, f32) -> i32),
        TypeMismatch::Parameter { procedure: "test".into(), index: 1, expected: D, found: F }
    );
    assert_eq!(
        mismatch!(extern "C" fn(i32, f64) -> i32),
        TypeMismatch::Parameter { procedure: "test".into(), index: 0, expected: L, found: I }
    );
    assert_eq!(
        mismatch!(extern "C" fn(i64, f64)),
        TypeMismatch::Results { procedure: "test".into(), expected: vec![I], found: vec![] }
    );
    assert_eq!(
        mismatch!(extern "C" fn(i64, f64) -> *const u8).to_string(),
        "`test` returns Int32; found Int64"
    );
}

#[test]
fn only_the_convention_of_the_host_is_typed() {
    let memory = CodeMemory::new().expect("works where tests run");
    let (bytes, signature) = (compiled(&[0xC3]), signature(&[], &[]));
    let procedure = Linkable { convention: &POPPING, ..linkable("test", &bytes, &signature) };
    let code = link(&memory, &[procedure], &[], &no_symbols).expect("links").remove(0);
    // SAFETY: never called.
    let error = unsafe { code.typed::<extern "C" fn()>() }.expect_err("another convention");
    assert_eq!(
        error,
        TypeMismatch::Convention { procedure: "test".into(), expected: "popping", found: Some("system_v") }
    );
    assert_eq!(error.to_string(), "`test` has the convention popping; found system_v");
}

#[test]
fn raw_calls_follow_the_convention() {
    for count in [0, 1, 5, 8, 13, 30, 31] {
        let types: Vec<Type> = (0..count).map(|i| [D, I, L, F, I, D][i % 6]).collect();
        for result in [None, Some(I), Some(L), Some(F), Some(D)] {
            let mut expected = 0.0;
            let args = (0..count).zip(&types).map(|(i, &ty)| {
                let number = i as f64 - 3.0;
                expected = expected * 2.0 + number;
                let garbage = 0xDEAD_BEEF_0000_0000;
                let bits = match ty {
                    Type::Int32 => garbage | u64::from(number as i32 as u32),
                    Type::Int64 => number as i64 as u64,
                    Type::Float => garbage | u64::from((number as f32).to_bits()),
                    _ => number.to_bits(),
                };
                Bits { ty, bits }
            });
            let args: Vec<Bits> = args.collect();
            // SAFETY: the code is a pure function of these types.
            let results = unsafe { code(&types, result).call_raw(&args) }.expect("the types of the code");
            let expected = result.map(|ty| match ty {
                Type::Int32 => u64::from(expected as i32 as u32),
                Type::Int64 => expected as i64 as u64,
                Type::Float => u64::from((expected as f32).to_bits()),
                _ => expected.to_bits(),
            });
            assert_eq!(results, expected.as_slice(), "{types:?} -> {result:?}");
        }
    }
}

#[test]
fn raw_calls_survive_a_callee_that_pops_and_read_the_result_area() {
    let bytes = [
        0x48, 0x8B, 0x54, 0x24, 0x08, // mov rdx, [rsp + 8]
        0x48, 0x89, 0xC1, // mov rcx, rax
        0x48, 0x29, 0xD1, // sub rcx, rdx
        0x48, 0x01, 0xD0, // add rax, rdx
        0x48, 0x89, 0x54, 0x24, 0x18, // mov [rsp + 24], rdx: the area above the aligned arguments
        0xC2, 0x10, 0x00, // ret 16
    ];
    let memory = CodeMemory::new().expect("works where tests run");
    let (bytes, signature) = (compiled(&bytes), signature(&[L, L], &[L, I, L]));
    let procedure = Linkable { convention: &POPPING, ..linkable("test", &bytes, &signature) };
    let code = link(&memory, &[procedure], &[], &no_symbols).expect("links").remove(0);
    let args = [Bits { ty: L, bits: 10 }, Bits { ty: L, bits: 13 }];
    // SAFETY: the code is a pure function of these types.
    let results = unsafe { code.call_raw(&args) };
    assert_eq!(results, Ok(vec![23, u64::from(-3i32 as u32), 13]));
}

#[test]
fn raw_calls_with_other_arguments_are_refused() {
    let code = code(&[L], Some(L));
    // SAFETY: the code is a pure function of its types.
    let call = |args: &[Bits]| unsafe { code.call_raw(args) };
    assert_eq!(call(&[Bits { ty: L, bits: 9 }]), Ok(vec![9]));
    let mismatch = TypeMismatch::Parameter { procedure: "test".into(), index: 0, expected: L, found: D };
    assert_eq!(call(&[Bits { ty: D, bits: 9 }]), Err(CallError::Types(mismatch)));
    let mismatch = TypeMismatch::ParameterCount { procedure: "test".into(), expected: 1, found: 0 };
    assert_eq!(call(&[]), Err(CallError::Types(mismatch)));
}

#[test]
fn raw_calls_without_room_are_refused() {
    let memory = CodeMemory::new().expect("works where tests run");
    let three = signature(&[], &[L, L, L]);
    let code = link_one(&memory, &compiled(&[0xC3]), &three).expect("links");
    // SAFETY: not called.
    let refused = CallError::NoPlaceForResults { procedure: "test".into(), convention: "system_v" };
    // SAFETY: not called.
    assert_eq!(unsafe { code.call_raw(&[]) }, Err(refused));

    let mut types = vec![I; 6 + (256 << 10) / 8];
    let mut args = vec![Bits { ty: I, bits: 0 }; types.len()];
    let code = link_one(&memory, &compiled(&[0xC3]), &signature(&types, &[])).expect("links");
    // SAFETY: the code does nothing.
    assert_eq!(unsafe { code.call_raw(&args) }, Ok(vec![]));
    types.push(I);
    args.push(Bits { ty: I, bits: 0 });
    let code = link_one(&memory, &compiled(&[0xC3]), &signature(&types, &[])).expect("links");
    let refused =
        CallError::TooManyArguments { procedure: "test".into(), bytes: (256 << 10) + 16, limit: 256 << 10 };
    // SAFETY: as above.
    assert_eq!(unsafe { code.call_raw(&args) }, Err(refused));
}
