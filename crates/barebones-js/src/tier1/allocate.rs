//! Allocation in compiled code. The next cell of the nursery is taken by adding one to the number of cells; the object, or the slots of
//! an environment, are the last of a list of dead ones ([`Pool`](crate::heap::Pool)). All that can fail is tested before anything
//! is written. The virtual machine does the operation if a collection is due, if allocations do more than that, or if nothing
//! that is large enough is on the list.

use super::raw::{
    ARRAY, ARRAY_LENGTH, ARRAY_WRITABLE, CELL_OBJECT, CLOSURE, CLOSURE_ENVIRONMENT, CLOSURE_FUNCTION,
    ENVIRONMENT, ENVIRONMENT_PARENT, ENVIRONMENT_SLOTS, LIST_BYTES, OBJECT,
};
use super::translate::Translator;
use crate::heap::{MAX_VALUES, UNFINISHED, Value};
use crate::interp::Intrinsic;
use crate::interp::bytecode::{NO_SHAPE, Op, Reg};
use barebones::base::Type;
use barebones::ir::ValueId;

/// A new cell: its value, its address, and that of what it has.
struct New {
    value: ValueId,
    cell: ValueId,
    contents: ValueId,
}

impl Translator<'_> {
    /// An operation that creates something.
    pub(super) fn create(&mut self, op: Op) {
        self.branch_in_rare_cases(true);
        match op {
            Op::NewObject(to) => {
                let prototype = self.intrinsic(Intrinsic::ObjectPrototype);
                let object = self.new_plain(prototype);
                self.write(to, object);
            }
            Op::NewLiteral(to, literal, start) => self.new_literal(to, literal, start),
            Op::NewArray(to, literals) => self.new_array(to, literals),
            Op::Closure(to, environment, function) => {
                let environment = self.read(environment);
                self.new_closure(to, environment, function);
            }
            Op::NewEnvironment(to) => {
                let parent = self.outer_environment(1);
                self.new_environment(to, parent, self.code.slots as usize);
            }
            Op::NewScope(to, parent, count) => {
                let parent = self.read(parent);
                self.new_environment(to, parent, usize::from(count));
            }
            _ => self.all_rare(),
        }
        self.branch_in_rare_cases(false);
        self.end_with(self.layout.create);
    }

    /// A new object with a prototype and nothing else.
    pub(super) fn new_plain(&mut self, prototype: ValueId) -> ValueId {
        let fields = &self.layout.object;
        let (list, slots) = (self.layout.heap.objects, fields.slots);
        let new = self.new_object(list, slots, 0);
        self.cursor().store(prototype, new.contents, fields.prototype);
        new.value
    }

    fn new_literal(&mut self, to: Reg, literal: u16, start: u32) {
        let code = self.code;
        let count = code.literals[usize::from(literal)].len();
        if count > MAX_VALUES {
            return self.all_rare();
        }
        let known = &code.literal_shapes[usize::from(literal)];
        let shape = if known.get() == NO_SHAPE {
            let place = std::ptr::from_ref(known).addr() as i64;
            let mut b = self.cursor();
            let place = b.const64(place);
            let shape = b.load(Type::Int32, place, 0);
            let none = b.const32(NO_SHAPE.cast_signed());
            let unknown = b.equal(shape, none);
            self.slow_if(unknown);
            shape
        } else {
            self.cursor().const32(known.get().cast_signed())
        };
        let operands = &code.operands[start as usize..][..count];
        let values: Vec<ValueId> = operands.iter().map(|register| self.read(*register)).collect();
        let prototype = self.intrinsic(Intrinsic::ObjectPrototype);
        let fields = &self.layout.object;
        let (list, slots) = (self.layout.heap.objects, fields.slots);
        let new = self.new_object(list, slots, count);
        let mut b = self.cursor();
        b.store(prototype, new.contents, fields.prototype);
        b.store(shape, new.contents, fields.shape);
        self.fill(new.contents, slots, &values);
        self.write(to, new.value);
    }

    fn new_array(&mut self, to: Reg, literals: u32) {
        let literals = &self.code.arrays[literals as usize];
        if literals.len() > MAX_VALUES {
            return self.all_rare();
        }
        let values: Vec<ValueId> = literals.iter().map(|index| self.constant_value(*index)).collect();
        let prototype = self.intrinsic(Intrinsic::ArrayPrototype);
        let fields = &self.layout.object;
        let (list, elements) = (self.layout.heap.arrays, fields.elements);
        let new = self.new_object(list, elements, values.len());
        let mut b = self.cursor();
        b.store(prototype, new.contents, fields.prototype);
        let (class, length, yes) =
            (b.const32(ARRAY), b.const32(values.len() as i32), b.const32(i32::from(true)));
        b.store8(class, new.contents, fields.class);
        b.store(length, new.contents, fields.class + ARRAY_LENGTH);
        b.store8(yes, new.contents, fields.class + ARRAY_WRITABLE);
        self.fill(new.contents, elements, &values);
        self.write(to, new.value);
    }

    /// Defines an element: the one after the last of an array that has room for it; all else is a rare case.
    pub(super) fn define_element(&mut self, value: Reg, object: Reg, key: Reg) {
        self.branch_in_rare_cases(true);
        let bits = self.read(object);
        let array = self.object(bits);
        self.check_is(array, ARRAY);
        let index = self.element_index(key);
        let (fields, words) = (&self.layout.object, self.layout.list);
        let (class, list) = (fields.class, fields.elements);
        let mut b = self.cursor();
        let count = b.load(Type::Int64, array, list + words.count);
        let capacity = b.load(Type::Int64, array, list + words.capacity);
        let length = b.load(Type::Int32, array, class + ARRAY_LENGTH);
        let length = b.zext32(length);
        let sparse = b.load(Type::Int64, array, fields.sparse);
        let writable = b.load8z(array, class + ARRAY_WRITABLE);
        let extensible = b.load8z(array, fields.extensible);
        let (zero, none) = (b.const32(0), b.const64(0));
        let may_grow = b.bit_and(writable, extensible);
        let refused = [
            b.not_equal(index, count),
            b.not_equal(length, count),
            b.above_equal(count, capacity),
            b.not_equal(sparse, none),
            b.equal(may_grow, zero),
        ];
        let refused = refused.into_iter().reduce(|all, one| b.bit_or(all, one)).unwrap_or(zero);
        self.slow_if(refused);
        let stored = self.read(value);
        let mut b = self.cursor();
        let first = b.load(Type::Int64, array, list + words.first);
        let three = b.const32(3);
        let distance = b.shl(count, three);
        let place = b.add(first, distance);
        let one = b.const64(1);
        let next = b.add(count, one);
        let length = b.trunc(next);
        b.store(next, array, list + words.count);
        b.store(length, array, class + ARRAY_LENGTH);
        self.store_value(stored, place, 0);
        self.mark_card(bits, value);
        self.branch_in_rare_cases(false);
        self.end_with(self.layout.step);
    }

    fn new_closure(&mut self, to: Reg, environment: ValueId, function: u32) {
        let Some(code) = self.callees.get(function as usize).copied() else { return self.all_rare() };
        let kind = match (code.generator, code.is_async) {
            (false, false) => Intrinsic::FunctionPrototype,
            // They are rare.
            _ => return self.all_rare(),
        };
        let shape = if code.constructs { UNFINISHED } else { self.plain_closure };
        let length = self.constant(Value::number(f64::from(code.length)));
        let name = self.constant_value(code.name_constant);
        let prototype = self.intrinsic(kind);
        let fields = &self.layout.object;
        let (list, slots) = (self.layout.heap.objects, fields.slots);
        let new = self.new_object(list, slots, 2);
        let mut b = self.cursor();
        b.store(prototype, new.contents, fields.prototype);
        let (class, shape, function) =
            (b.const32(CLOSURE), b.const32(shape.cast_signed()), b.const32(function.cast_signed()));
        b.store(shape, new.contents, fields.shape);
        b.store8(class, new.contents, fields.class);
        b.store(function, new.contents, fields.class + CLOSURE_FUNCTION);
        b.store(environment, new.contents, fields.class + CLOSURE_ENVIRONMENT);
        self.fill(new.contents, slots, &[length, name]);
        self.write(to, new.value);
    }

    fn new_environment(&mut self, to: Reg, parent: ValueId, count: usize) {
        if count > MAX_VALUES {
            return self.all_rare();
        }
        let list = self.layout.list;
        let lists = self.layout.heap.lists;
        let left = self.may_allocate(lists);
        let mut b = self.cursor();
        let one = b.const64(1);
        let rest = b.sub(left, one);
        let vm = self.context_field(self.layout.context.vm);
        let mut b = self.cursor();
        let first = b.load(Type::Int64, vm, lists + list.first);
        let bytes = b.const64(LIST_BYTES);
        let distance = b.mul(rest, bytes);
        let place = b.add(first, distance);
        let capacity = b.load(Type::Int64, place, list.capacity);
        self.check_capacity(capacity, count);
        let mut b = self.cursor();
        let values = b.load(Type::Int64, place, list.first);
        let new = self.take(lists, rest, ENVIRONMENT, values);
        let undefined = self.constant(Value::UNDEFINED);
        let mut b = self.cursor();
        b.store(parent, new.cell, ENVIRONMENT_PARENT);
        b.store(values, new.cell, ENVIRONMENT_SLOTS + list.first);
        b.store(capacity, new.cell, ENVIRONMENT_SLOTS + list.capacity);
        let length = b.const64(count as i64);
        b.store(length, new.cell, ENVIRONMENT_SLOTS + list.count);
        for slot in 0..count {
            self.store_value(undefined, values, 8 * slot as i32);
        }
        self.write(to, new.value);
    }

    /// A new object from a list, one of whose own lists has room for a number of values.
    fn new_object(&mut self, list: i32, values: i32, count: usize) -> New {
        let left = self.may_allocate(list);
        let vm = self.context_field(self.layout.context.vm);
        let words = self.layout.list;
        let mut b = self.cursor();
        let one = b.const64(1);
        let rest = b.sub(left, one);
        let first = b.load(Type::Int64, vm, list + words.first);
        let three = b.const32(3);
        let distance = b.shl(rest, three);
        let place = b.add(first, distance);
        let object = b.load(Type::Int64, place, 0);
        if count > 0 {
            let capacity = b.load(Type::Int64, object, values + words.capacity);
            self.check_capacity(capacity, count);
        }
        let new = self.take(list, rest, OBJECT, object);
        self.cursor().store(object, new.cell, CELL_OBJECT);
        new
    }

    /// Number of entries of a list of dead objects. It is a rare case that there are none, or that a new cell takes more than the
    /// next index.
    fn may_allocate(&mut self, list: i32) -> ValueId {
        let vm = self.context_field(self.layout.context.vm);
        let (heap, words) = (&self.layout.heap, self.layout.list);
        let mut b = self.cursor();
        let unusual = b.load8z(vm, heap.unusual);
        let count = b.load(Type::Int64, vm, heap.cells_count);
        let limit = b.load(Type::Int64, vm, heap.limit);
        let full = b.above_equal(count, limit);
        let left = b.load(Type::Int64, vm, list + words.count);
        let zero = b.const64(0);
        let none = b.equal(left, zero);
        let refused = b.bit_or(unusual, full);
        let refused = b.bit_or(refused, none);
        self.slow_if(refused);
        left
    }

    fn check_capacity(&mut self, capacity: ValueId, count: usize) {
        let mut b = self.cursor();
        let count = b.const64(count as i64);
        let small = b.below(capacity, count);
        self.slow_if(small);
    }

    /// Takes the last entry of a list, and the next cell.
    fn take(&mut self, list: i32, rest: ValueId, kind: i32, contents: ValueId) -> New {
        let vm = self.context_field(self.layout.context.vm);
        let (heap, words) = (&self.layout.heap, self.layout.list);
        let mut b = self.cursor();
        b.store(rest, vm, list + words.count);
        let index = b.load(Type::Int64, vm, heap.cells_count);
        let one = b.const64(1);
        let next = b.add(index, one);
        b.store(next, vm, heap.cells_count);
        let cell = self.cell_address(index);
        let mut b = self.cursor();
        let kind = b.const32(kind);
        b.store8(kind, cell, 0);
        let tag = b.const64(Value::cell(0).bits() as i64);
        let value = b.add(index, tag);
        New { value, cell, contents }
    }

    /// Fills an empty list of an object, which has room.
    fn fill(&mut self, object: ValueId, list: i32, values: &[ValueId]) {
        if values.is_empty() {
            return;
        }
        let words = self.layout.list;
        let mut b = self.cursor();
        let first = b.load(Type::Int64, object, list + words.first);
        let count = b.const64(values.len() as i64);
        b.store(count, object, list + words.count);
        for (index, value) in values.iter().enumerate() {
            self.store_value(*value, first, 8 * index as i32);
        }
    }
}
