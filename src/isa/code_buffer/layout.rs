//! Where the parts of finished code are.

use super::{CodeBuffer, EmitError, MAX_BYTES};

/// The layout of finished code: padding, prologue, body, padding, constants, jump tables.
pub(super) struct Layout {
    pub(super) padding: u32,
    pub(super) prologue_start: u32,
    pub(super) prologue_size: u32,
    pub(super) body_end: u32,
    pub(super) pool_start: u32,
    pub(super) total_size: u32,
}

impl Layout {
    pub(super) fn new(buffer: &CodeBuffer) -> Result<Layout, EmitError> {
        let end = buffer.bytes.len() as u64;
        let pool_size: u64 = buffer.pool.iter().map(|item| u64::from(item.kind.size())).sum();
        let table_size = 4 * buffer.table_targets.len() as u64;
        // Below this upper bound no offset overflows.
        let bound = end + pool_size + table_size + buffer.blob_bytes + 16 + u64::from(buffer.body_alignment);
        if bound > MAX_BYTES {
            return Err(EmitError::CodeTooLarge { bytes: bound });
        }
        let end = end as u32;
        let (body_end, prologue_start) = buffer.prologue.unwrap_or((end, end));
        let prologue_size = end - prologue_start;
        let padding = prologue_size.next_multiple_of(buffer.body_alignment) - prologue_size;
        let code_size = padding + prologue_size + body_end;
        let pool_start = code_size.next_multiple_of(16);
        let total_size = pool_start + (pool_size + table_size) as u32;
        Ok(Layout { padding, prologue_start, prologue_size, body_end, pool_start, total_size })
    }

    /// Maps an offset in emission order to the finished code.
    pub(super) fn place(&self, offset: u32) -> u32 {
        if offset > self.body_end {
            offset - self.prologue_start + self.padding
        } else {
            offset + self.padding + self.prologue_size
        }
    }

    /// Maps the offsets of a side table to the finished code and keeps the table sorted, in linear time.
    pub(super) fn place_all<T>(&self, facts: &mut [T], offset: impl Fn(&mut T) -> &mut u32) {
        let mut in_body = facts.len();
        while in_body > 0 && *offset(&mut facts[in_body - 1]) > self.body_end {
            in_body -= 1;
        }
        let (body, prologue) = facts.split_at_mut(in_body);
        body.iter_mut().for_each(|fact| *offset(fact) += self.padding + self.prologue_size);
        prologue.iter_mut().for_each(|fact| *offset(fact) = self.place(*offset(fact)));
        facts.rotate_left(in_body);
    }
}
