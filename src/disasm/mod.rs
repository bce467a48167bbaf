//! Disassembly of compiled and linked code (cargo feature `disasm`).
//!
//! [`Code::disassemble`](crate::jit::Code::disassemble) lists the instructions of linked code at their addresses, with
//! the names of what they refer to and their origins. [`CompiledCode::disassemble`] and
//! [`Assembled::disassemble`](crate::assembly::Assembled::disassemble) do so for code that is not linked, of any target
//! on any host. `docs/disassembly.md` has examples.
//!
//! x86-64 is decoded and printed by the package iced-x86, in Intel syntax. AArch64 is decoded by yaxpeax-arm; this
//! module corrects its text so that an assembler creates the same bytes from it.

mod a64;
mod of_code;
mod x64;

pub use a64::a64_text;

use crate::base::{Arch, Origin};
use crate::isa::{CompiledCode, RelocTarget, Relocation};
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

/// The instructions of one procedure. Its `Display` is a listing.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Disassembly {
    /// The procedure's name.
    pub name: String,
    /// The instructions, by offset. Padding between them is included.
    pub instructions: Vec<Instruction>,
    /// The bytes after the last instruction: padding and constants.
    pub constants: Vec<u8>,
}

/// One instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Instruction {
    /// Its address. Of code that is not linked: its offset.
    pub address: u64,
    /// Its offset in bytes from the first byte of the procedure.
    pub offset: u32,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Its text. On x86-64 names replace addresses; on AArch64 the text assembles to the same bytes, at any address.
    /// `(bad)` or `bytes ..` if the bytes are no instruction.
    pub text: String,
    /// The name of the branch target, address or constant that it refers to, if it has one.
    pub target: Option<String>,
    /// The origin that it was compiled for, if it has one.
    pub origin: Option<Origin>,
}

/// Names of what unlinked code refers to.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    /// Returns the name of a relocation's target, with the addend.
    pub target: &'a dyn Fn(&Relocation) -> Option<String>,
    /// Returns the name of a place in the code, by its offset.
    pub place: &'a dyn Fn(u32) -> Option<String>,
}

/// An operand that has an address for which a name is needed.
struct Operand {
    /// The offsets of the instruction's bytes.
    instruction: Range<u32>,
    address: u64,
    /// False for an immediate operand that may be an address or a number.
    is_address: bool,
}

/// Returns the name of an operand.
type Resolve<'a> = &'a dyn Fn(&Operand) -> Option<String>;

/// Disassembles instructions whose first byte is at `base`.
fn decode(arch: Arch, bytes: &[u8], base: u64, resolve: Resolve<'_>) -> Vec<Instruction> {
    match arch {
        Arch::X64 => x64::decode(bytes, base, resolve),
        Arch::A64 => {
            let instruction = |(index, word): (usize, &[u8])| {
                let offset = index as u32 * 4;
                let address = base.wrapping_add(offset.into());
                let word4 = word.first_chunk::<4>().copied();
                let target = word4.and_then(a64::target);
                let operand = Operand {
                    instruction: offset..offset + 4,
                    address: address.wrapping_add_signed(target.unwrap_or(0)),
                    is_address: target.is_some(),
                };
                Instruction {
                    address,
                    offset,
                    bytes: word.to_vec(),
                    text: word4.and_then(a64_text).unwrap_or_else(|| format!("bytes {}", hex(word))),
                    target: resolve(&operand),
                    origin: None,
                }
            };
            bytes.chunks(4).enumerate().map(instruction).collect()
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the number of instructions, padding included.
pub fn instruction_count(code: &CompiledCode) -> usize {
    let bytes = &code.bytes[..(code.code_size as usize).min(code.bytes.len())];
    match code.arch {
        Arch::X64 => x64::count(bytes),
        Arch::A64 => bytes.len() / 4,
    }
}

/// Returns the offsets of instructions to which branches of the code lead, where the branch has the offset itself:
/// not through a relocation.
pub fn branch_targets(code: &CompiledCode) -> BTreeSet<u32> {
    let bytes = &code.bytes[..(code.code_size as usize).min(code.bytes.len())];
    let targets = match code.arch {
        Arch::X64 => x64::branch_targets(bytes),
        Arch::A64 => {
            let target = |(index, word): (usize, &[u8])| {
                let offset = index as u64 * 4;
                let word = word.first_chunk::<4>().filter(|word| a64::is_branch(**word))?;
                let to = a64::target(*word)?;
                Some((offset as u32..offset as u32 + 4, offset.wrapping_add_signed(to)))
            };
            bytes.chunks(4).enumerate().filter_map(target).collect()
        }
    };
    let is_own = |(from, to): (Range<u32>, u64)| {
        let to = u32::try_from(to).ok().filter(|to| *to < code.code_size)?;
        let is_relocated = code.relocations.iter().any(|relocation| from.contains(&relocation.offset));
        (!is_relocated).then_some(to)
    };
    targets.into_iter().filter_map(is_own).collect()
}

impl CompiledCode {
    /// Disassembles the code. `names` returns the names of the targets of relocations.
    pub fn disassemble(&self, name: &str, names: &dyn Fn(RelocTarget) -> Option<String>) -> Disassembly {
        let place = |offset: u32| Some(place_name(name, offset));
        let target = |relocation: &Relocation| match relocation.target {
            RelocTarget::Code => place(u32::try_from(relocation.addend).ok()?),
            target => names(target),
        };
        let mut all = self.disassemble_named(&Names { target: &target, place: &place });
        all.name = name.into();
        all
    }

    /// Disassembles the code, with names for each relocation and place. The result has no name.
    pub fn disassemble_named(&self, names: &Names<'_>) -> Disassembly {
        let (code, constants) = self.bytes.split_at((self.code_size as usize).min(self.bytes.len()));
        let resolve = |operand: &Operand| {
            let inside = |relocation: &&Relocation| operand.instruction.contains(&relocation.offset);
            if let Some(relocation) = self.relocations.iter().find(inside)
                && (operand.is_address
                    || self.field(relocation) == Some(operand.address)
                    || self.arch == Arch::A64)
            {
                return (names.target)(relocation);
            }
            let place = u32::try_from(operand.address).ok().filter(|_| operand.is_address)?;
            ((place as usize) < self.bytes.len()).then(|| (names.place)(place)).flatten()
        };
        let mut instructions = decode(self.arch, code, 0, &resolve);
        let mut origins = self.origins.iter().peekable();
        let mut origin = Origin::NONE;
        for instruction in &mut instructions {
            while let Some(next) = origins.next_if(|next| next.offset <= instruction.offset) {
                origin = next.origin;
            }
            instruction.origin = (origin != Origin::NONE).then_some(origin);
        }
        Disassembly { name: String::new(), instructions, constants: constants.to_vec() }
    }

    /// The contents of a relocation's field before linking, if the field has eight bytes.
    fn field(&self, relocation: &Relocation) -> Option<u64> {
        let field = self.bytes.get(relocation.offset as usize..)?.first_chunk::<8>()?;
        Some(u64::from_le_bytes(*field))
    }
}

/// The name of a place in a procedure.
fn place_name(name: &str, offset: u32) -> String {
    if offset == 0 { name.into() } else { format!("{name}+{offset:#x}") }
}

/// A line for each instruction: address, bytes, text, and after `;` the target where the text does not have it, and the
/// origin where it changes.
impl fmt::Display for Disassembly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// Width of the column of bytes, in bytes. Longer instructions shift the text.
        const BYTES: usize = 10;
        writeln!(f, "{}:", self.name)?;
        let mut origin = None;
        for instruction in &self.instructions {
            let mut comment = Vec::new();
            comment
                .extend(instruction.target.iter().filter(|name| !instruction.text.contains(*name)).cloned());
            if instruction.origin != origin {
                origin = instruction.origin;
                comment.extend(origin.map(|Origin(number)| format!("origin {number}")));
            }
            let bytes = hex(&instruction.bytes);
            write!(f, "  {:04x}  {bytes:<width$}  ", instruction.address, width = 2 * BYTES)?;
            match comment.is_empty() {
                true => writeln!(f, "{}", instruction.text)?,
                false => writeln!(f, "{:<32} ; {}", instruction.text, comment.join(", "))?,
            }
        }
        let last = self.instructions.last();
        let end = last.map_or(0, |last| last.address.wrapping_add(last.bytes.len() as u64));
        for (row, bytes) in self.constants.chunks(BYTES).enumerate() {
            writeln!(f, "  {:04x}  {}", end.wrapping_add((row * BYTES) as u64), hex(bytes))?;
        }
        Ok(())
    }
}
