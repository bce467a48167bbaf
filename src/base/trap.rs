//! Reasons for traps of compiled code.

use std::fmt;

/// The reason for a trap. The client maps codes to its own errors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[non_exhaustive]
pub enum TrapCode {
    /// Code that the client declared unreachable was executed.
    Unreachable,
    /// An access outside a linear memory.
    HeapOutOfBounds,
    /// An access through a null reference.
    NullReference,
    /// An integer division by zero.
    IntegerDivisionByZero,
    /// A result that does not fit its type.
    IntegerOverflow,
    /// A NaN was converted to an integer.
    BadConversion,
    /// The stack would grow past its limit.
    StackOverflow,
    /// A call of a function that is declared but not defined, see `jit::Linker`.
    UndefinedFunction,
    /// A reason defined by the client.
    User(u16),
}

const NAMED: [(TrapCode, &str); 8] = [
    (TrapCode::Unreachable, "Unreachable"),
    (TrapCode::HeapOutOfBounds, "HeapOutOfBounds"),
    (TrapCode::NullReference, "NullReference"),
    (TrapCode::IntegerDivisionByZero, "IntegerDivisionByZero"),
    (TrapCode::IntegerOverflow, "IntegerOverflow"),
    (TrapCode::BadConversion, "BadConversion"),
    (TrapCode::StackOverflow, "StackOverflow"),
    (TrapCode::UndefinedFunction, "UndefinedFunction"),
];

const USER: u32 = 1 << 16;

impl TrapCode {
    /// The code in one word: its index in the list of names, or 65,536 plus the client's number.
    pub fn to_bits(self) -> u32 {
        match self {
            TrapCode::User(number) => USER | u32::from(number),
            code => NAMED.iter().position(|(c, _)| *c == code).expect("every other code is listed") as u32,
        }
    }

    /// The inverse of [`TrapCode::to_bits`]; `None` for invalid bits.
    pub fn from_bits(bits: u32) -> Option<TrapCode> {
        match bits.checked_sub(USER) {
            Some(number) => u16::try_from(number).ok().map(TrapCode::User),
            None => NAMED.get(bits as usize).map(|(code, _)| *code),
        }
    }

    /// The code with this name; `None` for [`TrapCode::User`], which is not listed by name.
    pub fn from_name(name: &str) -> Option<TrapCode> {
        NAMED.iter().find(|(_, n)| *n == name).map(|(code, _)| *code)
    }
}

/// The name, or `User(7)`: the text format.
impl fmt::Display for TrapCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrapCode::User(number) => write!(f, "User({number})"),
            code => f.write_str(NAMED[code.to_bits() as usize].1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_and_names_round_trip() {
        for code in NAMED.map(|(code, _)| code).into_iter().chain([TrapCode::User(0), TrapCode::User(65535)])
        {
            assert_eq!(TrapCode::from_bits(code.to_bits()), Some(code));
        }
        for (code, name) in NAMED {
            assert_eq!((TrapCode::from_name(name), code.to_string().as_str()), (Some(code), name));
        }
        assert_eq!((TrapCode::from_bits(8), TrapCode::from_bits(USER * 2)), (None, None));
    }
}
