//! Operands that no form admits are errors of `finish`, never a panic.

use super::emitted::emit;
use super::operands::{Case, cases, constant_width, forms, shapes};
use barebones::air::opcode::Properties;
use barebones::air::{
    Arg, FormId, IndexExtend, Kinds, Opcode, Role, SlotId, SpecialId, SwitchId, Tmp, find_form,
};
use barebones::base::{
    Arch, Bank, Features, FloatCondition, IntCondition, LibCall, SymbolId, TrapCode, Width,
};
use barebones::isa::x64::registers::*;
use barebones::isa::{EmitError, Label};

/// An operand of each kind, and some that do not exist.
fn foreign_operands(bank: Bank) -> Vec<Arg> {
    let rbx = Tmp::from_reg(RBX);
    vec![
        Arg::Tmp(if bank == Bank::Gp { rbx } else { Tmp::from_reg(XMM3) }),
        Arg::Tmp(Tmp::new(Bank::Gp, 5)),
        Arg::Tmp(Tmp::new(Bank::Fp, 5)),
        Arg::Imm(1),
        Arg::Imm(1 << 40),
        Arg::Addr { base: rbx, offset: 8 },
        Arg::Addr { base: Tmp::new(Bank::Gp, 5), offset: 8 },
        Arg::Index { base: rbx, index: rbx, shift: 1, extend: IndexExtend::Whole, offset: 8 },
        Arg::Index { base: rbx, index: rbx, shift: 4, extend: IndexExtend::Whole, offset: 8 },
        Arg::Index { base: rbx, index: Tmp::from_reg(RSP), shift: 0, extend: IndexExtend::Whole, offset: 8 },
        Arg::Index {
            base: rbx,
            index: Tmp::new(Bank::Gp, 5),
            shift: 1,
            extend: IndexExtend::Whole,
            offset: 8,
        },
        Arg::Stack { slot: SlotId::new(0), offset: 0 },
        Arg::Stack { slot: SlotId::new(0), offset: i32::MIN },
        Arg::Stack { slot: SlotId::new(99), offset: 0 },
        Arg::Stack { slot: SlotId::INVALID, offset: 0 },
        Arg::CallArg { offset: 0 },
        Arg::Const { bits: 1, width: Width::W32 },
        Arg::Const { bits: 1, width: Width::W128 },
        Arg::Symbol(SymbolId::new(0)),
        Arg::LibCall(LibCall::Fmod),
        Arg::IntCondition(IntCondition::Equal),
        Arg::FloatCondition(FloatCondition::LessThanAndOrdered),
        Arg::Trap(TrapCode::Unreachable),
        Arg::Switch(SwitchId::new(3)),
        Arg::Switch(SwitchId::INVALID),
        Arg::Special(SpecialId::new(0)),
    ]
}

fn first_case(id: FormId, shape: &[Kinds]) -> Case {
    cases(id, shape).into_iter().next().expect("every form has cases")
}

fn result(case: &Case) -> Result<(), EmitError> {
    emit(std::slice::from_ref(case)).map(drop)
}

/// True for operands that no form has, but that emission can encode unambiguously: memory where other opcodes of the
/// family admit it, and immediates of which only the low bits count.
fn is_unambiguous(opcode: Opcode, operand: usize, arg: &Arg) -> bool {
    use Opcode::*;
    match opcode {
        ByteSwap32 | ByteSwap64 | RotateLeft32 | RotateLeft64 | RotateRight32 | RotateRight64 => {
            operand == 0 && arg.is_memory() && !matches!(arg, Arg::Const { .. })
        }
        Move32 | Store8 | Store16 => matches!(arg, Arg::Imm(_)),
        // A number of lanes that the operation does not have is that of its first.
        VectorAdd | VectorSub | VectorMul | VectorDiv | VectorMin | VectorMax | VectorPMin | VectorPMax
        | VectorAddSat | VectorSubSat | VectorAverage | VectorEqual | VectorLessThan | VectorLessEqual => {
            operand == 2 && matches!(arg, Arg::Imm(_))
        }
        // Where its constants are, other memory is encoded too.
        VectorLookup => operand == 1 && arg.is_memory(),
        VectorConcat | VectorNarrow => operand == 2 && matches!(arg, Arg::Imm(_)),
        VectorRound => (operand == 1 || operand == 2) && matches!(arg, Arg::Imm(_)),
        VectorFma => operand == 3 && matches!(arg, Arg::Imm(_)),
        VectorSqrt => operand == 1 && matches!(arg, Arg::Imm(_)),
        VectorExtendLow => operand == 1 && matches!(arg, Arg::Imm(_)),
        VectorInterleaveLow | VectorInterleaveHigh | VectorShl | VectorShr => {
            (operand == 2 || operand == 1 && matches!(opcode, VectorShl | VectorShr))
                && matches!(arg, Arg::Imm(_))
        }
        // An index counts modulo the number of lanes.
        VectorExtract | VectorShuffle32 | VectorBitmask => {
            (operand == 1 || operand == 2) && matches!(arg, Arg::Imm(_))
        }
        VectorInsert | VectorInsertFirst => (operand == 2 || operand == 3) && matches!(arg, Arg::Imm(_)),
        _ => false,
    }
}

#[test]
fn operands_of_wrong_kinds_are_errors() {
    let (mut refused, mut total) = (0, 0);
    for (id, form) in forms() {
        for shape in shapes(form) {
            let right = first_case(id, &shape);
            assert_eq!(result(&right), Ok(()));
            // Operands with a fixed register are not checked.
            for operand in (0..right.args.len()).filter(|i| form.operands[*i].fixed().is_none()) {
                for foreign_operand in foreign_operands(form.operands[operand].bank) {
                    let mut wrong = right.clone();
                    wrong.args[operand] = foreign_operand;
                    total += 1;
                    let admitted = find_form(form.opcode, Arch::X64, Features::all(), &wrong.args).is_some();
                    match result(&wrong) {
                        Err(error) => {
                            assert!(!error.to_string().is_empty());
                            refused += 1;
                        }
                        Ok(()) => assert!(
                            admitted || is_unambiguous(form.opcode, operand, &foreign_operand),
                            "{:?} {shape:?} with {foreign_operand:?} as operand {operand}",
                            form.opcode
                        ),
                    }
                }
            }
        }
    }
    println!("{total} operands, {refused} refused");
    assert!(refused > total / 2);
}

#[test]
fn missing_operands_are_errors() {
    for (id, form) in forms() {
        for shape in shapes(form) {
            let right = first_case(id, &shape);
            for len in 0..right.args.len() {
                // Unneeded scratch registers, and fixed registers, are not checked.
                let rest = &form.operands[len..];
                if rest.iter().all(|spec| spec.role == Role::Scratch || spec.fixed().is_some()) {
                    let _ = result(&Case { args: right.args[..len].to_vec(), ..right.clone() });
                    continue;
                }
                let wrong = Case { args: right.args[..len].to_vec(), ..right.clone() };
                assert_eq!(
                    result(&wrong),
                    Err(EmitError::UnexpectedOperands { opcode: form.opcode.name() }),
                    "{:?} {shape:?} with {len} operands",
                    form.opcode
                );
            }
        }
    }
}

/// Includes conditions for which one condition code is enough only if the operands are swapped, which a memory operand
/// does not allow.
#[test]
fn every_condition_has_code_with_every_form() {
    for (id, form) in forms().filter(|(_, form)| form.kinds[0] == Kinds::FLOAT_CONDITION) {
        for shape in shapes(form) {
            let mut case = first_case(id, &shape);
            for condition in FloatCondition::ALL {
                case.args[0] = Arg::FloatCondition(condition);
                assert_eq!(result(&case), Ok(()), "{:?} {shape:?} {condition:?}", form.opcode);
            }
        }
    }
}

/// 16 bytes are read, so a smaller constant would be read past its end and unaligned.
#[test]
fn bitwise_constants_have_128_bits() {
    for opcode in [Opcode::AndDouble, Opcode::OrDouble, Opcode::XorDouble] {
        let with_constant = |kinds: &[Kinds]| kinds.contains(&Kinds::CONST);
        for (id, form) in forms().filter(|(_, form)| form.opcode == opcode && with_constant(&form.kinds)) {
            let right = first_case(id, &form.kinds[..3]);
            for width in [Width::W32, Width::W64, Width::W128] {
                let mut case = right.clone();
                case.args[1] = Arg::Const { bits: 1, width };
                assert_eq!(result(&case).is_ok(), width == Width::W128, "{opcode:?} {width:?}");
            }
        }
    }
}

/// A constant is as wide as the instruction that reads it.
#[test]
fn narrow_constants_are_errors() {
    for (id, form) in forms() {
        for shape in shapes(form) {
            let Some(operand) = shape.iter().position(|kind| *kind == Kinds::CONST) else { continue };
            for width in [Width::W8, Width::W16, Width::W32, Width::W64, Width::W128] {
                let mut case = first_case(id, &shape);
                case.args[operand] = Arg::Const { bits: 1, width };
                let fits = width >= constant_width(form, operand);
                assert_eq!(result(&case).is_ok(), fits, "{:?} {shape:?} {width:?}", form.opcode);
            }
        }
    }
}

#[test]
fn missing_successors_are_errors() {
    for (id, form) in forms().filter(|(_, form)| form.opcode.has(Properties::TERMINAL)) {
        for shape in shapes(form) {
            let right = first_case(id, &shape);
            for len in 0..right.successors.len() {
                let case = Case { successors: right.successors[..len].to_vec(), next: None, ..right.clone() };
                let error = result(&case).expect_err("a successor is missing");
                let is_unbound = matches!(error, EmitError::UnboundLabel { label: Label::INVALID, .. });
                assert!(is_unbound, "{:?}: {error}", form.opcode);
            }
            let foreign = right.successors.iter().map(|n| n + 1000).collect::<Vec<_>>();
            let case = Case { successors: foreign, next: None, ..right.clone() };
            assert_eq!(result(&case).is_ok(), right.successors.is_empty(), "{:?}", form.opcode);
        }
    }
}
