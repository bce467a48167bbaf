//! Estimates of latencies, from what an instruction computes.

use crate::air::{Kinds, OperandSpec};
use crate::base::semantics::{Effect, Expr, Meaning, Operator};

/// Cycles until a load's value is there.
const LOAD: u32 = 4;
/// Cycles of an atomic access.
const ATOMIC: u32 = 18;

/// An estimate of the latency of an instruction with operands of these kinds, in cycles: the longest path through what
/// it computes, on a processor of the last years.
pub(super) fn latency(semantics: &Meaning, operands: &[OperandSpec], kinds: &[Kinds]) -> u32 {
    let effects = semantics.effects();
    let longest = effects.iter().filter_map(Effect::value).map(path).max().unwrap_or(0);
    let reads_memory = operands.iter().zip(kinds).any(|(spec, kinds)| {
        spec.role.is_use()
            && kinds.intersects(Kinds::MEMORY.union(Kinds::CONST))
            && !kinds.contains(Kinds::TMP)
    });
    let is_atomic = effects.iter().any(|effect| matches!(effect, Effect::Order(_)));
    longest.max(1)
        + if is_atomic {
            ATOMIC
        } else if reads_memory {
            LOAD
        } else {
            0
        }
}

fn path(expr: &Expr) -> u32 {
    let Expr::Apply(operator, arguments) = expr else { return 0 };
    own(*operator) + arguments.iter().map(path).max().unwrap_or(0)
}

fn own(operator: Operator) -> u32 {
    use Operator::*;
    match operator {
        Mul | MulHigh | UMulHigh | MulOverflows | UMulOverflows => 3,
        Div | UDiv | Rem | URem | ChillDiv | ChillRem => 20,
        FloatDiv => 13,
        FloatSqrt => 16,
        FloatAdd | FloatSub | FloatMul | FloatMulAdd | FloatMin | FloatMax | FloatPromote | FloatDemote
        | IntToFloat | IntToDouble | UIntToFloat | UIntToDouble | FloatCeil | FloatFloor | FloatTrunc
        | FloatNearest | CompareFloats => 4,
        FloatToInt32Sat | FloatToInt64Sat | FloatToUInt32Sat | FloatToUInt64Sat | FloatToInt32Min
        | FloatToInt64Min | FloatToInt32Wrap | FloatToInt32Trap | FloatToInt64Trap | FloatToUInt32Trap
        | FloatToUInt64Trap => 8,
        LeadingZeros | TrailingZeros | PopCount => 3,
        ZeroExtend32 | ZeroExtend64 | Low32 => 0,
        _ => 1,
    }
}
