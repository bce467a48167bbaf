//! Inlining: which calls are inlined, why others are declined, and the resulting origins, frequencies and exit states.

use barebones::base::{ConvId, Origin, Target, Type};
use barebones::interp::{Exit, ExitEntry, Interpreter, Limits, Outcome, SandboxHost};
use barebones::ir::{
    BlockId, Module, Opcode, Procedure, Stackmap, Successor, ValueFlags, ValueId, parse_module, validate,
    validate_module,
};
use barebones::jit::ExitReply;
use barebones::opt::{
    Callees, Declined, InlineBudget, InlineStats, ModuleCallees, Optimizer, PassSet, inline_call, pass,
};
use barebones::patchpoint::GeneratorRegistry;
use barebones::{Compiler, OptLevel, Options, host_target, targets};
use std::sync::{Arc, Mutex};

fn module(text: &str) -> Module {
    let host = host_target().unwrap_or_else(|_| Target::baseline(barebones::isa::TARGETS[0]));
    parse_module(&format!("barebones 1\n{text}"), &targets(host)).expect("is well-formed")
}

/// Inlines calls in the procedure `main` of a valid module.
fn inline_with(module: &mut Module, callees: Arc<dyn Callees>) -> InlineStats {
    assert_eq!(validate_module(module).err(), None);
    let main = module.procedures.iter_mut().find(|proc| proc.name == "main").expect("there is a main");
    let facts = validate(main).expect("is valid");
    let mut optimizer = Optimizer::new();
    optimizer.set_callees(Some(callees));
    optimizer.run_rows(main, facts.contents(), pass("inline_calls"), None);
    assert_eq!(validate_module(module).err(), None);
    optimizer.inlined().clone()
}

fn inline(module: &mut Module) -> InlineStats {
    inline_with(module, Arc::new(ModuleCallees::new(module)))
}

/// The first call in `main`.
fn first_call(module: &Module) -> ValueId {
    let main = module.procedure("main").expect("there is a main");
    let calls = |id: &ValueId| main.value(*id).opcode() == Opcode::CCall;
    main.value_ids().find(calls).expect("there is a call")
}

fn ignore(_: Origin, origin: Origin) -> Origin {
    origin
}

/// Inlines the call of `f` that is first in `main` of a module.
fn inline_one(module: &Module) -> Result<Procedure, Declined> {
    let mut main = module.procedure("main").expect("there is a main").clone();
    let before = main.to_string();
    let callee = module.procedure("f").expect("there is an f");
    match inline_call(&mut main, first_call(module), callee, &mut ignore) {
        Ok(()) => {
            assert_eq!(validate(&main).err(), None);
            Ok(main)
        }
        Err(reason) => {
            assert_eq!(main.to_string(), before, "{reason}");
            Err(reason)
        }
    }
}

const F: &str = "proc f(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Add(@0, @0)
    Void @2 = Return(@1)
}
";

const MAIN: &str = "proc main(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = CCall(f, @0)
    Void @2 = Return(@1)
}
";

/// A module whose call is declined for a reason: replacements in [`F`] and [`MAIN`].
struct Case {
    reason: Declined,
    f: &'static [(&'static str, &'static str)],
    main: &'static [(&'static str, &'static str)],
}

fn replaced(text: &str, parts: &[(&str, &str)]) -> String {
    parts.iter().fold(text.to_string(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    })
}

const ADD: &str = "Int64 @1 = Add(@0, @0)";
const CALL: &str = "Int64 @1 = CCall(f, @0)";

const CASES: &[Case] = &[
    Case {
        reason: Declined::Address,
        f: &[],
        main: &[(CALL, "Int64 @3 = SymbolAddress(f)\n    Int64 @1 = CCall(@3, @0)")],
    },
    Case {
        reason: Declined::References,
        f: &[("ArgumentReg(%a0)", "ArgumentReg(%a0, reference)")],
        main: &[("ArgumentReg(%a0)", "ArgumentReg(%a0, reference)")],
    },
    Case {
        reason: Declined::Entries,
        f: &[
            ("{\n", "{\n    entries 2\n"),
            (ADD, "Void @3 = EntrySwitch(#1, #1)\n#1:\n    Int64 @1 = Add(@0, @0)"),
        ],
        main: &[],
    },
    Case {
        reason: Declined::EntryBlock,
        f: &[],
        main: &[
            ("{\n", "{\n    entries 2\n"),
            ("Void @2", "Void @3 = EntrySwitch(#1, #1)\n#1:\n    Void @2"),
        ],
    },
    Case {
        reason: Declined::TailCall,
        f: &[
            ("-> Int64 {", "-> Int64 conv=internal {"),
            ("Void @2 = Return(@1)", "Void @2 = TailCall(f, @1, conv=internal)"),
        ],
        main: &[(CALL, "Int64 @1 = CCall(f, @0, conv=internal)")],
    },
    Case {
        reason: Declined::ArgumentRegister,
        f: &[(ADD, "Int64 @3 = ArgumentReg(%a1)\n    Int64 @1 = Add(@0, @3)")],
        main: &[],
    },
    Case {
        reason: Declined::FramePointer,
        f: &[(ADD, "Int64 @3 = FramePointer()\n    Int64 @1 = Add(@0, @3)")],
        main: &[],
    },
    Case {
        reason: Declined::StackPointer,
        f: &[(ADD, "Int64 @3 = StackPointer()\n    Int64 @1 = Add(@0, @3)")],
        main: &[],
    },
    Case {
        reason: Declined::ForcedSlot,
        f: &[
            ("{\n", "{\n    slot0 = stack 8 locked offset=-64\n"),
            (ADD, "Int64 @3 = SlotBase(slot0)\n    Int64 @1 = Add(@0, @3)"),
        ],
        main: &[],
    },
    Case {
        reason: Declined::ExitWithoutState,
        f: &[
            ("{\n", "{\n    generator0 = \"g\"\n"),
            ("Add(@0, @0)", "CheckAdd(@0, @0, generator=generator0)"),
        ],
        main: &[],
    },
    Case {
        reason: Declined::NoState,
        f: &[
            ("{\n", "{\n    state0 = frame function=2 pc=1 [@0]\n"),
            ("Add(@0, @0)", "CheckAdd(@0, @0, state=state0)"),
        ],
        main: &[],
    },
    Case {
        reason: Declined::CallWithoutState,
        f: &[(ADD, "Int64 @1 = CCall(abs, @0)")],
        main: &[("{\n", "{\n    state0 = frame function=2 pc=1 [@0]\n"), ("f, @0", "f, @0, state=state0")],
    },
    Case {
        reason: Declined::MayThrow,
        f: &[
            ("{\n", "{\n    state0 = frame function=2 pc=1 [@0]\n    generator0 = \"g\"\n"),
            (
                ADD,
                "Int64 @1 = Patchpoint(@0: SomeRegister, generator=generator0, state=state0, effects={reads=top, exits})",
            ),
        ],
        main: &[
            ("{\n", "{\n    state0 = frame function=2 pc=1 [@0]\n"),
            (
                CALL,
                "Int64 @1 = CCall(f, @0, #1, #2:rare, exceptional, state=state0)\n#2:\n    Void @4 = Return(@0)\n#1:",
            ),
        ],
    },
    Case {
        reason: Declined::TupleUse,
        // C functions of Windows have one result.
        f: &[("-> Int64", "-> (Int64, Int64) conv=internal"), ("Return(@1)", "Return(@1, @0)")],
        main: &[(
            CALL,
            "(Int64, Int64) @3 = CCall(f, @0, conv=internal)\n    (Int64, Int64) @4 = Opaque(@3)\n    Int64 @1 = Extract(@4, 1)",
        )],
    },
];

#[test]
fn reasons_are_named() {
    for Case { reason, f, main } in CASES {
        let text = format!("extern abs(Int64) -> Int64\n{}{}", replaced(F, f), replaced(MAIN, main));
        let mut module = module(&text);
        assert_eq!(inline_one(&module).err(), Some(*reason), "{text}");
        let before = module.to_string();
        let stats = inline(&mut module);
        assert_eq!((stats.inlined, stats.declined(*reason)), (0, 1), "{reason:?}: {stats:?}");
        assert_eq!(module.to_string(), before);
        assert!(!reason.sentence().is_empty());
    }
    // The unchanged module has none of these properties and is inlined.
    let mut module = module(&format!("{F}{MAIN}"));
    assert!(inline_one(&module).is_ok());
    let stats = inline(&mut module);
    assert_eq!((stats.inlined, stats.copied), (1, 2), "{stats:?}");
    assert!(!module.to_string().contains("CCall"));
}

/// Callees that only a builder can create, or that a front end returned by mistake.
#[test]
fn a_callee_that_does_not_fit_is_declined() {
    let good = module(&format!("{F}{MAIN}"));
    let declined = |change: &dyn Fn(&mut Module)| {
        let mut module = good.clone();
        change(&mut module);
        inline_one(&module).err()
    };
    assert_eq!(declined(&|_| {}), None);
    assert_eq!(declined(&|module| module.procedures[0] = two_params(module)), Some(Declined::Signature));
    assert_eq!(
        declined(&|module| {
            let main = &mut module.procedures[1];
            main.get_value_mut(ValueId::new(0)).expect("exists").ty = Type::Double;
        }),
        Some(Declined::Invalid)
    );
    assert_eq!(
        declined(&|module| {
            module.procedures[0].get_value_mut(ValueId::new(1)).expect("exists").ty = Type::Double;
        }),
        Some(Declined::Invalid)
    );
    assert_eq!(
        declined(&|module| {
            let call = module.procedures[1].value(ValueId::new(1)).call();
            module.procedures[1].call_mut(call).expect("exists").conv = ConvId::new(1);
        }),
        Some(Declined::Convention)
    );
    assert_eq!(
        declined(&|module| {
            let call = module.procedures[1].value(ValueId::new(1)).call();
            module.procedures[1].call_mut(call).expect("exists").variadic_start = Some(1);
        }),
        Some(Declined::Variadic)
    );
    assert_eq!(
        declined(&|module| {
            let target = module.procedures[0].target().desc;
            let other = barebones::isa::TARGETS.iter().find(|other| other.name != target.name);
            module.procedures[0] = empty(&Target::baseline(other.expect("there are several")));
        }),
        Some(Declined::Target)
    );
    assert_eq!(
        declined(&|module| {
            let proc = &mut module.procedures[0];
            let kept = proc.target().convention(proc.convention()).callee_saved;
            let reg = proc.target().desc.pinnable.intersection(kept).first().expect("some");
            proc.pin_register(reg);
        }),
        Some(Declined::Pinned)
    );
    // A value that is not a call, and one that does not exist.
    let mut main = good.procedures[1].clone();
    for id in [0, 2, 99] {
        let found = inline_call(&mut main, ValueId::new(id), &good.procedures[0], &mut ignore);
        assert_eq!(found, Err(Declined::NoCall));
    }
}

fn two_params(module: &Module) -> Procedure {
    let mut proc = Procedure::new(module.procedures[0].target());
    proc.name = String::from("f");
    let root = proc.add_block();
    let mut b = proc.at(root);
    let a = b.argument(Type::Int64);
    b.argument(Type::Int64);
    b.ret([a]);
    proc
}

fn empty(target: &Target) -> Procedure {
    let mut proc = Procedure::new(target);
    proc.name = String::from("f");
    let root = proc.add_block();
    let a = proc.at(root).argument(Type::Int64);
    proc.at(root).ret([a]);
    proc
}

/// Generators whose code depends on the frame that it runs in.
#[test]
fn generators_that_know_their_frame_are_not_copied() {
    let build = |slot: bool, closure: bool, terminal: bool| {
        let mut module = module(&format!("{F}{MAIN}"));
        let mut proc = Procedure::new(module.procedures[0].target());
        proc.name = String::from("f");
        let root = proc.add_block();
        let a = proc.at(root).argument(Type::Int64);
        if slot {
            let slot = proc.add_stack_slot(8, barebones::ir::StackSlotKind::Locked);
            let base = proc.at(root).slot_base(slot);
            proc.at(root).store(a, base, 0);
        }
        let generator = proc.add_generator("g");
        let mut map = Stackmap { generator, effects: barebones::base::Effects::NONE, ..Stackmap::default() };
        if terminal {
            map.effects.flags |= barebones::base::EffectFlags::TERMINAL;
            proc.set_signature(barebones::base::Signature {
                params: vec![Type::Int64],
                results: vec![Type::Int64],
            });
            proc.at(root).stackmap_value(Opcode::Patchpoint, Type::Void, &[a], map);
        } else {
            proc.at(root).stackmap_value(Opcode::Patchpoint, Type::Void, &[a], map);
            proc.at(root).ret([a]);
        }
        if closure {
            let mut registry = GeneratorRegistry::new();
            registry.add("g", |_, _| Ok(()));
            registry.resolve(&mut proc);
        }
        module.procedures[0] = proc;
        inline_one(&module).err()
    };
    assert_eq!(build(false, true, false), None);
    assert_eq!(build(true, false, false), None);
    assert_eq!(build(true, true, false), Some(Declined::GeneratorSlots));
    assert_eq!(build(false, true, true), Some(Declined::LeavesByGenerator));
}

const LOOP: &str = "proc main(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @9 = Const64(-1)
    Void @1 = Upsilon(@0, ^@3)
    Void @2 = Jump(#1)
#1:
    Int64 @3 = Phi()
    Int64 @4 = CCall(f, @3)
    Int64 @5 = Add(@3, @9)
    Void @6 = Upsilon(@5, ^@3)
    Void @7 = Branch(@5, #1, #2)
#2:
    Void @8 = Return(@4)
}
";

/// `f` with this number of additions.
fn large(adds: usize) -> String {
    let mut text = String::from("proc f(Int64) -> Int64 {\n#0:\n    Int64 @0 = ArgumentReg(%a0)\n");
    for i in 1..=adds {
        text += &format!("    Int64 @{i} = Add(@{}, @0)\n", i - 1);
    }
    text + &format!("    Void @{} = Return(@{adds})\n}}\n", adds + 1)
}

#[test]
fn budgets_are_kept() {
    let default = InlineBudget::default();
    let with = |text: &str, budget: InlineBudget| {
        let mut module = module(text);
        let callees = ModuleCallees::with_budget(&module, budget);
        let stats = inline_with(&mut module, Arc::new(callees));
        (stats, module)
    };
    let run = |text: &str, budget: InlineBudget, reason: Declined| {
        let (stats, _) = with(text, budget);
        (stats.inlined, stats.declined(reason))
    };
    // Inside and outside a loop.
    for (size, in_loop, elsewhere) in
        [(12, true, true), (13, true, false), (32, true, false), (33, false, false)]
    {
        let found = |main: &str| run(&(large(size - 1) + main), default, Declined::TooLarge);
        assert_eq!(found(LOOP), if in_loop { (1, 0) } else { (0, 1) }, "{size} in a loop");
        assert_eq!(found(MAIN), if elsewhere { (1, 0) } else { (0, 1) }, "{size}");
    }
    // Limits of the growth: 3 values at the start, and two calls.
    let two = MAIN.replace(CALL, "Int64 @1 = CCall(f, @0)\n    Int64 @5 = CCall(f, @1)");
    let two = two.replace("Return(@1)", "Return(@5)");
    let text = large(9) + &two;
    for (growth, expected) in [(9, (0, 2)), (10, (1, 1)), (19, (1, 1)), (20, (2, 0))] {
        let budget = InlineBudget { growth, growth_percent: 0, ..default };
        assert_eq!(run(&text, budget, Declined::Growth), expected, "{growth}");
    }
    let budget = InlineBudget { growth: 0, growth_percent: 500, ..default };
    assert_eq!(run(&text, budget, Declined::Growth), (2, 0));
    assert_eq!(run(&text, InlineBudget { calls: 1, ..default }, Declined::Calls), (1, 1));
    // Chains of callees.
    let chain: String = (0..6)
        .map(|i| {
            F.replace("proc f", &format!("proc f{i}"))
                .replace("Add(@0, @0)", &format!("CCall(f{}, @0)", i + 1))
        })
        .collect::<String>()
        + &F.replace("proc f", "proc f6")
        + &MAIN.replace("(f, ", "(f0, ");
    for depth in 1..=4 {
        assert_eq!(run(&chain, InlineBudget { depth, ..default }, Declined::Depth), (depth, 1));
    }
    assert_eq!(run(&chain, InlineBudget { depth: 9, ..default }, Declined::Depth), (7, 0));
    // Recursion.
    let own = MAIN.replace("(f, ", "(main, ");
    for recursion in 0..=3 {
        assert_eq!(run(&own, InlineBudget { recursion, ..default }, Declined::Recursion), (recursion, 1));
    }
    // Frame size.
    let slots =
        F.replace("{\n", "{\n    slot0 = stack 100 locked\n").replace(ADD, "Int64 @1 = SlotBase(slot0)");
    let text = slots + &two;
    for (frame, expected) in [(99, (0, 2)), (100, (1, 1)), (200, (2, 0))] {
        assert_eq!(run(&text, InlineBudget { frame, ..default }, Declined::Frame), expected, "{frame}");
    }
    // A name that the client does not resolve.
    let text = format!("extern f(Int64) -> Int64\n{MAIN}");
    assert_eq!(run(&text, default, Declined::Unknown), (0, 1));
}

#[test]
fn rare_calls_stay() {
    let branch = |edges: &str, end: &str| {
        let main = format!(
            "proc main(Int64) -> Int64 {{
            #0:
                Int64 @0 = ArgumentReg(%a0)
                Void @1 = Branch(@0, {edges})
            #1:
                Int64 @2 = CCall(f, @0)
                Void @3 = {end}
            #2:
                Void @4 = Return(@0)
            }}"
        );
        let mut module = module(&format!("{F}{main}"));
        let stats = inline(&mut module);
        (stats.inlined, stats.declined(Declined::Rare))
    };
    assert_eq!(branch("#1, #2", "Return(@2)"), (1, 0));
    assert_eq!(branch("#1:rare, #2", "Return(@2)"), (0, 1));
    assert_eq!(branch("#1, #2", "Trap(Unreachable)"), (0, 1));
    // A callee that never returns.
    let text = format!("{}{MAIN}", F.replace("Return(@1)", "Trap(Unreachable)"));
    let mut module = module(&text);
    assert_eq!(inline(&mut module).declined(Declined::Rare), 1);
    assert!(inline_one(&self::module(&text)).is_ok(), "a direct request is inlined");
}

/// Hot calls are inlined first.
#[test]
fn loops_come_first() {
    let main = LOOP.replace("Void @8 = Return(@4)", "Int64 @10 = CCall(g, @4)\n    Void @8 = Return(@10)");
    let main = main.replace("Void @1 = Upsilon", "Int64 @11 = CCall(g, @0)\n    Void @1 = Upsilon");
    let text = format!("{}{}{main}", large(9), large(9).replace("proc f", "proc g"));
    let mut module = module(&text);
    let budget = InlineBudget { growth: 10, growth_percent: 0, ..InlineBudget::default() };
    let callees = ModuleCallees::with_budget(&module, budget);
    assert_eq!(inline_with(&mut module, Arc::new(callees)).inlined, 1);
    let main = module.procedure("main").expect("exists").to_string();
    assert!(!main.contains("CCall(f") && main.matches("CCall(g").count() == 2, "{main}");
}

/// Frequencies are scaled, and rare edges stay rare.
#[test]
fn frequencies_are_those_of_the_call() {
    let f = "proc f(Int64) -> Int64 {
        #0 frequency=2.0:
            Int64 @0 = ArgumentReg(%a0)
            Void @1 = Branch(@0, #1:rare, #2)
        #1 frequency=0.5:
            Void @2 = Return(@0)
        #2 frequency=6.0:
            Void @3 = Return(@0)
        }\n";
    let main = "proc main(Int64) -> Int64 {
        #0:
            Int64 @0 = ArgumentReg(%a0)
            Void @1 = Jump(#1)
        #1 frequency=10.0:
            Int64 @2 = CCall(f, @0)
            Void @3 = Return(@2)
        }";
    let mut module = module(&format!("{f}{main}"));
    assert_eq!(inline(&mut module).inlined, 1);
    let main = module.procedure("main").expect("exists");
    let found: Vec<f64> = main.block_ids().map(|block| main.frequency(block)).collect();
    assert_eq!(found, [1.0, 10.0, 10.0, 2.5, 30.0, 10.0]);
    let copy = BlockId::new(2);
    assert_eq!(main.successors(copy), [Successor::rare(BlockId::new(3)), Successor::new(BlockId::new(4))]);
}

/// A client that numbers pairs of origins.
struct Numbered(ModuleCallees, Mutex<Vec<(Origin, String, Origin)>>);

impl Callees for Numbered {
    fn callee(&self, name: &str) -> Option<Arc<Procedure>> {
        self.0.callee(name)
    }

    fn origin(&self, call: Origin, callee: &str, origin: Origin) -> Origin {
        let mut pairs = self.1.lock().expect("no panic");
        pairs.push((call, callee.to_string(), origin));
        Origin(1000 + pairs.len() as u32 - 1)
    }
}

#[test]
fn the_client_maps_origins() {
    let mut module = module(&format!(
        "{F}{}{}",
        F.replace("proc f", "proc g").replace("Add(@0, @0)", "CCall(f, @0)"),
        MAIN.replace("(f, ", "(g, ")
    ));
    for (i, proc) in module.procedures.iter_mut().enumerate() {
        for id in proc.value_ids() {
            proc.get_value_mut(id).expect("exists").origin = Origin(100 * i as u32 + id.number());
        }
    }
    let callees = Arc::new(Numbered(ModuleCallees::new(&module), Mutex::default()));
    assert_eq!(inline_with(&mut module, callees.clone()).inlined, 2);
    let pairs = callees.1.lock().expect("no panic").clone();
    let main = module.procedure("main").expect("exists");
    let add = main.value_ids().find(|id| main.value(*id).opcode() == Opcode::Add).expect("exists");
    // The addition of f, called by g's call, which was called by main's.
    let Origin(number) = main.value(add).origin;
    let (call, name, origin) = &pairs[number as usize - 1000];
    assert_eq!((&name[..], *origin), ("f", Origin(1)));
    assert_eq!(pairs[call.0 as usize - 1000], (Origin(201), String::from("g"), Origin(101)));
    // Values that were not copied keep their origin.
    assert_eq!(main.value(ValueId::new(2)).origin, Origin(202));
}

const STATES: &str = "proc f(Int64, Int64) -> Int64 {
    object0 = object shape=5 [@0]
    state0 = frame function=3 pc=30 [@0 | @1, object0]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = CheckMul(@0, @1, state=state0)
    Void @3 = Return(@2)
}
proc g(Int64) -> Int64 {
    object0 = object shape=6 [@0, Int64 9]
    state0 = frame function=4 pc=41 [| object0]
    state1 = frame function=2 pc=20 parent=state0 [@1, dead |]
    state2 = frame function=2 pc=21 [@2]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @4 = Const64(3)
    Int64 @1 = Add(@0, @4)
    Int64 @2 = CCall(f, @0, @1, state=state1)
    Int64 @3 = CheckAdd(@2, @2, state=state2)
    Void @5 = Return(@3)
}
proc main(Int64) -> Int64 {
    state0 = frame function=1 pc=10 [@0, @1]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @3 = Const64(1)
    Int64 @1 = Sub(@0, @3)
    Int64 @2 = CCall(g, @1, state=state0)
    Int64 @4 = Add(@2, @1)
    Void @5 = Return(@4)
}
";

/// The expected frames of an exit of `main(a)`: the function, the pc and the entries of each, with a bar before the
/// stack.
fn expected_frames(a: u64, leaves_in_f: bool) -> Vec<(u32, u32, Vec<String>)> {
    let x = a.wrapping_sub(1);
    let scalar = |bits: u64| format!("{bits:#x}");
    let bar = || String::from("|");
    let main = (1, 10, vec![scalar(a), scalar(x)]);
    if leaves_in_f {
        let f = (3, 30, vec![scalar(x), bar(), scalar(x.wrapping_add(3)), format!("5 [{}]", scalar(x))]);
        let g = (2, 20, vec![scalar(x.wrapping_add(3)), String::from("dead"), bar()]);
        vec![f, g, (4, 41, vec![bar(), format!("6 [{}, 0x9]", scalar(x))]), main]
    } else {
        vec![(2, 21, vec![scalar(x.wrapping_mul(x.wrapping_add(3)))]), main]
    }
}

fn entry(entry: &ExitEntry, objects: &[barebones::interp::ExitObject]) -> String {
    match *entry {
        ExitEntry::Dead => String::from("dead"),
        ExitEntry::Scalar(_, bits) | ExitEntry::Reference(bits) => format!("{bits:#x}"),
        ExitEntry::Vector(bits) => format!("{bits:#x}"),
        ExitEntry::Object(id) => {
            let object = objects.iter().find(|object| object.id == id).expect("is described");
            let fields: Vec<String> = object.fields.iter().map(entry_of).collect();
            format!("{} [{}]", object.shape, fields.join(", "))
        }
    }
}

fn entry_of(field: &ExitEntry) -> String {
    entry(field, &[])
}

type Frames = Vec<(u32, u32, Vec<String>)>;

fn frames(frames: &[barebones::interp::ExitFrame], objects: &[barebones::interp::ExitObject]) -> Frames {
    let of = |frame: &barebones::interp::ExitFrame| {
        let mut entries: Vec<String> = frame.entries.iter().map(|each| entry(each, objects)).collect();
        if let Some(count) = frame.local_count {
            entries.insert(count as usize, String::from("|"));
        }
        (frame.function, frame.pc, entries)
    };
    frames.iter().map(of).collect()
}

/// Arguments for which `f` overflows, `g` overflows, or neither.
const ARGUMENTS: [(u64, Option<bool>); 3] = [(1 << 40, Some(true)), (3_000_000_000, Some(false)), (10, None)];

#[test]
fn inlined_frames_are_complete_in_the_interpreter() {
    let mut module = module(STATES);
    assert_eq!(inline(&mut module).inlined, 2);
    let interpreter = Interpreter::new(&module).expect("is valid");
    for (a, leaves) in ARGUMENTS {
        let execution =
            interpreter.call("main", &[(Type::Int64, a)], &mut SandboxHost::new(), Limits::default());
        match (execution.expect("exists").outcome, leaves) {
            (Outcome::Exit(exit), Some(in_f)) => {
                let Exit { frames: found, objects, .. } = *exit;
                assert_eq!(frames(&found, &objects), expected_frames(a, in_f));
            }
            (Outcome::Returned(results), None) => assert_eq!(results[0].1, 9 * 12 * 2 + 9),
            (other, _) => panic!("{a}: {other:?}"),
        }
    }
}

#[test]
fn frames_of_inlined_callers_are_around_in_compiled_code() {
    let module = module(STATES);
    let mut compiler = Compiler::with_options(Options::at(OptLevel::O2)).expect("a host");
    let seen: Arc<Mutex<Option<Frames>>> = Arc::default();
    let written = seen.clone();
    compiler.set_exit_handler(move |exit| {
        let values = exit.values().expect("the compiler wrote them");
        *written.lock().expect("no panic") = Some(frames(&values.frames, &values.objects));
        ExitReply::Return(vec![77])
    });
    compiler.set_callees(Some(Arc::new(ModuleCallees::new(&module))));
    let codes = compiler.compile_module(module, &|_| None).expect("compiles");
    assert_eq!(compiler.inlined().inlined, 2, "in main, which was compiled last");
    // SAFETY: the code only computes with its arguments, and the handler returns a result of its type.
    #[allow(unsafe_code)]
    let main = unsafe { codes[2].typed::<extern "C" fn(u64) -> u64>() }.expect("of this type");
    for (a, leaves) in ARGUMENTS {
        let result = main.call(a);
        let found = seen.lock().expect("no panic").take();
        match leaves {
            Some(in_f) => assert_eq!((result, found), (77, Some(expected_frames(a, in_f))), "{a}"),
            None => assert_eq!((result, found), (9 * 12 * 2 + 9, None)),
        }
    }
}

/// Inlining needs callees and the right level; inlined code differs and returns the same results.
#[test]
fn the_compiler_inlines_if_it_has_callees() {
    let compile = |level: OptLevel, callees: bool, passes: PassSet| {
        let mut options = Options::at(level);
        options.passes = passes;
        let module = module(&format!("{F}{MAIN}"));
        let mut compiler = Compiler::with_options(options).expect("a host");
        compiler.set_callees(callees.then(|| Arc::new(ModuleCallees::new(&module)) as _));
        let mut main = module.procedures[1].clone();
        compiler.emit_in_place(&mut main).expect("compiles");
        let calls = main.block_ids().flat_map(|block| main.block_values(block).to_vec());
        let calls = calls.filter(|id| main.value(*id).opcode() == Opcode::CCall).count();
        (compiler.inlined().inlined, calls)
    };
    assert_eq!(compile(OptLevel::O2, true, PassSet::ALL), (1, 0));
    assert_eq!(compile(OptLevel::O2, true, PassSet::ALL.without("inline_calls")), (0, 1));
    assert_eq!(compile(OptLevel::O2, false, PassSet::ALL), (0, 1));
    assert_eq!(compile(OptLevel::O1, true, PassSet::ALL), (0, 1));
    assert_eq!(compile(OptLevel::O0, true, PassSet::ALL), (0, 1));
    // Statistics describe the last compilation.
    let module = module(&format!("{F}{MAIN}"));
    let mut compiler = Compiler::with_options(Options::at(OptLevel::O2)).expect("a host");
    compiler.set_callees(Some(Arc::new(ModuleCallees::new(&module))));
    compiler.emit(&module.procedures[1]).expect("compiles");
    assert_eq!(compiler.inlined().inlined, 1);
    compiler.set_callees(None);
    compiler.emit(&module.procedures[1]).expect("compiles");
    assert_eq!(compiler.inlined(), &InlineStats::default());
}

/// Callers with references are declined too, because only a flag of the value marks it as a reference.
#[test]
fn callers_with_references_keep_their_calls() {
    let mut module = module(&format!("{F}{MAIN}"));
    let main = &mut module.procedures[1];
    main.get_value_mut(ValueId::new(0)).expect("exists").flags |= ValueFlags::REFERENCE;
    assert_eq!(inline_one(&module).err(), Some(Declined::References));
}

/// Parameters in registers and on the stack, of all types, narrow ones and full registers.
#[test]
fn parameters_in_any_location_become_operands() {
    let types: Vec<Type> = Type::SCALARS.iter().copied().cycle().take(44).collect();
    let target = host_target().unwrap_or_else(|_| Target::baseline(barebones::isa::TARGETS[0]));
    let mut callee = Procedure::new(&target);
    callee.name = String::from("f");
    let root = callee.add_block();
    let signature = barebones::base::Signature { params: types.clone(), results: vec![Type::Int64] };
    callee.set_signature(signature);
    let arguments = callee.at(root).arguments();
    let wide = |proc: &mut Procedure, block: BlockId, value: ValueId| match proc.type_of(value) {
        Type::Int32 => proc.at(block).zext32(value),
        Type::Float => {
            let bits = proc.at(block).bitwise_cast(value);
            proc.at(block).zext32(bits)
        }
        Type::Double => proc.at(block).bitwise_cast(value),
        _ => value,
    };
    let mut sum = callee.at(root).const64(0);
    for argument in arguments {
        let factor = callee.at(root).const64(3);
        let (value, scaled) = (wide(&mut callee, root, argument), callee.at(root).mul(sum, factor));
        sum = callee.at(root).add(scaled, value);
    }
    callee.at(root).ret([sum]);

    let mut main = Procedure::new(&target);
    let root = main.add_block();
    let bits =
        |i: usize| if types[i].size() == 4 { 0xffff_0000 + i as u64 } else { u64::MAX - 100 + i as u64 };
    let operands: Vec<ValueId> =
        (0..types.len()).map(|i| main.at(root).constant(types[i], bits(i))).collect();
    let symbol = main.symbol("f");
    let call = main.at(root).ccall(Type::Int64, symbol, &operands);
    main.at(root).ret([call]);
    let expected = (0..types.len()).fold(0u64, |sum, i| sum.wrapping_mul(3).wrapping_add(bits(i)));
    for inlined in [false, true] {
        let mut module = Module { procedures: vec![callee.clone(), main.clone()], ..Module::default() };
        if inlined {
            let (before, after) = module.procedures.split_at_mut(1);
            assert_eq!(inline_call(&mut after[0], call, &before[0], &mut ignore), Ok(()));
        }
        let interpreter = Interpreter::new(&module).expect("is valid");
        let execution = interpreter.call("main", &[], &mut SandboxHost::new(), Limits::default());
        match execution.expect("exists").outcome {
            Outcome::Returned(results) => assert_eq!(results[0].1, expected, "inlined: {inlined}"),
            other => panic!("{other:?}"),
        }
    }
}
