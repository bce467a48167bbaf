//! The limit of rewrites: every prefix of the rewrites of the passes is valid and means the same.

use barebones::ir::parse_module;
use barebones::opt::{PassSet, pass_names};
use barebones::{Compiler, OptLevel, Options, Stage, host_target, targets};
use barebones_testing::generate::{self, Random, Recipe, Shape};
use barebones_testing::rewrites::compare_prefixes;
use std::collections::BTreeMap;

/// Random modules, of which every prefix is executed; all passes but one or two have rewrites.
#[test]
fn every_prefix_means_the_same() {
    let target = host_target().expect("a host");
    let (mut by_pass, mut count, mut compared) = (BTreeMap::<String, u64>::new(), 0, 0);
    for seed in 0..32 {
        let shape = Shape { checks: seed % 2 == 1, steps: 10, ..Shape::default() };
        let module = generate::build(&Recipe::random(&mut Random::new(seed), &shape), &target);
        for level in [OptLevel::O1, OptLevel::O2] {
            let prefixes = compare_prefixes(&module, seed, level, PassSet::ALL);
            let prefixes = prefixes.unwrap_or_else(|mismatch| panic!("seed {seed}\n{mismatch}"));
            count += prefixes.count;
            compared += prefixes.compared;
            for (name, rewrites) in prefixes.by_pass {
                *by_pass.entry(name).or_default() += rewrites;
            }
        }
    }
    assert!(count > 2000 && compared > 2000, "{count} {compared}");
    let without: Vec<&str> =
        pass_names().filter(|name| by_pass.get(*name).is_none_or(|count| *count == 0)).collect();
    assert!(without.len() <= 2, "no rewrites by {without:?}");
}

/// Every prefix of each pass alone, over the programs.
#[test]
fn prefixes_of_programs_are_valid() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let files = barebones_testing::filetest::collect(&[folder]).expect("a folder");
    let host = host_target().expect("a host");
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a text");
        let Ok(module) = parse_module(&text, &targets(host)) else { continue };
        // Some programs name their machine.
        let target = module.procedures.first().map_or(host, |proc| *proc.target());
        let mut options = Options::default();
        let total = |options: &Options| {
            let compiler = Compiler::for_target(target, options.clone());
            let bundle = compiler.bundle_module(&module);
            // The convention of Windows has one result, so programs with more are invalid there.
            if !(cfg!(windows) && matches!(bundle.error(), Some((Stage::Validate, _)))) {
                assert_eq!(bundle.error(), None, "{}, {:?} rewrites", file.display(), options.rewrites);
            }
            let sum = |record: &barebones::bundle::Record| record.passes.iter().map(|p| p.rewrites).sum();
            bundle.procedures.iter().map(sum).max().unwrap_or(0)
        };
        let most: u64 = total(&options);
        for limit in (0..most).step_by((most as usize / 24).max(1)) {
            options.rewrites = Some(limit);
            assert_eq!(total(&options), limit, "{}", file.display());
        }
    }
}

/// A limit ends within the decisions of one block.
#[test]
fn the_limit_counts_each_decision_of_a_block() {
    let text = "barebones 1
        proc two(Int64) -> (Int32, Int32) conv=internal {
        #0:
            Int64 @0 = ArgumentReg(%a0)
            Int64 @1 = Const64(255)
            Int64 @2 = BitAnd(@0, @1)
            Int64 @3 = Const64(1000)
            Void @7 = Jump(#1)
        #1:
            Int32 @4 = LessThan(@2, @3)
            Int32 @5 = GreaterThan(@2, @3)
            Void @6 = Return(@4, @5)
        }";
    let host = host_target().expect("a host");
    let module = parse_module(text, &targets(host)).expect("valid text");
    for (limit, comparisons) in [(0, 2), (1, 1), (2, 0)] {
        let mut options = Options::default();
        options.rewrites = Some(limit);
        options.passes = PassSet::only("propagate_ranges").expect("a pass");
        let mut proc = module.procedures[0].clone();
        Compiler::for_target(host, options).emit_in_place(&mut proc).expect("valid");
        let rest = proc.to_string();
        let count = ["LessThan", "GreaterThan"].map(|name| rest.matches(name).count()).iter().sum::<usize>();
        assert_eq!(count, comparisons, "{limit} rewrites\n{rest}");
    }
}
