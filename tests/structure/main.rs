//! What no compiler checks: who imports whom, where `unsafe` is, how long files are, what documents say.

mod book;
mod cycles;
mod documents;
mod errors;
mod packages;
mod source;
mod vocabulary;

use barebones_testing::filetest::collect;
use source::{File, library};
use std::path::Path;

/// The folders and files of `src`, with those whose items each may name. ARCHITECTURE.md has the same table.
pub(crate) const LAYERS: &[(&str, &[&str])] = &[
    ("support", &[]),
    ("base", &["support"]),
    ("analysis", &["support"]),
    ("ir", &["analysis", "base", "support"]),
    ("air", &["analysis", "base", "support"]),
    ("interp", &["ir", "analysis", "base", "support"]),
    ("opt", &["ir", "analysis", "base", "support"]),
    ("air_opt", &["air", "analysis", "base", "support"]),
    ("regalloc", &["air", "analysis", "base", "support"]),
    ("isa", &["air", "base", "support"]),
    ("lower", &["ir", "air", "isa", "analysis", "base", "support"]),
    ("jit", &["isa", "interp", "base", "support"]),
    ("cranelift", &["ir", "isa", "lower", "analysis", "base", "support"]),
    ("object_file", &["isa", "base", "support"]),
    ("options", &["opt", "regalloc", "base"]),
    ("patchpoint", &["ir", "isa", "base"]),
    (
        "pipeline",
        &[
            "ir",
            "opt",
            "air",
            "air_opt",
            "lower",
            "regalloc",
            "isa",
            "jit",
            "cranelift",
            "options",
            "patchpoint",
            "base",
            "support",
        ],
    ),
    ("assembly", &["pipeline", "ir", "air", "lower", "isa", "base"]),
    ("disasm", &["assembly", "isa", "jit", "base"]),
    ("machine", &["air", "isa", "base", "support"]),
    ("bundle", &["pipeline", "ir", "opt", "isa", "jit", "options", "regalloc", "base", "support"]),
    ("saved_code", &["assembly", "isa", "jit", "base", "support"]),
    (
        "compiler",
        &[
            "bundle",
            "saved_code",
            "assembly",
            "pipeline",
            "options",
            "patchpoint",
            "ir",
            "opt",
            "isa",
            "jit",
            "base",
            "support",
        ],
    ),
    ("tiering", &["compiler", "ir", "base"]),
];

/// Files that are one long table.
const TABLES: [&str; 2] = ["src/ir/opcode.rs", "src/air/opcode.rs"];

const MAX_LINES: usize = 1000;

/// Maximum number of lines of a filetest: expectations and their procedures stay in view, a subject has a file.
const MAX_FILETEST_LINES: usize = 300;

/// Words that mark work to be done.
const UNFINISHED: [&str; 3] = ["TODO", "FIXME", "XXX"];

/// Macros that leave something undone.
const UNDONE: [&str; 3] = ["todo!", "unimplemented!", "dbg!"];

/// Macros that have no place in the library, except in its tests: it prints nothing.
const PRINTING: [&str; 4] = ["println!", "print!", "eprintln!", "eprint!"];

/// The sources of the other packages that programs use.
const LIBRARIES: [&str; 5] = [
    "crates/barebones-explorer/src",
    "crates/barebones-wasm/src",
    "crates/barebones-clif/src",
    "crates/barebones-widths/src",
    "crates/barebones-js/src",
];

fn report(violations: Vec<String>) {
    assert!(violations.is_empty(), "\n{}\n", violations.join("\n"));
}

/// Imports of a file that its folder may not have.
fn wrong_imports(file: &File) -> Vec<String> {
    let Some(folder) = file.folder() else { return Vec::new() };
    let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == folder) else {
        return vec![format!("{}:1: {folder} is in no layer", file.path)];
    };
    let wrong = |name: &str| name != folder && !allowed.contains(&name);
    let imports = file.imports(|name| LAYERS.iter().any(|(layer, _)| *layer == name));
    let wrong = imports.iter().filter(|(_, name)| wrong(name));
    wrong.map(|(line, name)| format!("{}:{line}: {folder} may not import {name}", file.path)).collect()
}

/// The folders and files that may have `unsafe` in them: of the library, and of the packages that run code.
const UNSAFE: [&str; 4] = [
    "src/jit/",
    "crates/barebones-wasm/src/raw/",
    "crates/barebones-clif/src/raw.rs",
    "crates/barebones-js/src/tier1/raw.rs",
];

fn unsafe_elsewhere(file: &File) -> Vec<String> {
    if UNSAFE.iter().any(|folder| file.path.starts_with(folder)) {
        return Vec::new();
    }
    let lines = file.code_lines().filter(|(_, line)| {
        source::has_word(line, "unsafe") || (line.contains("allow(") && source::has_word(line, "unsafe_code"))
    });
    lines
        .map(|(number, _)| format!("{}:{number}: unsafe outside {}", file.path, UNSAFE.join(" and ")))
        .collect()
}

fn machine_dependence(file: &File) -> Vec<String> {
    if file.folder() == Some("jit") {
        return Vec::new();
    }
    let lines = file.code_lines().filter(|(_, line)| source::has_word(line, "target_arch"));
    lines.map(|(number, _)| format!("{}:{number}: target_arch outside src/jit", file.path)).collect()
}

fn unfinished(file: &File) -> Vec<String> {
    let marked = file
        .text
        .lines()
        .zip(1..)
        .filter(|(line, _)| UNFINISHED.iter().any(|word| source::has_word(line, word)));
    let marked = marked.map(|(_, number)| format!("{}:{number}: unfinished", file.path));
    let macros = file.code_lines().flat_map(|(number, line)| {
        let printing = if file.is_test() { &[][..] } else { &PRINTING };
        let found = UNDONE.iter().chain(printing).filter(move |name| source::has_macro(&line, name));
        found.map(move |name| (number, name))
    });
    marked.chain(macros.map(|(number, name)| format!("{}:{number}: {name}", file.path))).collect()
}

fn too_long(file: &File) -> Option<String> {
    let lines = file.text.lines().count();
    let long = lines > MAX_LINES && !TABLES.contains(&file.path.as_str());
    long.then(|| format!("{}:{MAX_LINES}: {lines} lines; at most {MAX_LINES}", file.path))
}

#[test]
fn layers_import_only_lower_ones() {
    report(library().iter().flat_map(wrong_imports).collect());
}

#[test]
fn the_table_of_layers_is_in_order() {
    for (index, (name, imports)) in LAYERS.iter().enumerate() {
        let lower = |import: &&str| LAYERS[..index].iter().any(|(name, _)| name == import);
        assert!(imports.iter().all(lower), "{name}");
    }
}

#[test]
fn unsafe_has_one_address() {
    let files = library().into_iter().chain(source::under(&LIBRARIES));
    report(files.flat_map(|file| unsafe_elsewhere(&file)).collect());
}

#[test]
fn machines_are_data() {
    report(library().iter().flat_map(machine_dependence).collect());
}

#[test]
fn files_are_short() {
    let all = source::under(&["src", "tests", "crates", "examples", "benches"]);
    report(all.iter().filter_map(too_long).collect());
}

/// Programs in `tests/programs/` may be longer: what one computes cannot be divided.
#[test]
fn filetests_are_short() {
    let files = collect(&[source::root().join("tests/files")]).expect("a folder of the project");
    assert!(files.len() > 100, "{} filetests", files.len());
    let lines = |path: &Path| std::fs::read_to_string(path).expect("text").lines().count();
    let long = files.iter().map(|path| (path, lines(path))).filter(|(_, lines)| *lines > MAX_FILETEST_LINES);
    report(
        long.map(|(path, lines)| format!("{}: {lines} lines; at most {MAX_FILETEST_LINES}", path.display()))
            .collect(),
    );
}

#[test]
fn nothing_is_unfinished_and_libraries_print_nothing() {
    let files = library().into_iter().chain(source::under(&LIBRARIES));
    report(files.flat_map(|file| unfinished(&file)).collect());
}

/// A file that does not exist.
fn file(path: &str, text: &str) -> File {
    File { path: path.to_string(), text: text.to_string() }
}

#[test]
fn wrong_imports_are_found() {
    let found = |path: &str, text: &str| wrong_imports(&file(path, text));
    assert_eq!(found("src/ir/a.rs", "\nuse crate::opt;"), ["src/ir/a.rs:2: ir may not import opt"]);
    assert_eq!(
        found("src/air/a.rs", "fn f(x: crate::ir::Value) {}"),
        ["src/air/a.rs:1: air may not import ir"]
    );
    assert_eq!(
        found(
            "src/isa/x64/a.rs",
            "use crate::{\n    base::Reg,\n    regalloc::{Forced, ir},\n    Options,\n};"
        ),
        ["src/isa/x64/a.rs:3: isa may not import regalloc", "src/isa/x64/a.rs:4: isa may not import Options"]
    );
    assert_eq!(found("src/base/mod.rs", "use super::ir;"), ["src/base/mod.rs:1: base may not import ir"]);
    assert_eq!(found("src/base/a.rs", "use super::super::ir;"), ["src/base/a.rs:1: base may not import ir"]);
    assert_eq!(found("src/gadgets/a.rs", ""), ["src/gadgets/a.rs:1: gadgets is in no layer"]);
    let fine = "// crate::opt\nuse crate::{base::{Reg, Type}, ir, support};\nuse super::Value;\nlet a = \"crate::opt\";";
    assert!(found("src/ir/a.rs", fine).is_empty());
    assert_eq!(
        found("src/assembly.rs", "use crate::{compiler, ir};"),
        ["src/assembly.rs:1: assembly may not import compiler"]
    );
    assert!(found("src/lib.rs", "use crate::{ir, jit};").is_empty());
}

#[test]
fn other_violations_are_found() {
    assert_eq!(unsafe_elsewhere(&file("src/ir/a.rs", "// unsafe\nunsafe { f() }")).len(), 1);
    assert_eq!(unsafe_elsewhere(&file("src/ir/a.rs", "#![allow(unsafe_code)]")).len(), 1);
    assert!(unsafe_elsewhere(&file("src/jit/a.rs", "unsafe { f() }")).is_empty());
    assert!(unsafe_elsewhere(&file("crates/barebones-wasm/src/raw/a.rs", "unsafe { f() }")).is_empty());
    assert_eq!(unsafe_elsewhere(&file("crates/barebones-wasm/src/a.rs", "unsafe { f() }")).len(), 1);
    assert!(
        unsafe_elsewhere(&file("src/ir/a.rs", "let a = \"unsafe\"; /* unsafe */ let b = '\"';")).is_empty()
    );
    assert_eq!(machine_dependence(&file("src/isa/a.rs", "#[cfg(target_arch = \"x86_64\")]")).len(), 1);
    assert!(machine_dependence(&file("src/jit/a.rs", "#[cfg(target_arch = \"x86_64\")]")).is_empty());
    assert_eq!(unfinished(&file("src/ir/a.rs", "// TODO: more\ntodo!();\neprintln!(\"{x}\");")).len(), 3);
    assert!(unfinished(&file("src/ir/tests/a.rs", "println!()")).is_empty());
    assert!(unfinished(&file("src/ir/a.rs", "// println!\nwriteln!(f)")).is_empty());
    assert!(too_long(&file("src/ir/a.rs", &"\n".repeat(MAX_LINES + 1))).is_some());
    assert!(too_long(&file(TABLES[0], &"\n".repeat(MAX_LINES + 1))).is_none());
    assert!(too_long(&file("src/ir/a.rs", &"\n".repeat(MAX_LINES))).is_none());
}
