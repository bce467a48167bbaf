//! Cells in compiled code: objects, the slots and prototypes that caches of sites know, elements of arrays, environments.
//!
//! Compiled code checks what a value is before it reads its cell, and the length of each list that it reads by a number of the
//! program. Indices of cells and slots of hidden classes are right by themselves.

use super::raw::{
    ARRAY, ARRAY_LENGTH, CELL_BYTES, CELL_OBJECT, CLOSURE, CLOSURE_ENVIRONMENT, ENVIRONMENT,
    ENVIRONMENT_PARENT, ENVIRONMENT_SLOTS, OBJECT,
};
use super::translate::{CARDS, HITS, PROPERTIES, SHAPES, Translator};
use crate::heap::{CARD_SHIFT, Class, MARKED, Value};
use crate::interp::Key;
use crate::interp::bytecode::{Hit, NO_SHAPE, Reg};
use barebones::base::Type;
use barebones::ir::{Successor, ValueId};

/// `Hit::Inherited(1)` as 16 bits.
const INHERITED_FROM_FIRST: i32 = 0x0101;

impl Translator<'_> {
    /// Loads a property, an element or a variable.
    fn load_value(&mut self, address: ValueId, offset: i32) -> ValueId {
        let value = self.cursor().load(Type::Int64, address, offset);
        self.set_range(value, PROPERTIES);
        value
    }

    /// Stores a property, an element or a variable.
    pub(super) fn store_value(&mut self, value: ValueId, address: ValueId, offset: i32) {
        let store = self.cursor().store(value, address, offset);
        self.set_range(store, PROPERTIES);
    }

    /// Counts an access that a cache has answered.
    fn count_hit(&mut self, kind: usize) {
        if !self.counts_hits {
            return;
        }
        let vm = self.context_field(self.layout.context.vm);
        let place = self.layout.hits + 8 * kind as i32;
        let mut b = self.cursor();
        let before = b.load(Type::Int64, vm, place);
        let one = b.const64(1);
        let after = b.add(before, one);
        let store = b.store(after, vm, place);
        self.set_range(before, HITS);
        self.set_range(store, HITS);
    }

    /// The write barrier: marks the card of a cell after a reference was stored in it. Numbers need no mark.
    pub(super) fn mark_card(&mut self, cell: ValueId, stored: Reg) {
        if self.is_number(stored) {
            return;
        }
        let index = self.cell_index(cell);
        let cards = self.context_field(self.layout.context.cards);
        let mut b = self.cursor();
        let shift = b.const32(CARD_SHIFT.cast_signed());
        let number = b.zshr(index, shift);
        let card = b.add(cards, number);
        let marked = b.const32(i32::from(MARKED));
        let store = b.store8(marked, card, 0);
        self.set_range(store, CARDS);
    }

    /// Address of the cell of a value, whose number must be the one given; other values are rare cases.
    fn cell(&mut self, value: ValueId, number: i32) -> ValueId {
        let index = self.cell_index(value);
        let mut b = self.cursor();
        let last = b.const64(i64::from(u32::MAX));
        let other = b.above(index, last);
        self.slow_if(other);
        let cell = self.cell_address(index);
        let mut b = self.cursor();
        let found = b.load8z(cell, 0);
        let expected = b.const32(number);
        let other = b.not_equal(found, expected);
        self.slow_if(other);
        cell
    }

    /// Address of an object; other values are rare cases.
    pub(super) fn object(&mut self, value: ValueId) -> ValueId {
        let cell = self.cell(value, OBJECT);
        self.cursor().load(Type::Int64, cell, CELL_OBJECT)
    }

    /// A value if it is an object, else another.
    pub(super) fn object_or(&mut self, value: ValueId, other: ValueId) -> ValueId {
        let result = self.add_variable(Type::Int64);
        let [cell, found, done] = [(); 3].map(|()| self.new_block());
        let index = self.cell_index(value);
        let mut b = self.cursor();
        b.set(other, result);
        let last = b.const64(i64::from(u32::MAX));
        let is_other = b.above(index, last);
        b.branch(is_other, done, cell);
        self.go_on(cell);
        let cell = self.cell_address(index);
        let mut b = self.cursor();
        let number = b.load8z(cell, 0);
        let expected = b.const32(OBJECT);
        let is_object = b.equal(number, expected);
        b.branch(is_object, found, done);
        self.go_on(found);
        let mut b = self.cursor();
        b.set(value, result);
        b.jump(done);
        self.go_on(done);
        self.cursor().get(result)
    }

    /// Address of the cell with an index.
    pub(super) fn cell_address(&mut self, index: ValueId) -> ValueId {
        let cells = self.context_field(self.layout.context.cells);
        let mut b = self.cursor();
        let bytes = b.const64(CELL_BYTES);
        let offset = b.mul(index, bytes);
        b.add(cells, offset)
    }

    /// Takes the rare cases if the class of an object comes after one.
    fn check_class(&mut self, object: ValueId, last: u8) {
        let offset = self.layout.object.class;
        let mut b = self.cursor();
        let class = b.load8z(object, offset);
        let last = b.const32(i32::from(last));
        let other = b.above(class, last);
        self.slow_if(other);
    }

    /// Takes the rare cases if the class of an object is not this.
    pub(super) fn check_is(&mut self, object: ValueId, class: i32) {
        let offset = self.layout.object.class;
        let mut b = self.cursor();
        let found = b.load8z(object, offset);
        let class = b.const32(class);
        let other = b.not_equal(found, class);
        self.slow_if(other);
    }

    /// Address of a slot of an object, whose number a site has.
    fn slot(&mut self, object: ValueId, site: ValueId) -> ValueId {
        let (list, slots, slot) = (self.layout.list, self.layout.object.slots, self.layout.site.slot);
        let mut b = self.cursor();
        let first = b.load(Type::Int64, object, slots + list.first);
        let slot = b.load(Type::Int32, site, slot);
        let slot = b.zext32(slot);
        let three = b.const32(3);
        let offset = b.shl(slot, three);
        b.add(first, offset)
    }

    /// Address of an object and of a site; objects whose hidden class the site does not know are rare cases.
    fn known(&mut self, object: ValueId, site: u32) -> (ValueId, ValueId) {
        let object = self.object(object);
        let site = std::ptr::from_ref(&self.code.sites[site as usize]).addr() as i64;
        let (shape, known) = (self.layout.object.shape, self.layout.site.shape);
        let mut b = self.cursor();
        let site = b.const64(site);
        let shape = b.load(Type::Int32, object, shape);
        let known = b.load(Type::Int32, site, known);
        let other = b.not_equal(shape, known);
        self.set_range(shape, SHAPES);
        self.slow_if(other);
        (object, site)
    }

    /// Length of an array; other objects are rare cases.
    pub(super) fn array_length(&mut self, object: ValueId) -> ValueId {
        let object = self.object(object);
        self.check_is(object, ARRAY);
        let offset = self.layout.object.class + ARRAY_LENGTH;
        self.cursor().load(Type::Int32, object, offset)
    }

    /// Leaves the code if the hidden class of an object is not this.
    pub(super) fn check_shape(&mut self, object: ValueId, shape: u32) {
        let offset = self.layout.object.shape;
        let mut b = self.cursor();
        let found = b.load(Type::Int32, object, offset);
        let shape = b.const32(shape.cast_signed());
        let other = b.not_equal(found, shape);
        self.set_range(found, SHAPES);
        self.slow_if(other);
    }

    /// Address of the slot that a site has found so far, in code that speculates on it.
    fn expected_slot(&mut self, object: ValueId, site: u32, inherited: bool) -> Option<ValueId> {
        let site = &self.code.sites[site as usize];
        let (shape, slot, path) = (site.shape.get(), site.slot.get(), site.path.get());
        let depth = match site.hit.get() {
            Hit::Own => 0,
            Hit::Inherited(depth) if inherited => usize::from(depth),
            _ => return None,
        };
        if !self.exits() || shape == NO_SHAPE {
            return None;
        }
        let mut owner = self.object(object);
        self.check_shape(owner, shape);
        for shape in &path[..depth] {
            self.check_class(owner, Class::LAST_ORDINARY);
            let offset = self.layout.object.prototype;
            let next = self.cursor().load(Type::Int64, owner, offset);
            owner = self.object(next);
            self.check_shape(owner, *shape);
        }
        if depth > 0 {
            self.check_class(owner, Class::LAST_ORDINARY);
        }
        self.count_hit(if depth > 0 { Hit::INHERITED } else { Hit::OWN });
        let offset = self.layout.object.slots + self.layout.list.first;
        let mut b = self.cursor();
        let first = b.load(Type::Int64, owner, offset);
        let distance = b.const64(8 * i64::from(slot));
        Some(b.add(first, distance))
    }

    pub(super) fn get_name(&mut self, to: Reg, object: ValueId, site: u32, inherited: bool) {
        let key = self.code.sites[site as usize].key;
        if key == self.length {
            let length = self.array_length(object);
            return self.write_unsigned(to, length);
        }
        if !self.caches || !matches!(key, Key::Name(_)) {
            return self.all_rare();
        }
        if let Some(slot) = self.expected_slot(object, site, inherited) {
            let value = self.load_value(slot, 0);
            return self.write(to, value);
        }
        let (object, site) = self.known(object, site);
        let hit = self.layout.site.hit;
        if !inherited {
            let hit = self.cursor().load8z(site, hit);
            self.slow_if(hit);
            let slot = self.slot(object, site);
            let value = self.load_value(slot, 0);
            self.count_hit(Hit::OWN);
            return self.write(to, value);
        }
        let [own, prototype, done] = [(); 3].map(|()| self.new_block());
        let mut b = self.cursor();
        let hit = b.load8z(site, hit);
        b.branch(hit, prototype, own);
        self.go_on(own);
        let slot = self.slot(object, site);
        let value = self.load_value(slot, 0);
        self.count_hit(Hit::OWN);
        self.write(to, value);
        self.cursor().jump(done);
        self.go_on(prototype);
        self.inherited(to, object, site);
        self.cursor().jump(done);
        self.go_on(done);
    }

    /// Reads a property of the first prototype, if the site knows its hidden class.
    fn inherited(&mut self, to: Reg, object: ValueId, site: ValueId) {
        let (hit, path) = (self.layout.site.hit, self.layout.site.path);
        let (shape, prototype) = (self.layout.object.shape, self.layout.object.prototype);
        let mut b = self.cursor();
        let hit = b.load16z(site, hit);
        let first = b.const32(INHERITED_FROM_FIRST);
        let other = b.not_equal(hit, first);
        self.slow_if(other);
        self.check_class(object, Class::LAST_ORDINARY);
        let owner = self.cursor().load(Type::Int64, object, prototype);
        let owner = self.object(owner);
        let mut b = self.cursor();
        let shape = b.load(Type::Int32, owner, shape);
        let known = b.load(Type::Int32, site, path);
        let other = b.not_equal(shape, known);
        self.set_range(shape, SHAPES);
        self.slow_if(other);
        self.check_class(owner, Class::LAST_ORDINARY);
        let slot = self.slot(owner, site);
        let value = self.load_value(slot, 0);
        self.count_hit(Hit::INHERITED);
        self.write(to, value);
    }

    pub(super) fn put_name(&mut self, value: Reg, object: Reg, site: u32) {
        if !self.caches {
            return self.all_rare();
        }
        let bits = self.read(object);
        if let Some(slot) = self.expected_slot(bits, site, false) {
            let stored = self.read(value);
            self.store_value(stored, slot, 0);
            self.mark_card(bits, value);
            return;
        }
        if self.add_expected(value, bits, site) {
            return;
        }
        let (object, site) = self.known(bits, site);
        let stored = self.read(value);
        let hit = self.layout.site.hit;
        let [own, added, done] = [(); 3].map(|()| self.new_block());
        let mut b = self.cursor();
        let hit = b.load8z(site, hit);
        b.branch(hit, added, own);
        self.go_on(own);
        let slot = self.slot(object, site);
        self.store_value(stored, slot, 0);
        self.mark_card(bits, value);
        self.count_hit(Hit::OWN);
        self.cursor().jump(done);
        self.go_on(added);
        let added = self.add(bits, stored, site);
        let failed = self.is_zero(added);
        self.slow_if(failed);
        self.cursor().jump(done);
        self.go_on(done);
    }

    /// Lets the virtual machine add a property as a site knows. Returns 0 if it does not.
    fn add(&mut self, object: ValueId, value: ValueId, site: ValueId) -> ValueId {
        let (context, function) = (self.context_address(), self.layout.add);
        let mut b = self.cursor();
        let function = b.const64(function);
        b.ccall(Type::Int32, function, &[context, object, value, site])
    }

    /// Adds a property where code speculates that a site does what it has done so far. False if the site has not added any.
    fn add_expected(&mut self, value: Reg, bits: ValueId, number: u32) -> bool {
        let site = &self.code.sites[number as usize];
        let (shape, next, path) = (site.shape.get(), site.next.get(), site.path.get());
        let Hit::Added(depth) = site.hit.get() else { return false };
        if !self.exits() || shape == NO_SHAPE {
            return false;
        }
        let site = std::ptr::from_ref(site).addr() as i64;
        let layout = self.layout;
        let fields = &layout.object;
        let object = self.object(bits);
        self.check_shape(object, shape);
        self.check_class(object, Class::LAST_ORDINARY);
        let extensible = self.cursor().load8z(object, fields.extensible);
        let fixed = self.is_zero(extensible);
        self.slow_if(fixed);
        let mut parent = self.cursor().load(Type::Int64, object, fields.prototype);
        for shape in &path[..usize::from(depth)] {
            let owner = self.object(parent);
            self.check_shape(owner, *shape);
            self.check_class(owner, Class::LAST_ORDINARY);
            parent = self.cursor().load(Type::Int64, owner, fields.prototype);
        }
        let end = self.constant(Value::NULL);
        let longer = self.cursor().not_equal(parent, end);
        self.slow_if(longer);
        let stored = self.read(value);
        let [full, room, done] = [(); 3].map(|()| self.new_block());
        let slots = fields.slots;
        let mut b = self.cursor();
        let count = b.load(Type::Int64, object, slots + layout.list.count);
        let capacity = b.load(Type::Int64, object, slots + layout.list.capacity);
        let is_full = b.above_equal(count, capacity);
        b.branch(is_full, Successor::rare(full), room);
        self.set_range(count, SHAPES);
        self.go_on(full);
        self.set_cold(full);
        let site = self.cursor().const64(site);
        let added = self.add(bits, stored, site);
        let failed = self.is_zero(added);
        self.slow_if(failed);
        self.cursor().jump(done);
        self.go_on(room);
        let mut b = self.cursor();
        let first = b.load(Type::Int64, object, slots + layout.list.first);
        let three = b.const32(3);
        let distance = b.shl(count, three);
        let place = b.add(first, distance);
        self.store_value(stored, place, 0);
        self.mark_card(bits, value);
        self.count_hit(Hit::ADDED);
        let mut b = self.cursor();
        let one = b.const64(1);
        let count = b.add(count, one);
        let next = b.const32(next.cast_signed());
        let stores = [b.store(count, object, slots + layout.list.count), b.store(next, object, fields.shape)];
        for store in stores {
            self.set_range(store, SHAPES);
        }
        self.cursor().jump(done);
        self.go_on(done);
        true
    }

    /// Address of an object with elements, an index, and 1 if it has no element there.
    fn element_place(&mut self, object: Reg, key: Reg) -> (ValueId, ValueId, ValueId) {
        let object = self.read(object);
        let object = self.object(object);
        self.check_class(object, Class::LAST_WITH_ELEMENTS);
        let index = self.element_index(key);
        let (list, elements) = (self.layout.list, self.layout.object.elements);
        let mut b = self.cursor();
        let count = b.load(Type::Int64, object, elements + list.count);
        let outside = b.above_equal(index, count);
        (object, index, outside)
    }

    /// Address of an element.
    fn element(&mut self, object: ValueId, index: ValueId) -> ValueId {
        let (list, elements) = (self.layout.list, self.layout.object.elements);
        let mut b = self.cursor();
        let first = b.load(Type::Int64, object, elements + list.first);
        let three = b.const32(3);
        let offset = b.shl(index, three);
        b.add(first, offset)
    }

    /// Takes the rare cases if the element at an address is a hole.
    fn check_hole(&mut self, element: ValueId) -> ValueId {
        let value = self.load_value(element, 0);
        let empty = self.constant(Value::EMPTY);
        let hole = self.cursor().equal(value, empty);
        self.slow_if(hole);
        value
    }

    pub(super) fn get_element(&mut self, to: Reg, object: Reg, key: Reg) {
        let (object, index, outside) = self.element_place(object, key);
        self.slow_if(outside);
        let element = self.element(object, index);
        let value = self.check_hole(element);
        self.write(to, value);
    }

    pub(super) fn put_element(&mut self, value: Reg, object: Reg, key: Reg) {
        let bits = self.read(object);
        let (object, index, outside) = self.element_place(object, key);
        let [inside, append, done] = [(); 3].map(|()| self.new_block());
        self.cursor().branch(outside, Successor::rare(append), inside);
        self.go_on(append);
        let stored = self.read(value);
        let (context, function) = (self.context_address(), self.layout.append);
        let mut b = self.cursor();
        let function = b.const64(function);
        let appended = b.ccall(Type::Int32, function, &[context, bits, index, stored]);
        let failed = self.is_zero(appended);
        self.slow_if(failed);
        self.cursor().jump(done);
        self.go_on(inside);
        let element = self.element(object, index);
        self.check_hole(element);
        let stored = self.read(value);
        self.store_value(stored, element, 0);
        self.mark_card(bits, value);
        self.cursor().jump(done);
        self.go_on(done);
    }

    /// The environment around the function, or one further out.
    pub(super) fn outer_environment(&mut self, depth: u16) -> ValueId {
        let callee = self.operand(0);
        let closure = self.object(callee);
        self.check_is(closure, CLOSURE);
        let offset = self.layout.object.class + CLOSURE_ENVIRONMENT;
        let mut environment = self.cursor().load(Type::Int64, closure, offset);
        for _ in 1..depth {
            let cell = self.cell(environment, ENVIRONMENT);
            environment = self.cursor().load(Type::Int64, cell, ENVIRONMENT_PARENT);
        }
        environment
    }

    /// Address of a slot of an environment; one that is not there is a rare case.
    fn variable(&mut self, environment: ValueId, slot: u16) -> ValueId {
        let cell = self.cell(environment, ENVIRONMENT);
        let list = self.layout.list;
        let mut b = self.cursor();
        let count = b.load(Type::Int64, cell, ENVIRONMENT_SLOTS + list.count);
        let number = b.const64(i64::from(slot));
        let outside = b.below_equal(count, number);
        self.slow_if(outside);
        self.cursor().load(Type::Int64, cell, ENVIRONMENT_SLOTS + list.first)
    }

    pub(super) fn load_slot(&mut self, to: Reg, environment: ValueId, slot: u16) {
        let first = self.variable(environment, slot);
        let value = self.load_value(first, 8 * i32::from(slot));
        self.write(to, value);
    }

    pub(super) fn store_slot(&mut self, value: Reg, environment: ValueId, slot: u16) {
        let first = self.variable(environment, slot);
        let stored = self.read(value);
        self.store_value(stored, first, 8 * i32::from(slot));
        self.mark_card(environment, value);
    }

    /// Leaves an operation to the virtual machine.
    pub(super) fn all_rare(&mut self) {
        let slow = self.slow();
        self.cursor().jump(slow);
        self.end();
    }
}
