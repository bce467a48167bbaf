//! Access to the memory of the program.

use super::Errno;

/// The bytes of the program's memory. Addresses come from the program and are checked.
pub(super) struct Guest<'a>(pub(super) &'a mut [u8]);

impl Guest<'_> {
    pub(super) fn bytes(&self, address: u32, len: u32) -> Result<&[u8], Errno> {
        let (start, len) = (address as usize, len as usize);
        start.checked_add(len).and_then(|end| self.0.get(start..end)).ok_or(Errno::Fault)
    }

    pub(super) fn bytes_mut(&mut self, address: u32, len: u32) -> Result<&mut [u8], Errno> {
        let (start, len) = (address as usize, len as usize);
        start.checked_add(len).and_then(|end| self.0.get_mut(start..end)).ok_or(Errno::Fault)
    }

    pub(super) fn text(&self, address: u32, len: u32) -> Result<&str, Errno> {
        std::str::from_utf8(self.bytes(address, len)?).map_err(|_| Errno::Invalid)
    }

    pub(super) fn write(&mut self, address: u32, bytes: &[u8]) -> Result<(), Errno> {
        let len = u32::try_from(bytes.len()).map_err(|_| Errno::Fault)?;
        self.bytes_mut(address, len)?.copy_from_slice(bytes);
        Ok(())
    }

    pub(super) fn store32(&mut self, address: u32, value: u32) -> Result<(), Errno> {
        self.write(address, &value.to_le_bytes())
    }

    pub(super) fn store64(&mut self, address: u32, value: u64) -> Result<(), Errno> {
        self.write(address, &value.to_le_bytes())
    }

    /// Reads a list of buffers (address, length). Fails if the sum of their lengths exceeds a `u32`.
    pub(super) fn buffers(&self, list: u32, count: u32) -> Result<Vec<(u32, u32)>, Errno> {
        let size = count.checked_mul(8).ok_or(Errno::Invalid)?;
        let words = self.bytes(list, size)?.chunks_exact(8);
        let word = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        let buffers: Vec<(u32, u32)> = words.map(|pair| (word(&pair[..4]), word(&pair[4..]))).collect();
        let total = buffers.iter().try_fold(0u32, |total, (_, len)| total.checked_add(*len));
        total.map(|_| buffers).ok_or(Errno::Invalid)
    }
}
