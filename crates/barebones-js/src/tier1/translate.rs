//! From the code of a function to a procedure.
//!
//! Two registers are pinned: one has the [context](super::raw::Context), one the address of the frame's registers, which each
//! call of the virtual machine may change. A value of a register is stored at once, and used again within a block only. An
//! operation begins a block if something branches to it; its rare cases are in a cold block, which calls the interpreter for the
//! operation and goes back.

use super::Constants;
use super::calls::Passed;
use super::entries::{find_blocks, number};
use super::facts::{Numbers, find_numbers};
use super::inline::{Inlined, Outer};
use super::kinds::{Kind, Rules};
use super::raw::{CodeRef, ENTER, LEFT, Layout, MAX_OPERANDS, YIELDED, status};
use super::speculate::Speculation;
use crate::heap::Value;
use crate::interp::Key;
use crate::interp::bytecode::{Code, Op, Reg};
use barebones::base::{HeapRange, Target, Type};
use barebones::ir::{BlockId, Cursor, Opcode, Procedure, Successor, ValueId};

/// A function as a procedure.
pub(super) struct Translated {
    pub(super) procedure: Procedure,
    /// Number of the entry at each operation.
    pub(super) entries: Box<[u32]>,
    /// Registers that must hold numbers at the entry of code that speculates.
    pub(super) required: Vec<(Reg, Kind)>,
    /// Number of operations in place of calls.
    pub(super) inlined: usize,
}

/// What code speculates on: it has one entry.
pub(super) struct Profile<'a> {
    pub(super) rules: Rules<'a>,
    pub(super) entry: usize,
    /// The kinds of the registers there.
    pub(super) first: &'a [Kind],
}

/// State of a translation.
pub(super) struct Translator<'a> {
    procedure: Procedure,
    /// Where values are appended; none after the end of a block.
    block: Option<BlockId>,
    pub(super) code: &'a Code,
    pub(super) constants: &'a [Value],
    pub(super) layout: &'a Layout,
    /// True if caches of sites are used.
    pub(super) caches: bool,
    /// The key `length`.
    pub(super) length: Key,
    /// The hidden class of closures that have the property `prototype`.
    pub(super) finished_closure: u32,
    /// That of closures without it.
    pub(super) plain_closure: u32,
    /// Blocks of the operations that begin one.
    starts: Vec<Option<BlockId>>,
    /// Which registers hold numbers at the beginnings of blocks, and now.
    facts: Vec<Option<Numbers>>,
    pub(super) numbers: Numbers,
    /// Values that registers have, in a block.
    cache: Vec<(Reg, Cached)>,
    cache_block: Option<BlockId>,
    /// The operations that begin a block whatever the others are.
    begins: Vec<bool>,
    /// The current operation.
    pub(super) at: usize,
    /// Its rare cases, if it has any so far.
    slow: Option<BlockId>,
    /// True if they are in a block whatever the operation speculates on.
    branches: bool,
    /// True if calls are counted, since code that speculates is due after some.
    counts: bool,
    /// Returns [`LEFT`].
    leave: BlockId,
    context: barebones::base::Reg,
    registers: barebones::base::Reg,
    /// None in tier 1.
    pub(super) speculation: Option<Speculation<'a>>,
    /// All functions, by number.
    pub(super) callees: &'a [CodeRef],
    pub(super) inlines: bool,
    /// True if hits of caches are counted.
    pub(super) counts_hits: bool,
    /// The calls that are translated in place, each in the one before, and the place of the last callee's first register.
    pub(super) calls: Vec<Inlined<'a>>,
    pub(super) offset: i32,
    /// Number of operations that were translated in place of calls.
    pub(super) inlined_operations: usize,
}

/// A value that is in a register.
#[derive(Clone, Copy)]
enum Cached {
    /// Its bits, as an Int64.
    Bits(ValueId),
    /// A number, as a Double.
    Number(ValueId),
}

/// Memory that compiled code writes, apart from one another: registers of JavaScript; properties, elements and variables; the count
/// of steps; hidden classes and numbers of slots; cards, which it does not read; numbers of hits of
/// caches. All else that it reads is written by calls only.
const REGISTERS: HeapRange = HeapRange::new(0, 1);
pub(super) const PROPERTIES: HeapRange = HeapRange::new(1, 2);
pub(super) const STEPS: HeapRange = HeapRange::new(2, 3);
pub(super) const SHAPES: HeapRange = HeapRange::new(3, 4);
const FIXED: HeapRange = HeapRange::new(4, 5);
pub(super) const CARDS: HeapRange = HeapRange::new(5, 6);
pub(super) const HITS: HeapRange = HeapRange::new(6, 7);

/// Maximum number of registers whose values are used again.
const MAX_CACHED: usize = 12;

/// Translates a function.
///
/// # Errors
/// A target without two registers that can be pinned; a function that is too large to speculate.
pub(super) fn translate<'a>(
    code: &'a Code,
    constants: &Constants<'a>,
    layout: &'a Layout,
    target: &Target,
    caches: bool,
    counts: bool,
    profile: Option<Profile<'a>>,
) -> Result<Translated, String> {
    let mut procedure = Procedure::new(target);
    procedure.name = if code.name.is_empty() { String::from("function") } else { code.name.clone() };
    let environment = &target.convention(procedure.convention()).env;
    let mut free = environment.allocatable[0].iter().copied().filter(|register| {
        environment.callee_saved.contains(*register) && target.desc.pinnable.contains(*register)
    });
    let (Some(registers), Some(context)) = (free.next(), free.next()) else {
        return Err(String::from("a target without registers to pin"));
    };
    procedure.pin_register(registers);
    procedure.pin_register(context);
    let root = procedure.add_block();
    let leave = procedure.add_block();
    let (starts, entries) = find_blocks(code, &mut procedure);
    let begins: Vec<bool> = starts.iter().map(Option::is_some).collect();
    let facts = find_numbers(code, constants.values, &begins);
    let speculation = profile
        .map(|profile| Speculation::new(profile.rules, &begins, profile.entry, profile.first))
        .transpose()?;
    let mut translator = Translator {
        facts,
        numbers: Numbers::none(code.registers),
        cache: Vec::new(),
        cache_block: None,
        begins,
        procedure,
        block: Some(root),
        code,
        constants: constants.values,
        length: constants.length,
        finished_closure: constants.finished_closure,
        plain_closure: constants.plain_closure,
        layout,
        caches,
        starts,
        at: 0,
        slow: None,
        branches: false,
        counts,
        leave,
        context,
        registers,
        speculation,
        callees: constants.callees,
        inlines: constants.inlines,
        counts_hits: constants.counts_hits,
        calls: Vec::new(),
        offset: 0,
        inlined_operations: 0,
    };
    translator.root(leave, &entries);
    translator.operations();
    translator.fix_other_loads();
    let required = translator.speculation.as_ref().map(Speculation::required).unwrap_or_default();
    let inlined = translator.inlined_operations;
    Ok(Translated { procedure: translator.procedure, entries: number(&entries), required, inlined })
}

impl<'a> Translator<'a> {
    /// Translates all operations of the function.
    pub(super) fn operations(&mut self) {
        let code = self.code;
        for at in 0..code.ops.len() {
            self.begin(at);
            if self.block.is_some() {
                self.operation(code.ops[at]);
                self.finish();
                self.numbers.after(code, self.constants, code.ops[at]);
            }
        }
    }

    /// Goes on with another function.
    pub(super) fn exchange(&mut self, other: &mut Outer<'a>) {
        use std::mem::swap;
        swap(&mut self.code, &mut other.code);
        swap(&mut self.starts, &mut other.starts);
        swap(&mut self.begins, &mut other.begins);
        swap(&mut self.facts, &mut other.facts);
        swap(&mut self.numbers, &mut other.numbers);
        swap(&mut self.at, &mut other.at);
        swap(&mut self.speculation, &mut other.speculation);
        swap(&mut self.offset, &mut other.offset);
        self.cache.clear();
    }

    pub(super) fn procedure(&mut self) -> &mut Procedure {
        &mut self.procedure
    }

    /// Sets the pinned registers, and branches to the entry.
    fn root(&mut self, leave: BlockId, entries: &[bool]) {
        let (context, registers) = (self.context, self.registers);
        let offset = self.layout.context.registers;
        let starts =
            entries.iter().zip(&self.starts).filter(|(entry, _)| **entry).filter_map(|(_, block)| *block);
        let cases: Vec<(i64, BlockId)> = (0..).zip(starts).collect();
        let only = self.speculation.as_ref().and_then(|state| self.starts[state.entry]);
        let is_called = self.speculation.as_ref().is_none_or(|state| state.entry == 0);
        let mut b = self.cursor();
        let address = b.argument(Type::Int64);
        let entry = b.argument(Type::Int32);
        let [operands, first, word] = [(); 3].map(|()| b.argument(Type::Int64));
        b.set_pinned(address, context);
        if let Some(start) = self.starts.first().copied().flatten().filter(|_| is_called) {
            let [called, continued] = [(); 2].map(|()| self.new_block());
            let mut b = self.cursor();
            let enter = b.const32(ENTER.cast_signed());
            let is_call = b.equal(entry, enter);
            b.branch(is_call, called, continued);
            self.block = Some(called);
            self.make_frame(&Passed { operands, registers: first, word });
            self.cursor().jump(start);
            self.block = Some(continued);
        }
        let mut b = self.cursor();
        let first = b.load(Type::Int64, address, offset);
        b.set_pinned(first, registers);
        if let Some(start) = only {
            self.read_required();
            self.cursor().jump(start);
        } else {
            match &cases[..] {
                [(_, only)] => b.jump(*only),
                _ => b.switch(entry, &cases, leave),
            };
        }
        let mut b = self.procedure.at(leave);
        let left = b.const64(LEFT.cast_signed());
        b.ret([left]);
        self.block = None;
    }

    /// Begins an operation.
    fn begin(&mut self, at: usize) {
        self.at = at;
        if let Some(start) = self.starts[at] {
            let is_start = self.begins[at];
            if self.block.is_some() {
                let start = if is_start { self.converted(at, start) } else { start };
                self.cursor().jump(start);
            }
            self.block = Some(start);
            if !self.begin_kinds(at, is_start) {
                // The entry does not lead here.
                let leave = self.leave;
                self.cursor().jump(leave);
                self.block = None;
                return;
            }
            if let Some(numbers) = self.facts[at].take() {
                self.numbers = numbers;
            } else if self.begins[at] {
                self.numbers = Numbers::none(self.code.registers);
            }
        } else if self.block.is_some() {
            self.begin_kinds(at, false);
        }
    }

    /// Ends an operation: its rare cases call the interpreter, and go on where the others do.
    fn finish(&mut self) {
        let Some(slow) = self.slow.take() else { return };
        let next = self.next_block();
        if self.block.is_some() {
            self.cursor().jump(next);
        }
        self.block = Some(slow);
        self.step(self.layout.step, next);
    }

    /// The block of the next operation, which begins one from now on.
    pub(super) fn next_block(&mut self) -> BlockId {
        let next = self.at + 1;
        match self.starts.get(next) {
            Some(Some(block)) if self.begins[next] => {
                let block = *block;
                self.converted(next, block)
            }
            Some(Some(block)) => *block,
            Some(None) => {
                let block = self.procedure.add_block();
                self.starts[next] = Some(block);
                block
            }
            // The last operation ends the function.
            None => self.leave,
        }
    }

    /// Calls the virtual machine for the operation, and goes on at the next operation or at the target.
    pub(super) fn step(&mut self, function: i64, next: BlockId) {
        if self.is_in_leaf() {
            let always = self.cursor().const32(1);
            self.exit_if(always, 0);
            let leave = self.leave;
            self.cursor().jump(leave);
            self.block = None;
            return;
        }
        let mut op = self.code.ops[self.at];
        let target = op.target().copied().filter(|_| !matches!(op, Op::Yield(..)));
        let result = self.call(function);
        // The interpreter counts jumps backwards itself.
        let target = target.and_then(|target| Some((target as usize, self.starts[target as usize]?)));
        let target = target.map(|(to, start)| self.converted(to, start));
        self.returned(result);
        let leave = Successor::rare(self.leave);
        self.refresh();
        match target {
            None => {
                self.cursor().branch(result, leave, next);
            }
            Some(target) => {
                let cases = [(i64::from(status::NEXT), next), (i64::from(status::TAKEN), target)];
                let cases = cases.map(|(number, block)| (number, Successor::from(block)));
                self.cursor().switch(result, &cases, leave);
            }
        }
        self.block = None;
    }

    /// Calls a function of the virtual machine with the context and the index of the operation.
    fn call(&mut self, function: i64) -> ValueId {
        self.write_back();
        self.make_inlined_frames();
        let (register, at) = (self.context, self.at as i32);
        let mut b = self.cursor();
        let context = b.get_pinned(register);
        let at = b.const32(at);
        let function = b.const64(function);
        b.ccall(Type::Int32, function, &[context, at])
    }

    /// Reads the address of the registers again, which a call may have changed.
    fn refresh(&mut self) {
        let (context, registers, offset) = (self.context, self.registers, self.layout.context.registers);
        let mut b = self.cursor();
        let context = b.get_pinned(context);
        let first = b.load(Type::Int64, context, offset);
        b.set_pinned(first, registers);
    }

    pub(super) fn cursor(&mut self) -> Cursor<'_> {
        // After the end of a block nothing is appended: callers begin another first.
        let block = self.block.unwrap_or(self.leave);
        self.procedure.at(block)
    }

    pub(super) fn new_block(&mut self) -> BlockId {
        self.procedure.add_block()
    }

    /// True if values can be appended to the block.
    pub(super) fn is_open(&self) -> bool {
        self.block.is_some()
    }

    /// Goes on in another block.
    pub(super) fn go_on(&mut self, block: BlockId) {
        self.block = Some(block);
    }

    /// Ends the block, which has its terminal.
    pub(super) fn end(&mut self) {
        self.block = None;
    }

    /// The block of the operation's rare cases.
    pub(super) fn slow(&mut self) -> BlockId {
        match self.slow {
            Some(slow) => slow,
            None => {
                let slow = self.procedure.add_block();
                self.procedure.set_cold(slow, true);
                self.slow = Some(slow);
                slow
            }
        }
    }

    /// Takes the rare cases if a condition is not zero.
    pub(super) fn slow_if(&mut self, condition: ValueId) {
        if self.exits() && !self.branches {
            return self.exit_if(condition, 0);
        }
        let slow = self.slow();
        let ordinary = self.new_block();
        self.cursor().branch(condition, Successor::rare(slow), ordinary);
        self.block = Some(ordinary);
    }

    /// The value of a register if this block has it.
    fn cached(&mut self, register: Reg) -> Option<Cached> {
        if self.cache_block != self.block {
            self.cache.clear();
            self.cache_block = self.block;
        }
        self.cache.iter().find(|(known, _)| *known == register).map(|(_, value)| *value)
    }

    /// Remembers the value of a register, in place of its last one.
    fn remember(&mut self, register: Reg, value: Cached) {
        self.cached(register);
        self.cache.retain(|(known, _)| *known != register);
        if self.cache.len() == MAX_CACHED {
            self.cache.remove(0);
        }
        self.cache.push((register, value));
    }

    /// Forgets the value of a register.
    pub(super) fn forget(&mut self, register: Reg) {
        self.cache.retain(|(known, _)| *known != register);
    }

    pub(super) fn add_variable(&mut self, ty: Type) -> barebones::ir::VariableId {
        self.procedure.add_variable(ty)
    }

    /// Says which memory a load or a store accesses.
    pub(super) fn set_range(&mut self, access: ValueId, range: HeapRange) {
        self.procedure.set_range(access, range);
    }

    /// Says of all other loads that only calls write what they read.
    fn fix_other_loads(&mut self) {
        for id in self.procedure.value_ids() {
            let value = self.procedure.value(id);
            if is_load(value.opcode()) && value.range() == HeapRange::TOP {
                self.procedure.set_range(id, FIXED);
            }
        }
    }

    /// Goes on in another block, and returns the current one.
    pub(super) fn replace_block(&mut self, block: Option<BlockId>) -> Option<BlockId> {
        std::mem::replace(&mut self.block, block)
    }

    /// Says whether rare cases of the operation are in a block even if it speculates.
    pub(super) fn branch_in_rare_cases(&mut self, branches: bool) {
        self.branches = branches;
    }

    /// The block of the operation's rare cases, which the caller completes.
    pub(super) fn take_slow(&mut self) -> Option<BlockId> {
        self.slow.take()
    }

    /// Makes a block that of the operation's rare cases again.
    pub(super) fn put_slow(&mut self, block: Option<BlockId>) {
        self.slow = block;
    }

    pub(super) fn leave_block(&self) -> BlockId {
        self.leave
    }

    pub(super) fn set_cold(&mut self, block: BlockId) {
        self.procedure.set_cold(block, true);
    }

    /// True if the code counts its calls.
    pub(super) fn counts_calls(&self) -> bool {
        self.counts
    }

    pub(super) fn registers_address(&mut self) -> ValueId {
        let registers = self.registers;
        self.cursor().get_pinned(registers)
    }

    pub(super) fn set_registers(&mut self, first: ValueId) {
        let registers = self.registers;
        self.cursor().set_pinned(first, registers);
    }

    pub(super) fn context_address(&mut self) -> ValueId {
        let context = self.context;
        self.cursor().get_pinned(context)
    }

    /// True if a register holds a number for certain.
    pub(super) fn is_number(&self, register: Reg) -> bool {
        self.numbers.has(register) || self.kind(register) != Kind::Boxed
    }

    /// Loads a register.
    pub(super) fn load(&mut self, register: Reg, ty: Type) -> ValueId {
        let (pinned, place) = (self.registers, self.offset + i32::from(register));
        let mut b = self.cursor();
        let first = b.get_pinned(pinned);
        let value = b.load(ty, first, 8 * place);
        self.set_range(value, REGISTERS);
        value
    }

    /// Loads a value from a place above the registers.
    pub(super) fn load_place(&mut self, place: i32) -> ValueId {
        let pinned = self.registers;
        let mut b = self.cursor();
        let first = b.get_pinned(pinned);
        let value = b.load(Type::Int64, first, 8 * place);
        self.set_range(value, REGISTERS);
        value
    }

    /// Stores to a register.
    pub(super) fn store(&mut self, register: Reg, value: ValueId) {
        self.store_place(self.offset + i32::from(register), value);
    }

    /// Stores to a register, or to a place above the registers.
    pub(super) fn store_place(&mut self, place: i32, value: ValueId) {
        let pinned = self.registers;
        let mut b = self.cursor();
        let first = b.get_pinned(pinned);
        let store = b.store(value, first, 8 * place);
        self.set_range(store, REGISTERS);
    }

    /// The bits of a register.
    pub(super) fn read(&mut self, register: Reg) -> ValueId {
        if let Some(bits) = self.boxed(register) {
            return bits;
        }
        match self.cached(register) {
            Some(Cached::Bits(bits)) => bits,
            Some(Cached::Number(number)) => self.cursor().bitwise_cast(number),
            None => {
                let bits = self.load(register, Type::Int64);
                self.remember(register, Cached::Bits(bits));
                bits
            }
        }
    }

    /// The Double in a register that holds a number.
    pub(super) fn read_number(&mut self, register: Reg) -> ValueId {
        if let Some(number) = self.unboxed_double(register) {
            return number;
        }
        match self.cached(register) {
            Some(Cached::Number(number)) => number,
            Some(Cached::Bits(bits)) => self.cursor().bitwise_cast(bits),
            None => {
                let number = self.load(register, Type::Double);
                self.remember(register, Cached::Number(number));
                number
            }
        }
    }

    pub(super) fn write(&mut self, register: Reg, bits: ValueId) {
        self.store(register, bits);
        self.remember(register, Cached::Bits(bits));
    }

    /// Writes a Double that is no NaN, or the only one.
    pub(super) fn write_number(&mut self, register: Reg, number: ValueId) {
        self.store(register, number);
        self.remember(register, Cached::Number(number));
    }

    /// A field of the context.
    pub(super) fn context_field(&mut self, offset: i32) -> ValueId {
        let pinned = self.context;
        let mut b = self.cursor();
        let context = b.get_pinned(pinned);
        b.load(Type::Int64, context, offset)
    }

    pub(super) fn constant(&mut self, value: Value) -> ValueId {
        self.cursor().const64(value.bits() as i64)
    }

    /// A block that continues at an operation: one that counts, for a jump backwards.
    pub(super) fn edge(&mut self, to: u32) -> BlockId {
        let target = self.starts[to as usize].unwrap_or(self.leave);
        let target = self.converted(to as usize, target);
        if to as usize > self.at {
            return target;
        }
        let back = self.new_block();
        let pause = self.new_block();
        self.procedure.set_cold(pause, true);
        let outside = self.block.replace(back);
        let vm = self.context_field(self.layout.context.vm);
        let steps = self.layout.steps;
        let mut b = self.cursor();
        let load = b.load(Type::Int64, vm, steps);
        let one = b.const64(1);
        let left = b.sub(load, one);
        let store = b.store(left, vm, steps);
        b.branch(left, target, Successor::rare(pause));
        self.set_range(load, STEPS);
        self.set_range(store, STEPS);
        self.block = Some(pause);
        let speculates = self.speculation.is_some();
        let result = self.call(if speculates { self.layout.pause_only } else { self.layout.pause });
        self.returned(result);
        self.refresh();
        let leave = Successor::rare(self.leave);
        self.cursor().branch(result, leave, target);
        self.block = outside;
        back
    }

    /// An operation that only the interpreter executes.
    pub(super) fn interpreted(&mut self) {
        let next = self.next_block();
        self.step(self.layout.step, next);
    }

    /// Leaves the code after the interpreter has executed an operation that ends it.
    fn ended(&mut self) {
        self.call(self.layout.step);
        let leave = self.leave;
        self.cursor().jump(leave);
        self.block = None;
    }

    /// Leaves the code after a yield, which has removed the frame.
    fn yielded(&mut self) {
        self.call(self.layout.step);
        let mut b = self.cursor();
        let yielded = b.const64(YIELDED.cast_signed());
        b.ret([yielded]);
        self.block = None;
    }

    fn operation(&mut self, op: Op) {
        if self.speculated(op) {
            return;
        }
        match op {
            Op::Move(to, from) if self.numbers.has(from) => {
                let value = self.read_number(from);
                self.write_number(to, value);
            }
            Op::Move(to, from) => {
                let value = self.read(from);
                self.write(to, value);
            }
            Op::Constant(to, index) => self.load_constant(to, index),
            Op::Int(to, value) => {
                let value = self.constant(Value::number(f64::from(value)));
                self.write(to, value);
            }
            Op::Param(to, index) => self.parameter(to, index),
            Op::RawThis(to) => {
                let this = self.operand(1);
                self.write(to, this);
            }
            Op::This(to) => self.this(to),
            Op::Global(to) => {
                let value = self.intrinsic(crate::interp::Intrinsic::Global);
                self.write(to, value);
            }
            Op::Jump(to) => {
                let target = self.edge(to);
                self.cursor().jump(target);
                self.end();
            }
            Op::If(value, to) => self.branch_if(value, to, true),
            Op::Unless(value, to) => self.branch_if(value, to, false),
            Op::Compare(operator, sense, a, b, to) => self.compare(operator, sense, a, b, to),
            Op::Less(a, b, to) => self.compare(crate::hir::Operator::Less, true, a, b, to),
            Op::NotLess(a, b, to) => self.compare(crate::hir::Operator::Less, false, a, b, to),
            Op::LessEqual(a, b, to) => self.compare(crate::hir::Operator::LessEqual, true, a, b, to),
            Op::NotLessEqual(a, b, to) => self.compare(crate::hir::Operator::LessEqual, false, a, b, to),
            Op::Same(a, b, to) => self.same(a, b, to, true),
            Op::NotSame(a, b, to) => self.same(a, b, to, false),
            Op::Return(value) => {
                if self.return_in_place(value) {
                    return;
                }
                let value = self.read(value);
                self.cursor().ret([value]);
                self.end();
            }
            Op::Throw(_) | Op::Unreachable => self.ended(),
            Op::Yield(..) => self.yielded(),
            Op::StartGenerator => {}
            Op::Switch(value, table) => self.switch(value, table),
            Op::LoadSlot(to, environment, slot) => {
                let environment = self.read(environment);
                self.load_slot(to, environment, slot);
            }
            Op::StoreSlot(value, environment, slot) => {
                let environment = self.read(environment);
                self.store_slot(value, environment, slot);
            }
            Op::LoadOuter(to, depth, slot) => {
                let environment = self.outer_environment(depth);
                self.load_slot(to, environment, slot);
            }
            Op::StoreOuter(value, depth, slot) => {
                let environment = self.outer_environment(depth);
                self.store_slot(value, environment, slot);
            }
            Op::OuterEnvironment(to, depth) => {
                let environment = self.outer_environment(depth);
                self.write(to, environment);
            }
            Op::Add(to, a, b) => {
                self.arithmetic(to, a, b, |b, x, y| b.add(x, y));
                self.join_strings(to, a, b);
            }
            Op::Subtract(to, a, b) => self.arithmetic(to, a, b, |b, x, y| b.sub(x, y)),
            Op::Multiply(to, a, b) => self.arithmetic(to, a, b, |b, x, y| b.mul(x, y)),
            Op::Divide(to, a, b) => self.arithmetic(to, a, b, |b, x, y| b.div(x, y)),
            Op::Modulo(to, a, b) => self.modulo(to, a, b),
            Op::And(to, a, b) => self.bitwise(to, a, b, |b, x, y| b.bit_and(x, y)),
            Op::Or(to, a, b) => self.bitwise(to, a, b, |b, x, y| b.bit_or(x, y)),
            Op::Xor(to, a, b) => self.bitwise(to, a, b, |b, x, y| b.bit_xor(x, y)),
            Op::ShiftLeft(to, a, b) => self.bitwise(to, a, b, |b, x, y| b.shl(x, y)),
            Op::ShiftRight(to, a, b) => self.bitwise(to, a, b, |b, x, y| b.sshr(x, y)),
            Op::UnsignedShiftRight(to, a, b) => self.unsigned_shift(to, a, b),
            Op::Increment(to, value) => self.step_number(to, value, 1.0),
            Op::Decrement(to, value) => self.step_number(to, value, -1.0),
            Op::Not(to, value) => self.not(to, value),
            Op::AsNumber(to, value) | Op::AsNumeric(to, value) => {
                let number = self.number_in(value);
                self.write_number(to, number);
            }
            Op::Key(to, _, key) => {
                let number = self.number_in(key);
                self.write_number(to, number);
            }
            Op::AsInt32(to, value) => self.as_int32(to, value),
            Op::ThrowIfEmpty(to, value) => {
                let value = self.read(value);
                let empty = self.constant(Value::EMPTY);
                let is_empty = self.cursor().equal(value, empty);
                self.slow_if(is_empty);
                self.write(to, value);
            }
            Op::Call(to, start, count) => self.call_function(to, start, count),
            Op::Construct(to, start, count) => self.construct(to, start, count),
            Op::ConstructWith(..) | Op::IteratorNext(..) => {
                let next = self.next_block();
                self.step(self.layout.call, next);
            }
            Op::GetName(to, object, site) => {
                let value = self.read(object);
                self.get_name(to, value, site, true);
                self.get_known(to, object, site);
            }
            Op::TryGetGlobal(to, site) => {
                let global = self.intrinsic(crate::interp::Intrinsic::Global);
                self.get_name(to, global, site, false);
            }
            Op::PutName(value, object, site) => self.put_name(value, object, site),
            Op::GetValue(to, object, key) => self.get_element(to, object, key),
            Op::PutValue(value, object, key) => self.put_element(value, object, key),
            Op::Binary(operator, to, a, b) => self.comparison(operator, to, a, b),
            Op::NewEnvironment(_)
            | Op::NewScope(..)
            | Op::Closure(..)
            | Op::NewObject(_)
            | Op::NewLiteral(..)
            | Op::NewArray(..) => self.create(op),
            Op::DefineValue(value, object, key, true) => self.define_element(value, object, key),
            Op::DefineValue(..)
            | Op::NewTarget(_)
            | Op::Catch(_)
            | Op::CreateGenerator(..)
            | Op::Unary(..)
            | Op::AddEmptyString(..)
            | Op::CoerceThis(..)
            | Op::Helper(..)
            | Op::BuiltinClosure(..)
            | Op::DirectEval(..)
            | Op::CreateThis(..)
            | Op::SelectObject(..)
            | Op::CreateArguments(_)
            | Op::ArgumentsLength(..)
            | Op::ArgumentsAt(..)
            | Op::ReifyArguments(_)
            | Op::TryPutGlobal(..)
            | Op::Delete(..)
            | Op::DefineName(..)
            | Op::DefineAccessor(..)
            | Op::NewObjectWithParent(..)
            | Op::NewRegExp(..)
            | Op::GetNames(..)
            | Op::NextName(..)
            | Op::CheckHasInstance(..)
            | Op::IteratorBegin(..)
            | Op::IteratorClose(..)
            | Op::Resume(..) => self.interpreted(),
        }
    }

    fn load_constant(&mut self, to: Reg, index: u32) {
        let value = self.constant_value(index);
        self.write(to, value);
    }

    /// The constant with an index.
    pub(super) fn constant_value(&mut self, index: u32) -> ValueId {
        let known = self.constants.get(index as usize).copied().filter(|value| value.as_cell().is_none());
        match known {
            Some(value) => self.constant(value),
            None => {
                let vm = self.context_field(self.layout.context.vm);
                let offset = self.layout.constants;
                let mut b = self.cursor();
                let first = b.load(Type::Int64, vm, offset);
                b.load(Type::Int64, first, 8 * index as i32)
            }
        }
    }

    fn parameter(&mut self, to: Reg, index: u16) {
        if let Some(value) = self.inlined_operand(usize::from(index) + 2) {
            return self.write(to, value);
        }
        if usize::from(index) + 2 >= MAX_OPERANDS {
            let value = self.parameter_bits(index);
            return self.write(to, value);
        }
        // There is memory also where no argument is.
        let count = self.context_field(self.layout.context.count);
        let operands = self.context_field(self.layout.context.operands);
        let undefined = self.constant(Value::UNDEFINED);
        let mut b = self.cursor();
        let value = b.load(Type::Int64, operands, 16 + 8 * i32::from(index));
        let number = b.const64(i64::from(index));
        let missing = b.below_equal(count, number);
        let value = b.select(missing, undefined, value);
        self.write(to, value);
    }

    /// An argument; one that is missing is a rare case.
    pub(super) fn parameter_bits(&mut self, index: u16) -> ValueId {
        let count = self.context_field(self.layout.context.count);
        let number = self.cursor().const64(i64::from(index));
        let missing = self.cursor().below_equal(count, number);
        self.slow_if(missing);
        let operands = self.context_field(self.layout.context.operands);
        self.cursor().load(Type::Int64, operands, 16 + 8 * i32::from(index))
    }

    /// The callee, or `this`.
    pub(super) fn operand(&mut self, index: u8) -> ValueId {
        if let Some(known) = self.inlined_operand(usize::from(index)) {
            return known;
        }
        let operands = self.context_field(self.layout.context.operands);
        self.cursor().load(Type::Int64, operands, 8 * i32::from(index))
    }

    fn this(&mut self, to: Reg) {
        let this = self.operand(1);
        if !self.code.strict && !self.code.arrow {
            // Sloppy code has objects as they are.
            self.object(this);
        }
        self.write(to, this);
    }

    /// A switch: integers select a target of a table here; for other values the interpreter finds it.
    fn switch(&mut self, value: Reg, table: u32) {
        let code = self.code;
        let table = &code.switches[table as usize];
        if !table.dense.is_empty() {
            let number = self.number_in(value);
            let (int, exact) = self.cursor().double_to_int32_exact(number);
            let inexact = self.is_zero(exact);
            self.slow_if(inexact);
            let mut cases = Vec::new();
            for (number, to) in (i64::from(table.first)..).zip(&table.dense) {
                if *to != u32::MAX {
                    cases.push((number, self.edge(*to)));
                }
            }
            let default = self.edge(table.default);
            self.cursor().switch(int, &cases, default);
            let slow = self.slow.take();
            self.block = slow;
            if slow.is_none() {
                return;
            }
        }
        let mut targets: Vec<u32> = table.cases.iter().map(|(_, to)| *to).chain([table.default]).collect();
        targets.sort_unstable();
        targets.dedup();
        let place = self.call(self.layout.select);
        self.refresh();
        let leave = Successor::rare(self.leave);
        let cases: Vec<(i64, Successor)> = targets
            .iter()
            .filter_map(|to| {
                let start = self.starts[*to as usize]?;
                Some((i64::from(*to), Successor::from(self.converted(*to as usize, start))))
            })
            .collect();
        self.cursor().switch(place, &cases, leave);
        self.end();
    }

    /// 1 if an Int32 is 0.
    pub(super) fn is_zero(&mut self, value: ValueId) -> ValueId {
        let mut b = self.cursor();
        let zero = b.const32(0);
        b.equal(value, zero)
    }

    pub(super) fn intrinsic(&mut self, intrinsic: crate::interp::Intrinsic) -> ValueId {
        let vm = self.context_field(self.layout.context.vm);
        let offset = self.layout.intrinsics;
        let mut b = self.cursor();
        let first = b.load(Type::Int64, vm, offset);
        b.load(Type::Int64, first, 8 * intrinsic as i32)
    }
}

fn is_load(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::Load | Opcode::Load8Z | Opcode::Load16Z)
}
