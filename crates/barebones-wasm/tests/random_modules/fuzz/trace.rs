//! The observable behaviour of a running module.

use barebones_wasm::{TrapKind, ValType};
use std::fmt;

/// A value, independent of the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    I32(u32),
    I64(u64),
    F32(u32),
    F64(u64),
    V128(u128),
    /// A function reference, represented by its type, or null.
    Func(Option<String>),
    /// A reference to a host object, or null.
    Extern(Option<u32>),
    /// Whether a reference to an exception is not null.
    Exn(bool),
}

impl Value {
    /// Canonicalizes NaNs if `plain`.
    pub(crate) fn normal(self, plain: bool) -> Value {
        match self {
            Value::F32(bits) if plain && f32::from_bits(bits).is_nan() => Value::F32(0x7fc0_0000),
            Value::F64(bits) if plain && f64::from_bits(bits).is_nan() => Value::F64(0x7ff8 << 48),
            other => other,
        }
    }

    /// Bits that depend on the value, as a seed.
    pub(crate) fn bits(&self) -> u64 {
        match self {
            Value::I32(bits) | Value::F32(bits) | Value::Extern(Some(bits)) => (*bits).into(),
            Value::I64(bits) | Value::F64(bits) => *bits,
            Value::V128(bits) => *bits as u64 ^ (*bits >> 64) as u64,
            Value::Extern(None) | Value::Func(None) | Value::Exn(false) => 1,
            Value::Exn(true) => 2,
            Value::Func(Some(ty)) => ty.len() as u64,
        }
    }

    /// A value of this type with these bits; function references are null, others may be.
    pub(crate) fn of(ty: ValType, bits: u64) -> Value {
        match ty {
            ValType::I32 => Value::I32(bits as u32),
            ValType::I64 => Value::I64(bits),
            ValType::F32 => Value::F32(bits as u32),
            ValType::F64 => Value::F64(bits),
            ValType::V128 => Value::V128(u128::from(bits) << 64 | u128::from(bits ^ 1)),
            ValType::FUNCREF => Value::Func(None),
            ValType::EXNREF => Value::Exn(false),
            ValType::EXTERNREF => Value::Extern((!bits.is_multiple_of(3)).then_some(bits as u32)),
            ValType::Ref(ty) => panic!("generated modules have no {ty}"),
        }
    }
}

/// Why execution stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    Trap(TrapKind),
    Host,
    /// The module was refused, which is a failure.
    Refused(String),
}

/// An observable event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    Instantiated(Result<(), Stop>),
    /// An export was called.
    Called {
        export: String,
        args: Vec<Value>,
        result: Result<Vec<Value>, Stop>,
    },
    /// An imported host function was called.
    Host {
        import: usize,
        args: Vec<Value>,
    },
    /// Size in bytes and hash of an exported memory.
    Memory {
        export: String,
        size: u64,
        hash: u64,
    },
    Global {
        export: String,
        value: Value,
    },
    /// Elements of an exported table.
    Table {
        export: String,
        elements: Vec<Value>,
    },
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:x?}")
    }
}

/// The first difference between two runs.
pub(crate) fn difference(expected: &[Event], found: &[Event]) -> Option<String> {
    let first = expected.iter().zip(found).position(|(expected, found)| expected != found);
    let at = first.or_else(|| (expected.len() != found.len()).then(|| expected.len().min(found.len())))?;
    let show = |event: Option<&Event>| event.map_or(String::from("nothing"), ToString::to_string);
    let calls = expected[..at].iter().rev().find(|event| matches!(event, Event::Called { .. }));
    Some(format!(
        "event {at}: expected {}, found {}, after {}",
        show(expected.get(at)),
        show(found.get(at)),
        show(calls)
    ))
}

/// A hash of bytes: a variant of FNV-1a on words.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        hash = (hash ^ u64::from_le_bytes(*word)).wrapping_mul(0x100_0000_01b3).rotate_left(29);
    }
    rest.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

/// Deterministic results of a host function; `None` if it fails.
pub(crate) fn host(import: usize, args: &[Value], results: &[ValType]) -> Option<Vec<Value>> {
    let mut random = barebones_testing::generate::Random::new(import as u64);
    for arg in args {
        random = barebones_testing::generate::Random::new(random.bits() ^ arg.bits());
    }
    if random.below(16) == 0 {
        return None;
    }
    // Clearing these bits excludes NaNs.
    Some(results.iter().map(|ty| Value::of(*ty, random.bits() & !(1 << 62) & !(1 << 30))).collect())
}
