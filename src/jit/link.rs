//! Linking: from compiled code of a module to code that runs.
//!
//! The procedures of a group are laid out one after the other in one block, then veneers. A branch to an
//! address outside the group that may be too far goes through a veneer, one for each distinct address.
//! Everything that can fail for what the input says is found before memory is asked for; what is left is the
//! distance from the block to the addresses outside.

use super::code::{Data, Group, Procedure};
use super::{Code, CodeMemory, LinkError, host_arch, lib_calls};
use crate::base::{Arch, CallConv, Signature, SymbolId};
use crate::isa::{CompiledCode, RelocKind, RelocTarget, Relocation};
use std::sync::Arc;

/// One procedure of a group.
#[derive(Clone, Copy, Debug)]
pub struct Linkable<'a> {
    /// Its name, for errors and listings.
    pub name: &'a str,
    /// Its code. Tables in it are sorted by offset.
    pub code: &'a CompiledCode,
    /// What it takes and gives.
    pub signature: &'a Signature,
    /// How it is called.
    pub convention: &'static CallConv,
}

/// What a symbol of a procedure means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resolved {
    /// The first entry of a procedure of the group, by index.
    Procedure(usize),
    /// A piece of the group's data, by index.
    Data(usize),
    /// An address outside the group: a function of the host, data, code of another group. Whoever makes calls
    /// to the group answers for it, and keeps alive what is there.
    Address(*const u8),
}

/// Links the procedures of a module, which own their code together, and gives a handle to each.
///
/// `data` is copied to memory of the group, each piece aligned to 16 bytes and zero-filled up to that.
/// `resolve(procedure, symbol)` says what a symbol of a procedure means.
///
/// # Errors
///
/// The input contradicts itself, a symbol is unknown, or there is no memory; nothing is left behind.
pub fn link(
    memory: &CodeMemory,
    procedures: &[Linkable<'_>],
    data: &[&[u8]],
    resolve: &dyn Fn(usize, SymbolId) -> Option<Resolved>,
) -> Result<Vec<Code>, LinkError> {
    let Some(first) = procedures.first() else { return Ok(Vec::new()) };
    let host = host_arch();
    for procedure in procedures {
        if host != Some(procedure.code.arch) {
            let (procedure, found) = (procedure.name.into(), procedure.code.arch);
            return Err(LinkError::WrongArch { procedure, found, host });
        }
        check(procedure)?;
    }
    let rules = Rules::of(first.code.arch);
    let data = Data::new(data)?;
    let mut image = Image::lay_out(rules, procedures)?;
    image.resolve(procedures, &data, resolve)?;

    let mut block = memory.allocate(image.size_with_veneers(), image.alignment)?;
    let base = block.address() as u64;
    image.keep_veneers_for_far_targets(base);
    block.truncate(image.size_with_veneers());
    image.write(procedures, base, block.bytes_mut())?;

    let starts = image.starts.iter();
    let procedures = procedures.iter().zip(starts).map(|(p, &start)| Procedure::new(p, start)).collect();
    Ok(Code::all(Arc::new(Group::new(block.publish()?, data, procedures))))
}

/// What an instruction set says about linking.
struct Rules {
    arch: Arch,
    /// The relative relocation of branches.
    branch: RelocKind,
    /// A branch's target is its field's content + the field's address - this.
    bias: i64,
    /// Every distance in `-reach..reach` fits.
    reach: i64,
    /// The largest group: every branch inside reaches.
    max_group: u64,
    /// A jump to an address anywhere, which follows it in eight bytes.
    veneer: [u8; 8],
}

/// Both kinds are a jump and an address; on x86-64 the jump is shorter, and the address not aligned.
const VENEER_SIZE: u64 = 16;

impl Rules {
    fn of(arch: Arch) -> &'static Rules {
        match arch {
            Arch::X64 => &Rules {
                arch: Arch::X64,
                branch: RelocKind::X64Rel32,
                bias: -4,
                reach: (1 << 31) - 4096,
                max_group: 1 << 30,
                // `xchg ax, ax; jmp [rip]`.
                veneer: [0x66, 0x90, 0xFF, 0x25, 0, 0, 0, 0],
            },
            Arch::A64 => &Rules {
                arch: Arch::A64,
                branch: RelocKind::A64Branch26,
                bias: 0,
                reach: 1 << 27,
                max_group: (1 << 27) - 4096,
                // `ldr x16, #8; br x16`.
                veneer: [0x50, 0x00, 0x00, 0x58, 0x00, 0x02, 0x1F, 0xD6],
            },
        }
    }
}

/// Rejects code that contradicts itself.
fn check(procedure: &Linkable<'_>) -> Result<(), LinkError> {
    let code = procedure.code;
    let size = code.bytes.len();
    let name = || procedure.name.to_string();
    let expect = |holds: bool, expected: &'static str, found: u64| {
        if holds { Ok(()) } else { Err(LinkError::Malformed { procedure: name(), expected, found }) }
    };
    let alignment = code.alignment;
    expect(
        alignment.is_power_of_two() && alignment <= 4096,
        "an alignment of 1, 2, .. 4096",
        alignment.into(),
    )?;
    expect(code.code_size as usize <= size, "no more instructions than bytes", code.code_size.into())?;
    expect(!code.entries.is_empty(), "at least one entry", 0)?;
    for &entry in &code.entries {
        expect(entry < code.code_size, "entries inside the instructions", entry.into())?;
    }
    for pair in code.trap_sites.windows(2) {
        expect(pair[0].offset < pair[1].offset, "trap sites sorted by offset", pair[1].offset.into())?;
    }
    for pair in code.origins.windows(2) {
        expect(pair[0].offset <= pair[1].offset, "origins sorted by offset", pair[1].offset.into())?;
    }
    for &Relocation { offset, kind, .. } in &code.relocations {
        let (width, alignment, arch) = match kind {
            RelocKind::Abs64 => (8, 1, code.arch),
            RelocKind::X64Rel32 => (4, 1, Arch::X64),
            RelocKind::A64Branch26 => (4, 4, Arch::A64),
        };
        if arch != code.arch {
            return Err(LinkError::WrongKind { procedure: name(), offset, kind, arch: code.arch });
        }
        if size.checked_sub(width).is_none_or(|last| offset as usize > last) || offset % alignment != 0 {
            return Err(LinkError::BadOffset { procedure: name(), offset, size });
        }
    }
    Ok(())
}

/// Where a relocation leads.
#[derive(Clone, Copy)]
enum Place {
    /// Into the group, at this offset.
    Inside(u64),
    /// To this address.
    Outside(u64),
}

/// A relocation with everything but the group's address.
struct Fixup {
    /// The procedure, by index.
    procedure: u32,
    relocation: Relocation,
    target: Place,
}

/// A group before it has an address.
struct Image {
    rules: &'static Rules,
    /// The offset of each procedure.
    starts: Vec<u32>,
    /// Bytes of all procedures.
    size: u64,
    alignment: u32,
    fixups: Vec<Fixup>,
    /// Addresses that have a veneer, sorted.
    veneers: Vec<u64>,
}

impl Image {
    fn lay_out(rules: &'static Rules, procedures: &[Linkable<'_>]) -> Result<Image, LinkError> {
        let mut starts = Vec::with_capacity(procedures.len());
        let mut size = 0u64;
        let mut alignment = 16;
        for procedure in procedures {
            alignment = alignment.max(procedure.code.alignment);
            let start = size.next_multiple_of(u64::from(procedure.code.alignment.max(16)));
            size = start + procedure.code.bytes.len() as u64;
            if size > rules.max_group {
                return Err(LinkError::GroupTooLarge { bytes: size, limit: rules.max_group });
            }
            starts.push(start as u32);
        }
        Ok(Image { rules, starts, size, alignment, fixups: Vec::new(), veneers: Vec::new() })
    }

    /// Where veneers begin.
    fn veneers_start(&self) -> u64 {
        self.size.next_multiple_of(VENEER_SIZE)
    }

    fn size_with_veneers(&self) -> usize {
        let veneers = self.veneers.len() as u64 * VENEER_SIZE;
        (if veneers == 0 { self.size } else { self.veneers_start() + veneers }) as usize
    }

    /// Finds what every relocation refers to, and all addresses that may need a veneer.
    fn resolve(
        &mut self,
        procedures: &[Linkable<'_>],
        data: &Data,
        resolve: &dyn Fn(usize, SymbolId) -> Option<Resolved>,
    ) -> Result<(), LinkError> {
        self.fixups.reserve(procedures.iter().map(|p| p.code.relocations.len()).sum());
        for (index, procedure) in procedures.iter().enumerate() {
            for &relocation in &procedure.code.relocations {
                let target = match relocation.target {
                    RelocTarget::Code => Place::Inside(self.starts[index].into()),
                    RelocTarget::LibCall(call) => Place::Outside(lib_calls::address(call) as u64),
                    RelocTarget::Symbol(symbol) => {
                        let name = || procedure.name.to_string();
                        let unknown = |index: usize, count: usize| LinkError::UnknownIndex {
                            procedure: name(),
                            symbol,
                            index,
                            count,
                        };
                        match resolve(index, symbol) {
                            None => {
                                return Err(LinkError::UnresolvedSymbol { procedure: name(), symbol });
                            }
                            Some(Resolved::Address(address)) => Place::Outside(address as u64),
                            Some(Resolved::Data(i)) => {
                                let piece = data.get(i).ok_or_else(|| unknown(i, data.len()))?;
                                Place::Outside(piece.cast::<u8>() as u64)
                            }
                            Some(Resolved::Procedure(i)) => {
                                let callee = procedures.get(i).ok_or_else(|| unknown(i, procedures.len()))?;
                                Place::Inside(u64::from(self.starts[i]) + u64::from(callee.code.entries[0]))
                            }
                        }
                    }
                };
                if let Place::Outside(address) = target
                    && relocation.kind == self.rules.branch
                {
                    if !is_branch(self.rules.arch, &procedure.code.bytes, relocation.offset as usize) {
                        let (procedure, offset) = (procedure.name.into(), relocation.offset);
                        return Err(LinkError::NotABranch { procedure, offset });
                    }
                    self.veneers.push(self.destination(address, &relocation));
                }
                self.fixups.push(Fixup { procedure: index as u32, relocation, target });
            }
        }
        self.veneers.sort_unstable();
        self.veneers.dedup();
        Ok(())
    }

    /// The address to which a branch relocation leads.
    fn destination(&self, address: u64, relocation: &Relocation) -> u64 {
        address.wrapping_add_signed(relocation.addend).wrapping_add_signed(-self.rules.bias)
    }

    /// Drops the veneers of addresses that every place of the group reaches.
    fn keep_veneers_for_far_targets(&mut self, base: u64) {
        let (end, reach) = (base + self.size_with_veneers() as u64, self.rules.reach);
        let near = |from: u64, to: u64| (-reach..reach).contains(&(to.wrapping_sub(from) as i64));
        self.veneers.retain(|&address| !(near(base, address) && near(end, address)));
    }

    /// Writes the group, as it runs at `base`.
    fn write(&self, procedures: &[Linkable<'_>], base: u64, bytes: &mut [u8]) -> Result<(), LinkError> {
        for (procedure, &start) in procedures.iter().zip(&self.starts) {
            let code = &procedure.code.bytes;
            bytes[start as usize..][..code.len()].copy_from_slice(code);
        }
        for (i, address) in self.veneers.iter().enumerate() {
            let veneer = &mut bytes[self.veneer_offset(i) as usize..][..VENEER_SIZE as usize];
            veneer[..8].copy_from_slice(&self.rules.veneer);
            veneer[8..].copy_from_slice(&address.to_le_bytes());
        }
        for fixup in &self.fixups {
            let Fixup { relocation: Relocation { offset, kind, addend, .. }, target, .. } = *fixup;
            let field = self.starts[fixup.procedure as usize] as usize + offset as usize;
            let value = match target {
                Place::Inside(offset) => (base + offset).wrapping_add_signed(addend),
                Place::Outside(address) => {
                    let veneer = match kind == self.rules.branch {
                        true => {
                            self.veneers.binary_search(&self.destination(address, &fixup.relocation)).ok()
                        }
                        false => None,
                    };
                    match veneer {
                        Some(i) => (base + self.veneer_offset(i)).wrapping_add_signed(self.rules.bias),
                        None => address.wrapping_add_signed(addend),
                    }
                }
            };
            let distance = value.wrapping_sub(base + field as u64) as i64;
            if !apply(kind, value, distance, &mut bytes[field..]) {
                let procedure = procedures[fixup.procedure as usize].name.into();
                return Err(LinkError::OutOfReach { procedure, offset, distance });
            }
        }
        Ok(())
    }

    fn veneer_offset(&self, index: usize) -> u64 {
        self.veneers_start() + index as u64 * VENEER_SIZE
    }
}

/// True if the field at `offset` belongs to a direct jump or call.
fn is_branch(arch: Arch, bytes: &[u8], offset: usize) -> bool {
    match arch {
        // `E8` call, `E9` jmp, `0F 80..8F` jcc. Any other relative field follows a ModRM byte, 05 + 8n, which is
        // none of them.
        Arch::X64 => match bytes[..offset] {
            [.., 0xE8 | 0xE9] => true,
            [.., 0x0F, second] => second & 0xF0 == 0x80,
            _ => false,
        },
        // `b` and `bl`.
        Arch::A64 => bytes[offset + 3] & 0x7C == 0x14,
    }
}

/// Writes a field: the value or the distance, as its kind says. False if it does not fit.
fn apply(kind: RelocKind, value: u64, distance: i64, field: &mut [u8]) -> bool {
    match kind {
        RelocKind::Abs64 => field[..8].copy_from_slice(&value.to_le_bytes()),
        RelocKind::X64Rel32 => {
            let Ok(distance) = i32::try_from(distance) else { return false };
            field[..4].copy_from_slice(&distance.to_le_bytes());
        }
        RelocKind::A64Branch26 => {
            if distance % 4 != 0 || !(-(1 << 27)..1 << 27).contains(&distance) {
                return false;
            }
            let Some((word, _)) = field.split_first_chunk_mut::<4>() else { return false };
            let opcode = u32::from_le_bytes(*word) & 0xFC00_0000;
            *word = (opcode | (distance >> 2) as u32 & 0x03FF_FFFF).to_le_bytes();
        }
    }
    true
}
