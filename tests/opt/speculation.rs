//! Direct calls of the frequent targets of calls through addresses.

use barebones::base::{StateId, Target, Type};
use barebones::interp::{Interpreter, Limits, Outcome, SandboxHost};
use barebones::ir::{
    BlockId, Cursor, Module, Opcode, Procedure, ValueId, parse_module, validate, validate_module,
};
use barebones::opt::{
    CallGuard, CallProfile, CallTarget, MAX_CALL_TARGETS, ModuleCallees, Optimizer, SpeculationStats,
    Surroundings, pass, speculate_calls,
};
use barebones::{host_target, targets};
use barebones_testing::differential::{Call, run_everywhere};
use std::sync::Arc;

/// Procedures that `main` calls: `f`, `g`, and `h` for all other numbers.
const CALLEES: &str = "proc f(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Add(@0, @0)
    Void @2 = Return(@1)
}
proc g(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Mul(@0, @0)
    Void @2 = Return(@1)
}
proc h(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Neg(@0)
    Void @2 = Return(@1)
}
";

/// The beginning of `main(buffer, n)`: `@9` is the address of `f`, `g` or `h`.
const CHOICE: &str = "    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = SymbolAddress(f)
    Int64 @3 = SymbolAddress(g)
    Int64 @4 = SymbolAddress(h)
    Int64 @5 = Const64(3)
    Int32 @6 = LessThan(@1, @5)
    Int64 @7 = Const64(7)
    Int32 @8 = LessThan(@1, @7)
    Int64 @10 = Select(@8, @3, @4)
    Int64 @9 = Select(@6, @2, @10)
";

/// The arguments of `main`: two of each callee.
const NUMBERS: [u64; 6] = [1, 2, 4, 6, 9, 10];

fn module(text: &str) -> Module {
    let host = host_target().unwrap_or_else(|_| Target::baseline(barebones::isa::TARGETS[0]));
    let module = parse_module(&format!("barebones 1\n{text}"), &targets(host)).expect("is well-formed");
    assert_eq!(validate_module(&module).err(), None);
    module
}

/// A module with this rest of `main`, which starts with the [choice](CHOICE).
fn choosing(rest: &str) -> Module {
    module(&format!("{CALLEES}proc main(Int64, Int64) -> Int64 {{\n{}", rest.replace("CHOICE\n", CHOICE)))
}

fn main_of(module: &Module) -> &Procedure {
    module.procedure("main").expect("there is a main")
}

/// A profile with the same targets for each call.
struct Profile(Vec<(&'static str, f64)>);

impl CallProfile for Profile {
    fn targets(&mut self, _: &Procedure, _: ValueId) -> Vec<CallTarget> {
        self.0.iter().map(|(name, share)| CallTarget { name: name.to_string(), share: *share }).collect()
    }
}

fn both() -> Profile {
    Profile(vec![("f", 0.75), ("g", 0.125)])
}

/// Speculates in `main`, which stays valid.
fn speculate(module: &mut Module, profile: &mut dyn CallProfile) -> SpeculationStats {
    let main = module.procedures.iter_mut().find(|proc| proc.name == "main").expect("there is a main");
    let stats = speculate_calls(main, profile);
    assert_eq!(validate_module(module).err(), None, "{module}");
    stats
}

/// What `main` returns for each of the numbers, in the interpreter.
fn interpreted(module: &Module) -> Vec<u64> {
    let interpreter = Interpreter::new(module).expect("is valid");
    let run = |number: &u64| {
        let args = [(Type::Int64, 0), (Type::Int64, *number)];
        let execution = interpreter.call("main", &args, &mut SandboxHost::new(), Limits::default());
        match execution.expect("exists").outcome {
            Outcome::Returned(results) => results[0].1,
            other => panic!("{other:?}"),
        }
    };
    NUMBERS.iter().map(run).collect()
}

/// Asserts that a module returns these numbers in the interpreter and in all configurations of compiled code, also
/// after direct calls were inlined; returns how many were.
fn assert_results(module: &Module, expected: &[u64]) -> u32 {
    let everywhere = |module: &Module| {
        assert_eq!(interpreted(module), expected);
        let call = |number: &u64| Call { args: vec![(Type::Int64, *number)], ..Call::default() };
        let calls: Vec<Call> = NUMBERS.iter().map(call).collect();
        if host_target().is_ok() {
            let report = run_everywhere(module, &calls).unwrap_or_else(|mismatch| panic!("{mismatch}"));
            assert!(report.compared >= NUMBERS.len() as u32, "{report:?}");
        }
    };
    everywhere(module);
    let mut inlined = module.clone();
    let main = inlined.procedures.last_mut().expect("main is last");
    let facts = validate(main).expect("is valid");
    let mut optimizer = Optimizer::new();
    optimizer.set_callees(Some(Arc::new(ModuleCallees::new(module))));
    optimizer.run_rows(main, facts.contents(), pass("inline_calls"), None);
    everywhere(&inlined);
    optimizer.inlined().inlined
}

/// The calls of a procedure by kind: of names, and of addresses.
fn calls(proc: &Procedure) -> (Vec<String>, usize) {
    let (mut named, mut through_addresses) = (Vec::new(), 0);
    for id in proc.block_ids().flat_map(|block| proc.block_values(block).to_vec()) {
        if matches!(proc.value(id).opcode(), Opcode::CCall | Opcode::TailCall) {
            match proc.symbols().get(proc.calls()[proc.value(id).call()].callee) {
                Some(symbol) => named.push(symbol.name.clone()),
                None => through_addresses += 1,
            }
        }
    }
    named.sort();
    (named, through_addresses)
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

const RESULTS: [u64; 6] = [2, 4, 16, 36, 9_u64.wrapping_neg(), 10_u64.wrapping_neg()];

#[test]
fn frequent_targets_are_called_directly() {
    let before = choosing("#0:\nCHOICE\n    Int64 @11 = CCall(@9, @1)\n    Void @12 = Return(@11)\n}\n");
    assert_eq!(interpreted(&before), RESULTS);
    for (profile, direct) in [
        (Profile(vec![("f", 0.75)]), &["f"][..]),
        (both(), &["f", "g"]),
        (Profile(vec![("g", f64::NAN), ("f", 40.0)]), &["f", "g"]),
        (Profile(vec![("f", -1.0), ("g", 1.0), ("h", 1.0)]), &["f", "g"]),
    ] {
        let mut module = before.clone();
        let mut profile = profile;
        let stats = speculate(&mut module, &mut profile);
        let expected = SpeculationStats { calls: 1, speculated: 1, direct: direct.len() as u32 };
        assert_eq!(stats, expected);
        assert!(direct.len() <= MAX_CALL_TARGETS);
        assert_eq!(calls(main_of(&module)), (names(direct), 1));
        assert_eq!(assert_results(&module, &RESULTS), direct.len() as u32);
    }
    let mut module = before.clone();
    assert_eq!(speculate(&mut module, &mut Profile(Vec::new())).speculated, 0);
    assert_eq!(module.to_string(), before.to_string());
}

#[test]
fn shares_are_weights() {
    let mut module = choosing("#0:\nCHOICE\n    Int64 @11 = CCall(@9, @1)\n    Void @12 = Return(@11)\n}\n");
    speculate(&mut module, &mut both());
    let main = main_of(&module);
    let weights: Vec<&[u32]> = main.block_ids().map(|block| main.weights(block)).collect();
    let weights: Vec<&[u32]> = weights.into_iter().filter(|weights| !weights.is_empty()).collect();
    // Half of the calls that do not reach f reach g.
    assert_eq!(weights, [[750, 250], [500, 500]]);
    // No edge is rare only because of its share.
    let mut module = choosing("#0:\nCHOICE\n    Int64 @11 = CCall(@9, @1)\n    Void @12 = Return(@11)\n}\n");
    speculate(&mut module, &mut Profile(vec![("f", 1.0)]));
    assert_eq!(main_of(&module).weights(Procedure::ROOT), [999, 1]);
}

#[test]
fn each_call_of_a_block_has_its_own_guard() {
    let mut module = choosing(
        "#0:
CHOICE
    Int64 @11 = CCall(@9, @1)
    Int64 @12 = CCall(@9, @11)
    Int32 @13 = Equal(@11, @12)
    Void @14 = Branch(@13, #1:30, #2:70)
#1:
    Void @15 = Return(@11)
#2:
    Int64 @16 = Sub(@12, @11)
    Void @17 = Return(@16)
}
",
    );
    let expected = interpreted(&module);
    let stats = speculate(&mut module, &mut both());
    assert_eq!(stats, SpeculationStats { calls: 2, speculated: 2, direct: 4 });
    assert_eq!(calls(main_of(&module)), (names(&["f", "f", "g", "g"]), 2));
    assert_results(&module, &expected);
    // The weights of the block are now those of its last part.
    let main = main_of(&module);
    assert!(main.block_ids().any(|block| main.weights(block) == [30, 70]));
}

#[test]
fn tail_calls_have_direct_calls_too() {
    // Only a convention in which the callee pops has tail calls.
    let internal = |text: &str| text.replace(") -> Int64 {", ") -> Int64 conv=internal {");
    let forward = "proc forward(Int64, Int64) -> Int64 conv=internal {
#0:
CHOICE
    Void @11 = TailCall(@9, @1, conv=internal)
}
proc main(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = CCall(forward, @0, @1, conv=internal)
    Void @3 = Return(@2)
}
";
    let mut module = module(&format!("{}{}", internal(CALLEES), forward.replace("CHOICE\n", CHOICE)));
    let stats = speculate_calls(&mut module.procedures[3], &mut both());
    assert_eq!(stats, SpeculationStats { calls: 1, speculated: 1, direct: 2 });
    assert_eq!(validate_module(&module).err(), None, "{module}");
    assert_eq!(calls(&module.procedures[3]), (names(&["f", "g"]), 1));
    assert_results(&module, &RESULTS);
}

#[test]
fn calls_that_may_throw_keep_their_handler() {
    let mut module = choosing(
        "#0:
CHOICE
    Void @13 = Upsilon(@1, ^@14)
    Int64 @11 = CCall(@9, @1, #1, #2:rare, exceptional)
#1:
    Void @12 = Return(@11)
#2:
    Int64 @14 = Phi()
    Void @15 = Return(@14)
}
",
    );
    speculate(&mut module, &mut both());
    let main = main_of(&module);
    let throwing = |block: &BlockId| {
        let edges = main.successors(*block);
        edges.len() == 2 && edges[1].block() == BlockId::new(2) && edges[1].is_rare()
    };
    assert_eq!(main.block_ids().filter(throwing).count(), 3);
    assert_results(&module, &RESULTS);
}

#[test]
fn several_results_and_none_are_merged() {
    let pair = "proc f(Int64) -> (Int64, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Return(@0, @1)
}
proc g(Int64) -> (Int64, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(5)
    Void @2 = Return(@0, @1)
}
proc h(Int64) -> (Int64, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(6)
    Void @2 = Return(@0, @1)
}
proc main(Int64, Int64) -> Int64 {
#0:
CHOICE
    (Int64, Int32) @11 = CCall(@9, @1)
    Int64 @12 = Extract(@11, 0)
    Int32 @13 = Extract(@11, 1)
    Int64 @14 = ZExt32(@13)
    Int64 @15 = Add(@12, @14)
    Void @16 = Return(@15)
}
";
    let mut module = module(&pair.replace("CHOICE\n", CHOICE));
    let expected = interpreted(&module);
    speculate(&mut module, &mut both());
    assert_results(&module, &expected);

    let nothing = "proc NAME(Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Return()
}
";
    let callees: String = ["f", "g", "h"].map(|name| nothing.replace("NAME", name)).concat();
    let main = "proc main(Int64, Int64) -> Int64 {
#0:
CHOICE
    Void @11 = CCall(@9, @1)
    Void @12 = Return(@1)
}
";
    let mut module = self::module(&format!("{callees}{}", main.replace("CHOICE\n", CHOICE)));
    speculate(&mut module, &mut both());
    assert_eq!(calls(main_of(&module)), (names(&["f", "g"]), 1));
    assert_results(&module, &NUMBERS);
}

/// A profile whose calls have surroundings.
struct Surrounded;

impl CallProfile for Surrounded {
    fn targets(&mut self, proc: &Procedure, call: ValueId) -> Vec<CallTarget> {
        both().targets(proc, call)
    }

    fn surroundings(&mut self, _: &Procedure, call: ValueId) -> Surroundings {
        assert_eq!(call, ValueId::new(11));
        let ids = |numbers: &[u32]| numbers.iter().map(|number| ValueId::new(*number)).collect();
        Surroundings { before: ids(&[20, 22]), after: ids(&[23, 24, 25]) }
    }
}

#[test]
fn only_the_call_through_the_address_has_its_surroundings() {
    let before = choosing(
        "    var0: Int64
#0:
CHOICE
    Int64 @19 = Const64(5)
    Void @18 = Set(@19, var0)
    Int64 @20 = Add(@1, @1)
    Int64 @21 = Add(@1, @19)
    Void @22 = Set(@20, var0)
    Int64 @11 = CCall(@9, @1)
    Int64 @23 = Get(var0)
    Int64 @24 = Mul(@23, @23)
    Int64 @12 = Add(@11, @21)
    Void @25 = Set(@24, var0)
    Int64 @13 = Get(var0)
    Int64 @14 = Add(@12, @13)
    Void @15 = Return(@14)
}
",
    );
    let mut module = before.clone();
    let stats = speculate(&mut module, &mut Surrounded);
    assert_eq!(stats, SpeculationStats { calls: 1, speculated: 1, direct: 2 });
    let expected: Vec<u64> = NUMBERS
        .into_iter()
        .zip(RESULTS)
        .map(|(n, result)| {
            let variable = if n < 7 { 5 } else { 4 * n * n };
            result.wrapping_add(n + 5 + variable)
        })
        .collect();
    assert_eq!(assert_results(&module, &expected), 2);
    // Without them, all calls have what surrounds them.
    assert_ne!(interpreted(&before), expected);

    /// Proves the target, so that the surroundings are not needed.
    struct AlwaysF;
    impl CallProfile for AlwaysF {
        fn targets(&mut self, _: &Procedure, _: ValueId) -> Vec<CallTarget> {
            vec![CallTarget { name: "f".into(), share: 1.0 }]
        }
        fn guard(&mut self, _: &mut Cursor<'_>, _: ValueId, _: &CallTarget) -> CallGuard {
            CallGuard::Proven
        }
        fn surroundings(&mut self, proc: &Procedure, call: ValueId) -> Surroundings {
            Surrounded.surroundings(proc, call)
        }
    }
    let mut module = before;
    speculate(&mut module, &mut AlwaysF);
    assert_eq!(calls(main_of(&module)), (names(&["f"]), 0));
    assert_results(&module, &NUMBERS.map(|n| 2 * n + n + 5 + 5));
}

/// Leaves through an exit state if the callee is another one.
struct Proven(StateId);

impl CallProfile for Proven {
    fn targets(&mut self, _: &Procedure, _: ValueId) -> Vec<CallTarget> {
        vec![CallTarget { name: "g".into(), share: 0.5 }, CallTarget { name: "f".into(), share: 0.5 }]
    }

    fn guard(&mut self, b: &mut Cursor<'_>, call: ValueId, target: &CallTarget) -> CallGuard {
        let symbol = b.proc.symbol(&target.name);
        let (address, expected) = (b.proc.children(call)[0], b.symbol_address(symbol));
        let differs = b.not_equal(address, expected);
        if target.name == "g" {
            return CallGuard::If(b.equal(address, expected));
        }
        let state = self.0;
        b.check(differs).exit_state(state).append();
        CallGuard::Proven
    }
}

#[test]
fn a_check_of_the_client_replaces_the_call_through_the_address() {
    let mut module = choosing(
        "    state0 = frame function=1 pc=10 [@1]
#0:
CHOICE
    Int64 @11 = CCall(@9, @1)
    Void @12 = Return(@11)
}
",
    );
    let stats = speculate(&mut module, &mut Proven(StateId::new(0)));
    assert_eq!((stats.speculated, stats.direct), (1, 2));
    assert_eq!(calls(main_of(&module)), (names(&["f", "g"]), 0));
    let interpreter = Interpreter::new(&module).expect("is valid");
    for (number, result) in NUMBERS.into_iter().zip(RESULTS) {
        let args = [(Type::Int64, 0), (Type::Int64, number)];
        let execution = interpreter.call("main", &args, &mut SandboxHost::new(), Limits::default());
        match execution.expect("exists").outcome {
            Outcome::Returned(results) => assert_eq!((results[0].1, number < 7), (result, true)),
            Outcome::Exit(exit) => assert_eq!((exit.frames[0].pc, number >= 7), (10, true)),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn the_root_of_several_entries_keeps_its_call() {
    let text = format!(
        "{CALLEES}proc main(Int64) -> Int64 {{
    entries 2
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SymbolAddress(f)
    Int64 @2 = CCall(@1, @0)
    Void @3 = EntrySwitch(#1, #2)
#1:
    Void @4 = Return(@2)
#2:
    Int64 @5 = CCall(@1, @2)
    Void @6 = Return(@5)
}}
"
    );
    let mut module = module(&text);
    let stats = speculate(&mut module, &mut both());
    assert_eq!(stats, SpeculationStats { calls: 2, speculated: 1, direct: 2 });
}
