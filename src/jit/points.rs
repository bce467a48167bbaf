//! Encoding of invalidation points on both instruction sets, before and after invalidation.

use crate::base::Arch;
use crate::isa::{a64, x64};

/// The single store that patches an invalidation point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PatchStore {
    /// Replaces its first byte.
    Byte(u8),
    /// Replaces its aligned word.
    Word(u32),
}

/// Encoding of the invalidation points of an instruction set.
pub(super) struct PointEncoding {
    arch: Arch,
    /// Size of a point in bytes.
    pub(super) size: u32,
    /// Size in bytes of a stub that tests a cell, for code that cannot be patched.
    pub(super) stub_size: u64,
}

impl PointEncoding {
    pub(super) fn of(arch: Arch) -> &'static PointEncoding {
        match arch {
            Arch::X64 => &PointEncoding { arch: Arch::X64, size: 5, stub_size: 18 },
            Arch::A64 => &PointEncoding { arch: Arch::A64, size: 4, stub_size: 20 },
        }
    }

    /// True if there is an invalidation point at this offset of the instructions.
    pub(super) fn is_at(&self, instructions: &[u8], offset: u32) -> bool {
        let found = instructions.get(offset as usize..).and_then(|rest| rest.get(..self.size as usize));
        found.is_some_and(|found| match self.arch {
            Arch::X64 => found[0] == x64::INVALIDATION_POINT,
            Arch::A64 => offset.is_multiple_of(4) && found == a64::INVALIDATION_POINT.to_le_bytes(),
        })
    }

    /// The store that makes a point branch to its exit. On x86-64 it contains the distance already.
    pub(super) fn invalidating_store(&self, offset: u32, exit: u32) -> PatchStore {
        match self.arch {
            Arch::X64 => PatchStore::Byte(x64::INVALIDATED),
            Arch::A64 => PatchStore::Word(branch(offset, exit)),
        }
    }

    /// True if the point with these bytes was invalidated.
    pub(super) fn is_invalidated(&self, word: [u8; 4]) -> bool {
        match self.arch {
            Arch::X64 => word[0] == x64::INVALIDATED,
            Arch::A64 => word != a64::INVALIDATION_POINT.to_le_bytes(),
        }
    }

    /// Makes a point branch to a stub, which leaves if the word in the cell is not zero. Positions are offsets in
    /// `bytes`, which run at `base`.
    pub(super) fn write_stub(
        &self,
        bytes: &mut [u8],
        base: u64,
        stub: u32,
        cell: u32,
        (point, exit): (u32, u32),
    ) {
        let mut put = |at: u32, part: &[u8]| {
            bytes[at as usize..][..part.len()].copy_from_slice(part);
            at + part.len() as u32
        };
        match self.arch {
            // `cmp dword [cell], 0; jne exit; jmp back`.
            Arch::X64 => {
                let mut put = |at: u32, opcode: &[u8], target: u32, rest: &[u8]| {
                    let field = put(at, opcode);
                    let end = field + 4 + rest.len() as u32;
                    put(field, &target.wrapping_sub(end).to_le_bytes());
                    put(field + 4, rest)
                };
                put(point, &[x64::INVALIDATED], stub, &[]);
                let next = put(stub, &[0x83, 0x3d], cell, &[0]);
                let next = put(next, &[0x0f, 0x85], exit, &[]);
                put(next, &[x64::INVALIDATED], point + self.size, &[]);
            }
            // `adrp x16, cell; ldr w16, [x16, cell]; cbz w16, 8; b exit; b back`.
            Arch::A64 => {
                put(point, &branch(point, stub).to_le_bytes());
                let (from, to) = (base + u64::from(stub), base + u64::from(cell));
                let load = 0xb940_0210 | ((to as u32 & 0xfff) >> 2) << 10;
                let words = [
                    page_field(0x9000_0010, from, to).unwrap_or(0),
                    load,
                    0x3400_0050,
                    branch(stub + 12, exit),
                    branch(stub + 16, point + self.size),
                ];
                words.iter().fold(stub, |at, word| put(at, &word.to_le_bytes()));
            }
        }
    }
}

/// Encodes `b` between two offsets of one group, which is smaller than the branch's reach.
fn branch(from: u32, to: u32) -> u32 {
    a64::BRANCH | to.wrapping_sub(from) >> 2 & 0x03ff_ffff
}

/// Encodes the distance from `from` to the page of `to` into the word of an `adrp`. `None` if it does not fit.
pub(super) fn page_field(word: u32, from: u64, to: u64) -> Option<u32> {
    let pages = (to >> 12).wrapping_sub(from >> 12) as i64;
    let fits = (-(1 << 20)..1 << 20).contains(&pages);
    let field = (pages as u32 & 3) << 29 | (pages as u32 >> 2 & 0x7_ffff) << 5;
    fits.then_some(word & 0x9f00_001f | field)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_recognized_by_their_instruction() {
        let nop = a64::INVALIDATION_POINT.to_le_bytes();
        let code = [&nop[..], &[0; 4], &nop].concat();
        let at = |offset| PointEncoding::of(Arch::A64).is_at(&code, offset);
        assert_eq!([0, 4, 8, 12, u32::MAX].map(at), [true, false, true, false, false]);
        let unaligned = [&[0; 2], &nop[..], &[0; 2]].concat();
        assert!(!PointEncoding::of(Arch::A64).is_at(&unaligned, 2));
        let code = [0x90, 0xa9, 0, 0, 0, 0];
        let at = |offset| PointEncoding::of(Arch::X64).is_at(&code, offset);
        assert_eq!([0, 1, 2, 6].map(at), [false, true, false, false]);
        assert!(!PointEncoding::of(Arch::X64).is_at(&code[..5], 1), "all of it");
    }

    #[test]
    fn adrp_encodes_forward_and_backward_pages() {
        let adrp = |from, to| page_field(0x9000_0010, from, to);
        assert_eq!(adrp(0x1ffc, 0x1000), Some(0x9000_0010));
        assert_eq!(adrp(0x1ffc, 0x2000), Some(0xb000_0010));
        assert_eq!(adrp(0x2000, 0x1fff), Some(0xf0ff_fff0));
        assert_eq!(adrp(0, (1 << 32) - 1), Some(0xf07f_fff0));
        assert_eq!(adrp(0, 1 << 32), None);
        assert_eq!(adrp(1 << 32, 0), Some(0x9080_0010));
        assert_eq!(adrp((1 << 32) + 0x1000, 0), None);
    }

    /// Checks a stub of AArch64 word by word against an assembler's output.
    #[test]
    fn a64_stub_tests_its_cell() {
        let mut bytes = vec![0; 0x3000];
        PointEncoding::of(Arch::A64).write_stub(&mut bytes, 0x7000, 0x100, 0x2018, (0x40, 0x80));
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four"));
        assert_eq!(word(0x40), 0x1400_0030, "b stub");
        let expected = [
            0xd000_0010, // adrp x16, two pages ahead
            0xb940_1a10, // ldr w16, [x16, #24]
            0x3400_0050, // cbz w16, 8
            0x17ff_ffdd, // b exit
            0x17ff_ffcd, // b back, to after the point
        ];
        assert_eq!([0x100, 0x104, 0x108, 0x10c, 0x110].map(word), expected);
    }
}
