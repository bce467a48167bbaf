//! Random procedures have the same meaning in the IR, after selection and after allocation, on all targets.

use barebones::OptLevel;
use barebones::base::Target;
use barebones::isa::TARGETS;
use barebones_testing::fuzz::{FuzzOptions, calls, recipe};
use barebones_testing::generate::{Minimizer, Shape, build};
use barebones_testing::machine::{Checked, Difference, check};

/// Modules per target and level.
const CASES: u64 = 40;

fn options() -> FuzzOptions {
    let shape = Shape { patchpoints: false, variadic: false, ..Shape::default() };
    FuzzOptions { shape, ..FuzzOptions::default() }
}

fn check_case(case: u64, target: Target, level: OptLevel) -> Result<Checked, Box<Difference>> {
    let options = options();
    let run = |recipe: &_| {
        let module = build(recipe, &target);
        let calls = calls(&module, case, options.calls);
        check(&module, &calls, target, level).map_err(|difference| (module.to_string(), difference))
    };
    let recipe = recipe(7, case, &options);
    let Err(mut failure) = run(&recipe) else { return run(&recipe).map_err(|(_, difference)| difference) };
    Minimizer::new(recipe).run(300, |smaller| match run(smaller) {
        Err(found) if found.1.place == failure.1.place => {
            failure = found;
            true
        }
        _ => false,
    });
    let (module, difference) = failure;
    let what = format!("case {case} for {} at {level:?}\n{module}\n{}", target.desc.name, difference.what);
    Err(Box::new(Difference { what, ..*difference }))
}

#[test]
fn random_procedures_mean_the_same_in_air() {
    let mut checked = Checked::default();
    let cases: u64 = std::env::var("CASES").ok().and_then(|count| count.parse().ok()).unwrap_or(CASES);
    for desc in TARGETS {
        for level in [OptLevel::O1, OptLevel::O2] {
            for case in 0..cases {
                let result = check_case(case, Target::baseline(desc), level);
                checked.add(&result.unwrap_or_else(|difference| panic!("{difference}")));
            }
        }
    }
    println!(
        "{} compared, {} instructions, unsupported: {:?}",
        checked.compared, checked.steps, checked.unsupported
    );
    println!("{} opcodes", checked.opcodes.len());
}
