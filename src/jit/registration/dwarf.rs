//! Debug information for GDB: DWARF 4, with absolute addresses.
//!
//! One compilation unit for a group, a subprogram for each procedure, a variable for each stack slot and each local of
//! exit states, and the line table. Source: DWARF 4, sections 2.6, 3, 6.2 and 7.

use super::locals::{self, Local};
use super::source::{Files, SourceMap, Variable, VariableType};
use super::writer::Writer;
use super::{Described, DescribedProcedure};
use crate::base::{Arch, StackSlotId};
use std::collections::BTreeMap;

/// Abbreviations: a tag, whether it has children, and pairs of attribute and form.
const UNIT: u64 = 1;
const SUBPROGRAM: u64 = 2;
const VARIABLE: u64 = 3;
const BASE_TYPE: u64 = 4;
const ARRAY_TYPE: u64 = 5;
const SUBRANGE: u64 = 6;
const LOCAL: u64 = 7;
#[rustfmt::skip]
const ABBREVIATIONS: [(u64, u8, u8, &[[u8; 2]]); 7] = [
    // producer, language, name, comp_dir, low_pc, high_pc, stmt_list
    (UNIT, 0x11, 1, &[[0x25, 0x08], [0x13, 0x05], [0x03, 0x08], [0x1b, 0x08], [0x11, 0x01], [0x12, 0x07], [0x10, 0x17]]),
    // external, name, low_pc, high_pc, frame_base
    (SUBPROGRAM, 0x2e, 1, &[[0x3f, 0x19], [0x03, 0x08], [0x11, 0x01], [0x12, 0x07], [0x40, 0x18]]),
    // name, type, location
    (VARIABLE, 0x34, 0, &[[0x03, 0x08], [0x49, 0x13], [0x02, 0x18]]),
    // name, encoding, byte_size
    (BASE_TYPE, 0x24, 0, &[[0x03, 0x08], [0x3e, 0x0b], [0x0b, 0x0b]]),
    // type
    (ARRAY_TYPE, 0x01, 1, &[[0x49, 0x13]]),
    // upper_bound
    (SUBRANGE, 0x21, 0, &[[0x2f, 0x06]]),
    // name, type, location list
    (LOCAL, 0x34, 0, &[[0x03, 0x08], [0x49, 0x13], [0x02, 0x17]]),
];

/// The section with call frames.
pub(super) const CALL_FRAMES: &str = ".eh_frame";

/// Builds the debug sections of a group.
pub(super) fn sections(
    group: &Described<'_>,
    files: &Files,
    source: Option<&dyn SourceMap>,
) -> [(&'static str, Vec<u8>); 5] {
    let mut abbreviations = Writer::default();
    for (code, tag, children, attributes) in ABBREVIATIONS {
        abbreviations.uleb(code);
        abbreviations.bytes(&[tag, children]);
        attributes.iter().for_each(|pair| abbreviations.bytes(pair));
        abbreviations.bytes(&[0, 0]);
    }
    abbreviations.bytes(&[0]);
    let (info, places) = info(group, files, source);
    [
        (".debug_abbrev", abbreviations.0),
        (".debug_info", info.0),
        (".debug_loc", places.0),
        (".debug_line", lines(group, files)),
        (CALL_FRAMES, call_frames(group)),
    ]
}

/// Where the frame of the caller is, at each instruction, also of veneers and stubs.
fn call_frames(group: &Described<'_>) -> Vec<u8> {
    // The table has absolute addresses, so its own does not matter.
    (group.frames)().place(group.base, 0).unwrap_or_default()
}

/// The number of the frame pointer in DWARF.
fn frame_pointer(arch: Arch) -> u8 {
    match arch {
        Arch::X64 => 6,
        Arch::A64 => 29,
    }
}

/// The unit, and the lists of places that it refers to.
fn info(group: &Described<'_>, files: &Files, source: Option<&dyn SourceMap>) -> (Writer, Writer) {
    let (mut out, mut places) = (Writer::default(), Writer::default());
    let start = out.begin();
    out.u16(4);
    out.u32(0); // abbreviations
    out.bytes(&[8]); // size of an address
    out.uleb(UNIT);
    out.string(concat!("barebones ", env!("CARGO_PKG_VERSION")));
    out.u16(0x0c); // C99: plain names and types
    let name =
        files.all.first().map_or_else(|| String::from("compiled code"), |file| file.display().to_string());
    out.string(&name);
    out.string("");
    out.u64(group.base);
    out.u64(group.size);
    out.u32(0); // lines
    let mut types = BTreeMap::new();
    let variables: Vec<Vec<(Variable, i32)>> =
        group.procedures.iter().map(|procedure| variables(procedure, source)).collect();
    let locals: Vec<Vec<Local>> =
        group.procedures.iter().map(|procedure| locals::locals(group.arch, procedure, source)).collect();
    let in_slots = variables.iter().flatten().map(|(variable, _)| variable);
    for variable in in_slots.chain(locals.iter().flatten().map(|local| &local.variable)) {
        declare(&mut out, start, variable.ty, &mut types);
    }
    for ((procedure, variables), locals) in group.procedures.iter().zip(variables).zip(locals) {
        out.uleb(SUBPROGRAM);
        out.string(procedure.name);
        out.u64(procedure.address(group));
        out.u64(procedure.code.code_size.into());
        // The content of the frame pointer.
        out.bytes(&[2, 0x70 + frame_pointer(group.arch), 0]);
        for (Variable { name, ty }, offset) in variables {
            let mut location = Writer(vec![0x91]); // fbreg
            location.sleb(offset.into());
            out.uleb(VARIABLE);
            out.string(&name);
            out.u32(types.get(&key(ty)).copied().unwrap_or_default());
            out.uleb(location.0.len() as u64);
            out.bytes(&location.0);
        }
        for Local { variable: Variable { name, ty }, places: list } in locals {
            out.uleb(LOCAL);
            out.string(&name);
            out.u32(types.get(&key(ty)).copied().unwrap_or_default());
            out.u32(places.0.len() as u32);
            // Relative to the start of the unit's code.
            for (begin, end, expression) in list {
                places.u64(u64::from(procedure.start) + u64::from(begin));
                places.u64(u64::from(procedure.start) + u64::from(end));
                places.u16(expression.len() as u16);
                places.bytes(&expression);
            }
            places.bytes(&[0; 16]);
        }
        out.bytes(&[0]);
    }
    out.bytes(&[0]);
    out.end(start);
    (out, places)
}

/// The stack slots of a procedure, with their offsets from the frame pointer.
fn variables(procedure: &DescribedProcedure<'_>, source: Option<&dyn SourceMap>) -> Vec<(Variable, i32)> {
    let frame = &procedure.code.frame;
    let slots = frame.slots.iter().enumerate().filter_map(|(index, offset)| Some((index, (*offset)?)));
    let known = |(index, offset): (usize, i32)| {
        let slot = StackSlotId::new(index as u32);
        let variable = source.and_then(|source| source.variable(procedure.name, slot));
        let variable = variable.unwrap_or_else(|| {
            // Up to the next slot or saved register.
            let above =
                frame.slots.iter().copied().flatten().chain(frame.callee_saves.iter().map(|save| save.1));
            let end = above.filter(|above| *above > offset).min().unwrap_or(0).max(offset);
            let ty = match end.abs_diff(offset) {
                size @ (1 | 2 | 4 | 8) => VariableType::Signed(size as u8),
                size => VariableType::Bytes(size),
            };
            Variable { name: slot.to_string(), ty }
        });
        (variable, offset)
    };
    slots.map(known).collect()
}

/// Identifies a type, by encoding and size.
fn key(ty: VariableType) -> (u8, u32) {
    match ty {
        VariableType::Address => (0x07, 8),
        VariableType::Float(size) => (0x04, size.into()),
        VariableType::Signed(size) => (0x05, size.into()),
        VariableType::Unsigned(size) => (0x07, size.into()),
        VariableType::Bytes(size) => (0, size),
    }
}

/// Writes a type if it is new. References are offsets from the length field of the unit.
fn declare(out: &mut Writer, start: usize, ty: VariableType, types: &mut BTreeMap<(u8, u32), u32>) {
    let key = key(ty);
    if types.contains_key(&key) {
        return;
    }
    if let VariableType::Bytes(size) = ty {
        declare(out, start, VariableType::Unsigned(1), types);
        types.insert(key, (out.0.len() - start + 4) as u32);
        out.uleb(ARRAY_TYPE);
        out.u32(types.get(&self::key(VariableType::Unsigned(1))).copied().unwrap_or_default());
        out.uleb(SUBRANGE);
        out.u32(size.saturating_sub(1));
        out.bytes(&[0]);
        return;
    }
    types.insert(key, (out.0.len() - start + 4) as u32);
    let (encoding, size) = key;
    let name = match (encoding, size) {
        (0x04, _) => format!("f{}", size * 8),
        (0x05, _) => format!("i{}", size * 8),
        _ => format!("u{}", size * 8),
    };
    out.uleb(BASE_TYPE);
    out.string(&name);
    out.bytes(&[encoding, size as u8]);
}

/// Operations of the line program.
const NEXT_ROW: u8 = 1;
const ADVANCE_PC: u8 = 2;
const ADVANCE_LINE: u8 = 3;
const SET_FILE: u8 = 4;

fn lines(group: &Described<'_>, files: &Files) -> Vec<u8> {
    let mut out = Writer::default();
    let start = out.begin();
    out.u16(4);
    let header = out.begin();
    // Length and operations of an instruction, statements by default, line base, line range, first special opcode.
    out.bytes(&[1, 1, 1, 0xfb, 14, 13]);
    out.bytes(&[0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1]); // operands of the standard opcodes
    out.bytes(&[0]); // no folders
    for file in &files.all {
        // An empty name would end the list.
        let name = file.display().to_string().replace('\0', "");
        out.string(if name.is_empty() { "?" } else { &name });
        out.bytes(&[0, 0, 0]);
    }
    out.bytes(&[0]);
    out.end(header);
    for procedure in group.procedures.iter().filter(|procedure| !procedure.lines.is_empty()) {
        out.bytes(&[0, 9, 2]); // set_address
        out.u64(procedure.address(group));
        let (mut at, mut current, mut line) = (0, 1, 1);
        for &(offset, file, to) in &procedure.lines {
            out.bytes(&[ADVANCE_PC]);
            out.uleb(u64::from(offset - at));
            if file as u64 + 1 != current {
                current = file as u64 + 1;
                out.bytes(&[SET_FILE]);
                out.uleb(current);
            }
            out.bytes(&[ADVANCE_LINE]);
            out.sleb(i64::from(to) - line);
            out.bytes(&[NEXT_ROW]);
            (at, line) = (offset, to.into());
        }
        out.bytes(&[ADVANCE_PC]);
        out.uleb(u64::from(procedure.code.code_size - at));
        out.bytes(&[0, 1, 1]); // end_sequence
    }
    out.end(start);
    out.0
}
