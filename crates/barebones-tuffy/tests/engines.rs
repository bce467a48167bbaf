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

fn number(name: &str, or: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(or)
}

/// `BAREBONES_SEED` and `BAREBONES_CASES` select the programs and their number.
#[test]
fn random_programs() {
    let (seed, cases) = (number("BAREBONES_SEED", 1), number("BAREBONES_CASES", 1000));
    println!("BAREBONES_SEED={seed} BAREBONES_CASES={cases}");
    let summary = fuzz(seed, cases, &Plan::everything()).unwrap_or_else(|text| panic!("{text}"));
    println!("{summary:?}");
    assert!(summary.programs > cases / 10 * 9 && summary.checked_programs > cases / 10 * 9, "{summary:?}");
    if cases >= 1000 {
        assert_eq!(summary.missing(), [""; 0]);
    }
}
