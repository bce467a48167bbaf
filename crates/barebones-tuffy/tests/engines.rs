//! The oracle against the library's interpreter and compiled code.

use barebones::OptLevel;
use barebones_tuffy::table::ROWS;
use barebones_tuffy::testing::{Plan, exhaustive, fuzz};

#[test]
fn every_integer_instruction_at_small_widths() {
    let coverage = exhaustive(2, &[OptLevel::O2], false).unwrap_or_else(|text| panic!("{text}"));
    let integer = ROWS.iter().filter(|row| {
        let letters = |letters: &str| letters.bytes().all(|letter| b"ib".contains(&letter));
        !row.results.is_empty() && !row.operands.is_empty() && letters(row.operands) && letters(row.results)
    });
    for row in integer {
        assert!(coverage.tallies.get(row.name).is_some_and(|tally| tally.compared > 0), "{}", row.name);
    }
    println!("{:?} {:?}", coverage.total(), coverage.refused);
}

#[test]
fn every_integer_instruction_with_checks() {
    let coverage = exhaustive(2, &[], true).unwrap_or_else(|text| panic!("{text}"));
    assert!(coverage.total().poison > 1000, "{:?}", coverage.total());
    println!("{:?} {:?}", coverage.total(), coverage.refused);
}

#[test]
fn random_programs() {
    let summary = fuzz(1, 1000, &Plan::everything()).unwrap_or_else(|text| panic!("{text}"));
    println!("{summary:?}");
    assert!(summary.programs > 900 && summary.checked_programs > 100, "{summary:?}");
    assert_eq!(summary.missing(), [""; 0]);
}
