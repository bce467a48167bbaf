//! Slots: one per function, through which all calls of the function go.
//!
//! A slot is a few instructions that jump to the address in a *cell*, an aligned word of data. Storing another address
//! in the cell redirects all callers, atomically and without changing code. Slots are in blocks of code memory of many
//! slots each, with their cells after the code.

use super::undefined;
use crate::base::Arch;
use crate::jit::memory::ExecutableBlock;
use crate::jit::{CodeMemory, HOST_C_CONVENTION, MemoryError, host_arch};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Slots of a block: as many as fit the smallest page.
const COUNT: u32 = 80;
/// Bytes of a slot's instructions.
const SIZE: usize = 48;
/// Offset of the instructions that call the handler of undefined functions.
const UNDEFINED_ENTRY: usize = 12;
/// Offset of the instructions that pass the second cell to the target as its argument.
const ACCESSOR_ENTRY: usize = 28;
/// Bytes of a slot's two cells.
const CELLS: usize = 16;

/// Allocates slots. In a forked child, only in blocks of its own.
pub(super) struct Slots {
    memory: Arc<CodeMemory>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// A freed block leaves a hole, which is reused.
    blocks: Vec<Option<SlotBlock>>,
    /// The blocks with a free slot.
    open: Vec<usize>,
}

struct SlotBlock {
    code: Arc<ExecutableBlock>,
    free: Vec<u32>,
}

/// An allocated slot. Freed on drop: no thread may be executing it then, or keep its address.
pub(super) struct Slot {
    slots: Arc<Slots>,
    code: Arc<ExecutableBlock>,
    block: usize,
    index: u32,
}

impl Slots {
    pub(super) fn new(memory: Arc<CodeMemory>) -> Arc<Slots> {
        Arc::new(Slots { memory, state: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic never leaves it inconsistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Allocates a slot. The content of its cells is that of an earlier slot, or zero.
    pub(super) fn allocate(self: &Arc<Slots>) -> Result<Slot, MemoryError> {
        let found = self.lock().take();
        let (code, block, index) = match found {
            Some(found) => found,
            None => {
                // Without the lock: it calls the client's mapper.
                let block = SlotBlock::new(&self.memory)?;
                let mut state = self.lock();
                let block = state.add(block);
                state.open.push(block);
                state.take().expect("the new block has free slots")
            }
        };
        Ok(Slot { slots: self.clone(), code, block, index })
    }
}

impl State {
    /// Takes a slot of an open block that this process may write: the block's code and number, and the slot's.
    fn take(&mut self) -> Option<(Arc<ExecutableBlock>, usize, u32)> {
        let blocks = &self.blocks;
        let is_ours = |block: &SlotBlock| block.code.is_writable();
        let place = self.open.iter().rposition(|&block| blocks[block].as_ref().is_some_and(is_ours))?;
        let block = self.open[place];
        let found = self.blocks[block].as_mut()?;
        let (code, index) = (found.code.clone(), found.free.pop()?);
        if found.free.is_empty() {
            self.open.remove(place);
        }
        Some((code, block, index))
    }

    fn add(&mut self, block: SlotBlock) -> usize {
        match self.blocks.iter().position(Option::is_none) {
            Some(hole) => {
                self.blocks[hole] = Some(block);
                hole
            }
            None => {
                self.blocks.push(Some(block));
                self.blocks.len() - 1
            }
        }
    }
}

impl SlotBlock {
    fn new(memory: &CodeMemory) -> Result<SlotBlock, MemoryError> {
        let arch = host_arch().ok_or(MemoryError::Unsupported)?;
        let (size, total) = sizes(memory.data_alignment());
        let mut block = memory.allocate(total, memory.data_alignment().min(4096) as u32)?;
        block.write(|bytes| {
            for index in 0..COUNT {
                write_slot((arch, memory.is_guarded()), bytes, size, index);
            }
            let handler = undefined::thunk() as u64;
            bytes[handler_cell(size)..][..8].copy_from_slice(&handler.to_le_bytes());
        });
        let code = Arc::new(block.publish(size)?);
        Ok(SlotBlock { code, free: (0..COUNT).rev().collect() })
    }
}

/// Offset of the first cell, which is also the size of the code; size of a block.
fn sizes(data_alignment: usize) -> (usize, usize) {
    let size = (COUNT as usize * SIZE).next_multiple_of(data_alignment);
    (size, handler_cell(size) + 8)
}

/// Offset of the cell with the address of the handler of undefined functions.
fn handler_cell(cells: usize) -> usize {
    cells + COUNT as usize * CELLS
}

/// Writes the instructions of a slot. The cells begin at offset `cells`. On AArch64 its entries always have landing
/// pads.
fn write_slot((arch, pads): (Arch, bool), bytes: &mut [u8], cells: usize, index: u32) {
    let start = index as usize * SIZE;
    let target = cells + index as usize * CELLS;
    let (second, handler) = (target + 8, handler_cell(cells));
    bytes[start..][..SIZE].fill(0xCC);
    let mut at = 0;
    match arch {
        Arch::X64 => {
            let mut put = |offset: Option<usize>, opcode: &[u8], cell: usize| {
                at = offset.map_or(at, |offset| start + offset);
                bytes[at..][..opcode.len()].copy_from_slice(opcode);
                at += opcode.len() + 4;
                let distance = (cell - at) as u32;
                bytes[at - 4..at].copy_from_slice(&distance.to_le_bytes());
            };
            const JMP: &[u8] = &[0xFF, 0x25]; // jmp [rip + distance]
            let pad: &[u8] = if pads { &[0xF3, 0x0F, 0x1E, 0xFA] } else { &[] }; // endbr64
            let entry = |opcode: &[u8]| [pad, opcode].concat();
            put(Some(0), &entry(JMP), target);
            put(Some(UNDEFINED_ENTRY), &entry(&[0xFF, 0x35]), second); // push [rip + distance]
            put(None, JMP, handler);
            // mov rcx or rdi, [rip + distance]
            let argument = if HOST_C_CONVENTION == Some("windows_x64") { 0x0D } else { 0x3D };
            put(Some(ACCESSOR_ENTRY), &entry(&[0x48, 0x8B, argument]), second);
            put(None, JMP, target);
        }
        Arch::A64 => {
            const BTI: u32 = 0xD503_245F; // bti c
            const BR: u32 = 0xD61F_0200; // br x16
            const BRK: u32 = 0xD420_0000;
            // `ldr register, cell`, at an offset of the slot.
            let ldr = |register: u32, offset: usize, cell: usize| {
                0x5800_0000 | register | ((cell - start - offset) as u32 / 4) << 5
            };
            let words = [
                BTI,
                ldr(16, 4, target),
                BR,
                BTI,
                ldr(17, UNDEFINED_ENTRY + 4, second),
                ldr(16, UNDEFINED_ENTRY + 8, handler),
                BR,
                BTI,
                ldr(0, ACCESSOR_ENTRY + 4, second),
                ldr(16, ACCESSOR_ENTRY + 8, target),
                BR,
                BRK,
            ];
            for (word, place) in words.iter().zip(bytes[start..].chunks_mut(4)) {
                place.copy_from_slice(&word.to_le_bytes());
            }
        }
    }
}

impl Slot {
    fn address_at(&self, offset: usize) -> *const u8 {
        self.code.code().cast::<u8>().wrapping_add(self.index as usize * SIZE + offset)
    }

    /// The address that callers use.
    pub(super) fn address(&self) -> *const u8 {
        self.address_at(0)
    }

    /// A function without parameters that passes the second cell to the target, as its only argument.
    pub(super) fn accessor(&self) -> *const u8 {
        self.address_at(ACCESSOR_ENTRY)
    }

    /// Redirects all callers. False in a forked child, which shares the cells with its parent.
    pub(super) fn set_target(&self, target: *const u8) -> bool {
        self.set_cell(0, target as u64)
    }

    /// Redirects all callers to the handler of undefined functions, which gets `context`. False as for
    /// [`Slot::set_target`].
    pub(super) fn set_undefined(&self, context: u64) -> bool {
        self.set_second(context) && self.set_target(self.address_at(UNDEFINED_ENTRY))
    }

    /// Sets the second cell: the argument of [`Slot::accessor`]. False as for [`Slot::set_target`].
    pub(super) fn set_second(&self, word: u64) -> bool {
        self.set_cell(8, word)
    }

    fn set_cell(&self, offset: usize, word: u64) -> bool {
        let cells = self.code.code().len();
        self.code.swap_word(cells + self.index as usize * CELLS + offset, word).is_some()
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut guard = self.slots.lock();
        let state = &mut *guard;
        let place = &mut state.blocks[self.block];
        let Some(block) = place else { return };
        block.free.push(self.index);
        if block.free.len() == 1 {
            state.open.push(self.block);
        }
        // One open block is kept, so that a program that repeatedly defines and drops a function does not allocate it
        // again and again.
        if block.free.len() == COUNT as usize && state.open.len() > 1 {
            *place = None;
            state.open.retain(|&open| open != self.block);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_reused_and_blocks_freed() {
        let Ok(memory) = CodeMemory::new().map(Arc::new) else { return };
        let slots = Slots::new(memory.clone());
        let Ok(first) = slots.allocate() else { return };
        let one_block = memory.stats().used;
        let others: Vec<Slot> = (1..COUNT).map(|_| slots.allocate().expect("room")).collect();
        assert_eq!(memory.stats().used, one_block);
        let mut addresses: Vec<_> = others.iter().chain([&first]).map(Slot::address).collect();
        addresses.sort();
        assert!(addresses.windows(2).all(|pair| pair[1].addr() - pair[0].addr() == SIZE));
        let address = first.address();
        drop(first);
        let again = slots.allocate().expect("room");
        assert_eq!(again.address(), address);
        let next = slots.allocate().expect("room");
        assert_eq!(memory.stats().used, 2 * one_block);
        drop((others, again));
        assert_eq!(memory.stats().used, one_block, "the block of the last slot is open, too");
        drop(next);
        assert_eq!(memory.stats().used, one_block, "one is kept");
        drop(slots);
        assert_eq!(memory.stats().used, 0);
    }

    /// Every field leads to its cell, and the instructions are those of the comments.
    #[test]
    fn slots_are_encoded_for_both_machines() {
        let (cells, total) = sizes(64);
        let mut bytes = vec![0; total];
        write_slot((Arch::X64, false), &mut bytes, cells, 3);
        let slot = &bytes[3 * SIZE..4 * SIZE];
        let cell = |at: usize| {
            let field = slot[at..at + 4].try_into().expect("four bytes");
            (3 * SIZE + at + 4).wrapping_add_signed(i32::from_le_bytes(field) as isize)
        };
        let (target, second, handler) = (cells + 48, cells + 56, cells + COUNT as usize * CELLS);
        assert_eq!((&slot[..2], cell(2)), (&[0xFF, 0x25][..], target));
        assert_eq!((&slot[12..14], cell(14)), (&[0xFF, 0x35][..], second));
        assert_eq!((&slot[18..20], cell(20)), (&[0xFF, 0x25][..], handler));
        assert_eq!((&slot[28..30], cell(31)), (&[0x48, 0x8B][..], second));
        assert_eq!((&slot[35..37], cell(37)), (&[0xFF, 0x25][..], target));
        let plain = slot.to_vec();
        write_slot((Arch::X64, true), &mut bytes, cells, 3);
        let padded = &bytes[3 * SIZE..4 * SIZE];
        for (entry, len) in [(0, 2), (UNDEFINED_ENTRY, 2), (ACCESSOR_ENTRY, 3)] {
            assert_eq!(padded[entry..entry + 4], [0xF3, 0x0F, 0x1E, 0xFA], "landing pads");
            assert_eq!(padded[entry + 4..][..len], plain[entry..][..len]);
        }
        // Adjacent parts do not overlap.
        assert_eq!((padded[4..6].to_vec(), padded[22..24].to_vec()), (vec![0xFF, 0x25], vec![0xFF, 0x25]));
        write_slot((Arch::A64, false), &mut bytes, cells, 3);
        let words: Vec<u32> = bytes[3 * SIZE..4 * SIZE]
            .chunks(4)
            .map(|word| u32::from_le_bytes(word.try_into().expect("four bytes")))
            .collect();
        let literal = |place: usize| {
            let (word, at) = (words[place], 3 * SIZE + place * 4);
            (word & 0xFF00_001F, at + (word >> 5 & 0x7_FFFF) as usize * 4)
        };
        assert_eq!(literal(1), (0x5800_0010, target));
        assert_eq!(literal(4), (0x5800_0011, second));
        assert_eq!(literal(5), (0x5800_0010, handler));
        assert_eq!(literal(8), (0x5800_0000, second));
        assert_eq!(literal(9), (0x5800_0010, target));
        assert_eq!([0, 3, 7].map(|place| words[place]), [0xD503_245F; 3], "landing pads");
        assert_eq!([2, 6, 10].map(|place| words[place]), [0xD61F_0200; 3]);
    }
}
