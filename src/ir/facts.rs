//! Facts about values that validation collects on its way.

use super::{BlockId, Procedure, ValueId};

/// What is known of the values of a procedure.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    uses: Vec<u32>,
    outside: Vec<bool>,
    blocks: Vec<BlockId>,
}

impl Facts {
    /// Collects the facts of a procedure.
    pub fn of(proc: &Procedure) -> Facts {
        let n = proc.value_count();
        let mut facts =
            Facts { uses: vec![0; n], outside: vec![false; n], blocks: vec![BlockId::INVALID; n] };
        for block in proc.block_ids() {
            for &value in proc.block_values(block) {
                facts.blocks[value.number() as usize] = block;
            }
        }
        for block in proc.block_ids() {
            for &value in proc.block_values(block) {
                for &child in proc.children(value) {
                    let child = child.number() as usize;
                    facts.uses[child] += 1;
                    facts.outside[child] |= facts.blocks[child] != block;
                }
            }
        }
        facts
    }

    /// How many operands the value is.
    pub fn use_count(&self, value: ValueId) -> u32 {
        self.uses[value.number() as usize]
    }

    /// True if the value is used in another block than the one it is defined in.
    pub fn used_outside(&self, value: ValueId) -> bool {
        self.outside[value.number() as usize]
    }

    /// The block that defines the value.
    pub fn block(&self, value: ValueId) -> BlockId {
        self.blocks[value.number() as usize]
    }
}
