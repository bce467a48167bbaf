//! A wrong answer is blamed on the stage that gives it.
//!
//! The seeded faults whose test sets `BLAME` are caught here if, and only if, they are blamed on that stage.

use barebones::{OptLevel, Stage};
use barebones_testing::fuzz::{FuzzOptions, calls, recipe};
use barebones_testing::generate::{Shape, build};
use barebones_testing::machine::blame;

/// Modules that are compiled.
const CASES: u64 = 150;

#[test]
fn no_stage_is_to_blame() {
    let Ok(target) = barebones::host_target() else { return };
    let shape = Shape { patchpoints: false, variadic: false, ..Shape::default() };
    let options = FuzzOptions { shape, ..FuzzOptions::default() };
    let wanted = std::env::var("BLAME").ok();
    for case in 0..CASES {
        let module = build(&recipe(11, case, &options), &target);
        let level = if case % 2 == 0 { OptLevel::O2 } else { OptLevel::O1 };
        let blamed = blame(&module, &calls(&module, case, 2), target, level);
        let Ok(Some((stage, what))) = blamed else { continue };
        match &wanted {
            None => panic!("case {case}: {} is to blame: {what}\n{module}", stage.name()),
            Some(name) => {
                let expected = Stage::ALL.into_iter().find(|stage| stage.name() == name).expect("a stage");
                assert_ne!(stage, expected, "case {case}: {what}");
                println!("case {case}: {} instead of {name} is blamed: {what}", stage.name());
                return;
            }
        }
    }
}
