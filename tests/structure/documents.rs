//! Documents say what the code says.

use super::LAYERS;
use super::source::{File, library, root};
use barebones::ir::opcode::ROWS;
use barebones::opt::{Levels, PIPELINE, Pass, pass_names};
use barebones_testing::filetest::{DIRECTIVES, Directive, LINES, collect};
use std::collections::BTreeSet;

pub(crate) fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The lines of a document's section.
pub(crate) fn section<'a>(document: &'a str, heading: &str) -> Vec<&'a str> {
    let lines = document.lines().skip_while(|line| *line != heading).skip(1);
    let lines: Vec<&str> = lines.take_while(|line| !line.starts_with('#')).collect();
    assert!(!lines.is_empty(), "no section {heading}");
    lines
}

/// The rows of the table in a section, without its heading.
pub(crate) fn rows<'a>(document: &'a str, heading: &str) -> Vec<&'a str> {
    section(document, heading).into_iter().filter(|line| line.starts_with('|')).skip(2).collect()
}

#[test]
fn every_layer_is_in_the_architecture() {
    let document = read("ARCHITECTURE.md");
    let imports = |row: &str| -> Option<(String, String)> {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        Some((cells.get(2)?.to_string(), cells.get(3)?.to_string()))
    };
    let found: Vec<_> = rows(&document, "## Who may import whom").into_iter().filter_map(imports).collect();
    let expected: Vec<_> = LAYERS
        .iter()
        .map(|(name, imports)| {
            let imports = if imports.is_empty() { String::from("nothing") } else { imports.join(", ") };
            (format!("`{name}`"), imports)
        })
        .chain([(String::from("`lib.rs`"), String::from("all"))])
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn every_folder_is_in_the_architecture() {
    let document = read("ARCHITECTURE.md");
    let folders = section(&document, "## Where everything is").join("\n");
    let library = library();
    let files = library.iter().filter_map(|file| file.path.rsplit_once('/'));
    let found: BTreeSet<&str> = files.map(|(folder, _)| folder).filter(|folder| *folder != "src").collect();
    for folder in found {
        assert!(folders.contains(&format!("`{folder}/`")), "{folder} is not in ARCHITECTURE.md");
    }
}

fn directive_rows(directives: &[Directive], prefix: &str) -> Vec<String> {
    let row = |d: &Directive| {
        format!("| `{}` | {} |", format!("{prefix} {} {}", d.name, d.arguments).trim(), d.meaning)
    };
    directives.iter().map(row).collect()
}

#[test]
fn every_directive_is_documented() {
    let document = read("docs/testing.md");
    assert_eq!(rows(&document, "### Directives"), directive_rows(&DIRECTIVES, ";!"));
    assert_eq!(rows(&document, "### Lines of directives"), directive_rows(&LINES, ";;"));
}

#[test]
fn every_pass_is_documented_and_has_its_file() {
    let row = |pass: &Pass| {
        let levels = match (pass.levels.contains(Levels::O1), pass.levels.contains(Levels::O2)) {
            (true, true) => "O1, O2",
            (true, false) => "O1",
            _ => "O2",
        };
        let gate: Vec<String> = pass.gate.iter_names().map(|(name, _)| name.to_lowercase()).collect();
        let gate = if gate.is_empty() { String::from("values") } else { gate.join(" or ") };
        format!("| `{}` | {levels} | {gate} |", pass.name)
    };
    let expected: Vec<String> = PIPELINE.iter().map(row).collect();
    assert_eq!(rows(&read("docs/passes.md"), "## The pipeline"), expected);
    let library = library();
    for name in pass_names() {
        let is_its_file = |file: &&File| {
            let path = file.path.strip_prefix("src/opt/").and_then(|path| path.split_once('/'));
            path.is_some_and(|(_, file)| file == format!("{name}.rs"))
        };
        let files: Vec<&File> = library.iter().filter(is_its_file).collect();
        let [File { path, text }] = files[..] else { panic!("{} files of {name}", files.len()) };
        let function = format!("pub(in crate::opt) fn {name}(proc: &mut Procedure, cx: &mut Context) {{");
        assert!(text.contains(&function), "{path}: {function}");
        for part in ["- Requires: ", "- Ensures: ", "- Keeps: ", "- Cost: ", "- Source: "] {
            assert!(text.contains(&format!("\n//! {part}")), "{path}: {part}");
        }
        let files = root().join("tests/files/opt").join(name);
        let found = collect(&[files.with_extension("bb")]).or_else(|_| collect(&[files]));
        let found = found.unwrap_or_else(|error| panic!("tests/files/opt/{name}: {error}"));
        assert!(!found.is_empty(), "tests/files/opt/{name} has no file");
    }
}

#[test]
fn every_opcode_is_documented() {
    let document = read("docs/ir.md");
    for row in ROWS.iter() {
        assert!(document.contains(&format!("`{}`", row.name)), "{} is not in docs/ir.md", row.name);
    }
}

#[test]
fn the_readme_names_the_commands_that_are_run() {
    let (readme, script) = (read("README.md"), read(".ci/run"));
    for command in ["cargo run --release --example quickstart", "cargo test --workspace"] {
        assert!(readme.lines().any(|line| line == command), "README.md: {command}");
        assert!(script.contains(command), ".ci/run: {command}");
    }
}

/// Each step of `.ci/run` has a budget in seconds; together they are half an hour at most.
#[test]
fn the_budgets_of_continuous_integration_add_up() {
    let script = read(".ci/run");
    let budgets = script.lines().filter_map(|line| line.trim_start().strip_prefix("step "));
    let budgets = budgets.map(|step| step.split(' ').next().and_then(|budget| budget.parse().ok()));
    let budgets: Vec<u64> = budgets.map(|budget| budget.expect("a budget in seconds")).collect();
    assert!(budgets.len() > 10 && budgets.iter().sum::<u64>() <= 2400, "{budgets:?}");
}
