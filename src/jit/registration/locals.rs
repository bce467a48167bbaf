//! The client's locals, where exit states describe them: at calls, in code of patchpoints, and at invalidation points.
//!
//! Each local of a function is a variable with a list of ranges of code and places. Elsewhere debuggers show it as
//! optimized out.

use super::DescribedProcedure;
use super::source::{SourceMap, Variable, VariableType};
use super::writer::Writer;
use crate::base::{Arch, Type};
use crate::isa::unwind::register_number;
use crate::isa::{DescribedEntry, DescribedFrame, ExitKind, ExitPlace};
use std::collections::BTreeMap;

/// A variable, and its places by ranges of code: begin, end, and an expression of DWARF.
pub(super) struct Local {
    pub(super) variable: Variable,
    pub(super) places: Vec<(u32, u32, Vec<u8>)>,
}

/// The locals of all functions in the code of a procedure. Of a function that is inlined into itself, those of the
/// innermost frame. None if the exit states are malformed.
pub(super) fn locals(
    arch: Arch,
    procedure: &DescribedProcedure<'_>,
    source: Option<&dyn SourceMap>,
) -> Vec<Local> {
    let code = procedure.code;
    let mut found: BTreeMap<(u32, u32), Local> = BTreeMap::new();
    for site in code.exits.places().unwrap_or_default() {
        let Ok(exit) = code.exits.describe(site.exit) else { return Vec::new() };
        // Debuggers look up the caller of a frame at the byte before the return address.
        let (begin, end) = match site.kind {
            ExitKind::Call => (site.offset.saturating_sub(1), site.offset),
            _ => (site.offset, site.end.max(site.offset.saturating_add(1))),
        };
        let mut seen: Vec<u32> = Vec::new();
        for frame in &exit.frames {
            if seen.contains(&frame.function) {
                continue;
            }
            seen.push(frame.function);
            for (index, entry) in (0..).zip(locals_of(frame)) {
                let (ty, place) = match *entry {
                    DescribedEntry::Scalar(ty, place) => (scalar(ty), place),
                    DescribedEntry::Reference(_, place) => (VariableType::Address, place),
                    DescribedEntry::Dead | DescribedEntry::Object(_) => continue,
                };
                let named = || {
                    let named = source.and_then(|source| source.local(procedure.name, frame.function, index));
                    named.unwrap_or_else(|| Variable { name: format!("local{index}"), ty })
                };
                let local = found
                    .entry((frame.function, index))
                    .or_insert_with(|| Local { variable: named(), places: Vec::new() });
                let expression = expression(arch, place, size(ty), code.frame.size);
                local.places.push((begin, end, expression));
            }
        }
    }
    found.into_values().collect()
}

fn locals_of(frame: &DescribedFrame) -> &[DescribedEntry] {
    let count = frame.local_count.map_or(frame.entries.len(), |count| count as usize);
    &frame.entries[..count.min(frame.entries.len())]
}

fn scalar(ty: Type) -> VariableType {
    if ty.is_vector() {
        return VariableType::Bytes(ty.size());
    }
    let size = ty.size() as u8;
    if ty.is_int() { VariableType::Signed(size) } else { VariableType::Float(size) }
}

fn size(ty: VariableType) -> usize {
    match ty {
        VariableType::Address => 8,
        VariableType::Signed(size) | VariableType::Unsigned(size) | VariableType::Float(size) => size.into(),
        VariableType::Bytes(size) => size as usize,
    }
}

/// The expression of a place. The base of the frame is the frame pointer.
fn expression(arch: Arch, place: ExitPlace, size: usize, frame_size: u32) -> Vec<u8> {
    const REGX: u8 = 0x90;
    const FRAME: u8 = 0x91;
    const VALUE: u8 = 0x9e;
    let in_frame = |offset: i64| {
        let mut out = Writer(vec![FRAME]);
        out.sleb(offset);
        out.0
    };
    match place {
        ExitPlace::Register(reg) => {
            let mut out = Writer(vec![REGX]);
            out.uleb(register_number(arch, reg));
            out.0
        }
        ExitPlace::Stack(offset) => in_frame(offset.into()),
        ExitPlace::StackArgument(offset) => in_frame(i64::from(offset) - i64::from(frame_size)),
        ExitPlace::Constant(bits) => {
            let bytes = &bits.to_le_bytes()[..size.min(8)];
            let mut out = Writer(vec![VALUE]);
            out.uleb(bytes.len() as u64);
            out.bytes(bytes);
            out.0
        }
    }
}
