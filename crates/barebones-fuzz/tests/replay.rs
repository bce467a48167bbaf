//! Each target on its corpus, and on damaged copies of it, without libFuzzer.

use barebones_fuzz::{FuzzTarget, TARGETS, damaged, target};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// Damaged copies of each file.
const COPIES: u64 = 3;

/// Files that the corpus of a target has at least.
const MIN_FILES: usize = 5;

/// Maximum size of all corpora, in bytes.
const MAX_BYTES: usize = 1 << 20;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

/// The files of a corpus with their names, in order.
fn corpus(name: &str) -> Vec<(String, Vec<u8>)> {
    let folder = folder().join("corpus").join(name);
    let entries = folder.read_dir().unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<(String, Vec<u8>)> = entries
        .map(|entry| {
            let path = entry.expect("an entry of a folder").path();
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            (name, std::fs::read(path).expect("a file of the corpus"))
        })
        .collect();
    files.sort();
    files
}

fn replay(name: &str) {
    let target: &FuzzTarget = target(name).expect("a target");
    let files = corpus(name);
    assert!(files.len() >= MIN_FILES, "{name} has {} files", files.len());
    let mut failed = Vec::new();
    for (file, data) in &files {
        for copy in 0..=COPIES {
            let input = if copy == 0 { data.clone() } else { damaged(data, copy) };
            if catch_unwind(AssertUnwindSafe(|| (target.run)(&input))).is_err() {
                failed.push(format!("{file}, copy {copy}"));
            }
        }
    }
    println!("{name}: {} files, {} inputs", files.len(), files.len() as u64 * (1 + COPIES));
    assert!(failed.is_empty(), "{name}: {failed:?}");
}

macro_rules! replayed {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                replay(stringify!($name));
            }
        )*

        const REPLAYED: &[&str] = &[$(stringify!($name)),*];
    };
}

replayed! {
    text_ir text_air text_bundle text_clif text_tuffy text_hermes text_rtl compile_text compile_damaged
    differential allocation exits patch_sites metadata wasm javascript
}

#[test]
fn every_target_is_replayed_and_has_a_program() {
    let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    assert_eq!(names, REPLAYED);
    let programs = folder().join("fuzz_targets").read_dir().expect("the programs of libFuzzer");
    let programs: BTreeSet<String> = programs
        .map(|entry| entry.expect("an entry of a folder").file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(programs, names.iter().map(|name| format!("{name}.rs")).collect());
    let manifest = std::fs::read_to_string(folder().join("Cargo.toml")).expect("the manifest");
    for name in names {
        let program = format!("[[bin]]\nname = \"{name}\"\npath = \"fuzz_targets/{name}.rs\"\n");
        assert!(manifest.contains(&program), "fuzz/Cargo.toml lacks {name}");
    }
}

#[test]
fn targets_are_documented() {
    let document = folder().join("../docs/testing.md");
    let document = std::fs::read_to_string(document).expect("docs/testing.md");
    let rows = document.lines().skip_while(|line| *line != "| target | looks for |").skip(2);
    let rows: Vec<&str> = rows.take_while(|line| line.starts_with('|')).collect();
    assert_eq!(rows, TARGETS.map(|target| format!("| `{}` | {} |", target.name, target.meaning)));
}

#[test]
fn corpora_are_small() {
    let bytes: usize =
        TARGETS.iter().flat_map(|target| corpus(target.name)).map(|(_, data)| data.len()).sum();
    assert!(bytes <= MAX_BYTES, "{bytes} bytes");
}

/// The same seed damages an input in the same way.
#[test]
fn damage_is_repeatable_and_changes_inputs() {
    let data = b"barebones 1\nproc f() -> Void {\n}\n";
    assert_eq!(damaged(data, 1), damaged(data, 1));
    assert!((0..20).filter(|seed| damaged(data, *seed) != data).count() > 15);
    assert_eq!(damaged(b"", 1), b"");
}
