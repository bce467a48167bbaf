//! docs/hermes.md has a row for each instruction, and tells which the reference has.

use barebones_js::hir::opcode::{Effect, ROWS};

#[test]
fn every_instruction_has_a_row() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/hermes.md");
    let document = std::fs::read_to_string(path).unwrap();
    let lines: Vec<Vec<&str>> = document
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    assert_eq!(lines.len(), ROWS.len());
    for (cells, row) in lines.iter().zip(ROWS) {
        assert_eq!(cells[1], format!("`{}`", row.name));
        let effect = match row.effect {
            Effect::None => "none",
            Effect::Read => "reads",
            Effect::Write => "writes",
            Effect::Unknown => "unknown",
        };
        assert_eq!(cells[4], effect, "{}", row.name);
        // The tests that the last column names run all of them.
        assert!(cells[5].ends_with("executed"), "{}", row.name);
    }
    let reference = lines.iter().filter(|cells| cells[2] == "yes").count();
    assert_eq!(reference, 59);
}
