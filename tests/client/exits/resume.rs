//! The interpreter resumes at the exit of a procedure.

use super::pools;
use barebones::base::{Effects, StateId, Type};
use barebones::interp::{Execution, Interpreter, Limits, Outcome, ResumedFrame, SandboxHost};
use barebones::ir::{
    self, InsertionSet, LiveValues, Location, Module, Opcode, Point, Procedure, ResumeError, Stackmap,
    ValueId, parse_module,
};
use barebones::{host_target, targets};
use barebones_testing::externs;
use barebones_testing::generate::{self, MAIN, Random, Recipe, Shape};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

const LIMITS: Limits = Limits { steps: 200_000, depth: 100 };

/// Inserts a patchpoint with the state of `point` before its value; it exits on its `nth` execution, counted from 0.
fn leave_at(proc: &mut Procedure, point: &ir::ResumePoint, nth: u32) {
    let state = proc.add_resume_state(StateId::INVALID, 0, point);
    let generator = proc.add_generator("leave");
    let executed = AtomicU32::new(0);
    proc.generator_mut(generator).expect("was just added").meaning =
        Some(Arc::new(move |_: &[u64]| match executed.fetch_add(1, SeqCst) == nth {
            true => ir::Outcome::Exit,
            false => ir::Outcome::Results(Vec::new()),
        }));
    let map = Stackmap { generator, state, effects: Effects::NONE, ..Stackmap::default() };
    let leave = proc.at(ir::BlockId::INVALID).stackmap_value(Opcode::Patchpoint, Type::Void, &[], map);
    let is_in = |block: &ir::BlockId| proc.block_values(*block).contains(&point.point.value());
    let block = proc.block_ids().find(is_in).expect("the point is in a block");
    let index = proc.block_values(block).iter().position(|id| *id == point.point.value());
    let mut insertions = InsertionSet::new();
    insertions.insert(index.expect("is in the block"), leave);
    insertions.execute(proc, block);
}

/// Memory and functions for a random module, and the address of its buffer.
fn host(module: &Module, buffer: &[u8]) -> (SandboxHost, u64) {
    let mut host = SandboxHost::with_stack(1 << 16);
    host.add_data(module);
    externs::register(&mut host);
    let address = host.memory.allocate(buffer.len());
    host.memory.bytes_mut(address, buffer.len() as u64).expect("exists").copy_from_slice(buffer);
    (host, address)
}

/// The outcome and the contents of memory.
fn effect(execution: &Execution, host: &SandboxHost, address: u64, size: usize) -> (String, Vec<u8>) {
    let outcome = match &execution.outcome {
        Outcome::Trap { code, .. } => format!("{code}"),
        other => format!("{other:?}"),
    };
    (outcome, host.memory.bytes(address, size as u64).expect("exists").to_vec())
}

#[test]
fn random_procedures_go_on_where_they_were_left() {
    let target = host_target().expect("a host that code is made for");
    let (mut resumed, mut passed_over) = (0, 0);
    let mut refused = BTreeMap::<String, usize>::new();
    for case in 0..20000 {
        let mut random = Random::of_case(11, case);
        let recipe = Recipe::random(&mut random, &Shape::default());
        let module = generate::build(&recipe, &target);
        let main = module.procedures.last().expect("has a main");
        if !main.pinned.is_empty() {
            continue;
        }
        let buffer = generate::buffer(case, 20);
        // A vector has two words.
        let words = main.signature().params[1..].iter().flat_map(|ty| std::iter::repeat_n(*ty, ty.words()));
        let types: Vec<Type> = words.collect();
        let args = |address| {
            let others = types.iter().enumerate().map(|(i, ty)| {
                let bits = (case + 3) * (i as u64 + 7);
                (*ty, if ty.size() == 4 { bits as u32 as u64 } else { bits })
            });
            [(Type::Int64, address)].into_iter().chain(others).collect::<Vec<_>>()
        };
        let (mut plain, address) = host(&module, &buffer);
        let interpreter = Interpreter::new(&module).expect("is valid");
        let execution = interpreter.call(MAIN, &args(address), &mut plain, LIMITS).expect("its arguments");
        if execution.unspecified.is_some() || matches!(execution.outcome, Outcome::StepLimit) {
            continue;
        }
        let expected = effect(&execution, &plain, address, buffer.len());
        let live = LiveValues::compute(main);
        for _ in 0..6 {
            let id = ValueId::new(random.below(main.value_count() as u64) as u32);
            let point = match live.at(Point::Before(id)) {
                Ok(point) => point,
                Err(error) => {
                    let reason: String = error.to_string().chars().filter(|c| !c.is_ascii_digit()).collect();
                    *refused.entry(reason).or_default() += 1;
                    continue;
                }
            };
            let nth = [0, 0, 1, 5][random.below(4) as usize];
            let mut changed = module.clone();
            leave_at(changed.procedures.last_mut().expect("has a main"), &point, nth);
            let (mut host, address) = host(&changed, &buffer);
            let leaving = Interpreter::new(&changed).expect("is valid");
            let first = leaving.call(MAIN, &args(address), &mut host, LIMITS).expect("its arguments");
            let Outcome::Exit(exit) = &first.outcome else {
                passed_over += 1;
                assert_eq!(effect(&first, &host, address, buffer.len()), expected, "case {case}: {id}");
                continue;
            };
            assert_eq!(Point::from_pc(exit.frames[0].pc), point.point);
            let bits = exit.frames[0].bits().expect("all are values");
            let procedure = module.procedures.len() as u32 - 1;
            let frame = ResumedFrame { procedure, point: &point, bits };
            let rest = interpreter.resume(&[frame], &mut host, LIMITS).expect("resumes");
            assert_eq!(effect(&rest, &host, address, buffer.len()), expected, "case {case}: before {id}");
            resumed += 1;
        }
    }
    println!("{resumed} resumed, {passed_over} never left, refused: {refused:?}");
    assert!(resumed > 1000, "{resumed} resumed, {passed_over} never left, refused: {refused:?}");
}

fn module(text: &str) -> Module {
    parse_module(text, &targets(host_target().expect("a host"))).expect("parses")
}

const CALLS: &str = "barebones 1
    proc inner(Int64, Int64) -> Int64 {
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = ArgumentReg(%a1)
        Int64 @2 = Mul(@0, @1)
        Int64 @3 = Const64(10)
        Int64 @4 = Add(@2, @3)
        Void @5 = Return(@4)
    }
    proc outer(Int64) -> Int64 {
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = Const64(3)
        Int32 @6 = Const32(3)
        Void @2 = Upsilon(@6, ^@7)
        Int64 @3 = CCall(\"inner\", @0, @1)
        Int64 @4 = Sub(@3, @0)
        Void @5 = Jump(#1)
    #1:
        Int32 @7 = Phi()
        Int64 @8 = Shl(@4, @7)
        Void @9 = Return(@8)
    }
    proc other() -> Int32 {
    #0:
        Int64 @2 = Const64(1)
        Int32 @1 = CCall(\"narrow\", @2)
        Void @3 = Return(@1)
    }
    proc narrow(Int64) -> Int32 {
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int32 @1 = Trunc(@0)
        Void @2 = Return(@1)
    }";

#[test]
fn callers_resume_when_the_first_frame_returns() {
    let module = module(CALLS);
    let interpreter = Interpreter::new(&module).expect("is valid");
    let [inner, outer] = [&module.procedures[0], &module.procedures[1]];
    let v = ValueId::new;
    let callee = LiveValues::compute(inner).at(Point::Before(v(4))).expect("is a point");
    let caller = LiveValues::compute(outer).at(Point::During(v(3))).expect("is a point");
    assert_eq!((&callee.values[..], &callee.constants[..]), (&[v(2)][..], &[v(3)][..]));
    assert_eq!((&caller.values[..], &caller.constants[..]), (&[v(0)][..], &[v(6)][..]));
    assert_eq!(caller.stores, [(Location::Phi(v(7)), v(6))]);
    assert!(callee.stores.is_empty());
    let mut host = SandboxHost::new();
    let whole = interpreter.call("outer", &[(Type::Int64, 7)], &mut host, LIMITS).expect("runs");
    let frames = [
        ResumedFrame { procedure: 0, point: &callee, bits: vec![21] },
        ResumedFrame { procedure: 1, point: &caller, bits: vec![7] },
    ];
    let rest = interpreter.resume(&frames, &mut host, LIMITS).expect("resumes");
    assert_eq!(rest.outcome, Outcome::Returned(vec![(Type::Int64, (7 * 3 + 10 - 7) << 3)]));
    assert_eq!(rest.outcome, whole.outcome);

    let other_caller =
        LiveValues::compute(&module.procedures[2]).at(Point::During(v(1))).expect("is a point");
    // Frames that do not fit are errors with the procedure's name.
    let error = |frames: &[ResumedFrame<'_>]| {
        let mut host = SandboxHost::new();
        interpreter.resume(frames, &mut host, LIMITS).expect_err("does not fit").to_string()
    };
    let few = ResumedFrame { procedure: 0, point: &callee, bits: vec![] };
    assert_eq!(error(&[few]), "inner cannot resume: 0 values for Before(@4), expected 1");
    assert_eq!(error(&[frames[1].clone()]), "outer cannot resume: frame 0 cannot resume at During(@3)");
    assert_eq!(
        error(&[frames[0].clone(), frames[0].clone()]),
        "inner cannot resume: frame 1 cannot resume at Before(@4)"
    );
    let other = ResumedFrame { procedure: 1, point: &callee, bits: vec![1] };
    assert_eq!(error(&[other]), "outer cannot resume: @2 is no scalar of the procedure");
    assert_eq!(
        error(&[frames[0].clone(), ResumedFrame { procedure: 2, point: &other_caller, bits: vec![] }]),
        "other cannot resume: During(@1) expects Some([Int32]), and inner returns [Int64]"
    );
    let unknown = ResumedFrame { procedure: 4, ..frames[0].clone() };
    assert_eq!(error(&[unknown]), "no procedure \"procedure 4\"");
    assert_eq!(error(&[]), "no procedure \"\"");
}

#[test]
fn invalid_state_entries_are_rejected() {
    let module = module(
        "barebones 1
        proc merge(Int64) -> Int64 {
        #0:
            Int64 @0 = ArgumentReg(%a0)
            Int32 @12 = Trunc(@0)
            Void @1 = Branch(@12, #1, #2)
        #1:
            Void @2 = Upsilon(@0, ^@8)
            Void @3 = Jump(#3)
        #2:
            Int64 @4 = Const64(1)
            Void @5 = Upsilon(@4, ^@8)
            Void @6 = Jump(#3)
        #3:
            Void @7 = Nop()
            Int64 @9 = Add(@0, @0)
            Int64 @8 = Phi()
            Int64 @10 = Add(@8, @9)
            Void @11 = Return(@10)
        }",
    );
    let live = LiveValues::compute(&module.procedures[0]);
    let at = |id| live.at(Point::Before(ValueId::new(id)));
    let ambiguous = ResumeError::Ambiguous { location: Location::Phi(ValueId::new(8)) };
    assert_eq!(at(9), Err(ambiguous));
    assert_eq!(at(3).map(|point| point.stores), Ok(vec![(Location::Phi(ValueId::new(8)), ValueId::new(0))]));
    assert_eq!(at(10).map(|point| point.values), Ok(vec![ValueId::new(8), ValueId::new(9)]));
    assert_eq!(at(0), Err(ResumeError::Frame { value: ValueId::new(0) }));
    for point in
        [Point::Before(ValueId::new(7)), Point::Before(ValueId::new(99)), Point::During(ValueId::new(9))]
    {
        assert_eq!(live.at(point), Err(ResumeError::NoPoint { point }));
    }
    // All points together, in any order, equal each point alone.
    let points: Vec<Point> = (0..13)
        .flat_map(|id| {
            [Point::Before, Point::During, Point::Before].map(|point| point(ValueId::new(id * 5 % 13)))
        })
        .collect();
    let alone: Vec<_> = points.iter().map(|point| live.at(*point)).collect();
    assert_eq!(live.all(&points), alone);
    // Random pools are not valid procedures; nothing panics.
    for seed in 0..20 {
        let proc = pools::pool(seed).proc;
        let live = LiveValues::compute(&proc);
        proc.value_ids().for_each(|id| _ = live.at(Point::Before(id)));
    }
}

#[test]
fn points_are_numbers() {
    for point in [Point::Before(ValueId::new(0)), Point::During(ValueId::new(77))] {
        assert_eq!(Point::from_pc(point.to_pc()), point);
    }
}
