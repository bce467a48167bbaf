//! Tracks which bytes of the stack are unspecified: fresh stack slots, and slots after partial stores.

use std::ops::Range;

/// One flag per byte of the stack, whose bytes the host has.
pub(super) struct StackShadow {
    range: Range<u64>,
    /// Flags from the end of the stack downward, up to the last byte ever marked. All bytes below are specified.
    unspecified: Vec<bool>,
}

impl StackShadow {
    /// Shadow of a stack whose bytes are all specified.
    pub(super) fn new(range: Range<u64>) -> StackShadow {
        StackShadow { range, unspecified: Vec::new() }
    }

    pub(super) fn range(&self) -> &Range<u64> {
        &self.range
    }

    /// True if all bytes are on the stack.
    pub(super) fn contains(&self, address: u64, bytes: u64) -> bool {
        let offset = address.wrapping_sub(self.range.start);
        let size = self.range.end - self.range.start;
        offset < size && bytes <= size - offset
    }

    /// The indices of the flags of these stack bytes, without bytes below the marked part.
    fn place(&self, address: u64, bytes: u64) -> Range<usize> {
        let low = (self.range.end - address - bytes) as usize;
        let len = self.unspecified.len();
        low.min(len)..(low + bytes as usize).min(len)
    }

    /// True if any of the bytes is unspecified. Bytes outside the stack are specified.
    pub(super) fn any(&self, address: u64, bytes: u64) -> bool {
        !self.unspecified.is_empty()
            && self.contains(address, bytes)
            && self.unspecified[self.place(address, bytes)].contains(&true)
    }

    /// Marks the bytes if they are on the stack.
    pub(super) fn set(&mut self, address: u64, bytes: u64, unspecified: bool) {
        if bytes == 0 || !self.contains(address, bytes) {
            return;
        }
        let end = (self.range.end - address) as usize;
        if unspecified && end > self.unspecified.len() {
            self.unspecified.resize(end, false);
        }
        let place = self.place(address, bytes);
        self.unspecified[place].fill(unspecified);
    }

    /// Copies the flags between ranges that may overlap.
    pub(super) fn copy(&mut self, destination: u64, source: u64, bytes: u64) {
        if self.unspecified.is_empty() {
            return;
        }
        if !self.any(source, bytes) {
            return self.set(destination, bytes, false);
        }
        // Flags are in descending order of addresses. The lowest bytes may have none; they are specified.
        let flags = self.unspecified[self.place(source, bytes)].to_vec();
        self.set(destination, bytes, false);
        for (i, _) in flags.iter().enumerate().filter(|(_, flag)| **flag) {
            self.set(destination + bytes - 1 - i as u64, 1, true);
        }
    }

    /// Marks all bytes as specified, when the host's writes are unknown.
    pub(super) fn mark_all_specified(&mut self) {
        self.unspecified.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_exactly_the_bytes() {
        let mut shadow = StackShadow::new(100..200);
        assert!(!shadow.any(100, 100));
        shadow.set(150, 4, true);
        for (address, bytes, any) in [
            (149, 1, false),
            (150, 1, true),
            (153, 1, true),
            (154, 46, false),
            (146, 8, true),
            (153, 48, false),
        ] {
            assert_eq!(shadow.any(address, bytes), any, "{address} {bytes}");
        }
        shadow.set(151, 2, false);
        assert!(!shadow.any(151, 2) && shadow.any(150, 2) && shadow.any(152, 2));
        shadow.copy(110, 150, 4);
        assert!(shadow.any(110, 1) && !shadow.any(111, 2) && shadow.any(113, 1) && !shadow.any(114, 8));
        shadow.copy(110, 0, 2);
        assert!(!shadow.any(110, 3) && shadow.any(113, 1));
        shadow.set(99, 4, true);
        shadow.set(u64::MAX, 4, true);
        assert!(!shadow.any(100, 8));
        shadow.mark_all_specified();
        assert!(!shadow.any(100, 100));
    }

    #[test]
    fn copies_from_beyond_the_marked_part() {
        let mut shadow = StackShadow::new(100..200);
        shadow.set(190, 2, true);
        shadow.copy(150, 186, 6);
        assert!(!shadow.any(150, 4) && shadow.any(154, 1) && shadow.any(155, 1));
    }
}
