//! Calls between compiled functions. The caller puts the operands above its registers and jumps to the callee's code, whose address
//! is a word of the [code](crate::interp::bytecode::Code) that another tier replaces. The callee makes the frame that the
//! interpreter would make, and the caller removes it. What is due otherwise (a collection of the stack's memory, a pause, a deep
//! recursion, better code, a callee without machine code) is left to the virtual machine: the callee has done nothing then.

use super::raw::{CLOSURE, CLOSURE_FUNCTION, ENTER, FRAME_WORDS, LEFT, MAX_OPERANDS, NOT_ENTERED, ROOM};
use super::translate::{STEPS, Translator};
use crate::heap::Value;
use crate::interp::bytecode::Reg;
use crate::interp::frames::Entry;
use barebones::base::Type;
use barebones::ir::{Successor, ValueId};

/// What a site has called: nothing so far, or several functions.
pub(super) const NO_CALLEE: u32 = u32::MAX;
pub(super) const MANY_CALLEES: u32 = u32::MAX - 1;

/// Maximum number of registers that are made undefined one by one.
const MAX_UNROLLED: i32 = 32;

/// What a caller passes beside the context: addresses of the operands and of the first register; count of arguments above the
/// caller's register of the result and the kind of the call.
pub(super) struct Passed {
    pub(super) operands: ValueId,
    pub(super) registers: ValueId,
    pub(super) word: ValueId,
}

/// A closure that is called: addresses of its object, of its function's code, and of the machine code.
struct Callee {
    closure: ValueId,
    code: ValueId,
    entry: ValueId,
}

/// The slot of the property `prototype` of closures.
const PROTOTYPE_SLOT: i32 = 2;

/// The frame's operands and registers as addresses, with its number of arguments.
struct Place {
    operands: ValueId,
    registers: ValueId,
    count: ValueId,
}

impl Translator<'_> {
    /// Makes the frame of a call, and leaves the code if it cannot.
    pub(super) fn make_frame(&mut self, passed: &Passed) {
        let layout = self.layout;
        let (context, calls) = (&layout.context, &layout.calls);
        let size = self.code.registers as i32;
        let vm = self.context_field(context.vm);
        let end = self.context_field(context.stack_end);
        let max_frames = self.context_field(context.max_frames);
        let limit = self.context_field(context.stack_limit);
        let counts = self.counts_calls();
        let code = std::ptr::from_ref(self.code).addr() as i64;
        let mut b = self.cursor();
        let room = b.const64(8 * i64::from(size) + 8 * ROOM as i64);
        let needed = b.add(passed.registers, room);
        let no_room = b.above(needed, end);
        let steps = b.load(Type::Int64, vm, layout.steps);
        let one = b.const64(1);
        let pauses = b.below_equal(steps, one);
        let depth = b.load(Type::Int64, vm, calls.frames_count);
        let deep = b.above_equal(depth, max_frames);
        let stack = b.stack_pointer();
        let low = b.below(stack, limit);
        let first = b.bit_or(no_room, pauses);
        let second = b.bit_or(deep, low);
        let mut refuses = b.bit_or(first, second);
        let code = b.const64(code);
        let mut left = None;
        if counts {
            let calls_left = b.load(Type::Int32, code, calls.left);
            let zero = b.const32(0);
            let due = b.equal(calls_left, zero);
            refuses = b.bit_or(refuses, due);
            left = Some(calls_left);
        }
        self.set_range(steps, STEPS);
        let [refused, made] = [(); 2].map(|()| self.new_block());
        self.cursor().branch(refuses, Successor::rare(refused), made);
        self.go_on(refused);
        let mut b = self.cursor();
        let not_entered = b.const64(NOT_ENTERED.cast_signed());
        b.ret([not_entered]);
        self.go_on(made);
        let frame = self.context_field(context.frame);
        let mut b = self.cursor();
        let one = b.const64(1);
        let rest = b.sub(steps, one);
        let store = b.store(rest, vm, layout.steps);
        if let Some(left) = left {
            let one = b.const32(1);
            let rest = b.sub(left, one);
            b.store(rest, code, calls.left);
        }
        // The caller's frame moves to the list.
        let frames = b.load(Type::Int64, vm, calls.frames_first);
        let bytes = b.const64(8 * i64::from(FRAME_WORDS));
        let distance = b.mul(depth, bytes);
        let saved = b.add(frames, distance);
        for word in 0..FRAME_WORDS {
            let value = b.load(Type::Int64, frame, 8 * word);
            b.store(value, saved, 8 * word);
        }
        let depth = b.add(depth, one);
        b.store(depth, vm, calls.frames_count);
        // The callee's takes its place.
        let stack = b.load(Type::Int64, vm, calls.stack_first);
        let three = b.const32(3);
        let distance = b.sub(passed.operands, stack);
        let base = b.zshr(distance, three);
        let distance = b.sub(passed.registers, stack);
        let registers = b.zshr(distance, three);
        let half = b.const32(32);
        let count = b.zshr(passed.word, half);
        let kind = b.trunc(passed.word);
        let zero = b.const64(0);
        b.store(code, frame, calls.frame_code);
        b.store(zero, frame, calls.frame_pc);
        b.store(base, frame, calls.frame_base);
        b.store(count, frame, calls.frame_count);
        b.store(registers, frame, calls.frame_registers);
        b.store(kind, frame, calls.frame_to);
        let size_value = b.const64(i64::from(size));
        let length = b.add(registers, size_value);
        b.store(length, vm, calls.stack_count);
        self.set_range(store, STEPS);
        self.set_place(&Place { operands: passed.operands, registers: passed.registers, count });
        self.clear_registers(passed.registers, size);
    }

    /// Writes where the frame is to the context.
    fn set_place(&mut self, place: &Place) {
        let context = self.context_address();
        let layout = self.layout;
        let fields = &layout.context;
        let mut b = self.cursor();
        b.store(place.registers, context, fields.registers);
        b.store(place.operands, context, fields.operands);
        b.store(place.count, context, fields.count);
        self.set_registers(place.registers);
    }

    /// Makes the registers of a frame undefined.
    fn clear_registers(&mut self, first: ValueId, count: i32) {
        let undefined = self.constant(Value::UNDEFINED);
        if count <= MAX_UNROLLED {
            for register in 0..count {
                self.cursor().store(undefined, first, 8 * register);
            }
            return;
        }
        let place = self.add_variable(Type::Int64);
        let [cleared, done] = [(); 2].map(|()| self.new_block());
        let mut b = self.cursor();
        b.set(first, place);
        let bytes = b.const64(8 * i64::from(count));
        let end = b.add(first, bytes);
        b.jump(cleared);
        self.go_on(cleared);
        let mut b = self.cursor();
        let at = b.get(place);
        b.store(undefined, at, 0);
        let word = b.const64(8);
        let next = b.add(at, word);
        b.set(next, place);
        let more = b.below(next, end);
        b.branch(more, cleared, done);
        self.go_on(done);
    }

    /// The operation of a call: of a closure with machine code here, of any other callee by the virtual machine.
    pub(super) fn call_function(&mut self, to: Reg, start: u32, count: u16) {
        let operands = &self.code.operands[start as usize..][..usize::from(count)];
        let fits = (2..=MAX_OPERANDS).contains(&operands.len());
        if fits && self.inline(to, operands, Entry::Call) {
            return;
        }
        // A function that is translated in place has no frame, which a compiled callee would need.
        if fits && self.calls.is_empty() {
            self.branch_in_rare_cases(true);
            let callee = self.closure(operands[0]);
            self.pass(operands);
            let result = self.enter(callee.entry, to, operands.len(), Entry::Call);
            self.write(to, result);
            self.branch_in_rare_cases(false);
        }
        self.end_call();
    }

    /// The operation of `new`: with a closure as [`Translator::call_function`].
    pub(super) fn construct(&mut self, to: Reg, start: u32, count: u16) {
        let operands = &self.code.operands[start as usize..][..usize::from(count)];
        let fits = (2..=MAX_OPERANDS).contains(&operands.len());
        if fits && self.inline(to, operands, Entry::Construct) {
            return;
        }
        // A function that is translated in place has no frame, which a compiled callee would need.
        if fits && self.calls.is_empty() {
            self.branch_in_rare_cases(true);
            self.construct_closure(to, operands);
            self.branch_in_rare_cases(false);
        }
        self.end_call();
    }

    fn end_call(&mut self) {
        self.end_with(self.layout.call);
    }

    /// Ends an operation: a function of the virtual machine does what was not done.
    pub(super) fn end_with(&mut self, function: i64) {
        let next = self.next_block();
        if let Some(generic) = self.take_slow() {
            if self.is_open() {
                self.cursor().jump(next);
            }
            self.go_on(generic);
        }
        self.step(function, next);
    }

    /// The closure with machine code in a register; other values are rare cases.
    fn closure(&mut self, register: Reg) -> Callee {
        let layout = self.layout;
        let calls = &layout.calls;
        let callee = self.read(register);
        let closure = self.object(callee);
        self.check_is(closure, CLOSURE);
        let vm = self.context_field(layout.context.vm);
        let mut b = self.cursor();
        let number = b.load(Type::Int32, closure, layout.object.class + CLOSURE_FUNCTION);
        self.note_callee(number);
        let mut b = self.cursor();
        let function = b.zext32(number);
        let three = b.const32(3);
        let offset = b.shl(function, three);
        let callees = b.load(Type::Int64, vm, calls.callees);
        let callee = b.add(callees, offset);
        let code = b.load(Type::Int64, callee, 0);
        let entry = b.load(Type::Int64, code, calls.direct);
        let zero = b.const64(0);
        let none = b.equal(entry, zero);
        self.slow_if(none);
        Callee { closure, code, entry }
    }

    /// Notes which function a site calls, if code that speculates is due.
    fn note_callee(&mut self, number: ValueId) {
        let Some(place) = self.code.compiled.callee_place(self.at).filter(|_| self.counts_calls()) else {
            return;
        };
        let [other, done] = [(); 2].map(|()| self.new_block());
        let mut b = self.cursor();
        let place = b.const64(place);
        let known = b.load(Type::Int32, place, 0);
        let same = b.equal(known, number);
        b.branch(same, done, Successor::rare(other));
        self.go_on(other);
        self.set_cold(other);
        let mut b = self.cursor();
        let none = b.const32(NO_CALLEE.cast_signed());
        let many = b.const32(MANY_CALLEES.cast_signed());
        let is_first = b.equal(known, none);
        let noted = b.select(is_first, number, many);
        b.store(noted, place, 0);
        b.jump(done);
        self.go_on(done);
    }

    /// Puts operands above the registers.
    pub(super) fn pass(&mut self, operands: &[Reg]) -> Vec<ValueId> {
        let size = self.offset + self.code.registers as i32;
        let pass = |(index, operand): (usize, &Reg)| {
            let value = self.read(*operand);
            self.store_place(size + index as i32, value);
            value
        };
        operands.iter().enumerate().map(pass).collect()
    }

    /// Enters a callee whose operands are above the registers. Returns its value.
    fn enter(&mut self, entry: ValueId, to: Reg, operands: usize, kind: Entry) -> ValueId {
        let layout = self.layout;
        self.write_back();
        let registers = self.registers_address();
        let frame = self.context_field(layout.context.frame);
        let context = self.context_address();
        let (size, next) = (i64::from(self.code.registers), self.at as i64 + 1);
        // `new.target` is above the operands of a construction.
        let places = operands as i64 + i64::from(kind != Entry::Call);
        let word = (operands as i64 - 2) << 32 | (kind as i64) << 16 | i64::from(to);
        let mut b = self.cursor();
        let next = b.const64(next);
        b.store(next, frame, layout.calls.frame_pc);
        let distance = b.const64(8 * size);
        let base = b.add(registers, distance);
        let distance = b.const64(8 * (size + places));
        let first = b.add(registers, distance);
        let enter = b.const32(ENTER.cast_signed());
        let word = b.const64(word);
        let result = b.ccall(Type::Int64, entry, &[context, enter, base, first, word]);
        let left = b.const64(LEFT.cast_signed());
        let distance = b.sub(result, left);
        let two = b.const64(2);
        let failed = b.below(distance, two);
        let [failure, returned] = [(); 2].map(|()| self.new_block());
        self.cursor().branch(failed, Successor::rare(failure), returned);
        self.go_on(failure);
        self.set_cold(failure);
        let (generic, leave) = (self.slow(), self.leave_block());
        self.cursor().branch(distance, Successor::from(generic), Successor::from(leave));
        self.go_on(returned);
        self.remove_frame();
        result
    }

    fn construct_closure(&mut self, to: Reg, operands: &[Reg]) {
        let layout = self.layout;
        let size = self.code.registers as i32;
        let callee = self.closure(operands[0]);
        let mut b = self.cursor();
        let constructs = b.load8z(callee.code, layout.calls.constructs);
        let zero = b.const32(0);
        let refused = b.equal(constructs, zero);
        self.slow_if(refused);
        let this = self.new_this(callee.closure);
        self.pass(operands);
        self.store_place(size + 1, this);
        let target = self.read(operands[0]);
        self.store_place(size + operands.len() as i32, target);
        let result = self.enter(callee.entry, to, operands.len(), Entry::Construct);
        // A value that is no object is replaced by `this`, which is still above the registers.
        let this = self.load_place(size + 1);
        let result = self.object_or(result, this);
        self.write(to, result);
    }

    /// The new object that a closure initialises; it is a rare case that it is not made here.
    pub(super) fn new_this(&mut self, closure: ValueId) -> ValueId {
        let slots = self.layout.object.slots + self.layout.list.first;
        self.check_shape(closure, self.finished_closure);
        let mut b = self.cursor();
        let slots = b.load(Type::Int64, closure, slots);
        let prototype = b.load(Type::Int64, slots, 8 * PROTOTYPE_SLOT);
        self.object(prototype);
        self.new_plain(prototype)
    }

    /// Removes the frame of a callee that has returned: the caller's is the last of the list.
    fn remove_frame(&mut self) {
        let layout = self.layout;
        let (context, calls) = (&layout.context, &layout.calls);
        let size = i64::from(self.code.registers);
        let vm = self.context_field(context.vm);
        let frame = self.context_field(context.frame);
        let mut b = self.cursor();
        let depth = b.load(Type::Int64, vm, calls.frames_count);
        let one = b.const64(1);
        let depth = b.sub(depth, one);
        b.store(depth, vm, calls.frames_count);
        let frames = b.load(Type::Int64, vm, calls.frames_first);
        let bytes = b.const64(8 * i64::from(FRAME_WORDS));
        let distance = b.mul(depth, bytes);
        let saved = b.add(frames, distance);
        let words: Vec<ValueId> = (0..FRAME_WORDS)
            .map(|word| {
                let value = b.load(Type::Int64, saved, 8 * word);
                b.store(value, frame, 8 * word);
                value
            })
            .collect();
        let word = |offset: i32| words[offset as usize / 8];
        let (base, registers) = (word(calls.frame_base), word(calls.frame_registers));
        let size = b.const64(size);
        let length = b.add(registers, size);
        b.store(length, vm, calls.stack_count);
        let stack = b.load(Type::Int64, vm, calls.stack_first);
        let three = b.const32(3);
        let distance = b.shl(base, three);
        let operands = b.add(stack, distance);
        let distance = b.shl(registers, three);
        let registers = b.add(stack, distance);
        let count = word(calls.frame_count);
        self.set_place(&Place { operands, registers, count });
    }
}
