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
        let mut options = Options::default();
        let total = |options: &Options| {
            let compiler = Compiler::for_target(host, options.clone());
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
