//! The memory of the interpreter: regions with unmapped space between them.

use super::{Result, undefined};
use crate::check::{Checked, Label};

struct Region {
    name: String,
    start: u64,
    bytes: Vec<u8>,
}

#[derive(Default)]
pub(super) struct Memory {
    regions: Vec<Region>,
    functions: Vec<String>,
}

/// Distance of the starts of regions, which are smaller.
const SPACING: u64 = 1 << 28;

/// Where the addresses of functions begin.
const FUNCTIONS: u64 = 1 << 60;

impl Memory {
    /// The data and the tables of a function.
    pub(super) fn of(checked: &Checked) -> Memory {
        let mut memory = Memory::default();
        for data in &checked.function.data {
            memory.push(data.name.clone(), data.bytes.clone());
        }
        for (uid, label) in &checked.labels {
            if let Label::Table(index) = label {
                memory.push(checked.table_name(*uid), checked.table(*index));
            }
        }
        memory
    }

    fn push(&mut self, name: String, bytes: Vec<u8>) -> u64 {
        let start = SPACING * (self.regions.len() as u64 + 1);
        self.regions.push(Region { name, start, bytes });
        start
    }

    /// Adds a block of zeros. Its address.
    pub(super) fn push_frame(&mut self, size: u32) -> u64 {
        self.push(String::new(), vec![0; size as usize])
    }

    pub(super) fn pop_frame(&mut self) {
        self.regions.pop();
    }

    /// The address of data, a table or a function.
    pub(super) fn address(&mut self, name: &str) -> u64 {
        if let Some(region) = self.regions.iter().find(|region| region.name == name) {
            return region.start;
        }
        let index = self.functions.iter().position(|known| known == name).unwrap_or_else(|| {
            self.functions.push(name.to_string());
            self.functions.len() - 1
        });
        FUNCTIONS + 16 * index as u64
    }

    /// The function at an address.
    pub(super) fn function(&self, address: u64) -> Option<&str> {
        let index = usize::try_from(address.checked_sub(FUNCTIONS)? / 16).ok()?;
        self.functions.get(index).map(String::as_str)
    }

    pub(super) fn bytes(&mut self, address: u64, count: u64) -> Result<&mut [u8]> {
        let found = self.regions.iter_mut().find_map(|region| {
            let offset = usize::try_from(address.checked_sub(region.start)?).ok()?;
            let end = offset.checked_add(usize::try_from(count).ok()?)?;
            region.bytes.get_mut(offset..end)
        });
        match found {
            Some(bytes) => Ok(bytes),
            None if count == 0 => Ok(&mut []),
            None => undefined(format!("{count} bytes of memory at {address:#x}")),
        }
    }

    pub(super) fn load(&mut self, address: u64, count: u32) -> Result<u128> {
        let bytes = self.bytes(address, u64::from(count))?;
        Ok(bytes.iter().rev().fold(0, |value, byte| value << 8 | u128::from(*byte)))
    }

    pub(super) fn store(&mut self, address: u64, count: u32, value: u128) -> Result<()> {
        let bytes = self.bytes(address, u64::from(count))?;
        bytes.iter_mut().zip(value.to_le_bytes()).for_each(|(to, byte)| *to = byte);
        Ok(())
    }
}
