//! Byte strings among the constants.

use super::{CodeBuffer, EmitError, Label, place_once};
use crate::base::Arch;

/// Largest alignment of a byte string: that of the code.
const MAX_ALIGNMENT: u32 = 16;

/// Maximum total size of the byte strings of AArch64 code, which an `adr` must reach.
const MAX_NEAR_BYTES: u64 = 512 << 10;

/// A byte string, which is placed after the jump tables.
#[derive(Debug)]
pub(super) struct Blob {
    pub(super) label: Label,
    alignment: u32,
    contents: Vec<u8>,
}

impl CodeBuffer {
    /// Read-only bytes after the code, for example a string. `alignment` is 1, 2, 4, 8 or 16. Equal ones do not share
    /// their place. On AArch64 all byte strings together have at most 512 KiB; data objects have any size.
    pub fn constant_bytes(&mut self, bytes: &[u8], alignment: u32) -> Label {
        if !alignment.is_power_of_two() || alignment > MAX_ALIGNMENT {
            self.invalid_operand("an alignment of 1, 2, 4, 8 or 16");
        }
        let alignment = alignment.clamp(1, MAX_ALIGNMENT);
        let label = self.new_label();
        self.blobs.push(Blob { label, alignment, contents: bytes.to_vec() });
        self.blob_bytes += bytes.len() as u64 + u64::from(MAX_ALIGNMENT);
        if self.arch() == Arch::A64 && self.blob_bytes > MAX_NEAR_BYTES {
            self.invalid_operand("at most 512 KiB of byte strings");
        }
        label
    }

    /// Appends the byte strings and binds their labels.
    pub(super) fn place_blobs(&mut self, bytes: &mut Vec<u8>) -> Result<(), EmitError> {
        for blob in &self.blobs {
            bytes.resize(bytes.len().next_multiple_of(blob.alignment as usize), 0);
            place_once(&mut self.labels, blob.label, bytes.len() as u32)?;
            bytes.extend_from_slice(&blob.contents);
        }
        Ok(())
    }

    /// True if there is a byte string with this label that is not in an island.
    pub(super) fn has_blob(&self, label: Label) -> bool {
        self.blobs.iter().any(|blob| blob.label == label)
    }

    /// Places the byte string with this label here, in an island. Does nothing if there is none.
    pub(super) fn place_blob(&mut self, label: Label) {
        let Some(place) = self.blobs.iter().position(|blob| blob.label == label) else { return };
        let blob = self.blobs.remove(place);
        self.blob_bytes -= blob.contents.len() as u64 + u64::from(MAX_ALIGNMENT);
        while !self.offset().is_multiple_of(blob.alignment) {
            self.put_word(0);
        }
        self.bind(label);
        self.append(&blob.contents);
        while !self.offset().is_multiple_of(4) {
            self.append(&[0]);
        }
    }
}
