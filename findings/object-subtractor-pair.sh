#!/bin/sh
# Crate `object` reads a Mach-O SUBTRACTOR and UNSIGNED pair as one relocation, but writes it as two.
#
# Version: object 0.39.1.
# Expected: reader and writer count relocations alike. A caller that writes two entries reads two back.
# Seen: the reader returns one relocation. Its flags are those of the UNSIGNED entry, and only `subtractor()` gives the
#   symbol of the other entry. A reader that ignores it sees a plain absolute 64-bit address.
# Set FINDINGS_TARGET_DIR to a folder to share built crates between scripts.
set -eu
command -v cargo >/dev/null || { echo "skipped: cargo is missing"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
mkdir src
cat >Cargo.toml <<'END'
[package]
name = "finding-object-subtractor-pair"
version = "0.0.0"
edition = "2021"

[dependencies]
object = { version = "=0.39.1", default-features = false, features = ["read_core", "macho", "coff", "elf", "write"] }

[profile.dev]
debug = false
END
cat >src/main.rs <<'END'
use object::write::{Object, Relocation, StandardSection, Symbol, SymbolSection};
use object::{macho, Architecture, BinaryFormat, Endianness, File, RelocationFlags};
use object::{SymbolFlags, SymbolKind, SymbolScope};
use object::{Object as _, ObjectSection as _, ObjectSymbol as _};

fn main() {
    let mut object = Object::new(BinaryFormat::MachO, Architecture::X86_64, Endianness::Little);
    let text = object.section_id(StandardSection::Text);
    object.append_section_data(text, &[0xc3; 16], 16);
    let data = object.section_id(StandardSection::Data);
    object.append_section_data(data, &[0; 8], 8);
    let mut add = |name: &str, value| {
        object.add_symbol(Symbol {
            name: name.into(),
            value,
            size: 0,
            kind: SymbolKind::Text,
            scope: SymbolScope::Dynamic,
            weak: false,
            section: SymbolSection::Section(text),
            flags: SymbolFlags::None,
        })
    };
    let start = add("start", 0);
    let end = add("end", 8);
    for (symbol, r_type) in [(start, macho::X86_64_RELOC_SUBTRACTOR), (end, macho::X86_64_RELOC_UNSIGNED)] {
        let flags = RelocationFlags::MachO { r_type, r_pcrel: false, r_length: 3 };
        object.add_relocation(data, Relocation { offset: 0, symbol, addend: 0, flags }).unwrap();
        println!("written: type {r_type}");
    }
    let bytes = object.write().unwrap();
    let file = File::parse(&*bytes).unwrap();
    let name = |index| file.symbol_by_index(index).unwrap().name().unwrap().to_string();
    for (offset, relocation) in file.section_by_name("__data").unwrap().relocations() {
        let RelocationFlags::MachO { r_type, .. } = relocation.flags() else { panic!() };
        let object::RelocationTarget::Symbol(target) = relocation.target() else { panic!() };
        let subtractor = relocation.subtractor().map(name);
        println!(
            "read at {offset}: type {r_type}, {:?} {}, target {}, subtractor {subtractor:?}",
            relocation.kind(),
            relocation.size(),
            name(target)
        );
    }
}
END
cat >expected <<'END'
written: type 5
written: type 0
read at 0: type 0, Absolute 64, target _end, subtractor Some("_start")
END
CARGO_TARGET_DIR="${FINDINGS_TARGET_DIR:-$dir/target}" cargo run -q -j 1 >output
cat output
diff expected output
