//! Reads the entries of exit frames.

use super::{ExitEntry, ExitFrame};
use crate::base::Type;
use crate::ir::ObjectId;
use crate::support::error_type;
use std::fmt;

/// An entry of an exit frame does not have the requested type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct EntryError {
    /// The requested type.
    pub expected: &'static str,
    /// The entry.
    pub found: ExitEntry,
}

impl fmt::Display for EntryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {} in an exit state, found ", self.expected)?;
        match self.found {
            ExitEntry::Dead => f.write_str("a dead entry"),
            ExitEntry::Scalar(ty, _) => write!(f, "{ty:?}"),
            ExitEntry::Vector(_) => f.write_str("V128"),
            ExitEntry::Reference(_) => f.write_str("a reference"),
            ExitEntry::Object(id) => write!(f, "{id}"),
        }
    }
}

error_type!(EntryError);

/// Reading with an expected type. Entries of other types, dead ones included, are an [`EntryError`].
impl ExitEntry {
    /// An Int32.
    pub fn int32(self) -> Result<i32, EntryError> {
        self.scalar(Type::Int32, "Int32").map(|bits| bits as i32)
    }

    /// An Int64.
    pub fn int64(self) -> Result<i64, EntryError> {
        self.scalar(Type::Int64, "Int64").map(|bits| bits as i64)
    }

    /// A Float.
    pub fn float(self) -> Result<f32, EntryError> {
        self.scalar(Type::Float, "Float").map(|bits| f32::from_bits(bits as u32))
    }

    /// A Double.
    pub fn double(self) -> Result<f64, EntryError> {
        self.scalar(Type::Double, "Double").map(f64::from_bits)
    }

    /// A vector.
    pub fn vector(self) -> Result<u128, EntryError> {
        match self {
            ExitEntry::Vector(bits) => Ok(bits),
            found => Err(EntryError { expected: "V128", found }),
        }
    }

    /// A reference.
    pub fn reference(self) -> Result<u64, EntryError> {
        match self {
            ExitEntry::Reference(bits) => Ok(bits),
            found => Err(EntryError { expected: "a reference", found }),
        }
    }

    /// The object of an allocation that was elided.
    pub fn object(self) -> Result<ObjectId, EntryError> {
        match self {
            ExitEntry::Object(id) => Ok(id),
            found => Err(EntryError { expected: "an object", found }),
        }
    }

    /// The bits of a scalar of any type or of a reference, zero-extended.
    pub fn bits(self) -> Result<u64, EntryError> {
        match self {
            ExitEntry::Scalar(_, bits) | ExitEntry::Reference(bits) => Ok(bits),
            found => Err(EntryError { expected: "a scalar or a reference", found }),
        }
    }

    fn scalar(self, ty: Type, expected: &'static str) -> Result<u64, EntryError> {
        match self {
            ExitEntry::Scalar(found, bits) if found == ty => Ok(bits),
            found => Err(EntryError { expected, found }),
        }
    }
}

impl ExitFrame {
    /// The entries that are locals; all entries if the exit state did not tell locals and stack apart.
    pub fn locals(&self) -> &[ExitEntry] {
        self.split().0
    }

    /// The entries of the expression stack, the bottom first. Empty if the exit state did not tell locals and stack
    /// apart.
    pub fn stack(&self) -> &[ExitEntry] {
        self.split().1
    }

    fn split(&self) -> (&[ExitEntry], &[ExitEntry]) {
        let locals = self.local_count.and_then(|count| self.entries.split_at_checked(count as usize));
        locals.unwrap_or((&self.entries, &[]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_read_with_their_type_only() {
        let one = ExitEntry::Scalar(Type::Int32, 0xffff_fffe);
        assert_eq!((one.int32(), one.bits()), (Ok(-2), Ok(0xffff_fffe)));
        let error = one.int64().expect_err("is narrower");
        assert_eq!(error.to_string(), "expected Int64 in an exit state, found Int32");
        let double = ExitEntry::Scalar(Type::Double, 2.5f64.to_bits());
        assert_eq!((double.double(), double.float().is_err()), (Ok(2.5), true));
        assert_eq!(ExitEntry::Scalar(Type::Float, u64::from(1.5f32.to_bits())).float(), Ok(1.5));
        assert_eq!(ExitEntry::Reference(7).reference(), Ok(7));
        assert_eq!(ExitEntry::Object(ObjectId::new(3)).object(), Ok(ObjectId::new(3)));
        let error = ExitEntry::Dead.bits().expect_err("is dead");
        assert_eq!(
            error.to_string(),
            "expected a scalar or a reference in an exit state, found a dead entry"
        );
    }

    #[test]
    fn frames_split_their_entries() {
        let entries = vec![ExitEntry::Reference(1), ExitEntry::Dead, ExitEntry::Reference(2)];
        let mut frame = ExitFrame { function: 0, pc: 0, local_count: Some(1), entries };
        assert_eq!((frame.locals().len(), frame.stack()), (1, &frame.entries[1..]));
        // No count, or one that does not fit: no stack.
        for count in [None, Some(4)] {
            frame.local_count = count;
            assert_eq!((frame.locals().len(), frame.stack().len()), (3, 0));
        }
    }
}
