//! Bytes of sections and records, in the order of the machines, which is little-endian.

/// Bytes of a section.
#[derive(Default)]
pub(super) struct Writer(pub(super) Vec<u8>);

impl Writer {
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    pub(super) fn u16(&mut self, number: u16) {
        self.bytes(&number.to_le_bytes());
    }

    pub(super) fn u32(&mut self, number: u32) {
        self.bytes(&number.to_le_bytes());
    }

    pub(super) fn u64(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }

    /// Text with a zero at its end; zeros in it are omitted.
    pub(super) fn string(&mut self, text: &str) {
        self.0.extend(text.bytes().filter(|byte| *byte != 0));
        self.0.push(0);
    }

    pub(super) fn uleb(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    pub(super) fn sleb(&mut self, mut number: i64) {
        loop {
            let byte = number as u8 & 0x7f;
            number >>= 7;
            if number == if byte & 0x40 == 0 { 0 } else { -1 } {
                return self.0.push(byte);
            }
            self.0.push(byte | 0x80);
        }
    }

    /// Begins a unit with a length of four bytes, which [`Writer::end`] fills in.
    pub(super) fn begin(&mut self) -> usize {
        self.u32(0);
        self.0.len()
    }

    pub(super) fn end(&mut self, start: usize) {
        let length = (self.0.len() - start) as u32;
        self.0[start - 4..start].copy_from_slice(&length.to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_variable_length() {
        // The examples of the standard, figures 22 and 23.
        let uleb = |number| {
            let mut out = Writer::default();
            out.uleb(number);
            out.0
        };
        let sleb = |number| {
            let mut out = Writer::default();
            out.sleb(number);
            out.0
        };
        assert_eq!(
            [uleb(2), uleb(127), uleb(128), uleb(12857)],
            [vec![2], vec![127], vec![0x80, 1], vec![0xb9, 100]]
        );
        assert_eq!(
            [sleb(2), sleb(-2), sleb(127), sleb(-127)],
            [vec![2], vec![0x7e], vec![0xff, 0], vec![0x81, 0x7f]]
        );
        assert_eq!([sleb(128), sleb(-128)], [vec![0x80, 1], vec![0x80, 0x7f]]);
    }
}
