//! Runs all filetests: one feature of the IR per file in `tests/files/`, known answers of known algorithms in
//! `tests/programs/`. `BLESS=1 cargo test --test filetests` fills in open expectations, and
//! `FILETESTS=files/opt cargo test --test filetests files_and_programs` runs only files whose path contains a text.

use barebones::host_target;
use barebones::ir::Opcode;
use barebones::isa::TARGETS;
use barebones_testing::filetest::{Report, Settings, collect, run_files};
use std::path::{Path, PathBuf};

fn files_in(folders: &[&str]) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let paths: Vec<PathBuf> = folders.iter().map(|folder| root.join(folder)).collect();
    let files = collect(&paths).expect("folders of the project");
    assert!(!files.is_empty(), "there are filetests");
    files
}

fn run(files: &[PathBuf], settings: Settings) -> Report {
    let report = run_files(files, settings);
    println!("{} files: {} passed, {} failed", files.len(), report.passed, report.failures.len());
    report.blessed.iter().for_each(|path| println!("rewritten: {}", path.display()));
    let failures: Vec<String> = report.failures.iter().map(ToString::to_string).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    report
}

#[test]
fn files_and_programs() {
    let mut files = files_in(&["files", "programs"]);
    if let Ok(wanted) = std::env::var("FILETESTS") {
        files.retain(|path| path.to_string_lossy().contains(&wanted));
    }
    let report = run(&files, Settings::from_environment());
    assert!(report.passed > 0, "something was expected");
}

/// The meaning of a file does not depend on the target: the other targets' interpreted results are the same.
#[test]
fn files_give_the_known_answers_for_every_target() {
    let here = host_target().map_or("", |host| host.desc.name);
    let others = TARGETS.iter().filter(|desc| ["x86_64-linux", "aarch64-linux"].contains(&desc.name));
    let others = others.filter(|desc| desc.name != here);
    let files = files_in(&["files/run"]);
    let lines: usize = files.iter().map(|path| run_lines(path)).sum();
    let mut targets = 0;
    for desc in others {
        // Each target runs all lines; blessing for several targets could conflict.
        let settings = Settings { host: Some(desc.name), bless: false, ..Settings::from_environment() };
        assert!(run(&files, settings).passed >= lines, "{}", desc.name);
        targets += 1;
    }
    assert!(targets >= 1);
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).expect("readable")
}

fn run_lines(path: &Path) -> usize {
    text(path).lines().filter(|line| line.starts_with(";; run ")).count()
}

#[test]
fn files_that_run_have_enough_to_run() {
    for (folder, least_files, least_runs) in [("programs", 20, 3), ("files/run", 30, 2)] {
        let files = files_in(&[folder]);
        assert!(files.len() >= least_files, "{folder}: {} files", files.len());
        for path in files {
            let runs = run_lines(&path);
            assert!(runs >= least_runs, "{}: {runs} run lines", path.display());
            assert!(text(&path).lines().any(|line| line == ";! run"), "{}: no line `;! run`", path.display());
        }
    }
}

#[test]
fn every_opcode_is_in_a_file() {
    let all: String = files_in(&["programs", "files/run"]).iter().map(|path| text(path)).collect();
    for opcode in Opcode::all() {
        // The client's closures define what a patchpoint does.
        let is_tested = all.contains(&format!(" = {}(", opcode.name()));
        assert_eq!(is_tested, opcode != Opcode::Patchpoint, "{}", opcode.name());
    }
}
