//! Disassembles compiled code, with labels, names and the values of instructions.

use crate::a64_text::a64_text;
use barebones::base::{Arch, Origin};
use barebones::ir::{BlockId, Procedure, ValueId};
use barebones::isa::{CompiledCode, RelocTarget};
use barebones::support::Entity;
use iced_x86::{
    Decoder, DecoderOptions, Formatter, Instruction, IntelFormatter, MemorySizeOptions, Mnemonic,
    SymbolResolver, SymbolResult,
};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Disassembles a procedure whose origins are the numbers of its values ([`crate::calls::number_origins`]).
///
/// A line has an offset, an instruction, and `; @12` where the instructions of a value begin. `#3:` precedes the
/// first instruction of a block, `L0:` a branch target, and `entry0:` an entry point. Constants follow as bytes.
pub fn disassemble(proc: &Procedure, code: &CompiledCode) -> String {
    let mut places = Places::new(proc, code);
    let mut out = format!("{}:\n", proc.name);
    match code.arch {
        Arch::X64 => x64(proc, code, &mut places, &mut out),
        Arch::A64 => a64(proc, code, &places, &mut out),
    }
    let constants = &code.bytes[code.code_size as usize..];
    for (row, bytes) in constants.chunks(16).enumerate() {
        let text: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        line(&mut out, code.code_size + row as u32 * 16, &format!("bytes {}", text.join(" ")), "");
    }
    out
}

/// Annotations of the code by offset.
struct Places {
    /// Labels by offset.
    labels: BTreeMap<u32, String>,
    /// Values by the offset of their first instruction; invalid for instructions without a value.
    values: BTreeMap<u32, ValueId>,
    /// The block of each value.
    blocks: Vec<Option<BlockId>>,
}

impl Places {
    fn new(proc: &Procedure, code: &CompiledCode) -> Places {
        let mut blocks = vec![None; proc.value_count()];
        for block in proc.block_ids() {
            for value in proc.block_values(block) {
                if let Some(place) = blocks.get_mut(value.index()) {
                    *place = Some(block);
                }
            }
        }
        let value =
            |origin: Origin| if origin == Origin::NONE { ValueId::INVALID } else { ValueId::new(origin.0) };
        let values = code.origins.iter().map(|origin| (origin.offset, value(origin.origin))).collect();
        Places { labels: BTreeMap::new(), values, blocks }
    }

    fn block(&self, value: ValueId) -> Option<BlockId> {
        self.blocks.get(value.index()).copied().flatten()
    }
}

/// The name of a relocation's target, with the addend.
fn target_name(proc: &Procedure, target: RelocTarget, addend: i64) -> String {
    match target {
        RelocTarget::Symbol(symbol) => {
            proc.symbols().get(symbol).map_or_else(|| symbol.to_string(), |symbol| symbol.name.clone())
        }
        RelocTarget::LibCall(call) => format!("{call:?}"),
        RelocTarget::Code => format!("{}+{addend:#x}", proc.name),
        RelocTarget::ExitThunk => String::from("exit"),
        RelocTarget::Site(site) => site.to_string(),
    }
}

fn line(out: &mut String, offset: u32, text: &str, comment: &str) {
    let separator = if comment.is_empty() { "" } else { " ; " };
    let text = format!("{text:<40}{separator}{comment}");
    // Writing to a string cannot fail.
    let _ = writeln!(out, "  {offset:04x}  {}", text.trim_end());
}

/// Writes the labels before an instruction; returns the comment for its line.
fn heading(
    places: &Places,
    entries: &[u32],
    offset: u32,
    block: &mut Option<BlockId>,
    out: &mut String,
) -> String {
    for (number, _) in entries.iter().enumerate().filter(|(_, entry)| **entry == offset) {
        let _ = writeln!(out, "entry{number}:");
    }
    let value = places.values.get(&offset).copied().filter(|value| value.is_valid());
    if let Some(found) = value.and_then(|value| places.block(value)).filter(|found| Some(*found) != *block) {
        *block = Some(found);
        let _ = writeln!(out, "{found}:");
    }
    if let Some(label) = places.labels.get(&offset) {
        let _ = writeln!(out, "{label}:");
    }
    value.map(|value| value.to_string()).unwrap_or_default()
}

struct Symbols {
    relocations: Vec<Named>,
    labels: BTreeMap<u32, String>,
}

/// A relocation: the offset of its field, the contents of the field if it has eight bytes, and the name of the
/// target.
struct Named {
    offset: u64,
    field: Option<u64>,
    name: String,
}

impl SymbolResolver for Symbols {
    fn symbol(
        &mut self,
        instruction: &Instruction,
        _operand: u32,
        _instruction_operand: Option<u32>,
        address: u64,
        _address_size: u32,
    ) -> Option<SymbolResult<'_>> {
        let is_target = (is_branch(instruction) && instruction.near_branch_target() == address)
            || (instruction.is_ip_rel_memory_operand() && instruction.ip_rel_memory_address() == address);
        let range = instruction.ip()..instruction.next_ip();
        let relocation = self.relocations.iter().find(|found| range.contains(&found.offset));
        if let Some(relocation) = relocation.filter(|found| is_target || found.field == Some(address)) {
            return Some(SymbolResult::with_str(address, &relocation.name));
        }
        let label = self.labels.get(&u32::try_from(address).ok()?)?;
        is_target.then(|| SymbolResult::with_str(address, label))
    }
}

fn is_branch(instruction: &Instruction) -> bool {
    use iced_x86::OpKind::{NearBranch16, NearBranch32, NearBranch64};
    matches!(instruction.op0_kind(), NearBranch16 | NearBranch32 | NearBranch64)
}

fn x64(proc: &Procedure, code: &CompiledCode, places: &mut Places, out: &mut String) {
    let bytes = &code.bytes[..code.code_size as usize];
    let decode = || Decoder::with_ip(64, bytes, 0, DecoderOptions::NONE);
    let is_relocated = |instruction: &Instruction| {
        let range = instruction.ip()..instruction.next_ip();
        code.relocations.iter().any(|found| range.contains(&u64::from(found.offset)))
    };
    let branches =
        decode().into_iter().filter(|instruction| is_branch(instruction) && !is_relocated(instruction));
    let mut targets: Vec<u32> = branches.map(|branch| branch.near_branch_target() as u32).collect();
    targets.retain(|target| *target < code.code_size);
    places.labels = labels(targets);
    let relocations = code.relocations.iter().map(|found| {
        let offset = found.offset as usize;
        let field = code.bytes.get(offset..offset + 8).and_then(|bytes| bytes.try_into().ok());
        let name = target_name(proc, found.target, found.addend);
        Named { offset: u64::from(found.offset), field: field.map(u64::from_le_bytes), name }
    });
    let symbols = Symbols { relocations: relocations.collect(), labels: places.labels.clone() };
    let mut formatter = IntelFormatter::with_options(Some(Box::new(symbols)), None);
    let options = formatter.options_mut();
    options.set_space_after_operand_separator(true);
    options.set_hex_prefix("0x");
    options.set_hex_suffix("");
    options.set_uppercase_hex(false);
    options.set_rip_relative_addresses(false);
    options.set_show_symbol_address(false);
    options.set_small_hex_numbers_in_decimal(true);
    let (mut block, mut text) = (None, String::new());
    for instruction in decode().iter() {
        let offset = instruction.ip() as u32;
        let comment = heading(places, &code.entries, offset, &mut block, out);
        text.clear();
        // Only the size distinguishes these.
        let is_nop = instruction.mnemonic() == Mnemonic::Nop;
        let sizes = if is_nop { MemorySizeOptions::Always } else { MemorySizeOptions::Default };
        formatter.options_mut().set_memory_size_options(sizes);
        formatter.format(&instruction, &mut text);
        line(out, offset, &text, &comment);
    }
}

fn a64(proc: &Procedure, code: &CompiledCode, places: &Places, out: &mut String) {
    let bytes = &code.bytes[..code.code_size as usize];
    let mut block = None;
    for (index, word) in bytes.chunks(4).enumerate() {
        let offset = index as u32 * 4;
        let mut comment = heading(places, &code.entries, offset, &mut block, out);
        for relocation in code.relocations.iter().filter(|found| found.offset == offset) {
            let _ = write!(comment, " -> {}", target_name(proc, relocation.target, relocation.addend));
        }
        let text = word.first_chunk::<4>().and_then(|word| a64_text(*word)).unwrap_or_else(|| {
            format!("bytes {}", word.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
        });
        line(out, offset, &text, comment.trim_start());
    }
}

/// Assigns a label to each branch target.
fn labels(mut targets: Vec<u32>) -> BTreeMap<u32, String> {
    targets.sort_unstable();
    targets.dedup();
    targets.into_iter().enumerate().map(|(number, target)| (target, format!("L{number}"))).collect()
}

/// Number of instructions.
pub fn instruction_count(code: &CompiledCode) -> usize {
    let bytes = &code.bytes[..code.code_size as usize];
    match code.arch {
        Arch::X64 => Decoder::with_ip(64, bytes, 0, DecoderOptions::NONE).iter().count(),
        Arch::A64 => bytes.len() / 4,
    }
}
