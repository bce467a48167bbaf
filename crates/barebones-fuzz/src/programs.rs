//! Random procedures whose shape is that of the bytes.

use barebones::base::Target;
use barebones::isa::TARGETS;
use barebones_testing::differential::{Setup, Tester};
use barebones_testing::exits::{ExitOptions, take_exits};
use barebones_testing::fuzz::calls;
use barebones_testing::generate::{Random, Recipe, Shape, build};
use std::cell::RefCell;

/// Programs are small, so that many run.
const SMALL: Shape = Shape { procedures: 2, blocks: 5, steps: 8, ..Shape::DEFAULT };

thread_local! {
    /// All setups of the library's own backend. Compilers and shared memory are made once.
    static TESTER: RefCell<Tester> = RefCell::new(Tester::new(&Setup::ALL).expect("memory for a tester"));
}

/// Runs a program in the interpreter and in code of O0, O1, O2 and one forced mode.
pub(crate) fn differential(data: &[u8]) {
    let mut random = Random::of_bytes(data);
    let (case, seed) = (random.bits(), random.bits());
    let shape = Shape { traps: case % 4 == 3, ..SMALL };
    let module = build(&Recipe::random(&mut random, &shape), &crate::compile::host());
    let extra = 3 + case as usize / 4 % (Setup::ALL.len() - 3);
    let result = TESTER
        .with_borrow_mut(|tester| tester.run_setups(&module, &calls(&module, seed, 2), &[0, 1, 2, extra]));
    if let Err(mismatch) = result {
        panic!("{mismatch}");
    }
}

/// Compiles a program in each forced mode, for a machine that the bytes choose; the allocation is checked.
pub(crate) fn allocation(data: &[u8]) {
    let mut random = Random::of_bytes(data);
    let target = Target::baseline(TARGETS[random.below(TARGETS.len() as u64) as usize]);
    let module = build(&Recipe::random(&mut random, &SMALL), &target);
    for setup in Setup::ALL.iter().filter(|setup| !setup.limited && !setup.saved) {
        let mut compiler = setup.compiler_for(target, true);
        for proc in &module.procedures {
            if let Err(error) = compiler.emit(proc) {
                panic!("{setup}: {error}\n{module}");
            }
        }
    }
}

/// Takes every exit of a program with checks, at one setup.
pub(crate) fn exits(data: &[u8]) {
    let mut random = Random::of_bytes(data);
    let (setup, seed) = (random.below(Setup::ALL.len() as u64) as usize, random.bits());
    let options = ExitOptions { only: Some(Setup::ALL[setup]), exits: 64, ..ExitOptions::default() };
    let recipe = Recipe::random(&mut random, &Shape { checks: true, ..SMALL });
    if let Err(mismatch) = take_exits(&recipe, seed, &options) {
        panic!("{mismatch}");
    }
}
