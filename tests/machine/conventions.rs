//! Calling conventions against the published documents.
//!
//! - System V: "AMD64 Architecture Processor Supplement", 3.2.3 (parameter passing) and 3.5.7 (variable arguments).
//! - Windows: Microsoft, "x64 calling convention".
//! - AAPCS64: Arm IHI 0055, 6.8.2 (parameter passing rules).
//! - Apple: "Writing ARM64 code for Apple platforms".

use barebones::base::ArgLocation::Stack;
use barebones::base::{ArgLocation, Assignment, CallConv, Reg, RegSet, Type};
use barebones::isa::a64::{abi as a64, registers as a};
use barebones::isa::x64::abi as x64;
use barebones::isa::x64::registers::*;

const I: Type = Type::Int32;
const L: Type = Type::Int64;
const F: Type = Type::Float;
const D: Type = Type::Double;

fn assign(conv: &CallConv, params: &[Type], results: &[Type]) -> Assignment {
    conv.assign(params, results, params.len()).expect("every result has a place")
}

fn regs(regs: &[Reg]) -> Vec<ArgLocation> {
    regs.iter().map(|reg| ArgLocation::Reg(*reg)).collect()
}

/// Registers, followed by stack locations.
fn places(in_regs: &[Reg], on_stack: &[u32]) -> Vec<ArgLocation> {
    regs(in_regs).into_iter().chain(on_stack.iter().map(|offset| Stack(*offset))).collect()
}

#[test]
fn system_v() {
    let conv = &x64::SYSTEM_V;
    // Figure 3.6 of the document, without its structure and its long double: func(int e, int f, int g, int h, double m,
    // double n, int i, int j, int k).
    let params = [I, I, I, I, D, D, I, I, I];
    let call = assign(conv, &params, &[I]);
    let expected = places(&[RDI, RSI, RDX, RCX, XMM0, XMM1, R8, R9], &[0]);
    assert_eq!((call.params, call.results), (expected, regs(&[RAX])));
    assert_eq!((call.stack_bytes, call.param_bytes, call.fp_args), (16, 8, 2));

    // Eight floating-point registers; each stack argument takes eight bytes, in parameter order.
    let params = [D, F, D, F, D, F, D, F, F, I, D, L, L, L, L, L, I, F];
    let call = assign(conv, &params, &[D]);
    let mut expected = places(&[XMM0, XMM1, XMM2, XMM3, XMM4, XMM5, XMM6, XMM7], &[0]);
    expected.extend([ArgLocation::Reg(RDI), Stack(8)]);
    expected.extend(places(&[RSI, RDX, RCX, R8, R9], &[16, 24]));
    assert_eq!((call.params, call.results), (expected, regs(&[XMM0])));
    assert_eq!((call.stack_bytes, call.fp_args), (32, 8));

    // Variable arguments use the same locations as named ones; al holds the number of vector registers used.
    let call = conv.assign(&[L, I, D, F], &[I], 1).unwrap();
    assert_eq!((call.params, call.fp_args), (regs(&[RDI, RSI, XMM0, XMM1]), 2));
    assert!(call.copies.is_empty());

    // A structure of two eightbytes of both classes.
    assert_eq!(assign(conv, &[], &[L, D]).results, regs(&[RAX, XMM0]));
    assert_eq!(assign(conv, &[], &[L, L]).results, regs(&[RAX, RDX]));
    assert_eq!(conv.assign(&[], &[L, L, L], 0), None);
    assert_eq!((conv.red_zone, conv.shadow_space, conv.stack_align, conv.callee_pops), (128, 0, 16, false));
    assert_eq!(conv.callee_saved, RegSet::of(&[RBX, RBP, R12, R13, R14, R15]));
}

#[test]
fn windows_x64() {
    let conv = &x64::WINDOWS_X64;
    // The document's examples: func1(int a, int b, int c, int d, int e, int f),
    let call = assign(conv, &[I; 6], &[I]);
    assert_eq!(call.params, places(&[RCX, RDX, R8, R9], &[32, 40]));
    assert_eq!((call.results, call.stack_bytes, call.param_bytes), (regs(&[RAX]), 48, 48));
    // func2(float a, double b, float c, double d, float e, float f),
    let call = assign(conv, &[F, D, F, D, F, F], &[D]);
    assert_eq!(call.params, places(&[XMM0, XMM1, XMM2, XMM3], &[32, 40]));
    assert_eq!(call.results, regs(&[XMM0]));
    // func3(int a, double b, int c, float d, int e, float f): the position decides the register.
    let call = assign(conv, &[I, D, I, F, I, F], &[]);
    assert_eq!(call.params, places(&[RCX, XMM1, R8, XMM3], &[32, 40]));

    // Shadow space even without arguments.
    assert_eq!(assign(conv, &[], &[]).stack_bytes, 32);
    assert_eq!(assign(conv, &[L; 5], &[]).stack_bytes, 48);
    // Variable floating-point arguments are passed in both registers, named ones only in theirs.
    let call = conv.assign(&[D, L, D, F, D], &[I], 2).unwrap();
    assert_eq!(call.params, places(&[XMM0, RDX, XMM2, XMM3], &[32]));
    assert_eq!(call.copies, [(2, R8), (3, R9)]);
    assert_eq!(conv.assign(&[], &[L, L], 0), None);
    assert_eq!((conv.red_zone, conv.stack_align), (0, 16));
    let volatile = RegSet::of(&[RAX, RCX, RDX, R8, R9, R10, R11, XMM0, XMM1, XMM2, XMM3, XMM4, XMM5]);
    assert_eq!(conv.clobbered, volatile);
}

#[test]
fn aapcs64() {
    let conv = &a64::AAPCS64;
    // Each bank is counted on its own (rules C.1 and C.9); then eight bytes each on the stack (C.14, C.16).
    let params = [I, D, L, F, I, I, I, I, I, I, I, L, D, I];
    let call = assign(conv, &params, &[L]);
    let mut expected = regs(&[a::X0, a::V0, a::X1, a::V1, a::X2, a::X3, a::X4, a::X5, a::X6, a::X7]);
    expected.extend([Stack(0), Stack(8), ArgLocation::Reg(a::V2), Stack(16)]);
    assert_eq!((call.params, call.results), (expected, regs(&[a::X0])));
    assert_eq!((call.stack_bytes, call.param_bytes), (32, 24));
    // A float without a register takes eight bytes too.
    let call = assign(conv, &[F; 10], &[F]);
    assert_eq!(call.params[8..], [Stack(0), Stack(8)]);
    // Variable arguments use the same locations as named ones.
    let params = [L, D, I, F];
    assert_eq!(conv.assign(&params, &[], 1), conv.assign(&params, &[], 4));
    // Homogeneous aggregates are returned in up to four registers.
    assert_eq!(assign(conv, &[], &[D; 4]).results, regs(&[a::V0, a::V1, a::V2, a::V3]));
    assert_eq!(conv.assign(&[], &[D; 5], 0), None);
    // v8 to v15 preserve their low 64 bits; x18 is reserved for the platform.
    assert_eq!(conv.clobbered_high.len(), 8);
    assert!(conv.clobbered_high.contains(a::V8) && conv.clobbered_high.contains(a::V15));
    assert!(!conv.clobbered.contains(a::X18) && !conv.callee_saved.contains(a::X18));
    assert!(conv.clobbered.contains(a::X17) && conv.callee_saved.contains(a::X19));
}

#[test]
fn apple() {
    let conv = &a64::APPLE;
    // "Update code that passes arguments on the stack": natural size and alignment.
    let params = [L, L, L, L, L, L, L, L, I, I, L, I];
    let call = assign(conv, &params, &[]);
    assert_eq!(call.params[8..], [Stack(0), Stack(4), Stack(8), Stack(16)]);
    assert_eq!((call.stack_bytes, call.param_bytes), (32, 24));
    let params = [D, D, D, D, D, D, D, D, F, D, F, F];
    let call = assign(conv, &params, &[]);
    assert_eq!(call.params[8..], [Stack(0), Stack(8), Stack(16), Stack(20)]);
    assert_eq!((call.stack_bytes, call.param_bytes), (32, 24));
    // "Update code that calls variadic functions": always on the stack, eight bytes each.
    let call = conv.assign(&[L, I, D, I], &[I], 1).unwrap();
    assert_eq!(call.params, places(&[a::X0], &[0, 8, 16]));
    assert_eq!((call.stack_bytes, call.fp_args), (32, 0));
    // After packed arguments, the first variable one is aligned.
    let params = [L, L, L, L, L, L, L, L, I, I];
    assert_eq!(conv.assign(&params, &[], 9).unwrap().params[8..], [Stack(0), Stack(8)]);
    assert_eq!(conv.red_zone, 128);
}

#[test]
fn internal() {
    for (conv, name) in [(&x64::INTERNAL, "x64"), (&a64::INTERNAL, "a64")] {
        assert!(conv.callee_pops && conv.result_area && conv.callee_saved.len() == 1, "{name}");
        assert_eq!(conv.clobbered_high, RegSet::EMPTY);
    }
    let conv = &x64::INTERNAL;
    // The bytes that the callee pops keep the stack pointer aligned; results without a register are above the
    // arguments.
    let call = assign(conv, &[L; 7], &[L, D, L, I, L, F, D]);
    assert_eq!(call.params, places(&[RDI, RSI, RDX, RCX, R8, R9], &[0]));
    assert_eq!(call.param_bytes, 16);
    let mut expected = regs(&[RAX, XMM0, RDX]);
    expected.extend([Stack(16), Stack(24), ArgLocation::Reg(XMM1), Stack(32)]);
    assert_eq!((call.results, call.stack_bytes), (expected, 48));
    // The result area starts where the arguments end, for any number of them.
    for count in 0..20 {
        let call = assign(conv, &vec![L; count], &[L; 5]);
        assert_eq!(call.results[2], Stack(call.param_bytes));
        assert_eq!((call.param_bytes % 16, call.stack_bytes % 16), (0, 0));
        assert_eq!(call.param_bytes, (count.saturating_sub(6) * 8).next_multiple_of(16) as u32);
    }
    let conv = &a64::INTERNAL;
    let call = assign(conv, &[L; 9], &[L; 3]);
    assert_eq!((call.results[2], call.param_bytes, call.stack_bytes), (Stack(16), 16, 32));
}

/// No convention panics or assigns two arguments to one location, for any types.
#[test]
fn places_do_not_overlap() {
    let conventions =
        [x64::SYSTEM_V, x64::WINDOWS_X64, x64::INTERNAL, a64::AAPCS64, a64::APPLE, a64::INTERNAL];
    let mut checked = 0;
    for conv in &conventions {
        for seed in 0..200u32 {
            let mut state = seed;
            let params: Vec<Type> = (0..seed % 25)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    Type::SCALARS[(state >> 28) as usize % 4]
                })
                .collect();
            let start = (seed as usize * 7) % (params.len() + 1);
            let call = conv.assign(&params, &[], start).unwrap();
            let mut taken: Vec<(u32, u32)> = Vec::new();
            let mut in_regs = RegSet::EMPTY;
            for (ty, place) in params.iter().zip(&call.params) {
                match *place {
                    ArgLocation::Reg(reg) => {
                        assert!(!in_regs.contains(reg) && reg.bank() == ty.bank());
                        in_regs.insert(reg);
                    }
                    Stack(offset) => {
                        assert_eq!(offset % ty.size(), 0);
                        assert!(offset >= conv.shadow_space && offset + ty.size() <= call.param_bytes);
                        assert!(
                            taken.iter().all(|(start, end)| offset + ty.size() <= *start || offset >= *end)
                        );
                        taken.push((offset, offset + ty.size()));
                    }
                }
            }
            assert_eq!(call.stack_bytes % conv.stack_align, 0);
            checked += 1;
        }
    }
    assert_eq!(checked, 1200);
}

/// Pinnable registers are not needed by any instruction, and only the internal convention shares them.
#[test]
fn pinnable_registers_are_spare() {
    use barebones::air::FORMS;
    for desc in barebones::isa::TARGETS {
        let spare = desc.pinnable;
        assert!(
            spare.len() > 20 && !spare.contains(desc.stack_pointer) && !spare.contains(desc.frame_pointer)
        );
        assert!(spare.iter().all(|reg| desc.names.contains(reg)));
        for form in FORMS.iter().filter(|form| form.arch == desc.arch) {
            let fixed: RegSet = form.operands.iter().filter_map(|operand| operand.fixed()).collect();
            assert!(form.clobbers.union(fixed).intersection(spare).is_empty(), "{form:?}");
        }
        for convention in desc.conventions {
            assert_eq!(convention.shares_pinned, convention.name == "internal");
            let own = convention.env.callee_saved.intersection(spare);
            assert!(convention.shares_pinned || own.difference(convention.passing_registers()).len() > 4);
        }
    }
    let tail_calls = barebones::isa::x64::TAIL_CALL_SCRATCHES;
    let scratches = tail_calls.union(RegSet::of(&[barebones::isa::x64::POP_SCRATCH]));
    assert!(scratches.intersection(x64::X86_64_LINUX.pinnable).is_empty());
    assert_eq!(
        x64::SYSTEM_V.passing_registers(),
        RegSet::of(&[RDI, RSI, RDX, RCX, R8, R9, RAX]).union(RegSet::of(x64::SYSTEM_V.args_fp))
    );
}
