//! RTL: text, rules, programs, random functions, and the document.

mod document;
mod programs;
mod random;
mod rules;
mod text;

use std::path::PathBuf;

/// The programs of `tests/programs`, by name, with their texts.
fn programs() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut programs: Vec<(String, String)> = entries
        .map(|entry| {
            let path = entry.expect("a file").path();
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).expect("a text"))
        })
        .collect();
    programs.sort();
    programs
}
