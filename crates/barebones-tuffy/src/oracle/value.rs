//! Values, pointers and bytes.

use crate::annotation::{Annotation, FloatClasses};
use crate::ir::{Type, int_bytes};
use crate::table::FloatType;
use num_bigint::{BigInt, Sign};
use std::fmt;

/// A pointer: an address of 64 bits, and the allocation that it may access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pointer {
    /// The allocation, by index; `None` for wildcard provenance, which may access any exposed allocation.
    pub allocation: Option<u32>,
    /// The address.
    pub address: u64,
}

/// A byte of memory, in one of four states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Byte {
    /// These bits.
    Bits(u8),
    /// A byte of a pointer, and its index from the low end.
    Fragment(Pointer, u8),
    /// Never written.
    Uninitialised,
    /// Poison.
    Poison,
}

/// A value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// An integer of any size.
    Int(BigInt),
    /// A truth value.
    Bool(bool),
    /// The bits of a float.
    Float(FloatType, u128),
    /// A pointer.
    Ptr(Pointer),
    /// Raw bytes.
    Bytes(Vec<Byte>),
    /// The elements of a struct or an array.
    Aggregate(Vec<Value>),
    /// Poison.
    Poison,
    /// A memory token. There is one memory; the rules make sure that a token is its current state.
    Token,
}

/// Where poison comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names and their messages say it")]
pub enum PoisonSource {
    ResultAnnotation,
    UseAnnotation,
    ParameterAnnotation,
    ReturnAnnotation,
    DivisionByZero,
    NegativeShift,
    NegativeOperand,
    NotPositive,
    ZeroWidth,
    OutsideWidth,
    OtherAllocation,
    NotANumber,
    UninitialisedByte,
    PoisonByte,
    InvalidBool,
    PartOfPointer,
}

impl fmt::Display for PoisonSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PoisonSource::ResultAnnotation => "a result outside its annotation",
            PoisonSource::UseAnnotation => "an operand outside the annotation of its use",
            PoisonSource::ParameterAnnotation => "an argument outside the parameter's annotation",
            PoisonSource::ReturnAnnotation => "a returned value outside the signature's annotation",
            PoisonSource::DivisionByZero => "a division by zero",
            PoisonSource::NegativeShift => "a negative shift amount",
            PoisonSource::NegativeOperand => "a negative operand",
            PoisonSource::NotPositive => "an operand that is not positive",
            PoisonSource::ZeroWidth => "a width of zero",
            PoisonSource::OutsideWidth => "an operand outside the width",
            PoisonSource::OtherAllocation => "a difference of pointers to different allocations",
            PoisonSource::NotANumber => "a conversion of an infinity or a NaN",
            PoisonSource::UninitialisedByte => "an uninitialised byte",
            PoisonSource::PoisonByte => "a byte of poison",
            PoisonSource::InvalidBool => "a byte that is not a bool",
            PoisonSource::PartOfPointer => "bytes that are not one pointer",
        })
    }
}

impl Value {
    /// An integer.
    pub fn int(value: impl Into<BigInt>) -> Value {
        Value::Int(value.into())
    }

    /// The bits of an f32.
    pub fn f32(value: f32) -> Value {
        Value::Float(FloatType::F32, u128::from(value.to_bits()))
    }

    /// The bits of an f64.
    pub fn f64(value: f64) -> Value {
        Value::Float(FloatType::F64, u128::from(value.to_bits()))
    }

    /// True for poison, and for an aggregate or bytes with poison in them.
    pub fn has_poison(&self) -> bool {
        match self {
            Value::Poison => true,
            Value::Aggregate(elements) => elements.iter().any(Value::has_poison),
            Value::Bytes(bytes) => bytes.contains(&Byte::Poison),
            _ => false,
        }
    }

    /// True if the value satisfies the annotation. Poison does.
    pub(crate) fn satisfies(&self, annotation: &Annotation) -> bool {
        match self {
            Value::Int(value) => annotation.allows(value),
            Value::Float(ty, bits) => !FloatClasses::of(*ty, *bits).intersects(annotation.excluded),
            _ => true,
        }
    }

    /// True if the value is of this type. Poison is of every type.
    pub(crate) fn is_of(&self, ty: &Type) -> bool {
        match (self, ty) {
            (Value::Poison, _)
            | (Value::Int(_), Type::Int)
            | (Value::Bool(_), Type::Bool)
            | (Value::Ptr(_), Type::Ptr)
            | (Value::Token, Type::Mem) => true,
            (Value::Float(found, _), Type::Float(ty)) => found == ty,
            (Value::Bytes(bytes), Type::Bytes(count)) => bytes.len() == *count as usize,
            (Value::Aggregate(elements), ty) => {
                let fits =
                    |(value, index): (&Value, u32)| ty.element(index).is_some_and(|(ty, _)| value.is_of(ty));
                ty.is_aggregate()
                    && elements.len() == ty.element_count() as usize
                    && elements.iter().zip(0..).all(fits)
            }
            _ => false,
        }
    }

    /// The value's scalars in memory order; a poisoned aggregate gives a poison for each.
    pub fn leaves(&self, ty: &Type) -> Vec<Value> {
        match (self, ty.is_aggregate()) {
            (Value::Aggregate(elements), true) => {
                let element = |(value, index): (&Value, u32)| {
                    ty.element(index).map_or(Vec::new(), |(ty, _)| value.leaves(ty))
                };
                elements.iter().zip(0..).flat_map(element).collect()
            }
            (value, true) => vec![value.clone(); ty.leaves(&Annotation::default()).len()],
            (value, false) => vec![value.clone()],
        }
    }

    /// The bytes of the value in memory.
    pub(crate) fn encode(&self, ty: &Type, annotation: &Annotation) -> Vec<Byte> {
        let bits = |bytes: &[u8]| bytes.iter().map(|byte| Byte::Bits(*byte)).collect();
        match (self, ty) {
            (Value::Int(value), Type::Int) => {
                let count = int_bytes(annotation.bits().unwrap_or(0)) as usize;
                let mut bytes = value.to_signed_bytes_le();
                let fill = if value.sign() == Sign::Minus { 0xFF } else { 0 };
                bytes.resize(count, fill);
                bits(&bytes)
            }
            (Value::Bool(value), Type::Bool) => bits(&[u8::from(*value)]),
            (Value::Float(ty, value), Type::Float(_)) => bits(&value.to_le_bytes()[..ty.bytes() as usize]),
            (Value::Ptr(pointer), Type::Ptr) => (0..8).map(|index| Byte::Fragment(*pointer, index)).collect(),
            (Value::Bytes(bytes), Type::Bytes(_)) => bytes.clone(),
            (Value::Aggregate(elements), ty) if ty.is_aggregate() => {
                let element = |(value, index): (&Value, u32)| {
                    ty.element(index).map_or(Vec::new(), |(ty, annotation)| value.encode(ty, annotation))
                };
                elements.iter().zip(0..).flat_map(element).collect()
            }
            _ => vec![Byte::Poison; usize::try_from(ty.bytes(annotation).unwrap_or(0)).unwrap_or(0)],
        }
    }

    /// The value that bytes of memory have as a type. `poisoned` is called for each source of poison.
    pub(crate) fn decode(
        bytes: &[Byte],
        ty: &Type,
        annotation: &Annotation,
        poisoned: &mut dyn FnMut(PoisonSource),
    ) -> Value {
        match ty {
            Type::Bytes(_) => return Value::Bytes(bytes.to_vec()),
            Type::Struct(_) | Type::Array(..) => {
                let (mut elements, mut rest) = (Vec::new(), bytes);
                for index in 0..ty.element_count() {
                    let Some((ty, annotation)) = ty.element(index) else { break };
                    let size =
                        usize::try_from(ty.bytes(annotation).unwrap_or(0)).unwrap_or(0).min(rest.len());
                    let (own, after) = rest.split_at(size);
                    elements.push(Value::decode(own, ty, annotation, poisoned));
                    rest = after;
                }
                return Value::Aggregate(elements);
            }
            _ => {}
        }
        if let Some(source) = bytes.iter().find_map(|byte| match byte {
            Byte::Poison => Some(PoisonSource::PoisonByte),
            Byte::Uninitialised => Some(PoisonSource::UninitialisedByte),
            _ => None,
        }) {
            poisoned(source);
            return Value::Poison;
        }
        if *ty == Type::Ptr && bytes.iter().any(|byte| matches!(byte, Byte::Fragment(..))) {
            let Some(Byte::Fragment(pointer, 0)) = bytes.first() else {
                poisoned(PoisonSource::PartOfPointer);
                return Value::Poison;
            };
            let whole = bytes.iter().zip(0..).all(|(byte, index)| *byte == Byte::Fragment(*pointer, index));
            if !whole {
                poisoned(PoisonSource::PartOfPointer);
                return Value::Poison;
            }
            return Value::Ptr(*pointer);
        }
        // A byte of a pointer read as anything else is its address' byte; the provenance is lost.
        let raw: Vec<u8> = bytes.iter().map(|byte| byte.bits().unwrap_or(0)).collect();
        let mut word = [0; 16];
        word.iter_mut().zip(&raw).for_each(|(to, from)| *to = *from);
        let word = u128::from_le_bytes(word);
        match ty {
            Type::Int if annotation.range().is_some_and(|range| range.signed) => {
                Value::Int(BigInt::from_signed_bytes_le(&raw))
            }
            Type::Int => Value::Int(BigInt::from_bytes_le(Sign::Plus, &raw)),
            Type::Bool if word < 2 => Value::Bool(word == 1),
            Type::Bool => {
                poisoned(PoisonSource::InvalidBool);
                Value::Poison
            }
            Type::Float(ty) => Value::Float(*ty, word),
            Type::Ptr => Value::Ptr(Pointer { allocation: None, address: word as u64 }),
            _ => Value::Poison,
        }
    }
}

impl Byte {
    /// The byte's bits, if it has any.
    pub(crate) fn bits(self) -> Option<u8> {
        match self {
            Byte::Bits(bits) => Some(bits),
            Byte::Fragment(pointer, index) => Some(pointer.address.to_le_bytes()[usize::from(index) % 8]),
            Byte::Uninitialised | Byte::Poison => None,
        }
    }
}

impl fmt::Display for Byte {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Byte::Bits(bits) => write!(f, "{bits:02x}"),
            Byte::Fragment(_, index) => write!(f, "p{index}"),
            Byte::Uninitialised => f.write_str("--"),
            Byte::Poison => f.write_str("!!"),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(value) => write!(f, "{value}"),
            Value::Bool(value) => write!(f, "{value}"),
            Value::Float(FloatType::F32, bits) => write!(f, "{:?}f32", f32::from_bits(*bits as u32)),
            Value::Float(FloatType::F64, bits) => write!(f, "{:?}f64", f64::from_bits(*bits as u64)),
            Value::Float(ty, bits) => write!(f, "{} {bits:#x}", ty.name()),
            Value::Ptr(Pointer { allocation: Some(allocation), address }) => {
                write!(f, "{address:#x} in allocation {allocation}")
            }
            Value::Ptr(Pointer { allocation: None, address }) => write!(f, "{address:#x} without provenance"),
            Value::Bytes(bytes) => {
                let bytes: Vec<String> = bytes.iter().map(Byte::to_string).collect();
                write!(f, "bytes {}", bytes.join(" "))
            }
            Value::Aggregate(elements) => {
                let elements: Vec<String> = elements.iter().map(Value::to_string).collect();
                write!(f, "{{{}}}", elements.join(", "))
            }
            Value::Poison => f.write_str("poison"),
            Value::Token => f.write_str("memory"),
        }
    }
}
