//! Encodes frame states as DWARF call-frame information.
//!
//! Sources: DWARF 5, section 6.4; Linux Standard Base 5.0, section 10.6 (`.eh_frame`); System V ABI for x86-64, section
//! 3.6.2, and DWARF for the Arm 64-bit Architecture (register numbers, signed return addresses).

use super::{CallerPlace, FrameRow, FrameState, FrameStates, stack_pointer};
use crate::base::{Arch, Bank, Reg};

/// How a table refers to code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CodeAddresses {
    /// Eight bytes with the address, so the table may be anywhere (`DW_EH_PE_absptr`).
    Absolute,
    /// Four bytes with the distance from the field (`DW_EH_PE_pcrel | DW_EH_PE_sdata4`).
    Relative,
}

/// Call-frame information in the format of an `.eh_frame` section: a CIE and an FDE for each range of code. A placed
/// table ends with a word of zeros.
///
/// The addresses of code in it are zero: see [`CallFrameTable::fields`] and [`CallFrameTable::place`].
#[derive(Clone, Debug)]
pub struct CallFrameTable {
    arch: Arch,
    addresses: CodeAddresses,
    bytes: Vec<u8>,
    /// Fields with addresses of code: offset in the table, offset of the code.
    fields: Vec<(u32, u64)>,
}

/// The sizes of saved words, by which offsets are divided; the sign is encoded, too.
const DATA_ALIGNMENT: i32 = -8;

/// Instructions of call-frame information.
mod op {
    pub(super) const ADVANCE_LOC: u8 = 1 << 6;
    pub(super) const OFFSET: u8 = 2 << 6;
    pub(super) const RESTORE: u8 = 3 << 6;
    pub(super) const ADVANCE_LOC1: u8 = 0x02;
    pub(super) const ADVANCE_LOC2: u8 = 0x03;
    pub(super) const ADVANCE_LOC4: u8 = 0x04;
    pub(super) const OFFSET_EXTENDED: u8 = 0x05;
    pub(super) const RESTORE_EXTENDED: u8 = 0x06;
    pub(super) const REGISTER: u8 = 0x09;
    pub(super) const DEF_CFA: u8 = 0x0c;
    pub(super) const DEF_CFA_REGISTER: u8 = 0x0d;
    pub(super) const DEF_CFA_OFFSET: u8 = 0x0e;
    pub(super) const EXPRESSION: u8 = 0x10;
    pub(super) const OFFSET_EXTENDED_SF: u8 = 0x11;
    pub(super) const DEF_CFA_SF: u8 = 0x12;
    pub(super) const DEF_CFA_OFFSET_SF: u8 = 0x13;
    pub(super) const NEGATE_RA_STATE: u8 = 0x2d;
    /// The operation `DW_OP_breg0` of expressions.
    pub(super) const BREG0: u8 = 0x70;
}

impl CallFrameTable {
    /// Creates a table without FDEs.
    pub fn new(arch: Arch, addresses: CodeAddresses) -> CallFrameTable {
        let mut table =
            CallFrameTable { arch, addresses, bytes: Vec::with_capacity(256), fields: Vec::new() };
        let encoding = match addresses {
            CodeAddresses::Absolute => 0x00,
            CodeAddresses::Relative => 0x1b,
        };
        table.entry(|bytes| {
            bytes.extend([0; 4]); // a CIE
            bytes.extend([1, b'z', b'R', 0]);
            uleb(bytes, code_alignment(arch).into());
            sleb(bytes, DATA_ALIGNMENT.into());
            bytes.extend([return_column(arch), 1, encoding]);
            let state = FrameState::at_entry(arch);
            bytes.push(op::DEF_CFA);
            uleb(bytes, register_number(arch, state.base));
            uleb(bytes, state.offset as u64);
            if arch == Arch::X64 {
                // Pushed by the call.
                bytes.extend([op::OFFSET | return_column(arch), 1]);
            }
        });
        table
    }

    /// Adds FDEs for finished code of `code_size` bytes, at an offset from the start of the code that the table
    /// describes.
    pub fn add(&mut self, states: &FrameStates, code_size: u32, at: u64) {
        for (range, rows) in states.known_ranges(code_size) {
            self.add_range(states, rows, u64::from(range.start) + at, range.end - range.start);
        }
    }

    /// Adds an FDE for code in one state.
    pub fn add_uniform(&mut self, states: &FrameStates, state: FrameState, size: u32, at: u64) {
        self.add_range(states, &[FrameRow { offset: 0, state: Some(state) }], at, size);
    }

    fn add_range(&mut self, states: &FrameStates, rows: &[FrameRow], at: u64, size: u32) {
        let (arch, start) = (self.arch, self.bytes.len() as u32);
        let is_absolute = self.addresses == CodeAddresses::Absolute;
        self.fields.push((start + 8, at));
        self.entry(|bytes| {
            // The distance from this field back to the CIE, which is at the start.
            bytes.extend((start + 4).to_le_bytes());
            match is_absolute {
                true => {
                    bytes.extend([0; 8]);
                    bytes.extend(u64::from(size).to_le_bytes());
                }
                false => {
                    bytes.extend([0; 4]);
                    bytes.extend(size.to_le_bytes());
                }
            }
            bytes.push(0); // no augmentation data
            let (mut before, mut place) =
                (FrameState::at_entry(arch), rows.first().map_or(0, |row| row.offset));
            for row in rows {
                let Some(state) = row.state else { continue };
                advance(bytes, (row.offset - place) / code_alignment(arch));
                change(bytes, arch, states, &before, &state);
                (before, place) = (state, row.offset);
            }
        });
    }

    /// Appends an entry: its length, its content, and padding.
    fn entry(&mut self, content: impl FnOnce(&mut Vec<u8>)) {
        let start = self.bytes.len();
        self.bytes.extend([0; 4]);
        content(&mut self.bytes);
        // `DW_CFA_nop` is 0.
        self.bytes.resize(self.bytes.len().next_multiple_of(8), 0);
        let len = (self.bytes.len() - start - 4) as u32;
        self.bytes[start..start + 4].copy_from_slice(&len.to_le_bytes());
    }

    /// True if the table describes no code.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// The offset of the first FDE. Systems register tables by its address.
    pub fn first_fde(&self) -> usize {
        self.fields.first().map_or(self.bytes.len(), |(field, _)| *field as usize - 8)
    }

    /// The fields that refer to code: each offset in the table, and the offset of the code to which it refers. For
    /// relocations of object files.
    pub fn fields(&self) -> impl ExactSizeIterator<Item = (u32, u64)> {
        self.fields.iter().copied()
    }

    /// How fields refer to code.
    pub fn addresses(&self) -> CodeAddresses {
        self.addresses
    }

    /// The CIE and the FDEs, with zeros in the fields: the section of an object file.
    pub fn entries(&self) -> &[u8] {
        &self.bytes
    }

    /// The entries, followed by the word of zeros.
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.bytes.len() + 8);
        bytes.extend_from_slice(&self.bytes);
        bytes.extend([0; 8]);
        bytes
    }

    /// The bytes for code at `code`, and a table at `table`, a multiple of 8. `None` if a distance exceeds 2 GiB.
    pub fn place(&self, code: u64, table: u64) -> Option<Vec<u8>> {
        let mut bytes = self.bytes();
        for &(field, offset) in &self.fields {
            let (place, address) = (field as usize, code.wrapping_add(offset));
            match self.addresses {
                CodeAddresses::Absolute => bytes[place..place + 8].copy_from_slice(&address.to_le_bytes()),
                CodeAddresses::Relative => {
                    let distance = address.wrapping_sub(table.wrapping_add(field.into())) as i64;
                    bytes[place..place + 4].copy_from_slice(&i32::try_from(distance).ok()?.to_le_bytes());
                }
            }
        }
        Some(bytes)
    }
}

const fn code_alignment(arch: Arch) -> u32 {
    match arch {
        Arch::X64 => 1,
        Arch::A64 => 4,
    }
}

/// The column of the return address.
const fn return_column(arch: Arch) -> u8 {
    match arch {
        Arch::X64 => 16,
        Arch::A64 => 30,
    }
}

/// The number of a register in DWARF.
pub(crate) fn register_number(arch: Arch, reg: Reg) -> u64 {
    // rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi.
    const X64: [u8; 8] = [0, 2, 1, 3, 7, 6, 4, 5];
    let own = reg.number();
    let number = match (arch, reg.bank()) {
        (Arch::X64, Bank::Gp) => X64.get(usize::from(own)).copied().unwrap_or(own),
        (Arch::X64, Bank::Fp) => 17 + own,
        (Arch::A64, Bank::Gp) => own,
        (Arch::A64, Bank::Fp) => 64 + own,
    };
    number.into()
}

/// True if unwinders can restore a register. They have no columns for the vector registers of x86-64, which no
/// convention of the systems that use these tables preserves; LLVM's libunwind stops at rules for them.
fn has_column(arch: Arch, reg: Reg) -> bool {
    arch == Arch::A64 || reg.bank() == Bank::Gp
}

fn advance(bytes: &mut Vec<u8>, by: u32) {
    match by {
        0 => {}
        1..=0x3f => bytes.push(op::ADVANCE_LOC | by as u8),
        0x40..=0xff => bytes.extend([op::ADVANCE_LOC1, by as u8]),
        0x100..=0xffff => {
            bytes.push(op::ADVANCE_LOC2);
            bytes.extend((by as u16).to_le_bytes());
        }
        _ => {
            bytes.push(op::ADVANCE_LOC4);
            bytes.extend(by.to_le_bytes());
        }
    }
}

/// Emits the instructions that change one state to another.
fn change(bytes: &mut Vec<u8>, arch: Arch, states: &FrameStates, from: &FrameState, to: &FrameState) {
    let base = register_number(arch, to.base);
    match (from.base == to.base, from.offset == to.offset) {
        (true, true) => {}
        (false, true) => {
            bytes.push(op::DEF_CFA_REGISTER);
            uleb(bytes, base);
        }
        (same_base, false) => {
            let is_signed = to.offset < 0;
            bytes.push(match (same_base, is_signed) {
                (true, false) => op::DEF_CFA_OFFSET,
                (true, true) => op::DEF_CFA_OFFSET_SF,
                (false, false) => op::DEF_CFA,
                (false, true) => op::DEF_CFA_SF,
            });
            if !same_base {
                uleb(bytes, base);
            }
            match is_signed {
                false => uleb(bytes, to.offset as u64),
                true => sleb(bytes, (to.offset / DATA_ALIGNMENT).into()),
            }
        }
    }
    let mut place = |column: u64, from: CallerPlace, to: CallerPlace| {
        if from != to {
            put_place(bytes, arch, column, to);
        }
    };
    place(register_number(arch, super::frame_pointer(arch)), from.frame_pointer, to.frame_pointer);
    place(return_column(arch).into(), from.return_address, to.return_address);
    if from.saves != to.saves {
        let (old, new) = (states.saves_of(from), states.saves_of(to));
        for &(reg, to) in new.iter().filter(|(reg, _)| has_column(arch, *reg)) {
            let from =
                old.iter().find(|(old, _)| *old == reg).map_or(CallerPlace::Entry, |(_, place)| *place);
            place(register_number(arch, reg), from, to);
        }
        for &(reg, from) in old.iter().filter(|(reg, _)| has_column(arch, *reg)) {
            if new.iter().all(|(new, _)| *new != reg) {
                place(register_number(arch, reg), from, CallerPlace::Entry);
            }
        }
    }
    if from.is_signed != to.is_signed {
        bytes.push(op::NEGATE_RA_STATE);
    }
}

/// Emits the rule for a register of the caller.
fn put_place(bytes: &mut Vec<u8>, arch: Arch, column: u64, place: CallerPlace) {
    let is_short = column < 0x40;
    match place {
        // libgcc takes `DW_CFA_restore` as "in its register", whatever the CIE says.
        CallerPlace::Entry if arch == Arch::X64 && column == return_column(arch).into() => {
            bytes.extend([op::OFFSET | return_column(arch), 1]);
        }
        CallerPlace::Entry if is_short => bytes.push(op::RESTORE | column as u8),
        CallerPlace::Entry => {
            bytes.push(op::RESTORE_EXTENDED);
            uleb(bytes, column);
        }
        CallerPlace::Frame(offset) if offset <= 0 => {
            match is_short {
                true => bytes.push(op::OFFSET | column as u8),
                false => {
                    bytes.push(op::OFFSET_EXTENDED);
                    uleb(bytes, column);
                }
            }
            uleb(bytes, u64::from(offset.unsigned_abs() / DATA_ALIGNMENT.unsigned_abs()));
        }
        CallerPlace::Frame(offset) => {
            bytes.push(op::OFFSET_EXTENDED_SF);
            uleb(bytes, column);
            sleb(bytes, (offset / DATA_ALIGNMENT).into());
        }
        CallerPlace::Stack(offset) => {
            let mut expression = vec![op::BREG0 + register_number(arch, stack_pointer(arch)) as u8];
            sleb(&mut expression, offset.into());
            bytes.push(op::EXPRESSION);
            uleb(bytes, column);
            uleb(bytes, expression.len() as u64);
            bytes.extend(expression);
        }
        CallerPlace::Register(reg) => {
            bytes.push(op::REGISTER);
            uleb(bytes, column);
            uleb(bytes, register_number(arch, reg));
        }
    }
}

fn uleb(bytes: &mut Vec<u8>, mut value: u64) {
    loop {
        let low = value as u8 & 0x7f;
        value >>= 7;
        if value == 0 {
            return bytes.push(low);
        }
        bytes.push(low | 0x80);
    }
}

fn sleb(bytes: &mut Vec<u8>, mut value: i64) {
    loop {
        let low = value as u8 & 0x7f;
        value >>= 7;
        let is_last = (value == 0 && low & 0x40 == 0) || (value == -1 && low & 0x40 != 0);
        if is_last {
            return bytes.push(low);
        }
        bytes.push(low | 0x80);
    }
}
