//! Random procedures have the same meaning in the IR, after selection and after allocation, on all targets.

use barebones::base::Arch;
use barebones_testing::machine::{AirOptions, AirSummary, fuzz_air};

/// Modules that are interpreted.
const CASES: u64 = 400;

fn checked(cases: u64, options: &AirOptions) -> AirSummary {
    let summary = fuzz_air(7, 0..cases, options);
    for failure in &summary.failures {
        println!("{failure}");
    }
    assert_eq!((summary.passed, summary.failures.len()), (cases, 0));
    let checked = &summary.checked;
    println!("{} executions of {} instructions, {} exits", checked.compared, checked.steps, checked.exits);
    let missing: u64 = checked.unsupported.values().sum();
    assert!(missing * 20 < checked.compared, "{:?}", checked.unsupported);
    summary
}

#[test]
fn random_procedures_mean_the_same_in_air() {
    let AirSummary { checked, .. } = checked(CASES, &AirOptions::default());
    assert!(checked.compared > 3 * CASES);
    assert!(checked.opcodes.len() > 300, "{} opcodes", checked.opcodes.len());
    for opcode in ["Patch", "TerminalPatch", "Invoke", "Landing"] {
        assert!(checked.opcodes.contains_key(opcode), "{opcode} never occurs");
    }
}

#[test]
fn exits_describe_the_same_in_air() {
    for arch in [Arch::X64, Arch::A64] {
        let options = AirOptions { arch: Some(arch), exits: true, ..AirOptions::default() };
        let AirSummary { checked, .. } = checked(CASES / 4, &options);
        let (exits, values) = (checked.exits, checked.exit_values);
        assert!(exits > 10 * CASES / 4 && values > 2 * exits, "{exits} exits with {values} values");
        assert!(checked.opcodes.contains_key("InvalidationPoint"));
    }
}
