//! Random programs, executed by the interpreter and all configurations, and regression tests of former failures.
//!
//! `BAREBONES_SEED` and `BAREBONES_CASES` select the programs and their number. A failure is printed as a file; put it
//! into `tests/files/random` to keep it as a regression test.

use barebones::base::Origin;
use barebones::ir::validate::validate;
use barebones::ir::{Opcode, ValueId};
use barebones::opt::{Levels, Optimizer, PassSet, pass_names};
use barebones::{OptLevel, Stage};
use barebones_testing::differential::{Call, Setup, Tester, host_targets};
use barebones_testing::exits::{ExitOptions, fuzz_exits, fuzz_osr};
use barebones_testing::fuzz::{FuzzOptions, cover, fuzz};
use barebones_testing::generate::{self, Random, Recipe, Shape};
use barebones_testing::passes::{PassOptions, fuzz_passes};
use std::collections::{BTreeMap, BTreeSet};
use std::{env, fs, path::Path};

/// A number from the environment, or the default.
fn number(name: &str, default: u64) -> u64 {
    match env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name} is {text:?}, not a number")),
        Err(_) => default,
    }
}

#[test]
fn every_check_of_random_programs_leaves_alike() {
    let (seed, cases) = (number("BAREBONES_SEED", 1), number("BAREBONES_CASES", 400));
    println!("BAREBONES_SEED={seed} BAREBONES_CASES={cases}");
    let options = ExitOptions { max_failures: 3, ..ExitOptions::default() };
    let summary = fuzz_exits(seed, 0..cases, &options).expect("a host that code is made for");
    for failure in &summary.failures {
        println!("; seed {seed}, case {}\n{}", failure.case, failure.mismatch);
    }
    assert_eq!((summary.passed, summary.failed), (cases, 0), "see above");
    assert!(summary.exits > 10 * cases && summary.operands > 5 * summary.exits, "{summary:?}");
}

#[test]
fn random_programs_continue_at_another_level_after_each_check() {
    let (seed, cases) = (number("BAREBONES_SEED", 1), number("BAREBONES_CASES", 400));
    println!("BAREBONES_SEED={seed} BAREBONES_CASES={cases}");
    let options = ExitOptions { max_failures: 3, calls: 2, ..ExitOptions::default() };
    let summary = fuzz_osr(seed, 0..cases, &options).expect("a host that code is made for");
    for failure in &summary.failures {
        println!("; seed {seed}, case {}\n{}", failure.case, failure.mismatch);
    }
    assert_eq!((summary.passed, summary.failed), (cases, 0), "see above");
    assert!(summary.checks > cases && summary.exits > cases, "{summary:?}");
}

#[test]
fn random_programs_mean_the_same_after_passes() {
    let (seed, cases) = (number("BAREBONES_SEED", 1), number("BAREBONES_CASES", 800));
    println!("BAREBONES_SEED={seed} BAREBONES_CASES={cases}");
    let summary = fuzz_passes(seed, 0..cases, &PassOptions { max_failures: 3, ..PassOptions::default() });
    for failure in &summary.failures {
        println!(
            "; seed {seed}, case {}: {}, not without {:?}",
            failure.case, failure.selection, failure.culprits
        );
        println!("{}", failure.mismatch);
    }
    assert_eq!((summary.passed, summary.failed), (cases, 0), "see above");
    assert!(summary.exits > 10 * cases && summary.skipped * 100 <= cases, "{summary:?}");
    // Results must not be equal only because the passes did nothing.
    println!("modules that each pass changed: {:?}", summary.changed);
    assert_eq!(summary.changed.len(), pass_names().count());
    assert!(cases < 800 || summary.changed.values().all(|count| *count > 0), "a pass has changed nothing");
    let [before, after] = summary.values;
    assert!(after * 4 < before * 3, "{before} values became {after}");
    assert!(u64::from(summary.inlined.inlined) * 20 > cases, "{:?}", summary.inlined);
    println!("{} direct calls added", summary.direct_calls);
    assert!(summary.direct_calls * 20 > cases, "{}", summary.direct_calls);
}

/// With landing pads on guarded pages, and signed return addresses.
#[cfg(target_arch = "aarch64")]
#[test]
fn random_programs_agree_with_protected_branches() {
    use barebones::base::BranchProtection;
    use barebones::regalloc::Forced;
    let (seed, cases) = (number("BAREBONES_SEED", 1), number("BAREBONES_CASES", 800) / 4);
    println!("BAREBONES_SEED={seed} BAREBONES_CASES={cases}");
    for (n, level) in OptLevel::ALL.into_iter().enumerate() {
        for forced in [Forced::None, Forced::Random(n as u64)] {
            let only = Some(Setup { protection: BranchProtection::FULL, ..Setup::new(level, forced) });
            let options = FuzzOptions { only, max_failures: 3, ..FuzzOptions::default() };
            let seed = seed + n as u64;
            let summary = fuzz(seed, cases, &options).expect("a host that code is made for");
            for failure in &summary.failures {
                println!("; seed {seed}, case {}\n{}", failure.case, failure.mismatch);
            }
            assert_eq!((summary.passed, summary.failed), (cases, 0), "see above");
            let options = ExitOptions { only, max_failures: 3, ..ExitOptions::default() };
            let summary = fuzz_exits(seed, 0..cases / 2, &options).expect("a host that code is made for");
            for failure in &summary.failures {
                println!("; seed {seed}, case {}\n{}", failure.case, failure.mismatch);
            }
            assert_eq!((summary.passed, summary.failed), (cases / 2, 0), "see above");
        }
    }
}

/// With blinded constants, hardened branches and landing pads. One of the setups of the other tests is hardened, too, but
/// rarely.
#[test]
fn random_programs_agree_when_hardened() {
    let (seed, cases) = (number("BAREBONES_SEED", 1), number("BAREBONES_CASES", 800) / 8);
    println!("BAREBONES_SEED={seed} BAREBONES_CASES={cases}");
    for (n, level) in OptLevel::ALL.into_iter().enumerate() {
        let seed = seed + 100 + n as u64;
        let only = Some(Setup::hardened(level, seed));
        let options = FuzzOptions { only, max_failures: 3, ..FuzzOptions::default() };
        let summary = fuzz(seed, cases, &options).expect("a host that code is made for");
        for failure in &summary.failures {
            println!("; seed {seed}, case {}\n{}", failure.case, failure.mismatch);
        }
        assert_eq!((summary.passed, summary.failed), (cases, 0), "see above");
        assert!(summary.compared >= cases && summary.for_other_targets >= cases, "{summary:?}");
        let options = ExitOptions { only, max_failures: 3, ..ExitOptions::default() };
        let summary = fuzz_exits(seed, 0..cases / 2, &options).expect("a host that code is made for");
        for failure in &summary.failures {
            println!("; seed {seed}, case {}\n{}", failure.case, failure.mismatch);
        }
        assert_eq!((summary.passed, summary.failed), (cases / 2, 0), "see above");
        assert!(summary.exits > cases, "{summary:?}");
    }
}

/// Names of the counters that the local allocator of O0 and O1 increments.
const OF_THE_LOCAL_ALLOCATOR: [&str; 8] = [
    "spill stores",
    "reloads",
    "rematerialised",
    "moves inserted",
    "moves dropped",
    "evictions",
    "slot operands",
    "cycles of moves",
];

#[test]
fn random_programs_run_alike_everywhere() {
    let (seed, cases) = (number("BAREBONES_SEED", 1), number("BAREBONES_CASES", 800));
    println!("BAREBONES_SEED={seed} BAREBONES_CASES={cases}");
    let options = FuzzOptions { max_failures: 3, ..FuzzOptions::default() };
    let summary = fuzz(seed, cases, &options).expect("a host that code is made for");
    for failure in &summary.failures {
        println!("; seed {seed}, case {}\n{}", failure.case, failure.mismatch);
    }
    assert_eq!(summary.failed, 0, "see above");
    assert_eq!(summary.passed, cases);
    println!("{} procedures were compiled for other machines", summary.for_other_targets);
    assert!(summary.for_other_targets >= cases, "{summary:?}");
    // Programs terminate, and some trap.
    assert!(summary.skipped * 100 <= cases, "{summary:?}");
    println!("{:?}", summary.traps);
    let missing = summary.traps.missing();
    assert!(cases < 400 || missing.is_empty(), "no program trapped with {missing:?}");
    println!("{}", summary.allocation_table());
    println!("limits reached: {:?}", summary.fallbacks);
    let reached: Vec<Stage> = summary.fallbacks.keys().copied().collect();
    assert!(cases < 400 || reached == [Stage::Optimize, Stage::Select, Stage::Allocate]);
    let target = barebones::host_target().expect("a host that code is made for");
    for (level, allocations) in OptLevel::ALL.into_iter().zip(&summary.allocations) {
        let does = |what: &&str| match level {
            OptLevel::O2 => *what != "global registers",
            OptLevel::O1 => OF_THE_LOCAL_ALLOCATOR.contains(what) || *what == "global registers",
            OptLevel::O0 => OF_THE_LOCAL_ALLOCATOR.contains(what),
        };
        let missing: Vec<&str> = allocations.missing(&target).filter(does).collect();
        assert!(cases < 800 || missing.is_empty(), "allocation at {level:?}: no {missing:?}");
    }
}

/// Random programs cover everything; exceptions are listed with a reason.
#[test]
fn random_programs_cover_everything() {
    let mut coverage = cover(7, 5000, &FuzzOptions::default()).expect("everything compiles");
    let target = barebones::host_target().expect("a host that code is made for");
    // Some kinds of loop need checks.
    for case in 0..500 {
        let shape = Shape { checks: true, ..Shape::default() };
        let recipe = Recipe::random(&mut Random::of_case(7, case), &shape);
        generate::build_counted(&recipe, &target, &mut coverage.loops);
    }
    coverage.assert_complete(&target);
}

/// Passes give what they create the origin of the value it is a part of, or none, and never the last origin of the
/// client: a debugger would show a line that has nothing to do with the code.
#[test]
fn values_of_passes_have_no_foreign_origin() {
    let target = barebones::host_target().expect("a host that code is made for");
    let cases = number("BAREBONES_CASES", 400) / 2;
    let last = Origin(1);
    let (mut created, mut without) = (0_u64, BTreeMap::<Opcode, u64>::new());
    for case in 0..cases {
        let recipe = Recipe::random(&mut Random::of_case(7, case), &Shape::default());
        for mut proc in generate::build(&recipe, &target).procedures {
            let ids: Vec<ValueId> = proc.value_ids().collect();
            for id in &ids {
                proc.get_value_mut(*id).expect("is there").origin = Origin(id.number() + 2);
            }
            proc.origin = last;
            let facts = validate(&proc).unwrap_or_else(|violations| panic!("{violations:?}"));
            Optimizer::new().run(&mut proc, facts.contents(), Levels::O2, PassSet::ALL, None);
            assert_eq!(proc.origin, last);
            for block in proc.block_ids() {
                for id in proc.block_values(block) {
                    let value = proc.value(*id);
                    assert_ne!(value.origin, last, "case {case}: {:?} {id:?}", value.opcode());
                    created += u64::from(!ids.contains(id));
                    if value.origin == Origin::NONE {
                        *without.entry(value.opcode()).or_default() += 1;
                    }
                }
            }
        }
    }
    // Moves and jumps of edges belong to no value, an Oops is never executed, and a constant may be shared.
    println!("{created} values created; without an origin: {without:?}");
    let of_edges = [Opcode::Phi, Opcode::Upsilon, Opcode::Jump, Opcode::Oops];
    let others = without.keys().filter(|opcode| !of_edges.contains(opcode) && !opcode.is_constant());
    assert_eq!(others.collect::<Vec<_>>(), [] as [&Opcode; 0]);
    assert!(created > 10 * cases, "{created}");
}

#[test]
fn recipes_give_the_same_module_each_time_and_different_ones() {
    let target = barebones::host_target().expect("a host that code is made for");
    let text = |case| {
        let recipe = Recipe::random(&mut Random::of_case(3, case), &Shape::default());
        generate::build(&recipe, &target).to_string()
    };
    let texts: BTreeSet<String> = (0..50).map(text).collect();
    assert!(texts.len() > 45);
    assert!((0..50).all(|case| texts.contains(&text(case))));
}

/// All levels compile calls by name and by address with any number of arguments, calls with several results, and tail
/// calls.
#[test]
fn calls_of_all_kinds_are_generated() {
    let target = barebones::host_target().expect("a host that code is made for");
    let (mut variadic, mut variable, mut several, mut tail) = (0, 0, 0, 0);
    for case in 0..500 {
        let recipe = Recipe::random(&mut Random::of_case(9, case), &Shape::default());
        for proc in generate::build(&recipe, &target).procedures {
            let opcodes = proc.value_ids().map(|id| proc.value(id).opcode());
            tail += opcodes.filter(|opcode| *opcode == Opcode::TailCall).count();
            for id in proc.value_ids().filter(|id| proc.value(*id).opcode() == Opcode::CCall) {
                let call = proc.calls()[proc.value(id).call()];
                let arguments = proc.children(id).len() - usize::from(!call.callee.is_valid());
                variadic += usize::from(call.variadic_start.is_some());
                variable +=
                    usize::from(call.variadic_start.is_some_and(|fixed| (fixed as usize) < arguments));
                several += usize::from(proc.type_of(id).is_tuple());
            }
        }
    }
    assert!(variadic > 100 && variable > 20 && several > 100, "{variadic} {variable} {several}");
    assert!(tail > 50, "{tail}");
}

#[test]
fn programs_that_failed_once() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files/random");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the folder is part of the project")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "bb"))
        .collect();
    paths.sort();
    let targets = host_targets().expect("a host that code is made for");
    let mut tester = Tester::new(&Setup::ALL).expect("a host that code is made for");
    for path in paths {
        let text = fs::read_to_string(&path).expect("readable");
        let module = barebones::ir::parse_module(&text, &targets);
        let module = module.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut calls = Call::parse(&text).unwrap_or_else(|line| panic!("{}: {line}", path.display()));
        if calls.is_empty() {
            calls = barebones_testing::fuzz::calls(&module, 1, 4);
        }
        if let Err(mismatch) = tester.run(&module, &calls) {
            panic!("{}:\n{mismatch}", path.display());
        }
    }
}

/// The report of a failure is a file that reproduces it.
#[test]
fn a_mismatch_prints_as_a_file() {
    let target = barebones::host_target().expect("a host that code is made for");
    let recipe = Recipe::random(&mut Random::of_case(5, 0), &Shape::default());
    let module = generate::build(&recipe, &target);
    let calls = barebones_testing::fuzz::calls(&module, 1, 2);
    let mismatch = barebones_testing::differential::Mismatch {
        module: module.to_string(),
        setup: Some(Setup::ALL[3]),
        call: Some(calls[1].clone()),
        what: String::from("two\nlines"),
    };
    let text = mismatch.to_string();
    let parsed = barebones::ir::parse_module(&text, &host_targets().expect("this host")).expect("a module");
    assert_eq!(parsed.to_string(), module.to_string());
    assert_eq!(Call::parse(&text), Ok(calls[1..].to_vec()));
    assert_eq!(Call::parse(";; bufer 00"), Err(String::from(";; bufer 00")));
}
