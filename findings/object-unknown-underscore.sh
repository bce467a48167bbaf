#!/bin/sh
# Crate `object` adds the underscore of Mach-O and 32-bit COFF names only to symbols of kind Text, Data and the like.
#
# Version: object 0.39.1.
# Expected: the writer mangles every linker-visible name, so an undefined symbol needs no particular kind.
#   `SymbolKind::Unknown` is what the reader itself gives for undefined symbols.
# Seen: a symbol of kind Unknown keeps its plain name, next to mangled names of the same file. The linker then searches
#   for a symbol that no C compiler defines.
# Set FINDINGS_TARGET_DIR to a folder to share built crates between scripts.
set -eu
command -v cargo >/dev/null || { echo "skipped: cargo is missing"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
mkdir src
cat >Cargo.toml <<'END'
[package]
name = "finding-object-unknown-underscore"
version = "0.0.0"
edition = "2021"

[dependencies]
object = { version = "=0.39.1", default-features = false, features = ["read_core", "macho", "coff", "elf", "write"] }

[profile.dev]
debug = false
END
cat >src/main.rs <<'END'
use object::write::{Object, Symbol, SymbolSection};
use object::{Architecture, BinaryFormat, Endianness, File, SymbolFlags, SymbolKind, SymbolScope};
use object::{Object as _, ObjectSymbol as _};

fn main() {
    for (format, architecture) in [
        (BinaryFormat::MachO, Architecture::X86_64),
        (BinaryFormat::MachO, Architecture::Aarch64),
        (BinaryFormat::Coff, Architecture::I386),
        (BinaryFormat::Coff, Architecture::X86_64),
        (BinaryFormat::Elf, Architecture::X86_64),
    ] {
        let mut object = Object::new(format, architecture, Endianness::Little);
        for (name, kind) in [("text", SymbolKind::Text), ("data", SymbolKind::Data), ("unknown", SymbolKind::Unknown)] {
            object.add_symbol(Symbol {
                name: name.into(),
                value: 0,
                size: 0,
                kind,
                scope: SymbolScope::Unknown,
                weak: false,
                section: SymbolSection::Undefined,
                flags: SymbolFlags::None,
            });
        }
        let bytes = object.write().unwrap();
        let file = File::parse(&*bytes).unwrap();
        let mut symbols: Vec<_> = file
            .symbols()
            .filter(|symbol| symbol.is_undefined() && symbol.name() != Ok(""))
            .map(|symbol| format!("{} ({:?})", symbol.name().unwrap(), symbol.kind()))
            .collect();
        symbols.sort();
        println!("{format:?} {architecture:?}: {}", symbols.join(", "));
    }
}
END
cat >expected <<'END'
MachO X86_64: _data (Unknown), _text (Unknown), unknown (Unknown)
MachO Aarch64: _data (Unknown), _text (Unknown), unknown (Unknown)
Coff I386: _data (Data), _text (Text), unknown (Data)
Coff X86_64: data (Data), text (Text), unknown (Data)
Elf X86_64: data (Unknown), text (Unknown), unknown (Unknown)
END
CARGO_TARGET_DIR="${FINDINGS_TARGET_DIR:-$dir/target}" cargo run -q -j 1 >output
cat output
diff expected output
