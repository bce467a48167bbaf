//! ELF images in memory, for GDB.
//!
//! A relocatable file whose `.text` occupies no bytes and has the address of the code already. Symbols are relative to
//! it. Source: the System V ABI, "Object Files".

use super::Described;
use super::dwarf::CALL_FRAMES;
use crate::base::Arch;

const HEADER: usize = 64;
const SECTION_HEADER: usize = 64;
const SYMBOL: usize = 24;

/// Section types.
const PROGBITS: u32 = 1;
const SYMTAB: u32 = 2;
const STRTAB: u32 = 3;
const NOBITS: u32 = 8;
/// Section flags: allocated; and executable.
const ALLOCATED: u64 = 2;
const CODE: u64 = ALLOCATED | 4;
/// The index of `.text`.
const TEXT: u16 = 1;

struct Section<'a> {
    name: &'a str,
    ty: u32,
    flags: u64,
    address: u64,
    bytes: &'a [u8],
    size: u64,
    link: u32,
    info: u32,
    alignment: u64,
    entry_size: u64,
}

fn plain<'a>(name: &'a str, ty: u32, bytes: &'a [u8]) -> Section<'a> {
    let size = bytes.len() as u64;
    Section { name, ty, flags: 0, address: 0, bytes, size, link: 0, info: 0, alignment: 1, entry_size: 0 }
}

/// The number of the machine in ELF files.
pub(super) fn machine(arch: Arch) -> u16 {
    match arch {
        Arch::X64 => 62,
        Arch::A64 => 183,
    }
}

/// Creates the image of a group with these debug sections.
pub(super) fn image(group: &Described<'_>, debug: &[(&'static str, Vec<u8>)]) -> Vec<u8> {
    let (mut names, mut symbols) = (vec![0], vec![0; SYMBOL]);
    for procedure in &group.procedures {
        symbols.extend((names.len() as u32).to_le_bytes());
        symbols.extend([0x12, 0]); // a global function
        symbols.extend(TEXT.to_le_bytes());
        symbols.extend(u64::from(procedure.start).to_le_bytes());
        symbols.extend(u64::from(procedure.code.code_size).to_le_bytes());
        names.extend(procedure.name.bytes().filter(|byte| *byte != 0));
        names.push(0);
    }
    let text = Section {
        flags: CODE,
        address: group.base,
        size: group.size,
        alignment: 16,
        ..plain(".text", NOBITS, &[])
    };
    let mut sections = vec![text];
    sections.extend(debug.iter().map(|(name, bytes)| {
        // GDB reads call frames only if they are allocated.
        let flags = if *name == CALL_FRAMES { ALLOCATED } else { 0 };
        Section { flags, ..plain(name, PROGBITS, bytes) }
    }));
    // The null section comes before all of them.
    let link = sections.len() as u32 + 2;
    let symtab = Section {
        link,
        info: 1,
        alignment: 8,
        entry_size: SYMBOL as u64,
        ..plain(".symtab", SYMTAB, &symbols)
    };
    sections.push(symtab);
    sections.push(plain(".strtab", STRTAB, &names));
    let mut section_names = vec![0];
    for section in &sections {
        section_names.extend(section.name.bytes());
        section_names.push(0);
    }
    section_names.extend(b".shstrtab\0");
    sections.push(plain(".shstrtab", STRTAB, &section_names));

    let (mut contents, mut headers) = (Vec::new(), vec![0; SECTION_HEADER]);
    let mut name = 1u32;
    for section in &sections {
        let aligned = (HEADER + contents.len()).next_multiple_of(8) - HEADER;
        contents.resize(aligned, 0);
        let offset = (HEADER + contents.len()) as u64;
        contents.extend_from_slice(section.bytes);
        headers.extend([name, section.ty].map(u32::to_le_bytes).concat());
        headers.extend([section.flags, section.address, offset, section.size].map(u64::to_le_bytes).concat());
        headers.extend([section.link, section.info].map(u32::to_le_bytes).concat());
        headers.extend([section.alignment, section.entry_size].map(u64::to_le_bytes).concat());
        name += section.name.len() as u32 + 1;
    }
    let aligned = (HEADER + contents.len()).next_multiple_of(8) - HEADER;
    contents.resize(aligned, 0);

    let mut image = vec![0x7F, b'E', b'L', b'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    image.extend([1, machine(group.arch)].map(u16::to_le_bytes).concat()); // relocatable
    image.extend(1u32.to_le_bytes());
    image.extend([0, 0, (HEADER + contents.len()) as u64].map(u64::to_le_bytes).concat());
    image.extend(0u32.to_le_bytes());
    let count = sections.len() as u16 + 1;
    image.extend(
        [HEADER as u16, 0, 0, SECTION_HEADER as u16, count, count - 1].map(u16::to_le_bytes).concat(),
    );
    image.extend(contents);
    image.extend(headers);
    image
}
