//! Which accesses passes may merge, remove or move across an atomic access or a fence: for each opcode and order.

use barebones::base::{EffectFlags, HeapRange, MemoryOrder};
use barebones::ir::{BlockId, Opcode, Procedure, ValueId, parse_module};
use barebones::{Compiler, Observer, OptLevel, Options, Progress, Stage, host_target, targets};
use std::collections::BTreeSet;

/// The machine IR after selection.
#[derive(Default)]
struct Selected(String);

impl Observer for Selected {
    fn after(&mut self, stage: Stage, progress: Progress<'_>) {
        if let (Stage::Select, Progress::Code(code)) = (stage, progress) {
            self.0 = code.to_string();
        }
    }
}

fn selected(proc: &Procedure) -> String {
    let mut air = Selected::default();
    let mut compiler = Compiler::with_options(Options::at(OptLevel::O2)).expect("a host");
    compiler.emit_observed(proc, &mut air).unwrap_or_else(|failure| panic!("{failure}"));
    air.0
}

fn parse(text: &str) -> Procedure {
    let target = host_target().expect("a host");
    let mut module = parse_module(text, &targets(target)).unwrap_or_else(|error| panic!("{error}\n{text}"));
    module.procedures.remove(0)
}

/// The procedure after all passes.
fn optimized(text: &str) -> Procedure {
    let mut proc = parse(text);
    let mut compiler = Compiler::with_options(Options::at(OptLevel::O2)).expect("a host");
    compiler.emit_in_place(&mut proc).unwrap_or_else(|failure| panic!("{failure}\n{text}"));
    proc
}

/// The number of values of an opcode in reachable blocks; with `in_loop`, only those that may execute again.
fn count(proc: &Procedure, opcode: Opcode, in_loop: bool) -> usize {
    let reached_from = |start: BlockId| {
        let (mut seen, mut work) = (BTreeSet::new(), vec![start]);
        while let Some(block) = work.pop() {
            work.extend(proc.successors(block).iter().map(|s| s.block()).filter(|next| seen.insert(*next)));
        }
        seen
    };
    let mut reachable = reached_from(Procedure::ROOT);
    reachable.insert(Procedure::ROOT);
    let is_it = |id: &&ValueId| proc.value(**id).opcode() == opcode;
    reachable
        .into_iter()
        .filter(|block| !in_loop || reached_from(*block).contains(block))
        .map(|block| proc.block_values(block).iter().filter(is_it).count())
        .sum()
}

/// An access of an opcode, at the address @1 and in the heap range 2..3, as a value with this id.
fn line(opcode: Opcode, order: MemoryOrder, id: usize, range: &str) -> String {
    let attributes = format!("range={range}, order={order}");
    let value = match opcode {
        Opcode::Fence => {
            return format!("    Void @{id} = Fence(reads=2..3, writes=2..3, order={order})\n");
        }
        Opcode::AtomicLoad => format!("Int64 @{id} = AtomicLoad(@1, {attributes})"),
        Opcode::AtomicStore => format!("Void @{id} = AtomicStore(@2, @1, {attributes})"),
        Opcode::AtomicWeakCAS => format!("Int32 @{id} = AtomicWeakCAS(@2, @2, @1, {attributes})"),
        Opcode::AtomicStrongCAS => format!("Int64 @{id} = AtomicStrongCAS(@2, @2, @1, {attributes})"),
        _ => format!("Int64 @{id} = {}(@2, @1, {attributes})", opcode.name()),
    };
    format!("    {value}\n")
}

const ARGUMENTS: &str =
    "    Int64 @0 = ArgumentReg(%a0)\n    Int64 @1 = ArgumentReg(%a1)\n    Int64 @2 = ArgumentReg(%a2)\n";

/// A procedure of one block.
fn block(body: &str, results: &[usize]) -> Procedure {
    let types = vec!["Int64"; results.len()].join(", ");
    let ids: Vec<String> = results.iter().map(|id| format!("@{id}")).collect();
    optimized(&format!(
        "barebones 1\nproc f(Int64, Int64, Int64) -> ({types}) conv=internal {{\n#0:\n{ARGUMENTS}{body}    Void @9 = Return({})\n}}\n",
        ids.join(", ")
    ))
}

/// A loop with this body.
fn around(body: &str) -> Procedure {
    optimized(&format!(
        "barebones 1\nproc f(Int64, Int64, Int64) -> Int64 {{
    var0: Int64
    var1: Int64
#0:\n{ARGUMENTS}    Void @10 = Set(@2, var0)
    Int64 @11 = Const64(0)
    Void @12 = Set(@11, var1)
    Void @13 = Jump(#1)
#1:\n{body}    Int64 @14 = Get(var1)
    Int64 @15 = Add(@14, @4)
    Void @16 = Set(@15, var1)
    Int64 @17 = Get(var0)
    Int64 @18 = Const64(-1)
    Int64 @19 = Add(@17, @18)
    Void @20 = Set(@19, var0)
    Void @21 = Branch(@19, #1, #2)
#2:
    Int64 @22 = Get(var1)
    Void @23 = Return(@22)
}}\n"
    ))
}

/// All opcodes with all orders that they allow.
fn all() -> impl Iterator<Item = (Opcode, MemoryOrder)> {
    Opcode::all()
        .filter(|opcode| opcode.is_atomic() || *opcode == Opcode::Fence)
        .flat_map(|opcode| MemoryOrder::ALL.into_iter().map(move |order| (opcode, order)))
        .filter(|(opcode, order)| opcode.allows_order(*order))
}

const LOAD: &str = "Load(@0, range=1..2)\n";
const STORE: &str = "Store(@2, @0, range=1..2)\n";

#[test]
fn there_are_atomics() {
    assert_eq!(all().count(), 10 * 5 - 2 * 2 + 5);
}

/// A pass that looks at ranges alone, and not at fences, is right too.
#[test]
fn an_order_reads_and_writes_everything() {
    for (opcode, order) in all().filter(|(opcode, _)| opcode.is_atomic()) {
        let body = line(opcode, order, 3, "2..3");
        let proc = parse(&format!(
            "barebones 1\nproc f(Int64, Int64, Int64) -> Void {{\n#0:\n{ARGUMENTS}{body}    Void @9 = Return()\n}}\n"
        ));
        let effects = proc.effects(ValueId::new(3));
        let is_ordered = order != MemoryOrder::Relaxed;
        assert_eq!(effects.reads == HeapRange::TOP, is_ordered, "{opcode:?} {order}");
        assert_eq!(effects.writes == HeapRange::TOP, is_ordered, "{opcode:?} {order}");
        assert_eq!(effects.flags.contains(EffectFlags::FENCE), is_ordered, "{opcode:?} {order}");
    }
}

#[test]
fn atomics_are_not_removed() {
    for (opcode, order) in all() {
        let proc = block(&line(opcode, order, 3, "2..3"), &[0]);
        assert_eq!(count(&proc, opcode, false), 1, "{opcode:?} {order}");
    }
}

#[test]
fn atomics_are_not_merged() {
    for (opcode, order) in all() {
        let two = line(opcode, order, 3, "2..3") + &line(opcode, order, 4, "2..3");
        let proc = block(&two, &[0]);
        assert_eq!(count(&proc, opcode, false), 2, "{opcode:?} {order}");
    }
}

/// The same load before and after: one, if nothing is ordered.
#[test]
fn loads_before_and_after() {
    for (opcode, order) in all() {
        let body = |range: &str| {
            format!("    Int64 @3 = {LOAD}{}    Int64 @5 = {LOAD}", line(opcode, order, 4, range))
        };
        let expected = if order == MemoryOrder::Relaxed { 1 } else { 2 };
        let proc = block(&body("2..3"), &[3, 5]);
        assert_eq!(count(&proc, Opcode::Load, false), expected, "{opcode:?} {order}");
        if opcode != Opcode::Fence {
            let proc = block(&body("1..3"), &[3, 5]);
            assert_eq!(count(&proc, Opcode::Load, false), 2, "{opcode:?} {order}");
        }
    }
}

/// A load of stored bytes: the stored value, if nothing is ordered.
#[test]
fn stores_are_not_forwarded() {
    for (opcode, order) in all() {
        let body = |range: &str| {
            format!("    Void @3 = {STORE}{}    Int64 @5 = {LOAD}", line(opcode, order, 4, range))
        };
        let expected = usize::from(order != MemoryOrder::Relaxed);
        let proc = block(&body("2..3"), &[5]);
        assert_eq!(count(&proc, Opcode::Load, false), expected, "{opcode:?} {order}");
        if opcode != Opcode::Fence {
            let proc = block(&body("1..3"), &[5]);
            assert_eq!(count(&proc, Opcode::Load, false), 1, "{opcode:?} {order}");
        }
    }
}

/// A store that another one overwrites is dead, unless another thread may see it in between.
#[test]
fn stores_before_and_after() {
    for (opcode, order) in all() {
        let body = format!(
            "    Void @3 = {STORE}{}    Void @5 = Store(@1, @0, range=1..2)\n",
            line(opcode, order, 4, "2..3")
        );
        let stores = count(&block(&body, &[0]), Opcode::Store, false);
        if order == MemoryOrder::Relaxed {
            assert!((1..=2).contains(&stores), "{opcode:?} {order}");
        } else {
            assert_eq!(stores, 2, "{opcode:?} {order}");
        }
    }
}

/// Neither an atomic access nor a load after it leaves a loop.
#[test]
fn loops_keep_atomics() {
    for (opcode, order) in all() {
        let body = format!("{}    Int64 @4 = {LOAD}", line(opcode, order, 3, "2..3"));
        let proc = around(&body);
        assert!(count(&proc, opcode, true) > 0, "{opcode:?} {order}\n{proc}");
        assert_eq!(count(&proc, opcode, true), count(&proc, opcode, false), "{opcode:?} {order}\n{proc}");
        let stays = count(&proc, Opcode::Load, true) > 0;
        assert!(stays || order == MemoryOrder::Relaxed, "{opcode:?} {order}\n{proc}");
    }
}

/// A load and a store of a loop do not become a variable across an atomic access.
#[test]
fn loops_do_not_promote_memory() {
    for (opcode, order) in all() {
        let body = format!(
            "    Int64 @4 = {LOAD}    Int64 @5 = Add(@4, @2)\n    Void @6 = Store(@5, @0, range=1..2)\n{}",
            line(opcode, order, 3, "2..3")
        );
        if order != MemoryOrder::Relaxed {
            let proc = around(&body);
            assert!(count(&proc, Opcode::Load, true) > 0, "{opcode:?} {order}\n{proc}");
        }
    }
}

/// Loads and atomic accesses are not sunk into their users across each other.
#[test]
fn selection_keeps_the_order() {
    for (opcode, order) in all() {
        let body = format!(
            "    Int64 @3 = Load(@0, range=1..3)\n{}    Int64 @5 = Add(@3, @2)\n",
            line(opcode, order, 4, "1..3")
        );
        // The load is in an instruction of its own, before the access: at O2 it could be an operand of the sum.
        let text = format!(
            "barebones 1\nproc f(Int64, Int64, Int64) -> Int64 {{\n#0:\n{ARGUMENTS}{body}    Void @9 = Return(@5)\n}}\n"
        );
        let target = host_target().expect("a host");
        let module = parse_module(&text, &targets(target)).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let air = selected(&module.procedures[0]);
        let is_access = |line: &&str| line.contains("Atomic") || line.contains("Fence");
        let place = air.lines().position(|line| is_access(&line)).expect("an access");
        let load = air.lines().position(|line| line.contains("Move [") || line.contains("Add64 ["));
        assert!(load.is_some_and(|load| load < place), "{opcode:?} {order}\n{air}");
    }
}

/// The instruction of a fence or an access has its order. On x86-64 a sequentially consistent store is an exchange.
#[test]
fn the_machine_ir_has_the_order() {
    for (opcode, order) in all() {
        let proc = block(&line(opcode, order, 3, "2..3"), &[0]);
        let air = selected(&proc);
        let (number, is_it) = (order as u8, |line: &&str| line.contains("Atomic") || line.contains("Fence"));
        let access = air.lines().find(is_it).expect("an access");
        let found = access.split_whitespace().nth(1).map(|order| order.trim_end_matches(',').to_string());
        assert_eq!(found, Some(number.to_string()), "{opcode:?} {order}: {access}");
    }
}
