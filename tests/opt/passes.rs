//! The pass driver: what it rewrites and preserves, what observers see, and its cost.

use barebones::base::{TrapCode, Type};
use barebones::interp::{Interpreter, Limits, Outcome, SandboxHost};
use barebones::ir::{BlockId, Module, Procedure, StackSlotKind, ValueId, VariableId, parse_module, validate};
use barebones::opt::{
    InputProfile, Levels, ModuleCallees, Optimizer, PIPELINE, Pass, PassCounts, PassSet, Watch, pass_names,
};
use barebones::{Compiler, Observer, OptLevel, Options, Progress, Stage, host_target, targets};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const TEXT: &str = "barebones 1
proc main(Int64, Int64) -> Int64 {
    var0: Int64
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Add(@0, @1)
    Void @3 = Set(@2, var0)
    Void @4 = Branch(@1, #1, #2)
#1:
    Int64 @5 = Add(@1, @0)
    Int64 @6 = Mul(@5, @2)
    Void @7 = Set(@6, var0)
    Void @8 = Jump(#2)
#2:
    Int64 @9 = Get(var0)
    Int64 @10 = Sub(@9, @0)
    Int64 @11 = Xor(@0, @1)
    Void @12 = Return(@10)
}
";

fn module() -> Module {
    let text = TEXT.replace("Xor", "BitXor");
    parse_module(&text, &targets(host_target().expect("a host"))).expect("is well-formed")
}

fn procedure() -> Procedure {
    module().procedures.remove(0)
}

fn compiler(level: OptLevel) -> Compiler {
    Compiler::with_options(Options::at(level)).expect("a host that code is made for")
}

/// The interpreter's result of `main(a, b)`.
fn interpret(proc: &Procedure, a: u64, b: u64) -> u64 {
    let module = Module { procedures: vec![proc.clone()], ..Module::default() };
    let interpreter = Interpreter::new(&module).expect("is valid");
    let args = [(Type::Int64, a), (Type::Int64, b)];
    let execution = interpreter.call("main", &args, &mut SandboxHost::new(), Limits::default());
    match execution.expect("exists").outcome {
        Outcome::Returned(results) => results[0].1,
        other => panic!("{other:?}"),
    }
}

#[test]
fn emit_rewrites_a_copy_and_the_others_rewrite_in_place() {
    let (before, mut proc) = (procedure(), procedure());
    let mut compiler = compiler(OptLevel::O2);
    let code = compiler.emit(&proc).expect("compiles");
    assert_eq!(proc.to_string(), before.to_string());
    let again = compiler.emit_in_place(&mut proc).expect("compiles");
    assert_eq!(code.bytes, again.bytes);
    assert_ne!(proc.to_string(), before.to_string());
    assert!(!proc.to_string().contains("Get(") && !proc.to_string().contains("BitXor"));
    assert!(validate(&proc).is_ok());
    // Ids do not change; a Branch that only selects a value becomes a Select, and its blocks are empty.
    assert_eq!(proc.block_count(), before.block_count());
    for id in before.value_ids() {
        let (old, new) = (before.value(id).opcode().name(), proc.value(id).opcode().name());
        let leads_on = ["Branch", "Jump"].contains(&old);
        let gone = if leads_on { ["Jump", "Oops"] } else { ["Nop", "Identity"] };
        assert!(old == new || gone.contains(&new), "{id}: {old}, {new}");
    }
    for (a, b) in [(3, 4), (3, 0)] {
        assert_eq!(interpret(&proc, a, b), interpret(&before, a, b));
    }
}

#[test]
fn a_failure_returns_an_equivalent_procedure() {
    let mut proc = procedure();
    // An unresolved symbol.
    proc.symbol("nowhere");
    let root = Procedure::ROOT;
    let values = proc.block_values(root).to_vec();
    let symbol = proc.symbol("nowhere");
    let mut b = proc.at(root);
    let address = b.symbol_address(symbol);
    let opaque = b.opaque(address);
    let store = b.store(opaque, opaque, 0);
    let (last, others) = values.split_last().expect("a terminal");
    let mut list = others.to_vec();
    list.extend([address, opaque, store, *last]);
    proc.set_block_values(root, &list);
    let failure = compiler(OptLevel::O2).compile(proc).map(|_| ()).expect_err("is not linked");
    assert!(validate(&failure.input).is_ok());
    assert_eq!(failure.input.value_count(), failure.input.value_ids().len());
    // An invalid procedure is not changed.
    let mut broken = procedure();
    broken.set_block_values(root, &[]);
    let text = broken.to_string();
    let failure = compiler(OptLevel::O2).compile(broken).map(|_| ()).expect_err("is not valid");
    assert_eq!(failure.input.to_string(), text);
}

/// Records the passes in order.
#[derive(Default)]
struct Seen {
    passes: Vec<&'static str>,
    open: Option<&'static str>,
    optimized: Option<String>,
    last: String,
}

impl Observer for Seen {
    fn before_pass(&mut self, pass: &'static Pass) {
        assert_eq!(self.open.replace(pass.name), None);
    }

    fn after_pass(&mut self, pass: &'static Pass, proc: &Procedure, counts: PassCounts) {
        assert_eq!(self.open.take(), Some(pass.name));
        assert!(counts.work > 0, "{}", pass.name);
        assert!(validate(proc).is_ok(), "{}", pass.name);
        self.passes.push(pass.name);
        self.last = proc.to_string();
    }

    fn after(&mut self, stage: Stage, progress: Progress<'_>) {
        if let (Stage::Optimize, Progress::Procedure(proc)) = (stage, progress) {
            self.optimized = Some(proc.to_string());
        }
    }
}

#[test]
fn observers_see_the_passes_of_a_level() {
    for (level, levels) in [(OptLevel::O1, Levels::O1), (OptLevel::O2, Levels::O2)] {
        let (mut seen, proc) = (Seen::default(), procedure());
        compiler(level).emit_observed(&proc, &mut seen).expect("compiles");
        let rows = PIPELINE.iter().filter(|row| row.levels.intersects(levels));
        let expected: Vec<&str> = rows.map(|row| row.name).collect();
        assert!(seen.passes.iter().all(|name| expected.contains(name)));
        assert!(seen.passes.contains(&"fix_ssa") && seen.passes.last() == Some(&"eliminate_dead_code"));
        assert_eq!(seen.optimized, Some(seen.last));
    }
    let mut seen = Seen::default();
    compiler(OptLevel::O0).emit_observed(&procedure(), &mut seen).expect("compiles");
    assert_eq!((seen.passes, seen.optimized), (vec![], None));
}

#[test]
fn passes_can_be_left_out() {
    let mut options = Options::at(OptLevel::O2);
    options.passes = PassSet::ALL.without("fix_ssa");
    let mut proc = procedure();
    let mut compiler = Compiler::with_options(options.clone()).expect("a host");
    compiler.emit_in_place(&mut proc).expect("compiles");
    assert!(proc.to_string().contains("Get("));
    options.passes = PassSet::NONE;
    let mut proc = procedure();
    Compiler::with_options(options).expect("a host").emit_in_place(&mut proc).expect("compiles");
    assert_eq!(proc.to_string(), procedure().to_string());
    assert!(pass_names().count() >= 5);
}

/// A small procedure that others call.
fn callee() -> Procedure {
    let mut proc = Procedure::new(&host_target().expect("a host"));
    proc.name = String::from("f");
    let root = proc.add_block();
    let mut b = proc.at(root);
    let x = b.argument(Type::Int64);
    let sum = b.add(x, x);
    b.ret([sum]);
    proc
}

/// Many small blocks, each of which accesses variables and some memory, in nested loops; some call `f`. Branches have
/// weights.
fn many_blocks(count: usize, variables: usize) -> Procedure {
    let mut proc = Procedure::new(&host_target().expect("a host"));
    let mut block = proc.add_block();
    let x = proc.at(block).argument(Type::Int64);
    let variables: Vec<VariableId> = (0..variables).map(|_| proc.add_variable(Type::Int64)).collect();
    for &variable in &variables {
        proc.at(block).set(x, variable);
    }
    for number in 0..count {
        let [taken, other, next] = [0; 3].map(|_| proc.add_block());
        let a = proc.at(block).get(variables[number % variables.len()]);
        let b = proc.at(block).get(variables[number * 7 % variables.len()]);
        let sum = proc.at(block).add(a, b);
        proc.at(block).branch(sum, taken, other);
        proc.at(block).weights([3, 1 + number as u32 % 5]);
        proc.at(taken).set(sum, variables[number * 3 % variables.len()]);
        proc.at(taken).store(sum, x, 8);
        proc.at(taken).jump(next);
        let mut product = proc.at(other).mul(sum, x);
        if number % 40 == 0 {
            let symbol = proc.symbol("f");
            product = proc.at(other).ccall(Type::Int64, symbol, &[product]);
        }
        let address = proc.at(other).const64((1 << 40) + 8 * number as i64);
        proc.at(other).store(product, address, 0);
        proc.at(other).set(product, variables[number * 5 % variables.len()]);
        // Some blocks have a back edge.
        if number % 4 == 3 {
            proc.at(other).branch(product, block, next);
        } else {
            proc.at(other).jump(next);
        }
        block = next;
    }
    let result = proc.at(block).get(variables[0]);
    proc.at(block).ret([result]);
    proc
}

#[derive(Default)]
struct Work(BTreeMap<&'static str, u64>);

impl Watch for Work {
    fn after(&mut self, pass: &'static Pass, _proc: &Procedure, counts: PassCounts) {
        *self.0.entry(pass.name).or_default() += counts.work;
    }
}

/// Ten times as many values need ten times as much work.
#[test]
fn the_work_of_passes_is_linear() {
    let mut optimizer = Optimizer::new();
    let callees = ModuleCallees::new(&Module { procedures: vec![callee()], ..Module::default() });
    optimizer.set_callees(Some(Arc::new(callees)));
    let mut measure = |count: usize| {
        let mut proc = many_blocks(count, 8);
        let facts = validate(&proc).expect("is valid");
        let mut work = Work::default();
        optimizer.run(&mut proc, facts.contents(), Levels::O2, PassSet::ALL, Some(&mut work));
        assert!(validate(&proc).is_ok());
        assert_eq!(optimizer.inlined().inlined as usize, count.div_ceil(40));
        work.0
    };
    let (small, large) = (measure(300), measure(3000));
    assert_eq!(small.keys().collect::<Vec<_>>(), large.keys().collect::<Vec<_>>());
    assert_eq!(small.len(), pass_names().count());
    for (name, work) in &large {
        let ratio = *work as f64 / small[name] as f64;
        assert!(ratio < 12.0, "{name}: {work} is {ratio} times {}", small[name]);
    }
}

#[test]
fn rows_that_repeat_the_producers_work_are_skipped() {
    let mut optimizer = Optimizer::new();
    let callees = ModuleCallees::new(&Module { procedures: vec![callee()], ..Module::default() });
    optimizer.set_callees(Some(Arc::new(callees)));
    optimizer.set_input(InputProfile::ProducerOptimized);
    let mut proc = many_blocks(300, 8);
    let facts = validate(&proc).expect("is valid");
    let mut work = Work::default();
    optimizer.run(&mut proc, facts.contents(), Levels::O2, PassSet::ALL, Some(&mut work));
    let rows = PIPELINE.iter().filter(|row| row.levels.contains(Levels::O2) && !row.raw_only);
    let expected: BTreeSet<&str> = rows.map(|row| row.name).collect();
    assert!(expected.len() < pass_names().count());
    assert_eq!(work.0.keys().copied().collect::<BTreeSet<_>>(), expected);
}

/// Nested loops. Each computes something from the arguments, from the Phi of the enclosing loop, and from memory that
/// none of them writes.
fn nested_loops(depth: usize) -> Procedure {
    let mut proc = Procedure::new(&host_target().expect("a host"));
    let mut block = proc.add_block();
    let x = proc.at(block).argument(Type::Int64);
    let zero = proc.at(block).const64(0);
    let (mut around, mut headers) = (x, Vec::new());
    for _ in 0..depth {
        let header = proc.add_block();
        let phi = proc.at(header).phi(Type::Int64);
        proc.at(block).upsilon(zero, phi);
        proc.at(block).jump(header);
        let mut b = proc.at(header);
        let load = b.load(Type::Int64, x, 8);
        let product = b.mul(x, load);
        let of_phi = b.mul(around, product);
        let sum = b.add(phi, of_phi);
        headers.push((header, phi, sum));
        (block, around) = (header, phi);
    }
    for (header, phi, sum) in headers.into_iter().rev() {
        let [latch, next] = [0; 2].map(|_| proc.add_block());
        proc.at(block).jump(latch);
        proc.at(latch).upsilon(sum, phi);
        proc.at(latch).branch(sum, header, next);
        block = next;
    }
    proc.at(block).ret([zero]);
    proc
}

/// A chain of blocks, with some single-block loops.
fn chain_of_blocks(count: usize) -> Procedure {
    let mut proc = Procedure::new(&host_target().expect("a host"));
    let mut block = proc.add_block();
    let x = proc.at(block).argument(Type::Int64);
    for number in 0..count {
        let next = proc.add_block();
        let product = proc.at(block).mul(x, x);
        // Two paths to the next block, or a back edge.
        let to = if number % 8 == 7 { block } else { next };
        let other = if number % 8 == 7 || number + 1 == count { next } else { proc.add_block() };
        proc.at(block).branch(product, to, other);
        if other != next {
            proc.at(other).jump(next);
        }
        block = next;
    }
    proc.at(block).ret([x]);
    proc
}

/// The trip count of a loop.
#[derive(Clone, Copy, PartialEq)]
enum TripCount {
    Four,
    /// Given by an argument.
    Unknown,
    /// Given by an argument, with a check against another one.
    Checked,
    /// Given by an argument, and the counter is added to the other one.
    Addressing,
}

/// Consecutive loops.
fn counted_loops(count: usize, trip_count: TripCount) -> Procedure {
    let mut proc = Procedure::new(&host_target().expect("a host"));
    let mut block = proc.add_block();
    let mut b = proc.at(block);
    let mut product = b.argument(Type::Int64);
    let length = b.argument(Type::Int64);
    let [zero, one, four] = [0, 1, 4].map(|number| b.const64(number));
    let end = if trip_count == TripCount::Four { four } else { product };
    for _ in 0..count {
        let [body, next] = [0; 2].map(|_| proc.add_block());
        let [counter, factor] = [0; 2].map(|_| proc.at(body).phi(Type::Int64));
        let mut b = proc.at(block);
        b.upsilon(zero, counter);
        b.upsilon(product, factor);
        b.jump(body);
        if trip_count == TripCount::Checked {
            let is_outside = proc.at(body).above_equal(counter, length);
            proc.at(body).trap_if(is_outside, TrapCode::User(1));
        }
        let mut b = proc.at(body);
        product = b.mul(factor, factor);
        if trip_count == TripCount::Addressing {
            let address = b.add(length, counter);
            product = b.bit_xor(product, address);
        }
        let sum = b.add(counter, one);
        let goes_on = b.not_equal(sum, end);
        b.upsilon(sum, counter);
        b.upsilon(product, factor);
        b.branch(goes_on, body, next);
        block = next;
    }
    proc.at(block).ret([product]);
    proc
}

/// For any number of loops with small or large trip counts, a procedure grows only by a limited part.
#[test]
fn unrolled_loops_stay_in_the_budget() {
    for (pass, trip_count) in [
        ("fully_unroll_loops", TripCount::Four),
        ("unroll_by_four", TripCount::Unknown),
        ("unroll_by_four", TripCount::Checked),
    ] {
        let only = PassSet::only(pass).expect("a pass");
        for count in [1, 10, 1_000] {
            let mut proc = counted_loops(count, trip_count);
            let facts = validate(&proc).expect("is valid");
            let before = proc.value_count();
            Optimizer::new().run(&mut proc, facts.contents(), Levels::O2, only, None);
            assert!(validate(&proc).is_ok());
            let grown = proc.value_count() - before;
            assert!(grown > 0 && grown <= before / 10 + 256, "{pass}: {grown} of {before}");
        }
    }
}

/// The cost of passes per value does not grow with the depth of nests or the length of chains.
#[test]
fn deep_nests_and_long_chains_are_linear() {
    type Make = fn(usize) -> Procedure;
    let mut optimizer = Optimizer::new();
    for (make, small, large) in [
        (nested_loops as Make, 100, 1_000),
        (chain_of_blocks, 10_000, 100_000),
        (|count| counted_loops(count, TripCount::Four), 1_000, 10_000),
        (|count| counted_loops(count, TripCount::Unknown), 1_000, 10_000),
        (|count| counted_loops(count, TripCount::Checked), 1_000, 10_000),
        (|count| counted_loops(count, TripCount::Addressing), 1_000, 10_000),
    ] {
        let mut measure = |count: usize| {
            let mut proc = make(count);
            let facts = validate(&proc).expect("is valid");
            let mut work = Work::default();
            optimizer.run(&mut proc, facts.contents(), Levels::O2, PassSet::ALL, Some(&mut work));
            assert!(validate(&proc).is_ok());
            work.0
        };
        let (small, large) = (measure(small), measure(large));
        for (name, work) in &large {
            assert!(*work < 12 * small[name], "{name}: {work}, {}", small[name]);
        }
    }
}

/// Random procedures that store to and load from a few bytes, some through two addresses, in branches and loops.
struct Accesses {
    proc: Procedure,
    block: BlockId,
    /// A slot, and an address four bytes into it.
    bases: [ValueId; 2],
    args: [ValueId; 2],
    sum: VariableId,
    seed: u64,
}

impl Accesses {
    fn new(seed: u64) -> Accesses {
        let mut proc = Procedure::new(&host_target().expect("a host"));
        let block = proc.add_block();
        let args = [0; 2].map(|_| proc.at(block).argument(Type::Int64));
        let slot = proc.add_stack_slot(32, StackSlotKind::Locked);
        let mut b = proc.at(block);
        let base = b.slot_base(slot);
        let four = b.const64(4);
        let four = b.opaque(four);
        let inside = b.add(base, four);
        let sum = proc.add_variable(Type::Int64);
        proc.at(block).set(args[0], sum);
        let mut this = Accesses { proc, block, bases: [base, inside], args, sum, seed };
        (0..4).for_each(|word| {
            this.proc.at(block).store(args[1], base, 8 * word);
        });
        this
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        (self.seed >> 20) % bound
    }

    fn mix(&mut self, value: ValueId) {
        let (proc, block) = (&mut self.proc, self.block);
        let mut b = proc.at(block);
        let sum = b.get(self.sum);
        let three = b.const64(3);
        let product = b.mul(sum, three);
        let mixed = b.add(product, value);
        b.set(mixed, self.sum);
    }

    fn access(&mut self) {
        let base = self.bases[self.below(2) as usize];
        let (offset, kind) = (self.below(12) as i32, self.below(8));
        let (proc, block) = (&mut self.proc, self.block);
        if kind < 5 {
            let mut b = proc.at(block);
            let sum = b.get(self.sum);
            let word = b.trunc(sum);
            match kind {
                0 => b.store8(word, base, offset),
                1 => b.store16(word, base, offset),
                2 => b.store(word, base, offset),
                _ => b.store(sum, base, offset),
            };
            return;
        }
        let value = match kind {
            5 => proc.at(block).load8s(base, offset),
            6 => proc.at(block).load(Type::Int32, base, offset),
            _ => proc.at(block).load(Type::Int64, base, offset),
        };
        let wide = if kind == 7 { value } else { proc.at(block).zext32(value) };
        self.mix(wide);
    }

    fn statements(&mut self, depth: u32) {
        for _ in 0..2 + self.below(4) {
            match self.below(10) {
                0 | 1 if depth > 0 => {
                    let [then, otherwise, next] = [0; 3].map(|_| self.proc.add_block());
                    let condition = self.args[self.below(2) as usize];
                    let to = if self.below(2) == 0 { otherwise } else { next };
                    self.proc.at(self.block).branch(condition, then, to);
                    for block in [then, otherwise] {
                        self.block = block;
                        self.statements(depth - 1);
                        self.proc.at(self.block).jump(next);
                    }
                    self.block = next;
                }
                2 if depth > 0 => {
                    let [header, next] = [0; 2].map(|_| self.proc.add_block());
                    let trip_count = self.proc.at(self.block).const32(2);
                    let phi = self.proc.at(header).phi(Type::Int32);
                    self.proc.at(self.block).upsilon(trip_count, phi);
                    self.proc.at(self.block).jump(header);
                    self.block = header;
                    self.statements(depth - 1);
                    let mut b = self.proc.at(self.block);
                    let one = b.const32(1);
                    let left = b.sub(phi, one);
                    b.upsilon(left, phi);
                    b.branch(left, header, next);
                    self.block = next;
                }
                3 => {
                    let product = self.proc.at(self.block).mul(self.args[0], self.args[1]);
                    self.mix(product);
                }
                _ => self.access(),
            }
        }
    }

    fn finish(mut self) -> Procedure {
        for word in 0..4 {
            let load = self.proc.at(self.block).load(Type::Int64, self.bases[0], 8 * word);
            self.mix(load);
        }
        let sum = self.proc.at(self.block).get(self.sum);
        self.proc.at(self.block).ret([sum]);
        self.proc
    }
}

/// Passes preserve the meaning of overlapping stores and loads, and do change some.
#[test]
fn accesses_of_few_bytes_mean_the_same() {
    let mut optimizer = Optimizer::new();
    let passes = ["hoist_loop_invariants", "eliminate_common_subexpressions"];
    let mut changed = [0; 2];
    for seed in 1..600u64 {
        let mut accesses = Accesses::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        accesses.statements(3);
        let before = accesses.finish();
        let expected = [(5, 9), (0, 3)].map(|(a, b)| interpret(&before, a, b));
        let mut pipelines: Vec<Vec<&Pass>> =
            passes.iter().map(|name| vec![barebones::opt::pass(name).expect("a pass")]).collect();
        pipelines.push(PIPELINE.iter().filter(|row| row.levels.contains(Levels::O2)).collect());
        for (pipeline, rows) in pipelines.into_iter().enumerate() {
            let mut proc = before.clone();
            let facts = validate(&proc).expect("is valid");
            optimizer.run_rows(&mut proc, facts.contents(), rows, None);
            assert_eq!(validate(&proc).err(), None);
            let found = [(5, 9), (0, 3)].map(|(a, b)| interpret(&proc, a, b));
            assert_eq!(found, expected, "{pipeline}:\n{before}\n{proc}");
            if let Some(changed) = changed.get_mut(pipeline) {
                *changed += u32::from(proc.to_string() != before.to_string());
            }
        }
    }
    assert!(changed.iter().all(|count| *count > 100), "{changed:?}");
}
