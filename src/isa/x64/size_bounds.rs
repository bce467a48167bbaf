//! Upper bounds of the bytes of instructions, before they are emitted.
//!
//! A forward branch has two bytes instead of five or six if the code up to its target certainly has at most 127. The
//! bounds cover the frequent opcodes, with the moves that emission adds for results in other registers. Emission
//! checks each bound in debug builds.

use crate::air::{Arg, Block, BlockId, Code, Inst, Opcode};
use crate::base::Reg;

/// Bytes of a conditional branch.
const BRANCH: u32 = 6;

/// Bytes of a jump, which may follow the branches of a terminal.
pub(super) const JUMP: u32 = 5;

/// See [`Emitter::max_block_size`](crate::isa::emit::Emitter::max_block_size).
pub(super) fn max_block_size(code: &Code, block: &Block, next: BlockId, limit: u32) -> Option<u32> {
    let range = block.insts.start as usize..block.insts.end as usize;
    let mut sum = 0;
    for inst in code.buffer.insts.get(range)? {
        sum += max_size(code, inst, code.buffer.args(inst))?;
        if sum > limit {
            return None;
        }
    }
    // A conditional branch is followed by a jump unless control falls through to one of its successors.
    let jumps = !block.successors.is_empty() && !block.successors.contains(&next);
    Some(sum + if jumps { JUMP } else { 0 })
}

/// Returns the maximum size of an instruction in bytes, without jumps to other blocks, or `None` if it has no bound.
pub(super) fn max_size(code: &Code, inst: &Inst, args: &[Arg]) -> Option<u32> {
    use Opcode::*;
    let operands = |short: bool| args.iter().map(|arg| operand(code, arg, short)).sum::<u32>();
    // A copy of the first operand to the result, unless they are the same.
    let copy = |of: u32| if args.len() == 3 && args[0] == args[2] { 0 } else { of };
    Some(match inst.opcode {
        Nop | Entry | Landing | Jump => 0,
        Trap => 2,
        Move | Move32 => match args {
            [Arg::Imm(0), Arg::Tmp(_)] => 3,
            [Arg::Imm(value), Arg::Tmp(_)] if inst.opcode == Move32 || u32::try_from(*value).is_ok() => 6,
            [Arg::Imm(value), Arg::Tmp(_)] if i32::try_from(*value).is_ok() => 7,
            [Arg::Imm(_) | Arg::Symbol(_) | Arg::LibCall(_), Arg::Tmp(_)] => 10,
            _ => 3 + operands(false),
        },
        MoveFloat | MoveDouble | MoveVector => 5 + operands(true),
        MoveZeroToDouble | MoveZeroToVector => 4,
        Lea64 | Lea32 => 3 + operands(true),
        ZeroExtend8To32 | SignExtend8To32 | ZeroExtend16To32 | SignExtend16To32 | SignExtend8To64
        | SignExtend16To64 | SignExtend32To64 => 4 + operands(true),
        Store8 | Store16 => 4 + operands(false),
        Move32ToFloat | Move64ToDouble | MoveFloatTo32 | MoveDoubleTo64 => 5 + operands(true),
        Add8 | Add32 | Add64 | And8 | And32 | And64 | Or8 | Or32 | Or64 | Xor8 | Xor32 | Xor64 | Sub8
        | Sub32 | Sub64 => copy(3) + 3 + operands(true),
        Add16 | And16 | Or16 | Xor16 | Sub16 => copy(4) + 4 + operands(false),
        Mul32 | Mul64 | Lshift32 | Lshift64 | Rshift32 | Rshift64 | Urshift32 | Urshift64 => {
            copy(3) + 5 + operands(true)
        }
        SetBit32 | SetBit64 | ClearBit32 | ClearBit64 | ComplementBit32 | ComplementBit64 => copy(3) + 5,
        // With or without the instruction for it.
        Clz32 | Clz64 | Ctz32 | Ctz64 => 20 + operands(true),
        PopCount32 | PopCount64 => 3 + 5 + operands(true),
        RotateLeft32 | RotateLeft64 | RotateRight32 | RotateRight64 => 3 + 5 + operands(true),
        Div32 | Div64 | Mod32 | Mod64 | UDiv32 | UDiv64 | UMod32 | UMod64 | DivMod32 | DivMod64
        | UDivMod32 | UDivMod64 => 3 + 3 + operands(true),
        MulHigh32 | MulHigh64 | UMulHigh32 | UMulHigh64 => 3 + operands(true),
        AndNot32 | AndNot64 | LowestBit32 | LowestBit64 | ClearLowestBit32 | ClearLowestBit64 => {
            5 + operands(true)
        }
        Neg32 | Neg64 | Not32 | Not64 => 6 + operands(true),
        AddFloat | AddDouble | SubFloat | SubDouble | MulFloat | MulDouble | DivFloat | DivDouble
        | AndDouble | OrDouble | XorDouble => copy(5) + 5 + operands(true),
        SqrtFloat | SqrtDouble | ConvertInt32ToFloat | ConvertInt32ToDouble | ConvertInt64ToFloat
        | ConvertInt64ToDouble | ConvertFloatToDouble | ConvertDoubleToFloat => 4 + 5 + operands(true),
        TruncateFloatToInt32Min
        | TruncateDoubleToInt32Min
        | TruncateFloatToInt64Min
        | TruncateDoubleToInt64Min => 5 + operands(true),
        Branch8 | Branch32 | Branch64 => 3 + operands(true) + BRANCH,
        Branch16 | BranchTest8 | BranchTest32 | BranchTest64 => 4 + operands(false) + BRANCH,
        BranchTestBit32 | BranchTestBit64 => 5 + 3 + operands(true) + BRANCH,
        BranchFloat | BranchDouble => 5 + operands(true) + 2 * BRANCH,
        TrapIf8 | TrapIf32 | TrapIf64 => 3 + operands(true) + BRANCH,
        TrapIf16 | TrapIfTest8 | TrapIfTest32 | TrapIfTest64 => 4 + operands(false) + BRANCH,
        StackLimitCheck => 3 + operands(true) + BRANCH,
        // Clears the result before the comparison or extends it after.
        Compare8 | Compare32 | Compare64 => 3 + operands(true) + 4 + 4,
        Compare16 | Test8 | Test32 | Test64 => 4 + operands(false) + 4 + 4,
        MoveConditionally8 | MoveConditionally32 | MoveConditionally64 => 3 + operands(true) + 3 + 4,
        MoveConditionally16 | MoveConditionallyTest8 | MoveConditionallyTest32 | MoveConditionallyTest64 => {
            4 + operands(false) + 3 + 4
        }
        Call => match args {
            [Arg::Special(id), ..] if code.specials.get(*id)?.popped_bytes == 0 => 6,
            _ => 6 + 7,
        },
        Ret if code.popped_bytes <= u32::from(u16::MAX) => code.saved.len() as u32 * 8 + 1 + 3,
        _ => return None,
    })
}

/// Maximum bytes of an operand beyond opcode and ModRM. `short` immediates have one byte if their value fits.
fn operand(code: &Code, arg: &Arg, short: bool) -> u32 {
    let displacement = |offset: i32| if i8::try_from(offset).is_ok() { 1 } else { 4 };
    match *arg {
        Arg::Imm(value) if short && i8::try_from(value).is_ok() => 1,
        Arg::Imm(_) | Arg::Const { .. } | Arg::Vector(_) => 4,
        Arg::Addr { base, offset } => needs_sib(base.reg()) + displacement(offset),
        Arg::Index { offset, .. } | Arg::CallArg { offset } => 1 + displacement(offset),
        Arg::Stack { slot, offset } => {
            let start = code.slots.get(slot).and_then(|slot| slot.offset);
            start.and_then(|start| start.checked_add(offset)).map_or(4, displacement)
        }
        _ => 0,
    }
}

/// A base whose number ends in 4, like that of the stack pointer, needs another byte.
fn needs_sib(base: Option<Reg>) -> u32 {
    base.map_or(1, |base| u32::from(base.number() & 7 == 4))
}
