//! Random functions in all engines.

use barebones::OptLevel;
use barebones_rtl::testing::fuzz;

fn number(name: &str, or: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(or)
}

/// `BAREBONES_SEED` and `BAREBONES_CASES` select the functions and their number.
#[test]
fn random_functions() {
    let (seed, cases) = (number("BAREBONES_SEED", 1), number("BAREBONES_CASES", 3000));
    println!("BAREBONES_SEED={seed} BAREBONES_CASES={cases}");
    let levels = [OptLevel::O0, OptLevel::O1, OptLevel::O2];
    let summary = fuzz(seed, cases, &levels).unwrap_or_else(|text| panic!("{text}"));
    println!("{summary:?}");
    assert!(summary.functions == cases && summary.calls == 3 * cases, "{summary:?}");
    if cases >= 2000 {
        assert_eq!(summary.missing(), [""; 0]);
    }
}
