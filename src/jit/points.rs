//! Encoding of patchable instructions on both instruction sets: invalidation points, branches, constants.

use crate::base::Arch;
use crate::isa::{BranchRole, a64, x64};

/// The single store that patches an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PatchStore {
    /// Replaces its first byte.
    Byte(u8),
    /// Replaces its aligned word.
    Word(u32),
    /// Replaces this number of its bytes, all inside one aligned word of eight bytes.
    Bytes([u8; 8], usize),
}

impl PatchStore {
    /// Writes the change at an offset of bytes that do not run yet.
    pub(super) fn write(self, bytes: &mut [u8], offset: u32) {
        let (change, size) = match self {
            PatchStore::Byte(byte) => ([byte, 0, 0, 0, 0, 0, 0, 0], 1),
            PatchStore::Word(word) => (u64::from(word).to_le_bytes(), 4),
            PatchStore::Bytes(bytes, size) => (bytes, size),
        };
        bytes[offset as usize..][..size].copy_from_slice(&change[..size]);
    }
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

/// Encoding of the branches of an instruction set that are rewritten in place.
pub(super) struct BranchEncoding(pub(super) Arch);

impl BranchEncoding {
    /// Size of the instruction in bytes.
    pub(super) fn size(&self) -> u32 {
        if self.0 == Arch::X64 { 5 } else { 4 }
    }

    /// The instruction of this role at `from`, with this target. `None` if the target is out of reach.
    pub(super) fn branch(&self, role: BranchRole, from: u64, to: u64) -> Option<PatchStore> {
        let is_call = role == BranchRole::Call;
        match self.0 {
            Arch::X64 => {
                let distance = to.wrapping_sub(from).wrapping_sub(5) as i64;
                let [a, b, c, d] = i32::try_from(distance).ok()?.to_le_bytes();
                let opcode = if is_call { x64::CALL } else { x64::INVALIDATED };
                Some(PatchStore::Bytes([opcode, a, b, c, d, 0, 0, 0], 5))
            }
            Arch::A64 => {
                let distance = to.wrapping_sub(from) as i64;
                let fits = distance & 3 == 0 && (-(1 << 27)..1 << 27).contains(&distance);
                let opcode = if is_call { a64::CALL } else { a64::BRANCH };
                fits.then_some(PatchStore::Word(opcode | (distance >> 2) as u32 & 0x03ff_ffff))
            }
        }
    }

    /// The no-op.
    pub(super) fn nop(&self) -> PatchStore {
        match self.0 {
            Arch::X64 => {
                let [a, b, c, d, e] = x64::NOP5;
                PatchStore::Bytes([a, b, c, d, e, 0, 0, 0], 5)
            }
            Arch::A64 => PatchStore::Word(a64::INVALIDATION_POINT),
        }
    }

    /// True if the instructions have a branch of this role at this offset, where a single store replaces it.
    pub(super) fn is_at(&self, instructions: &[u8], offset: u32, role: BranchRole) -> bool {
        let found = instructions.get(offset as usize..).and_then(|rest| rest.get(..self.size() as usize));
        found.is_some_and(|found| match self.0 {
            Arch::X64 => {
                offset % 8 <= 3
                    && match role {
                        BranchRole::Jump => found[0] == x64::INVALIDATED,
                        BranchRole::Call => found[0] == x64::CALL,
                        BranchRole::Nop => found == x64::NOP5,
                    }
            }
            Arch::A64 => {
                let word = u32::from_le_bytes([found[0], found[1], found[2], found[3]]);
                offset.is_multiple_of(4)
                    && match role {
                        BranchRole::Jump => word & 0xfc00_0000 == a64::BRANCH,
                        BranchRole::Call => word & 0xfc00_0000 == a64::CALL,
                        BranchRole::Nop => word == a64::INVALIDATION_POINT,
                    }
            }
        })
    }

    /// The content of the cell that leads to the initial target. On AArch64 the stub branches there directly, because
    /// the target may have no landing pad.
    pub(super) fn initial_content(&self, address: u64) -> u64 {
        if self.0 == Arch::X64 { address } else { 0 }
    }

    /// Writes a stub that jumps to the address in a cell. Positions are offsets in `bytes`, which run at `base`.
    pub(super) fn write_stub(&self, bytes: &mut [u8], base: u64, stub: u32, cell: u32, initial: u32) {
        let mut put = |at: u32, part: &[u8]| bytes[at as usize..][..part.len()].copy_from_slice(part);
        match self.0 {
            // `jmp [cell]`.
            Arch::X64 => {
                put(stub, &[0xff, 0x25]);
                put(stub + 2, &cell.wrapping_sub(stub + 6).to_le_bytes());
            }
            // `adrp x16, cell; ldr x16, [x16, cell]; cbnz x16, 8; b initial; br x16`.
            Arch::A64 => {
                let (from, to) = (base + u64::from(stub), base + u64::from(cell));
                let words = [
                    page_field(0x9000_0010, from, to).unwrap_or(0),
                    0xf940_0210 | ((to as u32 & 0xfff) >> 3) << 10,
                    0xb500_0050,
                    branch(stub + 12, initial),
                    0xd61f_0200,
                ];
                words.iter().zip(0..).for_each(|(word, n)| put(stub + 4 * n, &word.to_le_bytes()));
            }
        }
    }
}

/// The instructions of x86-64 with a constant that is rewritten in place: a comparison of 32 bits, a move of 64 bits.
pub(super) struct ImmediateEncoding {
    /// Size of the instruction in bytes.
    pub(super) size: u32,
    /// Offset of the constant in the instruction.
    pub(super) field: u32,
}

impl ImmediateEncoding {
    /// The instruction with a constant of this size.
    pub(super) fn of(size: u32) -> ImmediateEncoding {
        if size == 8 {
            ImmediateEncoding { size: 10, field: 2 }
        } else {
            ImmediateEncoding { size: 7, field: 3 }
        }
    }

    /// True if the instructions have such a constant at this offset, where a single store replaces it.
    pub(super) fn is_at(&self, instructions: &[u8], offset: u32) -> bool {
        let found = instructions.get(offset as usize..).and_then(|rest| rest.get(..self.size as usize));
        found.is_some_and(|found| match self.size {
            7 => {
                let has_opcode = found[0] & !1 == 0x40 && found[1] == 0x81 && found[2] & 0xf8 == 0xf8;
                has_opcode && (offset + self.field) % 8 <= 4
            }
            _ => {
                let has_opcode = found[0] & !1 == 0x48 && found[1] & 0xf8 == 0xb8;
                has_opcode && (offset + self.field).is_multiple_of(8)
            }
        })
    }

    /// The store that changes the constant.
    pub(super) fn store(&self, bits: u64) -> PatchStore {
        PatchStore::Bytes(bits.to_le_bytes(), if self.size == 7 { 4 } else { 8 })
    }

    /// Makes the instruction read a cell instead, where running code cannot be patched. Positions are offsets in
    /// `bytes`.
    pub(super) fn read_cell(&self, bytes: &mut [u8], offset: u32, cell: u32) {
        let instruction = &mut bytes[offset as usize..][..self.size as usize];
        let is_high = instruction[0] & 1;
        let (number, opcode) = match self.size {
            7 => (instruction[2] & 7, 0x3b), // cmp
            _ => (instruction[1] & 7, 0x8b), // mov
        };
        let [a, b, c, d] = cell.wrapping_sub(offset + 7).to_le_bytes();
        let prefix = instruction[0] & !1 | is_high << 2;
        // ModRM 00 reg 101: [rip + disp32].
        instruction[..7].copy_from_slice(&[prefix, opcode, number << 3 | 5, a, b, c, d]);
        if let [.., x, y, z] = &mut instruction[7..] {
            [*x, *y, *z] = [0x0f, 0x1f, 0];
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

    /// Distances at the ends of the reach, and one step after.
    #[test]
    fn branches_are_encoded_up_to_their_reach() {
        let from = 1 << 40;
        let x64 = |role, to| BranchEncoding(Arch::X64).branch(role, from, to);
        assert_eq!(
            x64(BranchRole::Jump, from + 0x1234_5678),
            Some(PatchStore::Bytes([0xe9, 0x73, 0x56, 0x34, 0x12, 0, 0, 0], 5))
        );
        assert_eq!(
            x64(BranchRole::Call, from - 1),
            Some(PatchStore::Bytes([0xe8, 0xfa, 0xff, 0xff, 0xff, 0, 0, 0], 5))
        );
        let end = from + 5 + i32::MAX as u64;
        assert_eq!(
            [x64(BranchRole::Nop, end).is_some(), x64(BranchRole::Nop, end + 1).is_some()],
            [true, false]
        );
        let a64 = |role, to| BranchEncoding(Arch::A64).branch(role, from, to);
        assert_eq!(a64(BranchRole::Jump, from + 8), Some(PatchStore::Word(0x1400_0002)));
        assert_eq!(a64(BranchRole::Nop, from - 4), Some(PatchStore::Word(0x17ff_ffff)));
        assert_eq!(a64(BranchRole::Call, from + 8), Some(PatchStore::Word(0x9400_0002)));
        let end = from + (1 << 27) - 4;
        assert_eq!(
            [a64(BranchRole::Call, end).is_some(), a64(BranchRole::Call, end + 4).is_some()],
            [true, false]
        );
        assert_eq!(a64(BranchRole::Jump, from - (1 << 27)), Some(PatchStore::Word(0x1600_0000)));
        assert_eq!([from - (1 << 27) - 4, from + 2].map(|to| a64(BranchRole::Jump, to)), [None, None]);
    }

    /// Only the kinds of instructions that may be modified while they run, aligned, and inside a word.
    #[test]
    fn branches_are_recognized_where_they_can_be_rewritten() {
        let words = [0x1400_0001u32, 0x9400_0001, a64::INVALIDATION_POINT, 0x5400_0000, 0xd61f_0200];
        let code: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let roles = [BranchRole::Jump, BranchRole::Call, BranchRole::Nop];
        for (n, role) in roles.into_iter().enumerate() {
            let found = [0, 4, 8, 12, 16].map(|offset| BranchEncoding(Arch::A64).is_at(&code, offset, role));
            assert_eq!(found, std::array::from_fn(|at| at == n), "{role:?}");
        }
        let mut shifted = vec![0; 2];
        shifted.extend(words[0].to_le_bytes());
        assert!(!BranchEncoding(Arch::A64).is_at(&shifted, 2, BranchRole::Jump));
        for start in 0..8u32 {
            let mut code = vec![0x90; start as usize];
            code.extend([0xe9, 0, 0, 0, 0]);
            assert_eq!(BranchEncoding(Arch::X64).is_at(&code, start, BranchRole::Jump), start <= 3);
            assert!(!BranchEncoding(Arch::X64).is_at(&code, start, BranchRole::Call));
            let mut code = vec![0x90; start as usize];
            code.extend([0x41, 0x81, 0xf8, 0, 0, 0, 0]);
            let compare = ImmediateEncoding::of(4);
            assert_eq!(compare.is_at(&code, start), [0, 1, 5, 6, 7].contains(&start), "{start}");
            let mut code = vec![0x90; start as usize];
            code.extend([0x48, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0]);
            assert_eq!(ImmediateEncoding::of(8).is_at(&code, start), start == 6);
        }
    }

    #[test]
    fn constants_are_read_from_cells_where_code_cannot_change() {
        // `cmp r9d, imm32` becomes `cmp r9d, [rip + 0x100]`; `mov r10, imm64` becomes `mov r10, [rip + 0x100]`.
        let mut compare = [0x41, 0x81, 0xf9, 1, 2, 3, 4];
        ImmediateEncoding::of(4).read_cell(&mut compare, 0, 0x107);
        assert_eq!(compare, [0x44, 0x3b, 0x0d, 0, 1, 0, 0]);
        let mut load = [0x49, 0xba, 1, 2, 3, 4, 5, 6, 7, 8];
        ImmediateEncoding::of(8).read_cell(&mut load, 0, 0x107);
        assert_eq!(load, [0x4c, 0x8b, 0x15, 0, 1, 0, 0, 0x0f, 0x1f, 0]);
    }

    /// Checks the stub of a branch word by word against an assembler's output.
    #[test]
    fn stubs_jump_to_the_address_in_their_cell() {
        let mut bytes = vec![0; 0x3000];
        BranchEncoding(Arch::A64).write_stub(&mut bytes, 0x7000, 0x100, 0x2018, 0x40);
        let words: Vec<u32> = bytes[0x100..0x114]
            .chunks(4)
            .map(|word| u32::from_le_bytes(word.try_into().expect("4")))
            .collect();
        // adrp x16, two pages ahead; ldr x16, [x16, #24]; cbnz x16, 8; b to 0x40; br x16
        assert_eq!(words, [0xd000_0010, 0xf940_0e10, 0xb500_0050, 0x17ff_ffcd, 0xd61f_0200]);
        BranchEncoding(Arch::X64).write_stub(&mut bytes, 0x7000, 0x200, 0x2018, 0x40);
        assert_eq!(bytes[0x200..0x206], [0xff, 0x25, 0x12, 0x1e, 0, 0]);
    }
}
