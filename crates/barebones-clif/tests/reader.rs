//! The reader beside `cranelift-reader`, and on texts that are not right.

use barebones_clif::read_file;
use std::path::PathBuf;

/// The files of the shared suite, if the environment names it.
fn suite() -> Vec<PathBuf> {
    let Ok(folder) = std::env::var("BAREBONES_CLIF_SUITE") else { return Vec::new() };
    let mut pending = vec![PathBuf::from(folder)];
    let mut files = Vec::new();
    while let Some(folder) = pending.pop() {
        for entry in folder.read_dir().expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                pending.push(path);
            } else if path.extension().is_some_and(|extension| extension == "clif") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

#[test]
fn cranelift_reads_the_same() {
    let files = suite();
    if files.is_empty() {
        println!("skipped: BAREBONES_CLIF_SUITE names no folder");
    }
    let mut differences = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("text");
        let ours = match read_file(&text) {
            Ok(file) => file,
            Err(error) => {
                differences.push(format!("{}:{error}", path.display()));
                continue;
            }
        };
        // It refuses settings after the last target, which some files have.
        let start = text.lines().take_while(|line| !line.starts_with("function")).map(|line| line.len() + 1).sum();
        let functions: &str = &text[start..];
        let theirs = match cranelift_reader::parse_functions(functions) {
            Ok(functions) => functions,
            Err(error) => {
                differences.push(format!("{}: cranelift-reader: {error}", path.display()));
                continue;
            }
        };
        let count = |function: &cranelift_codegen::ir::Function| {
            let layout = &function.layout;
            let insts = layout.blocks().map(|block| layout.block_insts(block).count()).sum::<usize>();
            (function.name.to_string(), layout.blocks().count(), insts)
        };
        let theirs: Vec<_> = theirs.iter().map(count).collect();
        let ours: Vec<_> =
            ours.functions.iter().map(|f| (f.name.to_string(), f.blocks.len(), f.inst_count())).collect();
        if ours != theirs {
            differences.push(format!("{}: {ours:?}, theirs {theirs:?}", path.display()));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
