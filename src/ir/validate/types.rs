//! Fast checks of operand and result types.
//!
//! A type has a three-bit code. The type of a value itself and the codes of its first three operands form a key. The
//! opcode's row determines the valid keys: at most one for each type T, except for operands that may be any integer or
//! any float, whose codes differ only in the last bit. One masked comparison therefore suffices, and only the keys that
//! it rejects need the full check.

use super::{Contents, Rule};
use crate::base::Type;
use crate::ir::opcode::{Class, LIST, Payload, Properties, ROWS, ResultRule, Row, Rule as Operand};
use crate::ir::procedure::{half, opposite};
use crate::ir::{Opcode, Procedure, Value, ValueFlags, ValueId};

const TUPLE: u8 = 0;

/// Position in a key of the value's own type. The field also has room for the bits of invalid types.
const OWN: u8 = 0;

/// Position in a key of an operand's code.
pub(super) const fn field(operand: usize) -> u8 {
    17 + 3 * operand as u8
}

pub(super) const VOID: u8 = 3;

/// The code of a type. All tuples and V128 have the same code; values with it need the full check. Rows that take any
/// tuple check it with their payload.
pub(super) const fn code(ty: Type) -> u8 {
    // In the order of `Type::bits`: Void, Int32, Int64, Float, Double, V128, tuples.
    let bits = ty.bits();
    let small = if bits < 5 { bits } else { 5 };
    (small + 3) as u8 & 7
}

/// The field of the value's own type in a key: all bits of a scalar. Tuples share one number; V128 has one that no row
/// allows.
pub(super) const fn own(ty: Type) -> u32 {
    let bits = ty.bits();
    if bits < 7 { bits as u32 } else { 7 }
}

/// The code of Void or a scalar, from its bits.
#[inline(always)]
pub(super) const fn code_of_bits(bits: u32) -> u32 {
    bits + 3
}

/// The column for a type at this position in a key.
const fn column(shift: u8, ty: Type) -> u32 {
    if shift == OWN { own(ty) } else { code(ty) as u32 }
}

/// The scalars in order of their codes, from the fifth.
const SCALARS: [Type; 4] = [Type::Int32, Type::Int64, Type::Float, Type::Double];

/// How a value must be checked, besides its flags.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// No operand, and no payload but a constant. The own type, which is fixed by the opcode, selects the column.
    Leaf,
    /// A Phi. The own type selects the column.
    Phi,
    /// One operand, which selects the column.
    Unary,
    /// A load, whose address may be a stack slot. The own type selects the column.
    Load,
    /// Two operands, the first of which selects the column.
    Binary,
    /// A store; as Binary, but the second operand may be the address of a stack slot.
    Store,
    /// An Upsilon; as Unary.
    Upsilon,
    /// No operand, and a payload checked by `payload::is_valid_payload`. The own type selects the column.
    LeafWithPayload,
    /// As Unary, with a payload checked by `payload::is_valid_payload`.
    UnaryWithPayload,
    /// Up to three operands, checked by [`Keys::accept`].
    Plain,
    /// As Plain, with a payload checked by `payload::is_valid_payload`.
    PlainWithPayload,
    Jump,
    /// A Branch; as Unary.
    Branch,
    Return,
    /// A call, which may or may not end its block.
    Call,
    /// Anything else, checked against the row.
    Other,
}

/// The precomputed checks of an opcode.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Check {
    /// For each column, the [`Value::head`] of a valid value.
    heads: [u32; 8],
    /// For each column, the code of the other operand, if any: see [`Shape`].
    others: [u8; 8],
    pub(super) contents: Contents,
    /// True if the shape is Binary; tested first.
    pub(super) is_binary: bool,
    pub(super) shape: Shape,
    /// The number of children, or [`LIST`].
    pub(super) arity: u8,
    /// Flags that need the full check.
    pub(super) refused: ValueFlags,
    /// The largest valid payload of a constant.
    pub(super) largest: u64,
    pub(super) payload: Payload,
}

const _: () = assert!(size_of::<Check>() == 64);

/// The valid keys of an opcode.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keys {
    /// The expected rest of the key, indexed by its field T.
    expected: [u32; 8],
    /// The bits of a key that are compared: without T, which is the index.
    mask: u32,
    /// Position of T in the key.
    shift: u8,
}

impl Keys {
    /// True if a key is valid; false means that the full check is needed.
    pub(super) fn accept(&self, key: u32) -> bool {
        key & self.mask == self.expected[(key >> self.shift) as usize & 7]
    }
}

impl Check {
    /// The head of a valid value without flags, for a column: see [`Shape`]. [`NEVER`] if there is none.
    #[inline(always)]
    pub(super) fn head(&self, column: u32) -> u32 {
        self.heads[column as usize & 7]
    }

    /// The code of the other operand of a valid Binary, Store or Load, for a column.
    #[inline(always)]
    pub(super) fn other(&self, column: u32) -> u32 {
        u32::from(self.others[column as usize & 7])
    }

    /// The bits of a head that are compared: without those of permitted flags.
    #[inline(always)]
    pub(super) fn head_mask(&self) -> u32 {
        !(u32::from(self.refused.complement().bits()) << 16)
    }
}

/// Matches no key.
const NEVER: u32 = u32::MAX;

/// The valid keys of all opcodes.
pub(super) static KEYS: [Keys; ROWS.len()] = {
    let mut keys = [prepare_keys(&ROWS[0]); ROWS.len()];
    let mut i = 0;
    while i < ROWS.len() {
        keys[i] = prepare_keys(&ROWS[i]);
        i += 1;
    }
    keys
};

/// Checks by opcode, for all possible opcode bytes, so that indexing needs no bounds check.
static CHECKS: [Check; 256] = {
    let mut checks = [prepare(&ROWS[Opcode::Oops as usize]); 256];
    let mut i = 0;
    while i < ROWS.len() {
        checks[i] = prepare(&ROWS[i]);
        i += 1;
    }
    checks
};

/// The checks for a value with this [`Value::head`].
#[inline(always)]
pub(super) fn check_of_head(head: u32) -> &'static Check {
    &CHECKS[(head >> 24) as usize]
}

const fn prepare_keys(row: &Row) -> Keys {
    let shift = shift_of_t(row);
    let mut expected = [NEVER; 8];
    let mut mask = if shift == OWN { 0 } else { 7 << OWN };
    let mut i = 0;
    while i < row.operands.len() {
        let field = field(i);
        if field != shift {
            let any = matches!(row.operands[i], Operand::AnyInt | Operand::AnyFloat);
            mask |= (if any { 6 } else { 7 }) << field;
        }
        i += 1;
    }
    i = 0;
    while i < SCALARS.len() {
        expected[column(shift, SCALARS[i]) as usize] = key(row, shift, SCALARS[i]);
        i += 1;
    }
    // Void results and tuple operands also select a column.
    expected[column(shift, Type::Void) as usize] = key(row, shift, Type::Void);
    expected[column(shift, Type::tuple(0)) as usize] = key(row, shift, Type::tuple(0));
    Keys { expected, mask, shift }
}

const fn prepare(row: &Row) -> Check {
    let Keys { expected, shift, .. } = prepare_keys(row);
    // Here, columns are only scalars or Void.
    let mut heads = [NEVER; 8];
    let mut others = [0; 8];
    let types = [Type::Void, SCALARS[0], SCALARS[1], SCALARS[2], SCALARS[3]];
    let mut i = 0;
    while i < types.len() {
        let column = column(shift, types[i]) as usize;
        if expected[column] != NEVER {
            let own = if shift == OWN { types[i].bits() as u32 } else { expected[column] & 7 };
            if own <= Type::Double.bits() as u32 {
                heads[column] = own | (row.opcode as u32) << 24;
            }
            let other = if shift == OWN { 0 } else { 1 };
            others[column] = (expected[column] >> field(other) & 7) as u8;
        }
        i += 1;
    }
    let variadic = row.properties.contains(Properties::VARIADIC);
    let arity = if variadic { LIST } else { row.operands.len() as u8 };
    Check {
        heads,
        others,
        arity,
        payload: row.payload,
        shape: shape(row),
        is_binary: matches!(shape(row), Shape::Binary),
        refused: ValueFlags::all().difference(flags(row)),
        contents: contents(row.opcode).union(fixed_type(row)),
        largest: match row.opcode {
            Opcode::Const32 | Opcode::ConstFloat => u32::MAX as u64,
            _ => u64::MAX,
        },
    }
}

/// Position in a key of the field that selects the column: T, or else a free result or operand type. If there is none,
/// the first operand, but for loads the own type.
const fn shift_of_t(row: &Row) -> u8 {
    let own =
        matches!(row.result, ResultRule::Own | ResultRule::OwnOrVoid) || matches!(shape(row), Shape::Load);
    let mut free = if own || row.operands.is_empty() { OWN } else { field(0) };
    let mut i = row.operands.len();
    while i > 0 {
        match row.operands[i - 1] {
            Operand::T => free = field(i - 1),
            _ if own => {}
            Operand::AnyInt | Operand::AnyFloat if !has_t(row) => free = field(i - 1),
            _ => {}
        }
        i -= 1;
    }
    free
}

const fn has_t(row: &Row) -> bool {
    let mut i = 0;
    while i < row.operands.len() {
        if matches!(row.operands[i], Operand::T) {
            return true;
        }
        i += 1;
    }
    false
}

/// The key of a row without the field at `shift`, if the type there is `ty`. [`NEVER`] if that type is invalid, or if
/// the key does not determine validity.
const fn key(row: &Row, shift: u8, ty: Type) -> u32 {
    let result = match row.result {
        ResultRule::Void => Type::Void,
        ResultRule::T => ty,
        ResultRule::Int32 => Type::Int32,
        ResultRule::Int64 => Type::Int64,
        ResultRule::Float => Type::Float,
        ResultRule::Double => Type::Double,
        ResultRule::V128 => return NEVER,
        ResultRule::Opposite => opposite(ty),
        ResultRule::Half => half(ty),
        ResultRule::WithCarry => return NEVER,
        // A free result that is not the selecting field: T constrains the operands, and the result needs the full
        // check.
        ResultRule::Own | ResultRule::OwnOrVoid if shift != OWN => return NEVER,
        ResultRule::OwnOrVoid if matches!(ty, Type::Void) => ty,
        ResultRule::Own | ResultRule::OwnOrVoid if ty.is_scalar() && row.class.contains(ty) => ty,
        ResultRule::Own | ResultRule::OwnOrVoid => return NEVER,
    };
    let mut key = own(result) << OWN;
    let mut i = 0;
    while i < row.operands.len() {
        let field = field(i);
        let here = shift == field;
        let operand = match row.operands[i] {
            Operand::T if ty.is_scalar() && row.class.contains(ty) => code(ty),
            Operand::T => return NEVER,
            Operand::Int32 => code(Type::Int32),
            Operand::Int64 => code(Type::Int64),
            Operand::Float => code(Type::Float),
            Operand::Double => code(Type::Double),
            Operand::AnyTuple => TUPLE,
            Operand::V128 => return NEVER,
            Operand::AnyInt if here && !ty.is_int() => return NEVER,
            Operand::AnyFloat if here && !ty.is_float() => return NEVER,
            Operand::AnyInt | Operand::AnyFloat if here => code(ty),
            Operand::AnyInt => code(Type::Int32),
            Operand::AnyFloat => code(Type::Float),
        };
        key |= (operand as u32) << field;
        i += 1;
    }
    if key >> shift & 7 != column(shift, ty) {
        return NEVER;
    }
    key & !(7 << shift)
}

const fn shape(row: &Row) -> Shape {
    let reads = row.properties.contains(Properties::READS);
    match row.opcode {
        Opcode::Jump => return Shape::Jump,
        Opcode::Branch => return Shape::Branch,
        Opcode::Return => return Shape::Return,
        Opcode::CCall => return Shape::Call,
        Opcode::Phi => return Shape::Phi,
        _ => {}
    }
    match row.payload {
        Payload::Constant => Shape::Leaf,
        Payload::Memory if reads => Shape::Load,
        Payload::Memory => Shape::Store,
        Payload::Phi => Shape::Upsilon,
        _ if row.properties.contains(Properties::TERMINAL) => Shape::Other,
        _ if row.properties.contains(Properties::VARIADIC) => Shape::Other,
        Payload::None => match row.operands.len() {
            0 if matches!(row.result, ResultRule::Own) => Shape::Plain,
            0 => Shape::Leaf,
            1 if matches!(row.result, ResultRule::Own) => Shape::Plain,
            1 => Shape::Unary,
            2 => Shape::Binary,
            _ => Shape::Plain,
        },
        Payload::Call | Payload::Stackmap | Payload::Switch => Shape::Other,
        _ => match row.operands.len() {
            0 => Shape::LeafWithPayload,
            1 if !matches!(row.result, ResultRule::Own) => Shape::UnaryWithPayload,
            _ => Shape::PlainWithPayload,
        },
    }
}

const fn flags(row: &Row) -> ValueFlags {
    match row.payload {
        Payload::Memory if row.properties.contains(Properties::READS) => {
            const HINTS: ValueFlags = ValueFlags::IMMUTABLE.union(ValueFlags::NOT_CONTROL_DEPENDENT);
            ValueFlags::TRAPS.union(ValueFlags::VOLATILE).union(HINTS)
        }
        Payload::Memory => ValueFlags::TRAPS.union(ValueFlags::VOLATILE),
        Payload::Atomic => ValueFlags::TRAPS,
        _ => ValueFlags::empty(),
    }
}

/// The result type of an opcode, if it is fixed. Not for T, because that type has already been seen in an operand.
const fn fixed_type(row: &Row) -> Contents {
    match row.result {
        ResultRule::Int32 => Contents::of_type(Type::Int32),
        ResultRule::Int64 => Contents::of_type(Type::Int64),
        ResultRule::Float => Contents::of_type(Type::Float),
        ResultRule::Double => Contents::of_type(Type::Double),
        ResultRule::WithCarry => Contents::TUPLES,
        _ => Contents::empty(),
    }
}

const fn contents(opcode: Opcode) -> Contents {
    use Opcode as O;
    match opcode {
        O::Phi => Contents::PHIS,
        O::Get | O::Set => Contents::VARIABLES,
        O::CCall | O::TailCall => Contents::CALLS,
        O::Poll => Contents::POLLS,
        O::Patchpoint => Contents::PATCHPOINTS,
        O::Check | O::CheckAdd | O::CheckSub | O::CheckMul | O::InvalidationPoint => Contents::CHECKS,
        O::Switch => Contents::SWITCHES,
        O::Select => Contents::SELECTS,
        O::Div | O::Mod | O::ChillDiv | O::ChillMod | O::UDiv | O::UMod => Contents::DIVISIONS,
        O::SlotBase => Contents::SLOTS,
        O::Nop | O::Identity => Contents::NOPS_AND_IDENTITIES,
        _ => Contents::empty(),
    }
}

/// Fully checks the types of a value whose key was rejected. Calls `wrong` for each violation. Nonexistent operands are
/// reported elsewhere.
#[cold]
#[inline(never)]
pub(super) fn check(
    proc: &Procedure,
    value: &Value,
    children: &[ValueId],
    mut wrong: impl FnMut(Rule, String),
) {
    let row = value.opcode().row();
    let type_of = |child: &ValueId| proc.get_value(*child).map(|child| child.ty);
    let mut t = None;
    for (i, (rule, child)) in row.operands.iter().zip(children).enumerate() {
        let Some(ty) = type_of(child) else { continue };
        let number = i + 1;
        if ty == Type::Void {
            wrong(Rule::OperandExists, format!("operand {number} is {child}, which is Void"));
            continue;
        }
        let expected = match rule {
            Operand::T if t.is_none() => {
                t = Some(ty);
                if row.class.contains(ty) {
                    continue;
                }
                class_name(row.class)
            }
            Operand::T => match t {
                Some(t) if t != ty => t.to_string(),
                _ => continue,
            },
            Operand::AnyTuple if ty.is_tuple() => continue,
            Operand::AnyTuple => class_name(Class::Tuple),
            Operand::AnyInt if ty.is_int() => continue,
            Operand::AnyInt => class_name(Class::Int),
            Operand::AnyFloat if ty.is_float() => continue,
            Operand::AnyFloat => class_name(Class::Fp),
            Operand::Int32 if ty == Type::Int32 => continue,
            Operand::Int32 => Type::Int32.to_string(),
            Operand::Int64 if ty == Type::Int64 => continue,
            Operand::Int64 => Type::Int64.to_string(),
            Operand::Float if ty == Type::Float => continue,
            Operand::Float => Type::Float.to_string(),
            Operand::Double if ty == Type::Double => continue,
            Operand::Double => Type::Double.to_string(),
            Operand::V128 if ty.is_vector() => continue,
            Operand::V128 => Type::V128.to_string(),
        };
        wrong(Rule::OperandType, format!("operand {number} has type {ty}, expected {expected}"));
    }
    if let Some(expected) = wrong_result(proc, value, row, t) {
        wrong(Rule::ResultType, format!("the type is {}, expected {expected}", value.ty));
    }
}

/// The expected type of a value, if its type is wrong. If T is missing or not in its class, types that depend on it are
/// not checked.
fn wrong_result(proc: &Procedure, value: &Value, row: &Row, t: Option<Type>) -> Option<String> {
    let ty = value.ty;
    let t = t.filter(|t| row.class.contains(*t));
    let expected = match row.result {
        ResultRule::Void => Type::Void,
        ResultRule::T => t?,
        ResultRule::Int32 => Type::Int32,
        ResultRule::Int64 => Type::Int64,
        ResultRule::Float => Type::Float,
        ResultRule::Double => Type::Double,
        ResultRule::V128 => Type::V128,
        ResultRule::Opposite => opposite(t?),
        ResultRule::Half => half(t?),
        ResultRule::WithCarry => {
            let t = t?;
            return (proc.tuple_elements(ty) != [t, Type::Int32]).then(|| format!("({t}, Int32)"));
        }
        ResultRule::Own | ResultRule::OwnOrVoid => {
            let known = ty.tuple_index().is_none_or(|index| index < proc.tuples.len());
            let void = row.result == ResultRule::OwnOrVoid && ty == Type::Void;
            if void || row.class.contains(ty) && known {
                return None;
            }
            let or_void = if row.result == ResultRule::OwnOrVoid { ", or Void" } else { "" };
            return Some(format!("{}{or_void}", class_name(row.class)));
        }
    };
    (ty != expected).then(|| expected.to_string())
}

fn class_name(class: Class) -> String {
    let name = match class {
        Class::Any => "a scalar, V128 or a tuple of the procedure",
        Class::Single => "a scalar or V128",
        Class::Scalar => "a scalar",
        Class::Int => "Int32 or Int64",
        Class::Fp => "Float or Double",
        Class::Wide => "Int64 or Double",
        Class::Whole => "Int64, Double or V128",
        Class::Vector => "V128",
        Class::Tuple => "a tuple of the procedure",
    };
    name.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All keys of every opcode, with up to three operands. Every key that the table accepts is valid, and every valid
    /// key without tuples is accepted.
    #[test]
    fn keys_agree_with_the_rows() {
        let types = [Type::Void, Type::tuple(0), Type::Int32, Type::Int64, Type::Float, Type::Double];
        for (i, ty) in types.iter().enumerate() {
            assert!(types[..i].iter().all(|other| code(*other) != code(*ty)));
            assert!(ty.is_tuple() || code_of_bits(own(*ty)) == u32::from(code(*ty)));
            assert_eq!(own(*ty) == u32::from(ty.bits()), !ty.is_tuple());
        }
        for row in ROWS {
            let keys = &KEYS[row.opcode as usize];
            let count = row.operands.len();
            for combination in 0..types.len().pow(count as u32 + 1) {
                let at = |place: u32| types[combination / types.len().pow(place) % types.len()];
                let result = at(0);
                let operands: Vec<Type> = (1..=count as u32).map(at).collect();
                let mut key = own(result) << OWN;
                for (i, ty) in operands.iter().enumerate() {
                    key |= u32::from(code(*ty)) << field(i);
                }
                let right = right(row, result, &operands);
                if let Some(accepted) = by_head(row.opcode, result, &operands) {
                    assert_eq!(accepted, keys.accept(key), "{} {operands:?} -> {result}", row.name);
                }
                let tuples = result.is_tuple() || operands.iter().any(|ty| ty.is_tuple());
                if keys.accept(key) || !tuples {
                    assert_eq!(keys.accept(key), right, "{} {operands:?} -> {result}", row.name);
                }
            }
        }
    }

    /// The result of the comparison of heads; `None` for shapes without one.
    fn by_head(opcode: Opcode, result: Type, operands: &[Type]) -> Option<bool> {
        let head = Value::head_of(opcode, result);
        let check = check_of_head(head);
        let code = |i: usize| u32::from(code(operands[i]));
        let own = u32::from(result.bits());
        // It has no flags, no invalid type, and no other opcode.
        let is_own = |head: u32| head >> 16 == (opcode as u32) << 8 && head as u16 <= Type::Double.bits();
        assert!(check.heads.iter().all(|head| *head == NEVER || is_own(*head)));
        Some(match check.shape {
            Shape::Leaf | Shape::Phi | Shape::LeafWithPayload => check.head(own) == head,
            Shape::Unary | Shape::Upsilon | Shape::UnaryWithPayload | Shape::Branch => {
                check.head(code(0)) == head
            }
            Shape::Load => check.head(own) == head && check.other(own) == code(0),
            Shape::Binary | Shape::Store => check.head(code(0)) == head && check.other(code(0)) == code(1),
            Shape::Plain
            | Shape::PlainWithPayload
            | Shape::Jump
            | Shape::Return
            | Shape::Call
            | Shape::Other => {
                return None;
            }
        })
    }

    /// The row, interpreted naively. A tuple is valid wherever the row allows one.
    fn right(row: &Row, result: Type, operands: &[Type]) -> bool {
        let find = row.operands.iter().position(|rule| *rule == Operand::T);
        let t = find.map(|i| operands[i]);
        if t.is_some_and(|t| !row.class.contains(t)) {
            return false;
        }
        let fits = row.operands.iter().zip(operands).all(|(rule, ty)| match rule {
            Operand::T => Some(*ty) == t,
            Operand::Int32 => *ty == Type::Int32,
            Operand::Int64 => *ty == Type::Int64,
            Operand::Float => *ty == Type::Float,
            Operand::Double => *ty == Type::Double,
            Operand::AnyInt => ty.is_int(),
            Operand::AnyFloat => ty.is_float(),
            Operand::AnyTuple => ty.is_tuple(),
            Operand::V128 => ty.is_vector(),
        });
        fits && match row.result {
            ResultRule::Void => result == Type::Void,
            ResultRule::T => Some(result) == t,
            ResultRule::Int32 => result == Type::Int32,
            ResultRule::Int64 => result == Type::Int64,
            ResultRule::Float => result == Type::Float,
            ResultRule::Double => result == Type::Double,
            ResultRule::V128 => result == Type::V128,
            ResultRule::Opposite => {
                result.size() == t.unwrap().size() && result.is_int() != t.unwrap().is_int()
            }
            ResultRule::Half => result.size() * 2 == t.unwrap().size() && result.bank() == t.unwrap().bank(),
            ResultRule::WithCarry => result.is_tuple(),
            ResultRule::Own => row.class.contains(result),
            ResultRule::OwnOrVoid => result == Type::Void || row.class.contains(result),
        }
    }
}
