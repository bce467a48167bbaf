//! Random procedures have the same meaning in the IR, after selection and after allocation, on all targets.

use barebones_testing::machine::fuzz_air;

/// Modules that are interpreted.
const CASES: u64 = 400;

#[test]
fn random_procedures_mean_the_same_in_air() {
    let summary = fuzz_air(7, 0..CASES, None);
    for failure in &summary.failures {
        println!("{failure}");
    }
    assert_eq!((summary.passed, summary.failures.len()), (CASES, 0));
    let checked = summary.checked;
    println!("{} executions of {} instructions", checked.compared, checked.steps);
    let missing: u64 = checked.unsupported.values().sum();
    assert!(checked.compared > 3 * CASES && missing * 20 < checked.compared, "{:?}", checked.unsupported);
    assert!(checked.opcodes.len() > 300, "{} opcodes", checked.opcodes.len());
}
