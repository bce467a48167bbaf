//! A wrong answer is blamed on the stage that gives it.
//!
//! The seeded faults whose test sets `BLAME` are caught here if, and only if, they are blamed on that stage.

use barebones::ir::Module;
use barebones::{OptLevel, Stage};
use barebones_testing::fuzz::{FuzzOptions, calls, recipe};
use barebones_testing::generate::{Shape, build};
use barebones_testing::machine::{blame, blame_exits};

/// Modules that are compiled.
const CASES: u64 = 150;

/// Exits that are taken per call.
const EXITS: u64 = 32;

/// Compares the stage that is blamed, if any, with the one that is expected to be. Returns true to end the test.
fn judge(case: u64, blamed: Result<Option<(Stage, String)>, String>, module: &Module) -> bool {
    let Ok(Some((stage, what))) = blamed else { return false };
    let Ok(name) = std::env::var("BLAME") else {
        panic!("case {case}: {} is to blame: {what}\n{module}", stage.name())
    };
    let expected = Stage::ALL.into_iter().find(|stage| stage.name() == name).expect("a stage");
    assert_ne!(stage, expected, "case {case}: {what}");
    println!("case {case}: {} instead of {name} is blamed: {what}", stage.name());
    true
}

fn level(case: u64) -> OptLevel {
    if case.is_multiple_of(2) { OptLevel::O2 } else { OptLevel::O1 }
}

#[test]
fn no_stage_is_to_blame() {
    let Ok(target) = barebones::host_target() else { return };
    let shape = Shape { patchpoints: false, variadic: false, ..Shape::default() };
    let options = FuzzOptions { shape, ..FuzzOptions::default() };
    for case in 0..CASES {
        let module = build(&recipe(11, case, &options), &target);
        let blamed = blame(&module, &calls(&module, case, 2), target, level(case));
        if judge(case, blamed, &module) {
            return;
        }
    }
}

#[test]
fn no_stage_is_to_blame_for_an_exit() {
    let Ok(target) = barebones::host_target() else { return };
    let shape = Shape { checks: true, variadic: false, steps: 10, ..Shape::default() };
    let options = FuzzOptions { shape, trapping: 8, ..FuzzOptions::default() };
    for case in 0..CASES / 3 {
        let module = build(&recipe(12, case, &options), &target);
        let blamed = blame_exits(&module, &calls(&module, case, 1), EXITS, target, level(case));
        if judge(case, blamed, &module) {
            return;
        }
    }
}
