//! Compile bombs: procedures of any size that make a compiler slow, or overflow its stack, if anything in it is not
//! linear.
//!
//! A bomb takes a size and builds a procedure with a number of values proportional to it. `examples/bombs.rs` prints
//! time and memory for doubled sizes; `tests/bombs.rs` compares the work that compilations of small sizes count.

mod exits;
mod flow;
mod memory;
mod phis;
mod values;

use crate::generate::Random;
use barebones::base::{Target, Type};
use barebones::ir::{BlockId, Cursor, Module, Procedure, ValueId};
use barebones::opt::{Callees, InlineBudget, ModuleCallees};
use std::sync::Arc;

/// A family of procedures, one of each size.
pub struct Bomb {
    /// The name, by which the example selects it.
    pub name: &'static str,
    /// What `n` counts.
    pub counts: &'static str,
    /// The size in the published table.
    pub full: usize,
    /// A size of which the ordinary test suite compiles multiples.
    pub small: usize,
    build: fn(&mut Input, usize),
}

/// What is compiled: a procedure, and the procedures that may be inlined into it.
pub struct Input {
    /// The procedure.
    pub proc: Procedure,
    /// Callees; none if empty.
    pub callees: Module,
}

impl Input {
    /// The callees with a budget that lets as much be inlined as the library offers; `None` if there are none.
    pub fn callees(&self) -> Option<Arc<dyn Callees>> {
        let budget = InlineBudget {
            callee: 100,
            callee_once: 100,
            growth: 100_000,
            growth_percent: 400,
            depth: 100,
            calls: 1_000_000,
            ..InlineBudget::DEFAULT
        };
        let any = !self.callees.procedures.is_empty();
        any.then(|| Arc::new(ModuleCallees::with_budget(&self.callees, budget)) as Arc<dyn Callees>)
    }
}

impl Bomb {
    /// Builds the procedure of a size.
    pub fn build(&self, target: &Target, n: usize) -> Input {
        let mut input = Input { proc: Procedure::named(self.name, target), callees: Module::default() };
        (self.build)(&mut input, n);
        input
    }

    /// The bomb of this name.
    pub fn named(name: &str) -> Option<&'static Bomb> {
        BOMBS.iter().find(|bomb| bomb.name == name)
    }
}

/// Declares the table from rows of a folder's functions.
macro_rules! bombs {
    ($($file:ident::$name:ident($full:expr, $small:expr): $counts:literal;)*) => {
        /// All bombs.
        pub static BOMBS: &[Bomb] = &[$(Bomb {
            name: stringify!($name),
            counts: $counts,
            full: $full,
            small: $small,
            build: $file::$name,
        },)*];
    };
}

bombs! {
    flow::chain(100_000, 500): "blocks, each with one successor and some values";
    flow::diamonds(100_000, 500): "diamonds in sequence";
    flow::joins(200_000, 500): "branches to one block";
    flow::switch_of_switches(100_000, 500): "cases of a Switch; each eighth leads to a Switch of eight cases";
    flow::sparse_switch(100_000, 500): "cases of a Switch, far apart";
    flow::switches(20_000, 200): "Switches of 16 cases in sequence";
    flow::entries(20_000, 200): "entries";
    flow::siblings(50_000, 200): "loops in sequence";
    flow::nest(10_000, 100): "loops, each in the one before";
    flow::loop_exits(100_000, 500): "branches out of one loop";
    flow::back_edges(100_000, 500): "branches back to one loop header";
    flow::irreducible(50_000, 200): "loops of two entries in sequence";
    flow::irreducible_nest(10_000, 100): "loops of two entries, each in the one before";
    flow::maze(100_000, 1_000): "blocks, each with two successors chosen at random";
    flow::near_maze(100_000, 500): "blocks, each with two successors among its 20 neighbours";
    flow::traps(200_000, 500): "TrapIfs";
    flow::calls_inlined(20_000, 200): "calls of a small procedure, all inlined as far as the budget lets";
    flow::deep_inlining(5_000, 100): "procedures, each of which calls the next twice";
    phis::merge(1_000_000, 500): "Phis of one block";
    phis::upsilons(100_000, 500): "Upsilons of one Phi";
    phis::web(100_000, 500): "blocks of a loop, each of which rotates eight Phis";
    phis::swapped(100_000, 500): "Phis of a loop, each of which takes the value of another";
    phis::variables(50_000, 500): "variables, each set and read in a block of its own";
    phis::looped_variables(50_000, 500): "variables, all changed in one loop of diamonds";
    phis::nested_variables(2_000, 100): "variables and loops around each other; the innermost changes all variables";
    phis::crossing_variables(20_000, 200): "variables and blocks; each block reads and sets some at random";
    phis::phi_chain(100_000, 500): "diamonds, each of whose Phis has the one before as its input";
    values::block(2_000_000, 2_000): "values of one block, 40 live at a time";
    values::wide(500_000, 500): "values of one block that are all live";
    values::wide_floats(500_000, 500): "Doubles of one block that are all live";
    values::users(1_000_000, 2_000): "uses of one value";
    values::far_users(100_000, 500): "blocks that use one value, with a call in each tenth";
    values::sum(500_000, 500): "terms of a sum in a loop";
    values::right_sum(500_000, 500): "terms of a sum that begins with the last";
    values::unary(500_000, 500): "unary operations, each on the one before";
    values::narrowing(500_000, 500): "extensions, shifts and masks, each on the one before";
    values::conditions(300_000, 500): "comparisons combined by BitAnd, each with the one before";
    values::selects(300_000, 500): "Selects, each with the one before as an operand";
    values::select_tree(300_000, 512): "Selects as a tree, with conditions in common";
    values::constants(1_000_000, 1_000): "different constants of 64 bits";
    values::doubles(1_000_000, 1_000): "different Double constants";
    values::divisions(200_000, 500): "divisions by different constants";
    values::equal(500_000, 500): "values, each of which occurs twice";
    values::squares(300_000, 500): "multiplications, each of the one before with itself";
    values::dead(500_000, 500): "values without a use, each an operand of the next";
    values::invariants(200_000, 500): "values of a loop that do not change in it";
    memory::slots(100_000, 500): "stack slots, each stored and loaded";
    memory::escaping_slots(100_000, 500): "stack slots whose address is passed to a call";
    memory::fields(100_000, 500): "fields of one stack slot";
    memory::aliases(200_000, 500): "stores and loads in turn that may alias, in one loop";
    memory::alias_blocks(100_000, 500): "diamonds with a load and a store that may alias";
    memory::ranges(200_000, 500): "stores and loads in a heap range each";
    memory::overwritten(200_000, 500): "stores to one address";
    memory::addresses(200_000, 500): "additions of an address, each of the one before, and its load";
    memory::calls(100_000, 200): "calls of eight arguments";
    memory::arguments(60_000, 500): "arguments of one call, and parameters of the procedure";
    memory::throwing_calls(50_000, 200): "calls with an exception handler each";
    exits::checks(100_000, 200): "checks with an exit state of 64 entries each";
    exits::deep_states(50_000, 200): "checks in up to 50 inlined frames";
    exits::shared_state(50_000, 200): "checks that share a caller's frame of 50 locals";
    exits::state(60_000, 500): "entries of one exit state";
    exits::objects(50_000, 200): "checks that materialize up to 50 virtual objects";
    exits::looped_checks(50_000, 200): "checks of one loop that overflow";
    exits::patchpoint(60_000, 500): "operands of one patchpoint";
    exits::patchpoints(50_000, 200): "patchpoints of 16 operands";
    exits::tuples(200_000, 2_000): "elements of tuples of 1,000";
}

/// Begins a procedure of so many parameters.
fn begin<const N: usize>(input: &mut Input) -> (Cursor<'_>, [ValueId; N]) {
    let root = input.proc.add_block();
    let mut b = input.proc.at(root);
    let parameters = [(); N].map(|()| b.argument(Type::Int64));
    (b, parameters)
}

/// A new block, and the branch to it at the end of a block.
fn next_block(b: &mut Cursor<'_>) -> BlockId {
    let next = b.proc.add_block();
    b.jump(next);
    next
}

/// A loop that runs while its counter is below a bound.
struct Loop {
    header: BlockId,
    counter: ValueId,
    bound: ValueId,
}

impl Loop {
    /// Begins a loop. The cursor is then in its header.
    fn begin(b: &mut Cursor<'_>, bound: ValueId) -> Loop {
        let header = b.proc.add_block();
        let counter = b.at(header).phi(Type::Int64);
        let zero = b.const64(0);
        b.upsilon(zero, counter);
        b.jump(header);
        b.block = header;
        Loop { header, counter, bound }
    }

    /// Ends the loop with a conditional branch. The cursor is then after it.
    fn end(self, b: &mut Cursor<'_>) {
        let after = b.proc.add_block();
        let one = b.const64(1);
        let next = b.add(self.counter, one);
        b.upsilon(next, self.counter);
        let again = b.less_than(next, self.bound);
        b.branch(again, self.header, after);
        b.block = after;
    }

    /// Ends the loop, in which this value is stored at an address, and then the procedure.
    fn end_with(self, b: &mut Cursor<'_>, stored: ValueId, address: ValueId, result: ValueId) {
        b.store(stored, address, 0);
        self.end(b);
        b.ret([result]);
    }
}

/// Ends loops that are around each other, from the innermost, which is the last.
fn end_nested(b: &mut Cursor<'_>, around: Vec<Loop>) {
    around.into_iter().rev().for_each(|innermost| innermost.end(b));
}

/// A source of numbers that are the same in each run.
fn numbers() -> Random {
    Random::new(1)
}

/// A sum of all values.
fn sum_of(b: &mut Cursor<'_>, values: &[ValueId]) -> ValueId {
    let mut values = values.iter().copied();
    let first = values.next().expect("at least one value");
    values.fold(first, |sum, value| b.add(sum, value))
}

/// Returns the sum of all values.
fn return_sum(b: &mut Cursor<'_>, values: &[ValueId]) {
    let sum = sum_of(b, values);
    b.ret([sum]);
}
