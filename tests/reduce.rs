//! The reducer: what judges find interesting becomes small, and stays valid.

use barebones::base::Target;
use barebones::bundle::Bundle;
use barebones::ir::opcode::ROWS;
use barebones::ir::{BlockId, Module, Opcode, Procedure, parse_module, validate_module};
use barebones::{Compiler, Observer, Options, Progress, Stage, host_target, targets};
use barebones_testing::generate::{self, Random, Recipe, Shape};
use barebones_testing::reduce::{
    Judge, ReduceError, ReduceOptions, Reduced, bisect, judge_command, judge_difference, judge_error, reduce,
};

fn host() -> Target {
    host_target().expect("the tests run on a machine with a back end")
}

fn parse(text: &str) -> Module {
    parse_module(text, &targets(host())).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn random_module(seed: u64) -> Module {
    let shape = Shape { checks: seed % 2 == 1, ..Shape::default() };
    generate::build(&Recipe::random(&mut Random::new(seed), &shape), &host())
}

fn size(module: &Module) -> usize {
    let of = |proc: &Procedure| proc.block_ids().map(|block| proc.block_values(block).len()).sum::<usize>();
    module.procedures.iter().map(of).sum()
}

/// True if the procedure has an operation of this opcode in the block.
fn has(proc: &Procedure, block: BlockId, opcode: Opcode) -> bool {
    proc.block_values(block).iter().any(|id| proc.value(*id).opcode() == opcode)
}

/// True if a block can reach itself.
fn is_in_loop(proc: &Procedure, block: BlockId) -> bool {
    let mut pending: Vec<BlockId> = proc.successors(block).iter().map(|edge| edge.block()).collect();
    let mut seen = Vec::new();
    while let Some(next) = pending.pop() {
        if next == block {
            return true;
        }
        if !seen.contains(&next) {
            seen.push(next);
            pending.extend(proc.successors(next).iter().map(|edge| edge.block()));
        }
    }
    false
}

fn has_division_and_phi_in_loop(module: &Module) -> bool {
    module.procedures.iter().any(|proc| {
        let in_loop =
            |opcode| proc.block_ids().any(|block| has(proc, block, opcode) && is_in_loop(proc, block));
        in_loop(Opcode::Phi) && [Opcode::Div, Opcode::ChillDiv, Opcode::UDiv].into_iter().any(in_loop)
    })
}

/// A bundle of a module that is not compiled yet.
fn bundle_of(module: &Module) -> Bundle {
    let mut bundle = Bundle::of_module(&Module::default(), host(), &Options::default(), None);
    bundle.module = module.clone();
    bundle
}

#[track_caller]
fn reduced(module: &Module, judge: &mut dyn FnMut(&Module) -> bool) -> Reduced {
    reduced_bundle(&bundle_of(module), &mut |bundle| judge(&bundle.module))
}

#[track_caller]
fn reduced_bundle(bundle: &Bundle, judge: &mut Judge<'_>) -> Reduced {
    let reduced = reduce(bundle, judge, ReduceOptions::default()).expect("it is interesting");
    assert!(reduced.is_fixpoint && validate_module(&reduced.module).is_ok());
    assert!(judge(&bundle_of(&reduced.module)));
    reduced
}

#[test]
fn a_division_and_a_phi_in_a_loop_remain() {
    let mut found = 0;
    for seed in 0..400 {
        let module = random_module(seed);
        if size(&module) < 200 || !has_division_and_phi_in_loop(&module) {
            continue;
        }
        let small = reduced(&module, &mut has_division_and_phi_in_loop);
        assert!(size(&small.module) < 10, "{} values:\n{}", size(&small.module), small.module);
        assert_eq!(small.module.procedures.len(), 1);
        let again = reduced(&module, &mut has_division_and_phi_in_loop);
        assert_eq!((again.module.to_string(), again.tries), (small.module.to_string(), small.tries));
        found += 1;
        if found == 5 {
            return;
        }
    }
    panic!("{found} modules")
}

/// Reduces modules to each of their operations.
#[test]
fn every_operation_can_remain() {
    let mut sizes = std::collections::BTreeMap::new();
    for seed in 0..3 {
        let module = random_module(seed);
        // The text omits Nops.
        for opcode in ROWS.iter().map(|row| row.opcode).filter(|opcode| *opcode != Opcode::Nop) {
            let mut judge = |module: &Module| {
                let mut procedures = module.procedures.iter();
                procedures.any(|proc| proc.block_ids().any(|block| has(proc, block, opcode)))
            };
            if judge(&module) {
                let small = reduced(&module, &mut judge);
                let bytes: usize = small.module.data.iter().map(|data| data.bytes.len()).sum();
                let text = || format!("{opcode:?}, seed {seed}:\n{}", small.module);
                assert!(small.module.procedures.len() == 1 && bytes <= 1, "{}", text());
                assert!(size(&small.module) <= 8, "{}", text());
                *sizes.entry(opcode.name()).or_insert(0) = size(&small.module);
            }
        }
    }
    assert!(sizes.len() > 50, "{sizes:?}");
}

const FAILING: &str = "barebones 1
    extern memset(Int64, Int32, Int64) -> Int64
    data table = zero:64
    proc helper(Int64) -> Int64 {
    #0:\n Int64 @0 = ArgumentReg(%a0)\n Int64 @1 = Mul(@0, @0)\n Void @2 = Return(@1)\n}
    proc main(Int64, Int64) -> Int64 {
        slot0 = stack 8 locked
        generator0 = \"huge\"
        generator1 = \"other\"
        state0 = frame function=1 pc=2 [@0, @1 | Int32 7]
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = ArgumentReg(%a1)
        Int64 @2 = CCall(helper, @0)
        Int64 @3 = SlotBase(slot0)
        Void @4 = Store(@2, @3, origin=5)
        Int64 @5 = CheckAdd(@1, @2, generator=generator1, state=state0)
        Int32 @6 = LessThan(@5, @0)
        Void @7 = Branch(@6, #1, #2:rare)
    #1 frequency=5.0:
OPERANDS
        Void @60 = Upsilon(@59, ^@70)
        Void @61 = Jump(#3)
    #2:
        Void @62 = Upsilon(@1, ^@70)
        Void @63 = Jump(#3)
    #3:
        Int64 @70 = Phi()
        Void @71 = Return(@70)
    }";

fn failing() -> Module {
    let mut lines = String::new();
    for n in 10..40 {
        lines += &format!("        Int64 @{n} = Add(@{}, @1)\n", if n == 10 { 0 } else { n - 1 });
    }
    let operands: Vec<String> = (10..40).map(|n| format!("@{n}: SomeRegister")).collect();
    lines += &format!(
        "        Int64 @59 = Patchpoint({}, generator=generator0, state=state0)",
        operands.join(", ")
    );
    parse(&FAILING.replace("OPERANDS", &lines))
}

#[test]
fn an_error_of_compilation_remains() {
    let module = failing();
    let bundle = Bundle::of_module(&module, host(), &Options::default(), None);
    let (_, message) = bundle.error().expect("the target has fewer registers");
    assert!(message.contains("more Gp registers"), "{message}");
    let mut judge = judge_error(&bundle).expect("it fails");
    let small = reduced_bundle(&bundle, &mut judge);
    // One value for each register and one more, and the patchpoint with them.
    let most = if cfg!(target_arch = "aarch64") { 30 } else { 20 };
    assert!(size(&small.module) <= most, "{}", small.module);
    let text = small.module.to_string();
    let operands = text.matches(": SomeRegister").count();
    assert!((12..30).contains(&operands), "{operands}\n{text}");
    for gone in ["state", "generator", "slot", "extern", "data", "helper", "origin", "#1", "Phi"] {
        assert!(!text.contains(gone), "{gone}\n{text}");
    }
    // Code without error has none to reduce to.
    let fine = Bundle::of_module(&random_module(1), host(), &Options::default(), None);
    assert!(judge_error(&fine).is_none());
}

/// Parameters with the arguments of calls, arguments of calls by address, and exceptional edges.
#[test]
fn calls_become_small() {
    let module = parse(
        "barebones 1
        extern outside(Int64, Int64, Double) -> Int64
        proc main(Int64, Int64, Int64) -> Int64 {
        #0:
            Int64 @0 = ArgumentReg(%a0)
            Int64 @1 = ArgumentReg(%a1)
            Int64 @2 = ArgumentReg(%a2)
            Double @3 = ConstDouble(0.5)
            Int64 @4 = CCall(outside, @0, @1, @3)
            Int64 @5 = CCall(@0, @4, @2, @1)
            Int64 @6 = CCall(inner, @5, @2, @1)
            Int64 @7 = CCall(outside, @6, @0, @3, #1, #2, exceptional)
        #1:
            Void @8 = Return(@7)
        #2:
            Void @9 = Return(@6)
        }
        proc inner(Int64, Int64, Int64) -> Int64 {
        #0:
            Int64 @0 = ArgumentReg(%a0)
            Int64 @1 = ArgumentReg(%a1)
            Int64 @2 = ArgumentReg(%a2)
            Int64 @3 = Mul(@2, @0)
            Void @4 = Return(@3)
        }",
    );
    let calls = |module: &Module, named: Option<&str>| {
        let of = |proc: &Procedure| {
            let all = proc.block_ids().flat_map(|block| proc.block_values(block)).copied();
            let calls = all.filter(|id| proc.value(*id).opcode() == Opcode::CCall);
            let name = |id| Some(&*proc.symbols().get(proc.calls().get(proc.value(id).call())?.callee)?.name);
            calls.filter(|id| name(*id) == named).count()
        };
        module.procedures.iter().map(of).sum::<usize>()
    };
    let mut judge = |module: &Module| {
        calls(module, Some("outside")) == 2 && calls(module, Some("inner")) == 1 && calls(module, None) == 1
    };
    let small = reduced(&module, &mut judge).module;
    let text = small.to_string();
    assert!(small.procedures.iter().all(|proc| proc.signature().params.is_empty()), "{text}");
    assert!(small.externs[0].signature.params.is_empty(), "{text}");
    // One block, and only the call by address has an operand.
    assert!(small.procedures.iter().all(|proc| proc.block_count() == 1), "{text}");
    let operands = |proc: &Procedure| {
        let ids = proc.block_values(Procedure::ROOT).iter();
        ids.filter(|id| proc.value(**id).opcode() == Opcode::CCall)
            .map(|id| proc.children(*id).len())
            .sum::<usize>()
    };
    assert_eq!(small.procedures.iter().map(operands).sum::<usize>(), 1, "{text}");
    // Parameters that remain are in the registers of their new places.
    let mut judge = |module: &Module| {
        let inner = module.procedure("inner");
        let is_product = |proc: &Procedure| {
            let mut ids = proc.block_values(Procedure::ROOT).iter();
            let product = ids.find(|id| proc.value(**id).opcode() == Opcode::Mul);
            product.is_some_and(|id| {
                let regs = proc.children(*id).iter().map(|id| proc.value(*id));
                regs.filter(|value| value.opcode() == Opcode::ArgumentReg).count() == 2
            })
        };
        inner.is_some_and(is_product)
    };
    let small = reduced(&module, &mut judge).module;
    let inner = small.procedure("inner").expect("the judge needs it");
    assert_eq!(inner.signature().params.len(), 2, "{small}");
    let values = inner.block_values(Procedure::ROOT).iter().map(|id| inner.value(*id));
    let mut regs: Vec<_> =
        values.filter(|value| value.opcode() == Opcode::ArgumentReg).map(|value| value.reg()).collect();
    regs.sort_by_key(|reg| reg.index());
    let mut expected = inner.target().convention(inner.convention()).args_gp[..2].to_vec();
    expected.sort_by_key(|reg| reg.index());
    assert_eq!(regs, expected, "{small}");
}

#[test]
fn a_difference_of_results_remains() {
    // Addresses of data differ between the engines.
    let module = parse(
        "barebones 1
        data table = zero:64
        proc main(Int64, Int64) -> Int64 {
        #0:
            Int64 @0 = ArgumentReg(%a0)
            Int64 @1 = ArgumentReg(%a1)
            Int64 @2 = SymbolAddress(table)
            Int64 @3 = Mul(@0, @1)
            Int64 @4 = Add(@3, @2)
            Int32 @5 = LessThan(@0, @1)
            Void @6 = Branch(@5, #1, #2)
        #1:
            Int64 @7 = Add(@4, @0)
            Void @8 = Return(@7)
        #2:
            Void @9 = Return(@3)
        }",
    );
    let bundle = Bundle::of_module(&module, host(), &Options::default(), None);
    let mut judge = judge_difference(vec!["main 3 2".into(), "main 1 2".into()]);
    let small = reduced_bundle(&bundle, &mut judge);
    assert_eq!(size(&small.module), 2, "{}", small.module);
    let mut judge = judge_difference(vec!["main 3 2".into()]);
    let error = reduce(&bundle, &mut judge, ReduceOptions::default()).expect_err("no difference");
    assert_eq!(error, ReduceError::NotInteresting);
}

#[cfg(unix)]
#[test]
fn a_command_is_a_judge() {
    let module = failing();
    let file = std::env::temp_dir().join(format!("barebones-reduce-{}.bb", std::process::id()));
    let command = ["grep", "-q", "CheckAdd"].map(String::from);
    let text = |bundle: &Bundle| bundle.module.to_string();
    let small = reduced_bundle(&bundle_of(&module), &mut judge_command(&command, &file, text));
    assert!(size(&small.module) <= 4, "{}", small.module);
    std::fs::remove_file(&file).expect("it was written");
    let command = [String::from("/no/such/command")];
    let mut judge = judge_command(&command, &file, text);
    assert!(reduce(&bundle_of(&module), &mut judge, ReduceOptions::default()).is_err());
    std::fs::remove_file(&file).expect("it was written");
}

#[test]
fn tries_are_limited_and_invalid_input_is_refused() {
    let module = failing();
    let small =
        reduce(&bundle_of(&module), &mut |_| true, ReduceOptions { tries: 3 }).expect("it is interesting");
    assert!(!small.is_fixpoint && small.tries <= 3 && size(&small.module) > 0);
    let all = reduced(&module, &mut |_| true);
    assert_eq!(size(&all.module), 1, "{}", all.module);
    let mut invalid = module.clone();
    invalid.procedures[0].add_block();
    let error =
        reduce(&bundle_of(&invalid), &mut |_| true, ReduceOptions::default()).expect_err("an empty block");
    assert!(matches!(error, ReduceError::Invalid(_)), "{error}");
}

/// The text of the first procedure after passes, with the options of a bundle.
fn optimized(bundle: &Bundle) -> String {
    struct Text(String);
    impl Observer for Text {
        fn after(&mut self, stage: Stage, progress: Progress<'_>) {
            if let (Stage::Optimize, Progress::Procedure(proc)) = (stage, progress) {
                self.0 = proc.to_string();
            }
        }
    }
    let mut text = Text(bundle.module.to_string()); // no passes run if there are none
    let mut compiler = Compiler::for_target(bundle.target, bundle.options.clone());
    let compiled = compiler.emit_observed(&bundle.module.procedures[0], &mut text);
    assert!(compiled.is_ok());
    text.0
}

/// A division is the fault, and the rewrite that removes it the cause.
#[test]
fn bisection_names_the_pass_and_the_rewrite() {
    let module = parse(
        "barebones 1
        proc main(Int64) -> Int64 {
        #0:
            Int64 @0 = ArgumentReg(%a0)
            Int64 @1 = Const64(3)
            Int64 @2 = Const64(4)
            Int64 @3 = Add(@1, @2)
            Int64 @4 = Sub(@0, @0)
            Int64 @5 = Add(@0, @4)
            Int64 @6 = Const64(8)
            Int64 @7 = UDiv(@5, @6)
            Int64 @8 = Mul(@7, @3)
            Void @9 = Return(@8)
        }",
    );
    let bundle = bundle_of(&module);
    let mut judge = |bundle: &Bundle| !optimized(bundle).contains("UDiv");
    let found = bisect(&bundle, &mut judge);
    assert_eq!(found.passes, ["reduce_strength"], "{found}");
    let limit = found.limit.expect("it depends on rewrites");
    assert!(limit > 1, "{found}");
    let mut with = bundle.clone();
    with.options.rewrites = Some(limit - 1);
    assert!(optimized(&with).contains("UDiv"));
    with.options.rewrites = Some(limit);
    assert!(!optimized(&with).contains("UDiv"));
    let [rewrite] = &found.rewrites[..] else { panic!("{found}") };
    assert_eq!((rewrite.procedure.as_str(), rewrite.pass.as_str()), ("main", "reduce_strength"));
    assert!(rewrite.number <= rewrite.of && found.to_string().contains("rewrite "), "{found}");
    // A failure without any pass has another cause.
    let found = bisect(&bundle, &mut |_| true);
    assert!(found.passes.is_empty() && found.limit.is_none());
    assert_eq!(found.to_string(), "passes: none is needed\nrewrites: none is needed\n");
}

/// Weights and cold blocks count as something to remove.
#[test]
fn hints_are_removed() {
    let module = parse(
        "barebones 1
        proc main(Int64) -> Int64 {
        #0:
            Int64 @0 = ArgumentReg(%a0)
            Void @1 = Branch(@0, #1:90, #2:10)
        #1:
            Void @2 = Return(@0)
        #2 cold:
            Int64 @3 = Const64(1)
            Void @4 = Return(@3)
        }",
    );
    assert!(module.procedures[0].has_hints());
    let mut judge = |module: &Module| module.procedures.iter().any(|proc| proc.block_count() == 3);
    let small = reduced(&module, &mut judge).module;
    let text = small.to_string();
    assert!(!text.contains("cold") && !text.contains(":90"), "{text}");
}
