//! Reference evaluation for integers of any width, by definition and bit by bit where that is simple.

use crate::base::Type;
use crate::ir::Opcode;
use crate::ir::evaluate::{self, Evaluated};
use Evaluated::{Bits, Undefined};

/// As [`evaluate::evaluate`], for an Int32 of `unit` bits and an Int64 of twice as many. Floats have full width.
pub(in crate::opt) fn evaluate(
    unit: u32,
    opcode: Opcode,
    ty: Type,
    result: Type,
    args: &[u64],
) -> Option<Evaluated> {
    use Opcode::*;
    if ty.is_float() || result.is_float() {
        return evaluate::evaluate(opcode, ty, result, args);
    }
    let width = |ty: Type| if ty == Type::Int64 { 2 * unit } else { unit };
    let bits = width(ty);
    let all = |bits: u32| (1u128 << bits) - 1;
    let signed = |x: u64, bits: u32| {
        let x = i128::from(x) & all(bits) as i128;
        if x >> (bits - 1) & 1 != 0 { x - (1i128 << bits) } else { x }
    };
    let wrap = |x: i128| Some(Bits((x as u128 & all(width(result))) as u64));
    let bit = |x: u64, place: u32| u128::from(x) >> place & 1;
    let collect = |of: &dyn Fn(u32) -> u128| {
        let sum = (0..bits).map(|place| of(place) << place).sum::<u128>();
        Some(Bits(sum as u64))
    };
    let a = *args.first()?;
    let (x, sx) = (i128::from(a), signed(a, bits));
    if args.len() == 1 {
        return match opcode {
            Identity => wrap(x),
            Neg => wrap(-x),
            Clz => wrap(((0..bits).take_while(|place| bit(a, bits - 1 - place) == 0).count()) as i128),
            Ctz => wrap(((0..bits).take_while(|place| bit(a, *place) == 0).count()) as i128),
            PopCount => wrap((0..bits).map(|place| bit(a, place)).sum::<u128>() as i128),
            BitReverse => collect(&|place| bit(a, bits - 1 - place)),
            ByteSwap => {
                let byte = unit / 4;
                collect(&|place| bit(a, (bits / byte - 1 - place / byte) * byte + place % byte))
            }
            SExt8 | SExt8To64 => wrap(signed(a, unit / 4)),
            SExt16 | SExt16To64 => wrap(signed(a, unit / 2)),
            SExt32 => wrap(sx),
            ZExt32 | Trunc => wrap(x),
            _ => None,
        };
    }
    let b = args[1];
    let (y, sy) = (i128::from(b), signed(b, bits));
    let compare = |holds: bool| Some(Bits(holds.into()));
    let by = b as u32 % bits;
    let divide = |signed: bool, chill: bool, rest: bool| {
        let (x, y) = if signed { (sx, sy) } else { (x, y) };
        let overflows = signed && x == -(1i128 << (bits - 1)) && y == -1;
        match () {
            _ if y == 0 && chill => wrap(0),
            _ if overflows && chill => wrap(if rest { 0 } else { x }),
            _ if y == 0 || overflows => Some(Undefined),
            _ => wrap(if rest { x % y } else { x / y }),
        }
    };
    match opcode {
        Add => wrap(x + y),
        Sub => wrap(x - y),
        Mul => wrap((x as u128).wrapping_mul(y as u128) as i128),
        MulHigh => wrap((sx * sy) >> bits),
        UMulHigh => wrap(((x as u128).wrapping_mul(y as u128) >> bits) as i128),
        Div => divide(true, false, false),
        Mod => divide(true, false, true),
        UDiv => divide(false, false, false),
        UMod => divide(false, false, true),
        ChillDiv => divide(true, true, false),
        ChillMod => divide(true, true, true),
        BitAnd => collect(&|place| bit(a, place) & bit(b, place)),
        BitOr => collect(&|place| bit(a, place) | bit(b, place)),
        BitXor => collect(&|place| bit(a, place) ^ bit(b, place)),
        Shl => wrap(((x as u128) << by) as i128),
        ZShr => wrap(x >> by),
        SShr => wrap(sx >> by),
        RotL => collect(&|place| bit(a, (place + bits - by) % bits)),
        RotR => collect(&|place| bit(a, (place + by) % bits)),
        Equal => compare(x == y),
        NotEqual => compare(x != y),
        LessThan => compare(sx < sy),
        GreaterThan => compare(sx > sy),
        LessEqual => compare(sx <= sy),
        GreaterEqual => compare(sx >= sy),
        Below => compare(x < y),
        Above => compare(x > y),
        BelowEqual => compare(x <= y),
        AboveEqual => compare(x >= y),
        Select => Some(Bits(if a != 0 { b } else { args[2] })),
        AddCarry | SubBorrow => evaluate::evaluate(opcode, ty, result, args),
        SMin => wrap(sx.min(sy)),
        SMax => wrap(sx.max(sy)),
        UMin => wrap(x.min(y)),
        UMax => wrap(x.max(y)),
        _ => None,
    }
}
