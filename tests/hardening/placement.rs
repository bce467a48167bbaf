//! Random places: those of procedures that are linked together, and of compilers that create their memory.

use super::{call, host_compiler};
use barebones::OptLevel;
use barebones::base::Hardening;
use barebones::ir::parse_module;
use barebones::jit::Code;
use std::collections::BTreeSet;

const MODULE: &str = "barebones 1
proc first(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(10)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}
proc second(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = CCall(first, @0)
    Int64 @2 = Const64(1)
    Int64 @3 = Add(@1, @2)
    Void @4 = Return(@3)
}
proc third(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = CCall(second, @0)
    Int64 @2 = CCall(second, @1)
    Void @3 = Return(@2)
}
";

/// Distances of the second and the third procedure from the first.
fn distances(placement: Option<u64>) -> [isize; 2] {
    let hardening =
        Hardening { random_placement: placement.is_some(), seed: placement.unwrap_or(0), ..Hardening::NONE };
    let mut compiler = host_compiler(OptLevel::default(), hardening);
    let module = parse_module(MODULE, &barebones::targets(*compiler.target())).expect("a module");
    let codes = compiler.compile_module(module, &|_| None).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(call(&codes[2], 3), [311]);
    let start = |code: &Code| code.entry().addr() as isize;
    [1, 2].map(|n| start(&codes[n]) - start(&codes[0]))
}

#[test]
fn procedures_of_a_module_have_random_distances() {
    let packed = distances(None);
    assert_eq!(packed, distances(None));
    let seeds: Vec<[isize; 2]> = (0..12).map(|seed| distances(Some(seed))).collect();
    assert_eq!(distances(Some(4)), seeds[4]);
    assert!(seeds.iter().all(|seed| seed[0] >= packed[0] && seed[1] - seed[0] >= packed[1] - packed[0]));
    assert!(seeds.iter().all(|seed| seed.iter().all(|distance| distance % 16 == 0)));
    assert!(BTreeSet::from_iter(seeds).len() > 8);
}
