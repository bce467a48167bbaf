//! Variable-length numbers in a stream of bytes.

use crate::support::error_type;
use std::fmt;

/// The error for malformed bytes of an exit table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ExitTableError {
    /// Offset in the bytes.
    pub offset: usize,
    /// The problem at that offset.
    pub what: &'static str,
}

impl fmt::Display for ExitTableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "exit states: at byte {}: {}", self.offset, self.what)
    }
}

error_type!(ExitTableError);

impl ExitTableError {
    /// The table has no exit of the given number.
    pub(crate) const NO_EXIT: ExitTableError = ExitTableError { offset: 0, what: "no exit has this number" };
}

/// Maps a signed number to an unsigned one that is small if it is near zero.
pub(super) fn zigzag(value: i64) -> u64 {
    (value << 1 ^ value >> 63) as u64
}

/// The inverse of [`zigzag`].
pub(super) fn unzigzag(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

/// Appends a number in LEB128: seven bits per byte.
pub(super) fn put(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

pub(super) fn put_signed(out: &mut Vec<u8>, value: i64) {
    put(out, zigzag(value));
}

/// A reader of bytes that tracks its offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(bytes: &'a [u8], at: usize) -> Cursor<'a> {
        Cursor { bytes, at }
    }

    pub(super) fn offset(&self) -> usize {
        self.at
    }

    /// An error at the next byte.
    pub(super) fn wrong<T>(&self, what: &'static str) -> Result<T, ExitTableError> {
        Err(ExitTableError { offset: self.at, what })
    }

    pub(super) fn byte(&mut self) -> Result<u8, ExitTableError> {
        match self.bytes.get(self.at) {
            Some(&byte) => {
                self.at += 1;
                Ok(byte)
            }
            None => self.wrong("the end, expected a byte"),
        }
    }

    pub(super) fn bytes(&mut self, len: usize) -> Result<&'a [u8], ExitTableError> {
        match self.bytes.get(self.at..).and_then(|rest| rest.get(..len)) {
            Some(bytes) => {
                self.at += len;
                Ok(bytes)
            }
            None => self.wrong("the end, expected more bytes"),
        }
    }

    pub(super) fn number(&mut self) -> Result<u64, ExitTableError> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                break;
            }
            value |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        self.wrong("a number of more than 64 bits")
    }

    pub(super) fn signed(&mut self) -> Result<i64, ExitTableError> {
        Ok(unzigzag(self.number()?))
    }

    pub(super) fn u32(&mut self) -> Result<u32, ExitTableError> {
        let at = *self;
        u32::try_from(self.number()?).or_else(|_| at.wrong("a number of more than 32 bits"))
    }

    pub(super) fn i32(&mut self) -> Result<i32, ExitTableError> {
        let at = *self;
        i32::try_from(self.signed()?).or_else(|_| at.wrong("a number of more than 32 bits"))
    }

    /// Reads a signed number and adds it to `base`; the sum must be below 2^32.
    pub(super) fn relative(&mut self, base: u32) -> Result<u32, ExitTableError> {
        let at = *self;
        let number = self.signed()?.checked_add(i64::from(base));
        number
            .and_then(|number| u32::try_from(number).ok())
            .map_or_else(|| at.wrong("a number below zero or too large"), Ok)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_round_trip() {
        for value in [0, 1, 127, 128, 16383, 16384, u64::from(u32::MAX), u64::MAX >> 1, u64::MAX] {
            let mut out = Vec::new();
            put(&mut out, value);
            put_signed(&mut out, value as i64);
            let mut cursor = Cursor::new(&out, 0);
            assert_eq!((cursor.number(), cursor.signed()), (Ok(value), Ok(value as i64)));
            assert_eq!(cursor.offset(), out.len());
            assert_eq!(
                cursor.byte(),
                Err(ExitTableError { offset: out.len(), what: "the end, expected a byte" })
            );
        }
        assert_eq!([0, -1, 1, -2, i64::MIN].map(zigzag), [0, 1, 2, 3, u64::MAX]);
    }

    #[test]
    fn numbers_that_are_too_long_are_errors() {
        let mut cursor = Cursor::new(&[0xff; 12], 0);
        assert!(cursor.number().is_err());
        let mut long = vec![0x80; 9];
        long.push(2);
        assert!(Cursor::new(&long, 0).number().is_err());
        let mut out = Vec::new();
        put(&mut out, 1 << 32);
        assert!(Cursor::new(&out, 0).u32().is_err() && Cursor::new(&out, 0).i32().is_err());
        assert!(
            Cursor::new(&[1], 0).relative(0).is_err() && Cursor::new(&[2], 0).relative(u32::MAX).is_err()
        );
        assert!(
            Cursor::new(&[1, 2], 3).bytes(1).is_err() && Cursor::new(&[1, 2], 1).bytes(usize::MAX).is_err()
        );
    }
}
