//! Listings of compiled code, with labels, names and the values of instructions.

use barebones::base::{Arch, Origin};
use barebones::disasm::{Names, branch_targets};
use barebones::ir::{BlockId, Procedure, ValueId};
use barebones::isa::{CompiledCode, RelocTarget, Relocation};
use barebones::support::Entity;
use std::collections::BTreeMap;
use std::fmt::Write;

pub use barebones::disasm::instruction_count;

/// Lists a procedure whose origins are the numbers of its values ([`crate::calls::number_origins`]).
///
/// A line has an offset, an instruction, and `; @12` where the instructions of a value begin. `#3:` precedes the
/// first instruction of a block, `L0:` a branch target of x86-64, and `entry0:` an entry point. Constants follow as
/// bytes.
pub fn disassemble(proc: &Procedure, code: &CompiledCode) -> String {
    let places = Places::new(proc, code);
    let mut out = format!("{}:\n", proc.name);
    let target = |relocation: &Relocation| Some(target_name(proc, relocation));
    let place = |offset: u32| places.labels.get(&offset).cloned();
    let mut block = None;
    for instruction in code.disassemble_named(&Names { target: &target, place: &place }).instructions {
        let mut comment = heading(&places, &code.entries, instruction.offset, &mut block, &mut out);
        if let (Arch::A64, Some(target)) = (code.arch, instruction.target) {
            // Writing to a string cannot fail.
            let _ = write!(comment, " -> {target}");
        }
        line(&mut out, instruction.offset, &instruction.text, comment.trim_start());
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
    /// Labels by offset. The text of AArch64 has distances instead, which assemble to the same bytes.
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
        let labels = match code.arch {
            Arch::X64 => {
                (0..).zip(branch_targets(code)).map(|(n, at): (u32, u32)| (at, format!("L{n}"))).collect()
            }
            Arch::A64 => BTreeMap::new(),
        };
        Places { labels, values, blocks }
    }

    fn block(&self, value: ValueId) -> Option<BlockId> {
        self.blocks.get(value.index()).copied().flatten()
    }
}

/// The name of a relocation's target, with the addend.
fn target_name(proc: &Procedure, relocation: &Relocation) -> String {
    match relocation.target {
        RelocTarget::Symbol(symbol) => {
            proc.symbols().get(symbol).map_or_else(|| symbol.to_string(), |symbol| symbol.name.clone())
        }
        RelocTarget::LibCall(call) => format!("{call:?}"),
        RelocTarget::Code => format!("{}+{:#x}", proc.name, relocation.addend),
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
