//! Checks and patchpoints, and the state at their exits.

use super::*;
use crate::base::{EffectFlags, Effects, StateId};
use crate::ir::{self, Opcode, Stackmap, StateEntry, Successor};
use std::sync::Arc;

/// A stackmap whose generator has this outcome.
fn meaning(proc: &mut Procedure, outcome: ir::Outcome) -> Stackmap {
    let generator = proc.add_generator("with_semantics");
    proc.generator_mut(generator).unwrap().meaning = Some(Arc::new(move |_: &[u64]| outcome.clone()));
    Stackmap { generator, ..Stackmap::default() }
}

#[test]
fn checks_exit_with_their_state() {
    let (mut proc, root) = procedure("guard");
    let (a, b) = (proc.at(root).argument(I32), proc.at(root).argument(F64));
    // An object that two entries of the state refer to.
    let object = proc.add_object(77, &[StateEntry::Constant(I32, 4)]);
    let outer = proc.add_state(StateId::INVALID, 1, 10, &[StateEntry::Reference(a), StateEntry::Dead]);
    let entries = [StateEntry::Value(b), StateEntry::Object(object), StateEntry::Object(object)];
    let inner = proc.add_state(outer, 2, 20, &entries);
    let generator = proc.add_generator("exit");
    let map = Stackmap { generator, state: inner, ..Stackmap::default() };
    let check = proc.at(root).stackmap_value(Opcode::Check, Type::Void, &[a, b, a], map);
    proc.at(root).ret([b]);
    let procs = [proc];
    assert_eq!(result(&procs, &[(I32, 0), (F64, 9)]), 9);
    let expected = Exit {
        place: Place { procedure: 0, value: check },
        generator: "exit".to_string(),
        operands: vec![(F64, 9), (I32, 3)],
        frames: vec![
            ExitFrame {
                function: 2,
                pc: 20,
                local_count: None,
                entries: vec![
                    ExitEntry::Scalar(F64, 9),
                    ExitEntry::Object(object),
                    ExitEntry::Object(object),
                ],
            },
            ExitFrame {
                function: 1,
                pc: 10,
                local_count: None,
                entries: vec![ExitEntry::Reference(3), ExitEntry::Dead],
            },
        ],
        objects: vec![ExitObject { id: object, shape: 77, fields: vec![ExitEntry::Scalar(I32, 4)] }],
    };
    let outcome = run(&procs, &[(I32, 3), (F64, 9)]).outcome;
    assert_eq!(outcome, Outcome::Exit(Box::new(expected)));
}

#[test]
fn cyclic_states_terminate() {
    let (mut proc, root) = procedure("circle");
    let a = proc.at(root).argument(I32);
    let object = proc.add_object(1, &[StateEntry::Object(crate::ir::ObjectId::new(0))]);
    let state = proc.add_state(StateId::new(0), 1, 1, &[StateEntry::Object(object)]);
    let map = Stackmap { state, ..Stackmap::default() };
    proc.at(root).stackmap_value(Opcode::Check, Type::Void, &[a], map);
    proc.at(root).ret([]);
    match run(&[proc], &[(I32, 1)]).outcome {
        Outcome::Exit(exit) => assert_eq!((exit.frames.len(), exit.objects.len()), (1, 1)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn checked_arithmetic_exits_on_overflow_only() {
    let cases = [
        (Opcode::CheckAdd, I32, 0x7fff_ffff, 1, None),
        (Opcode::CheckAdd, I32, 0x7fff_fffe, 1, Some(0x7fff_ffff)),
        (Opcode::CheckSub, I64, 1 << 63, 1, None),
        (Opcode::CheckSub, I32, 0, 1, Some(0xffff_ffff)),
        (Opcode::CheckMul, I64, 1 << 62, 2, None),
        (Opcode::CheckMul, I32, 0xffff_ffff, 5, Some(0xffff_fffb)),
    ];
    for (opcode, ty, a, b, expected) in cases {
        let (mut proc, root) = procedure("checked");
        let (x, y) = (proc.at(root).argument(ty), proc.at(root).argument(ty));
        let generator = proc.add_generator("exit");
        let map = Stackmap { generator, ..Stackmap::default() };
        let checked = proc.at(root).stackmap_value(opcode, ty, &[x, y, y, x], map);
        proc.at(root).ret([checked]);
        let (procs, mut host) = ([proc], SandboxHost::new());
        host.set_exits_by_generators(true);
        match (run_with(&procs, &[(ty, a), (ty, b)], &mut host, Limits::default()).outcome, expected) {
            (Outcome::Returned(found), Some(bits)) => assert_eq!(found, [(ty, bits)]),
            (Outcome::Exit(exit), None) => assert_eq!(exit.operands, [(ty, b), (ty, a)]),
            other => panic!("{opcode:?} {other:?}"),
        }
    }
}

/// A host that continues after exits.
struct Continues(SandboxHost);

impl Host for Continues {
    fn load(&mut self, address: u64, bytes: u32) -> Result<u64, Fault> {
        self.0.load(address, bytes)
    }
    fn store(&mut self, address: u64, bytes: u32, bits: u64) -> Result<(), Fault> {
        self.0.store(address, bytes, bits)
    }
    fn copy(&mut self, destination: u64, source: u64, count: u64) -> Result<(), Fault> {
        self.0.copy(destination, source, count)
    }
    fn fill(&mut self, destination: u64, byte: u8, count: u64) -> Result<(), Fault> {
        self.0.fill(destination, byte, count)
    }
    fn stack(&self) -> std::ops::Range<u64> {
        self.0.stack()
    }
    fn symbol(&mut self, _: &str) -> Option<u64> {
        None
    }
    fn call(&mut self, _: &ExternCall<'_>) -> Result<Reply, HostError> {
        Err(HostError::new("no functions"))
    }
    fn exits_by(&mut self, generator: &str) -> bool {
        generator == "returns"
    }
    fn exit(&mut self, exit: &Exit) -> Result<Option<Reply>, HostError> {
        Ok(Some(Reply::Results(exit.operands.iter().map(|(_, bits)| bits + 100).collect())))
    }
}

#[test]
fn a_host_may_return_from_an_exit() {
    let (mut callee, root) = procedure("callee");
    let a = callee.at(root).argument(I64);
    let generator = callee.add_generator("returns");
    let map = Stackmap { generator, ..Stackmap::default() };
    callee.at(root).stackmap_value(Opcode::Check, Type::Void, &[a, a], map);
    callee.at(root).ret([a]);
    let (mut proc, root) = procedure("caller");
    let a = proc.at(root).argument(I64);
    let symbol = proc.symbol("callee");
    let mut b = proc.at(root);
    let got = b.ccall(I64, symbol, &[a]);
    let twice = b.add(got, got);
    b.ret([twice]);
    let procs = [proc, callee];
    let mut host = Continues(SandboxHost::new());
    let mut call = |a| returned(run_with(&procs, &[(I64, a)], &mut host, Limits::default()));
    assert_eq!((call(0), call(5)), (vec![0], vec![210]));
    // By default, a generator without meaning is an error.
    let (mut proc, root) = procedure("patch");
    let generator = proc.add_generator("unknown");
    let map = Stackmap { generator, ..Stackmap::default() };
    proc.at(root).stackmap_value(Opcode::Patchpoint, Type::Void, &[], map);
    proc.at(root).ret([]);
    let outcome = run_with(&[proc], &[], &mut host, Limits::default()).outcome;
    assert!(matches!(outcome, Outcome::HostError { .. }));
}

/// A host that ends procedures with this reply when they exit.
struct Ends(Reply);

impl Host for Ends {
    fn load(&mut self, address: u64, _: u32) -> Result<u64, Fault> {
        Err(Fault { address })
    }
    fn store(&mut self, address: u64, _: u32, _: u64) -> Result<(), Fault> {
        Err(Fault { address })
    }
    fn copy(&mut self, address: u64, _: u64, _: u64) -> Result<(), Fault> {
        Err(Fault { address })
    }
    fn fill(&mut self, address: u64, _: u8, _: u64) -> Result<(), Fault> {
        Err(Fault { address })
    }
    fn stack(&self) -> std::ops::Range<u64> {
        0x1000..0x2000
    }
    fn symbol(&mut self, _: &str) -> Option<u64> {
        None
    }
    fn call(&mut self, _: &ExternCall<'_>) -> Result<Reply, HostError> {
        Err(HostError::new("no functions"))
    }
    fn exits_by(&mut self, generator: &str) -> bool {
        generator == "exits"
    }
    fn exit(&mut self, _: &Exit) -> Result<Option<Reply>, HostError> {
        Ok(Some(self.0.clone()))
    }
}

/// An exit that throws reaches the exceptional successor of the caller's call; other replies end the procedure too.
#[test]
fn exits_throw_and_trap() {
    let (mut callee, root) = procedure("callee");
    let generator = callee.add_generator("exits");
    let mut b = callee.at(root);
    let a = b.argument(I64);
    b.check(a).shared_generator(generator).append();
    b.ret([a]);
    let (mut proc, root) = procedure("caller");
    let [returned, caught] = [0; 2].map(|_| proc.add_block());
    let a = proc.at(root).argument(I64);
    let symbol = proc.symbol("callee");
    let got = proc.at(root).throwing_ccall(I64, symbol, &[a], returned, Successor::rare(caught));
    proc.at(returned).ret([got]);
    let seven = proc.at(caught).const64(7);
    proc.at(caught).ret([seven]);
    let procs = [proc, callee];
    let run = |procs: &[Procedure], a, reply: Reply| {
        run_with(procs, &[(I64, a)], &mut Ends(reply), Limits::default()).outcome
    };
    assert_eq!(run(&procs, 0, Reply::Exception), Outcome::Returned(vec![(I64, 0)]));
    assert_eq!(run(&procs, 5, Reply::Exception), Outcome::Returned(vec![(I64, 7)]));
    assert_eq!(run(&procs, 5, Reply::result(9)), Outcome::Returned(vec![(I64, 9)]));
    let trapped = run(&procs, 5, Reply::Trap(TrapCode::User(3)));
    assert!(matches!(trapped, Outcome::Trap { code: TrapCode::User(3), .. }));
    for wrong in [Reply::Exit, Reply::nothing(), Reply::Undefined(String::new())] {
        assert!(matches!(run(&procs, 5, wrong), Outcome::Undefined { .. }));
    }
    // The handler is outside of the procedure that exits.
    assert!(matches!(run(&procs[1..], 5, Reply::Exception), Outcome::Exception(_)));
}

#[test]
fn patchpoints_use_their_generators_semantics() {
    let outcomes = [
        (ir::Outcome::Results(vec![0x1_0000_0005]), Some(5)),
        (ir::Outcome::Results(vec![]), None),
        (ir::Outcome::Successor(0, vec![1]), None),
        (ir::Outcome::Trap(TrapCode::User(3)), None),
        (ir::Outcome::Exit, None),
    ];
    for (outcome, expected) in outcomes {
        let (mut proc, root) = procedure("patch");
        let map = meaning(&mut proc, outcome.clone());
        let got = proc.at(root).stackmap_value(Opcode::Patchpoint, I32, &[], map);
        proc.at(root).ret([got]);
        let found = run(&[proc], &[]).outcome;
        match outcome {
            ir::Outcome::Results(_) if expected.is_some() => {
                assert_eq!(found, Outcome::Returned(vec![(I32, expected.unwrap())]));
            }
            ir::Outcome::Trap(expected) => {
                assert!(matches!(found, Outcome::Trap { code, .. } if code == expected))
            }
            ir::Outcome::Exit => assert!(matches!(found, Outcome::Exit(_))),
            // The generator violates its contract.
            _ => assert!(matches!(found, Outcome::Undefined { .. }), "{found:?}"),
        }
    }
}

#[test]
fn terminal_patchpoints_choose_a_successor() {
    for (n, expected) in [(0, Some(10)), (1, Some(11)), (2, None)] {
        let (mut proc, root) = procedure("patch");
        let blocks = [proc.add_block(), proc.add_block()];
        let mut map = meaning(&mut proc, ir::Outcome::Successor(n, vec![]));
        map.effects = Effects::of(EffectFlags::TERMINAL);
        proc.at(root).stackmap_value(Opcode::Patchpoint, Type::Void, &[], map);
        proc.set_successors(root, &blocks.map(Successor::new));
        for (i, block) in blocks.into_iter().enumerate() {
            let number = proc.at(block).const32(10 + i as i32);
            proc.at(block).ret([number]);
        }
        match expected {
            Some(expected) => assert_eq!(result(&[proc], &[]), expected),
            None => undefined(run(&[proc], &[]), "no successor 2"),
        }
    }
}

#[test]
fn host_generators_run_and_unknown_ones_trap() {
    let (mut proc, root) = procedure("patch");
    let a = proc.at(root).argument(I64);
    let generator = proc.add_generator("twice");
    let map = Stackmap { generator, ..Stackmap::default() };
    let twice = proc.at(root).stackmap_value(Opcode::Patchpoint, I64, &[a], map);
    proc.at(root).ret([twice]);
    let procs = [proc];
    traps(run(&procs, &[(I64, 4)]), TrapCode::Unreachable);
    let mut host = SandboxHost::new();
    host.add_generator("twice", Box::new(|_, args| Ok(Reply::result(args[0] * 2))));
    assert_eq!(returned(run_with(&procs, &[(I64, 4)], &mut host, Limits::default())), [8]);
}

/// As in code compiled without the closure: the code of the trap is that of the check.
#[test]
fn checks_without_code_and_state_trap() {
    for (opcode, ty, b, code) in [
        (Opcode::Check, Type::Void, None, TrapCode::Unreachable),
        (Opcode::CheckAdd, I32, Some(0x7fff_ffff), TrapCode::IntegerOverflow),
        (Opcode::InvalidationPoint, Type::Void, None, TrapCode::Unreachable),
    ] {
        for (named, with_state) in [(false, false), (true, false), (false, true), (true, true)] {
            let (mut proc, root) = procedure("check");
            let one = proc.at(root).const32(1);
            let mut args = vec![one];
            args.extend(b.map(|bits| proc.at(root).const32(bits)));
            let generator = if named { proc.add_generator("unknown") } else { Stackmap::default().generator };
            let state = match with_state {
                true => proc.add_state(StateId::INVALID, 1, 10, &[]),
                false => StateId::INVALID,
            };
            let map = Stackmap { generator, state, ..Stackmap::default() };
            let args = if opcode == Opcode::InvalidationPoint { &[][..] } else { &args[..] };
            proc.at(root).stackmap_value(opcode, ty, args, map);
            proc.at(root).ret([]);
            let mut host = SandboxHost::new();
            host.set_invalidation(|_| true);
            let execution = run_with(&[proc], &[], &mut host, Limits::default());
            match with_state {
                true => assert!(matches!(execution.outcome, Outcome::Exit(_)), "{opcode:?}"),
                false => traps(execution, code),
            }
        }
    }
}

#[test]
fn checks_may_trap_instead_of_exit() {
    for (outcome, exits) in [(ir::Outcome::Trap(TrapCode::User(1)), false), (ir::Outcome::Exit, true)] {
        let (mut proc, root) = procedure("check");
        let one = proc.at(root).const32(1);
        let map = meaning(&mut proc, outcome);
        proc.at(root).stackmap_value(Opcode::Check, Type::Void, &[one], map);
        proc.at(root).ret([]);
        let found = run(&[proc], &[]).outcome;
        assert_eq!(matches!(found, Outcome::Exit(_)), exits);
        assert_eq!(matches!(found, Outcome::Trap { code: TrapCode::User(1), .. }), !exits);
    }
}
