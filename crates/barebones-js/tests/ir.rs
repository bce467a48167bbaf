//! Dumps of `hermesc` run: each stage of each program prints what `hermes` prints, also with a collection at each safepoint.

use barebones_js::{RunError, RunOptions, run_ir};
use std::path::PathBuf;

/// Dumps that run to their end; the number never sinks.
const RUN: usize = 164;

#[test]
fn dumps_print_the_answers() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "js"));
    paths.sort();
    let verbose = std::env::var_os("DIFFERENCES").is_some();
    let (mut ran, mut wrong) = (0, Vec::new());
    for path in paths {
        let source = std::fs::read_to_string(&path).unwrap();
        let expected = std::fs::read_to_string(path.with_extension("out")).unwrap();
        for stage in ["O0.hir", "O.hir", "lir"] {
            let text = std::fs::read_to_string(path.with_extension(stage)).unwrap();
            for gc_stress in [false, true] {
                let name = format!("{} {stage} {gc_stress}", path.display());
                let outcome = run_ir(&text, Some(&source), RunOptions { gc_stress, ..RunOptions::default() });
                match outcome.error {
                    None if outcome.output == expected => ran += usize::from(gc_stress),
                    Some(RunError::Unsupported(what)) if expected.starts_with(&outcome.output) => {
                        if verbose && !gc_stress {
                            println!("{name}: {what}");
                        }
                    }
                    error => wrong.push(format!("{name}: {error:?}\n{}", outcome.output)),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(ran >= RUN, "{ran}");
    println!("{ran} dumps ran");
}
