//! All filetests: one idea of the IR's meaning per file in `tests/files/`, known answers of known algorithms in
//! `tests/programs/`. `BLESS=1 cargo test --test filetests` fills in what files leave open.

use barebones_testing::filetest::{Settings, collect, run_files};
use std::path::Path;

#[test]
fn files_and_programs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let files = collect(&[root.join("files"), root.join("programs")]).expect("folders of the project");
    assert!(!files.is_empty(), "there are filetests");
    let report = run_files(&files, Settings::from_environment());
    println!("{} files: {} passed, {} failed", files.len(), report.passed, report.failures.len());
    report.blessed.iter().for_each(|path| println!("rewritten: {}", path.display()));
    let failures: Vec<String> = report.failures.iter().map(ToString::to_string).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(report.passed > 0, "something was expected");
}
