//! A flat address space with faults, for tests.

use super::Fault;
use std::ops::Range;

/// The areas of the address space. They are terabytes apart, so that no 32-bit offset leads from one to another.
const DATA_BASE: u64 = 0x0000_5500_0000_0000;
const HEAP_BASE: u64 = 0x0000_5600_0000_0000;
const STACK_END: u64 = 0x0000_7fff_0000_0000;

/// Bytes of unmapped memory after every piece.
const GUARD: u64 = 4096;

const ALIGN: u64 = 16;

/// A mapped piece of memory, surrounded by unmapped memory.
#[derive(Clone, Debug)]
struct Piece {
    start: u64,
    bytes: Vec<u8>,
}

impl Piece {
    /// The index range of `count` bytes at `address`, if the piece contains all of them.
    fn place(&self, address: u64, count: u64) -> Option<Range<usize>> {
        let offset = address.checked_sub(self.start)?;
        let end = offset.checked_add(count)?;
        (end <= self.bytes.len() as u64).then_some(offset as usize..end as usize)
    }
}

/// Pieces in ascending order of addresses.
#[derive(Clone, Debug)]
struct Area {
    next: u64,
    pieces: Vec<Piece>,
}

impl Area {
    fn new(base: u64) -> Area {
        Area { next: base, pieces: Vec::new() }
    }

    fn add(&mut self, bytes: Vec<u8>) -> u64 {
        let start = self.next;
        self.next = (start + bytes.len() as u64 + GUARD).next_multiple_of(ALIGN);
        self.pieces.push(Piece { start, bytes });
        start
    }

    /// The only piece that may contain an address.
    fn find(&self, address: u64) -> Option<usize> {
        self.pieces.partition_point(|piece| piece.start <= address).checked_sub(1)
    }
}

/// A flat, bounds-checked, little-endian address space with data, a heap and a stack. Addresses look like those of a
/// 64-bit process and are the same in every run; no two pieces are adjacent.
#[derive(Clone, Debug)]
pub struct SandboxMemory {
    data: Area,
    heap: Area,
    stack: Piece,
    /// Ranges of the stack that were written; `None` if they are not recorded.
    pub(super) stack_writes: Option<Vec<(u64, u64)>>,
}

impl SandboxMemory {
    /// Memory with a stack of this many bytes.
    pub fn new(stack_bytes: usize) -> SandboxMemory {
        SandboxMemory {
            data: Area::new(DATA_BASE),
            heap: Area::new(HEAP_BASE),
            stack: Piece { start: STACK_END - stack_bytes as u64, bytes: vec![0; stack_bytes] },
            stack_writes: None,
        }
    }

    /// The addresses of the stack.
    pub fn stack(&self) -> Range<u64> {
        self.stack.start..STACK_END
    }

    /// Maps a copy of `bytes`; returns its address, a multiple of 16.
    pub fn add_data(&mut self, bytes: &[u8]) -> u64 {
        self.data.add(bytes.to_vec())
    }

    /// Allocates zeroed memory; returns its address, a multiple of 16.
    pub fn allocate(&mut self, size: usize) -> u64 {
        self.heap.add(vec![0; size])
    }

    /// Frees memory from [`SandboxMemory::allocate`]. Later accesses to it fault; its addresses are not reused.
    pub fn free(&mut self, address: u64) -> Result<(), Fault> {
        match self.heap.find(address) {
            Some(i) if self.heap.pieces[i].start == address => {
                self.heap.pieces.remove(i);
                Ok(())
            }
            _ => Err(Fault { address }),
        }
    }

    fn piece(&self, address: u64) -> Option<&Piece> {
        match address {
            DATA_BASE..HEAP_BASE => self.data.find(address).map(|i| &self.data.pieces[i]),
            HEAP_BASE..=0x0000_56ff_ffff_ffff => self.heap.find(address).map(|i| &self.heap.pieces[i]),
            _ => Some(&self.stack),
        }
    }

    fn piece_mut(&mut self, address: u64) -> Option<&mut Piece> {
        match address {
            DATA_BASE..HEAP_BASE => self.data.find(address).map(|i| &mut self.data.pieces[i]),
            HEAP_BASE..=0x0000_56ff_ffff_ffff => self.heap.find(address).map(|i| &mut self.heap.pieces[i]),
            _ => Some(&mut self.stack),
        }
    }

    /// `count` bytes at `address`.
    pub fn bytes(&self, address: u64, count: u64) -> Result<&[u8], Fault> {
        let piece = self.piece(address).ok_or(Fault { address })?;
        let place = piece.place(address, count).ok_or(Fault { address })?;
        Ok(&piece.bytes[place])
    }

    /// `count` bytes at `address`, mutable.
    pub fn bytes_mut(&mut self, address: u64, count: u64) -> Result<&mut [u8], Fault> {
        if let Some(writes) = &mut self.stack_writes
            && self.stack.place(address, count).is_some()
        {
            writes.push((address, count));
        }
        let piece = self.piece_mut(address).ok_or(Fault { address })?;
        let place = piece.place(address, count).ok_or(Fault { address })?;
        Ok(&mut piece.bytes[place])
    }

    /// The bytes before the next zero byte (a C string).
    pub fn string(&self, address: u64) -> Result<&[u8], Fault> {
        let piece = self.piece(address).ok_or(Fault { address })?;
        let place = piece.place(address, 0).ok_or(Fault { address })?;
        let rest = &piece.bytes[place.start..];
        rest.iter().position(|byte| *byte == 0).map(|end| &rest[..end]).ok_or(Fault { address })
    }

    /// Reads up to 8 bytes, little-endian and zero-extended.
    pub fn load(&self, address: u64, bytes: u32) -> Result<u64, Fault> {
        let mut whole = [0; 8];
        let bytes = (bytes as usize).min(8);
        whole[..bytes].copy_from_slice(self.bytes(address, bytes as u64)?);
        Ok(u64::from_le_bytes(whole))
    }

    /// Writes the low bytes of `bits`, up to 8, little-endian.
    pub fn store(&mut self, address: u64, bytes: u32, bits: u64) -> Result<(), Fault> {
        let bytes = (bytes as usize).min(8);
        self.bytes_mut(address, bytes as u64)?.copy_from_slice(&bits.to_le_bytes()[..bytes]);
        Ok(())
    }

    /// Copies bytes between ranges that may overlap. On a fault nothing is written; a count of 0 accesses nothing.
    pub fn copy(&mut self, destination: u64, source: u64, count: u64) -> Result<(), Fault> {
        if count != 0 {
            let bytes = self.bytes(source, count)?.to_vec();
            self.bytes_mut(destination, count)?.copy_from_slice(&bytes);
        }
        Ok(())
    }

    /// Fills bytes. On a fault nothing is written; a count of 0 accesses nothing.
    pub fn fill(&mut self, destination: u64, byte: u8, count: u64) -> Result<(), Fault> {
        if count != 0 {
            self.bytes_mut(destination, count)?.fill(byte);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_hold_bytes_and_fault_around_them() {
        let mut memory = SandboxMemory::new(4096);
        let (a, b) = (memory.allocate(10), memory.allocate(0));
        let c = memory.add_data(b"abc\0de");
        memory.store(a, 8, 0x0102_0304_0506_0708).unwrap();
        assert_eq!(memory.bytes(a, 3), Ok(&[8u8, 7, 6][..]));
        assert_eq!(memory.load(a + 2, 8), Ok(0x0102_0304_0506));
        assert_eq!(memory.load(a + 3, 8), Err(Fault { address: a + 3 }));
        for outside in [0, 1, a - 1, a + 10, b, c - 1, c + 6, u64::MAX, STACK_END, memory.stack().start - 1] {
            assert_eq!(memory.load(outside, 1), Err(Fault { address: outside }), "{outside:#x}");
            assert_eq!(memory.store(outside, 1, 0), Err(Fault { address: outside }));
        }
        assert_eq!(memory.bytes(a, u64::MAX), Err(Fault { address: a }));
        assert_eq!(
            (memory.string(c), memory.string(c + 4)),
            (Ok(&b"abc"[..]), Err(Fault { address: c + 4 }))
        );
        memory.store(memory.stack().start, 4, 7).unwrap();
        assert_eq!(memory.load(memory.stack().start, 4), Ok(7));
        memory.free(a).unwrap();
        assert!(memory.load(a, 1).is_err() && memory.free(a).is_err() && memory.free(c).is_err());
    }

    #[test]
    fn copies_may_overlap_and_fault_atomically() {
        let mut memory = SandboxMemory::new(64);
        let a = memory.allocate(8);
        memory.store(a, 8, 0x0807_0605_0403_0201).unwrap();
        memory.copy(a + 1, a, 7).unwrap();
        assert_eq!(memory.load(a, 8), Ok(0x0706_0504_0302_0101));
        assert!(memory.copy(a + 4, a, 5).is_err() && memory.fill(a + 4, 0, 5).is_err());
        assert_eq!(memory.load(a, 8), Ok(0x0706_0504_0302_0101));
        assert_eq!((memory.copy(0, 0, 0), memory.fill(0, 1, 0)), (Ok(()), Ok(())));
    }
}
