//! Properties by name, with inline caches, and elements of arrays.
//!
//! A cache names hidden classes only: that of the object and those of the prototypes up to the owner. So it stays valid when
//! cells move, and when a prototype is replaced.

use super::bytecode::{Hit, NO_SHAPE, Site};
use super::frames::Frame;
use super::objects::{Descriptor, Key};
use super::{Completion, Intrinsic, Vm};
use crate::heap::{Attributes, Cell, Class, DICTIONARY, Kind, Value};

/// Number of misses after which a site is not cached any more.
const MAX_MISSES: u16 = 200;

/// Length from which the growth of an array counts.
const SMALL: u32 = 1 << 10;

/// True for objects whose properties by name are all in slots, but for the length of arrays.
fn is_ordinary(class: &Class) -> bool {
    matches!(
        class,
        Class::Plain
            | Class::Array { .. }
            | Class::Closure { .. }
            | Class::Native(_)
            | Class::Error
            | Class::Arguments
    )
}

/// True for objects whose elements are read and written as they are.
fn has_plain_elements(class: &Class) -> bool {
    matches!(class, Class::Array { .. } | Class::Plain | Class::Arguments)
}

impl Vm {
    /// The object in which the lookup of a name begins, unless the value itself has the property.
    #[inline]
    fn lookup_start(&self, value: Value) -> Value {
        match value.kind() {
            Kind::Cell if self.heap.is_string(value) => self.intrinsic(Intrinsic::StringPrototype),
            Kind::Number(_) => self.intrinsic(Intrinsic::NumberPrototype),
            Kind::Boolean(_) => self.intrinsic(Intrinsic::BooleanPrototype),
            _ => value,
        }
    }

    /// Counts an access that a cache has answered.
    #[inline(always)]
    fn count_hit(&self, kind: usize) {
        if self.options.count_hits {
            self.hits[kind].set(self.hits[kind].get() + 1);
        }
    }

    /// The property of an object that a site knows.
    #[inline(always)]
    pub(super) fn cached_own(&self, object: Value, site: &Site) -> Option<Value> {
        let data = self.heap.object(object)?;
        if data.shape == site.shape.get() && site.hit.get() == Hit::Own {
            self.count_hit(Hit::OWN);
            return data.slots.get(site.slot.get() as usize).copied();
        }
        None
    }

    /// Writes the property of an object that a site knows; false if it does not.
    #[inline(always)]
    pub(super) fn put_cached_own(&mut self, object: Value, value: Value, site: &Site) -> bool {
        if let Some(data) = self.heap.object_mut(object)
            && data.shape == site.shape.get()
            && site.hit.get() == Hit::Own
            && let Some(place) = data.slots.get_mut(site.slot.get() as usize)
        {
            *place = value;
            self.count_hit(Hit::OWN);
            return true;
        }
        false
    }

    pub(super) fn get_name(&mut self, object: Value, frame: &Frame, site: u32) -> Completion<Value> {
        let site = &frame.code.sites[site as usize];
        if let Some(value) = self.cached(object, site) {
            return Ok(value);
        }
        self.mark(frame);
        self.get_name_slowly(object, site)
    }

    /// The property of an object or of one of its prototypes that a site knows.
    #[inline]
    fn cached(&self, object: Value, site: &Site) -> Option<Value> {
        let data = self.heap.object(object).filter(|data| data.shape == site.shape.get())?;
        let mut owner = data;
        let kind = match site.hit.get() {
            Hit::Own => Hit::OWN,
            Hit::Inherited(depth) if is_ordinary(&data.class) => {
                for shape in &site.path.get()[..usize::from(depth)] {
                    let next = self.heap.object(owner.prototype)?;
                    if next.shape != *shape || !is_ordinary(&next.class) {
                        return None;
                    }
                    owner = next;
                }
                Hit::INHERITED
            }
            _ => return None,
        };
        self.count_hit(kind);
        owner.slots.get(site.slot.get() as usize).copied()
    }

    /// The property of a value that a site knows, and those of strings; none if it takes more steps.
    pub(crate) fn get_in_place(&self, object: Value, site: &Site) -> Option<Value> {
        if site.key == Key::Name(self.atoms.length) {
            return match self.heap.cell(object)? {
                Cell::String(_) | Cell::Rope { .. } | Cell::Growing { .. } => {
                    Some(Value::number(self.heap.string_length(object) as f64))
                }
                _ => None,
            };
        }
        let start = self.lookup_start(object);
        if start == object { self.cached(object, site) } else { self.cached_own(start, site) }
    }

    fn get_name_slowly(&mut self, object: Value, site: &Site) -> Completion<Value> {
        if site.key == Key::Name(self.atoms.length) {
            if self.heap.is_string(object) {
                return Ok(Value::number(self.heap.string_length(object) as f64));
            }
            if let Some(Class::Array { length, .. }) = self.heap.class(object) {
                return Ok(Value::number(f64::from(*length)));
            }
        } else if let Key::Name(name) = site.key {
            let start = self.lookup_start(object);
            if start != object
                && let Some(data) = self.heap.object(start)
                && data.shape == site.shape.get()
                && site.hit.get() == Hit::Own
            {
                self.count_hit(Hit::OWN);
                return Ok(data.slots[site.slot.get() as usize]);
            }
            if site.misses.get() < MAX_MISSES {
                site.misses.set(site.misses.get() + 1);
                self.fill_get(start, name, site);
            }
        }
        self.get_key(object, site.key)
    }

    /// Fills a cache of a load, if a data property is found along ordinary objects.
    fn fill_get(&mut self, object: Value, name: crate::heap::Atom, site: &Site) {
        let mut path = [0; 3];
        let mut walk = object;
        for depth in 0..=path.len() {
            if name == self.atoms.prototype {
                self.finish_closure(walk);
            }
            let Some(data) = self.heap.object(walk) else { return };
            if depth > 0 {
                path[depth - 1] = data.shape;
            }
            // A boxed primitive is exotic by its length only; the prototypes of primitives are such.
            let boxed = depth == 0 && matches!(data.class, Class::Boxed(_));
            if data.shape == DICTIONARY || !(is_ordinary(&data.class) || boxed) {
                return;
            }
            if let Some(slot) = self.heap.shapes.find(data.shape, name) {
                if slot.attributes.accessor {
                    return;
                }
                let first = self.heap.object(object).map_or(NO_SHAPE, |data| data.shape);
                site.shape.set(first);
                site.slot.set(slot.index);
                site.path.set(path);
                site.hit.set(if depth == 0 { Hit::Own } else { Hit::Inherited(depth as u8) });
                return;
            }
            walk = data.prototype;
        }
    }

    pub(super) fn put_name(
        &mut self,
        object: Value,
        value: Value,
        frame: &Frame,
        site: u32,
    ) -> Completion<()> {
        let site = &frame.code.sites[site as usize];
        if let Some(data) = self.heap.object_mut(object)
            && data.shape == site.shape.get()
        {
            match site.hit.get() {
                Hit::Own => {
                    data.slots[site.slot.get() as usize] = value;
                    self.count_hit(Hit::OWN);
                    return Ok(());
                }
                Hit::Added(_) if self.add_cached(object, value, site) => return Ok(()),
                _ => {}
            }
        }
        self.mark(frame);
        self.put_name_slowly(object, value, frame.code.strict, site)
    }

    /// Adds a property to an object as a site knows; false if it does not know the object.
    #[inline]
    pub(crate) fn add_cached(&mut self, object: Value, value: Value, site: &Site) -> bool {
        let Some(data) = self.heap.object(object) else { return false };
        let Hit::Added(depth) = site.hit.get() else { return false };
        if data.shape != site.shape.get() || !data.extensible || !is_ordinary(&data.class) {
            return false;
        }
        let mut walk = data.prototype;
        for shape in &site.path.get()[..usize::from(depth)] {
            match self.heap.object(walk) {
                Some(data) if data.shape == *shape && is_ordinary(&data.class) => walk = data.prototype,
                _ => return false,
            }
        }
        match self.heap.object_mut(object) {
            Some(data) if walk == Value::NULL => {
                data.shape = site.next.get();
                data.slots.push(value);
                self.count_hit(Hit::ADDED);
                true
            }
            _ => false,
        }
    }

    fn put_name_slowly(&mut self, object: Value, value: Value, strict: bool, site: &Site) -> Completion<()> {
        if object == self.intrinsic(Intrinsic::Global) && self.store_lexical(site.key, value)? {
            return Ok(());
        }
        let before = self.heap.object(object).map(|data| (data.shape, data.slots.len()));
        self.set_key(object, site.key, value, strict)?;
        let (Some((before, slots)), Key::Name(name)) = (before, site.key) else { return Ok(()) };
        if site.misses.get() >= MAX_MISSES || name == self.atoms.length {
            return Ok(());
        }
        site.misses.set(site.misses.get() + 1);
        let Some(data) = self.heap.object(object) else { return Ok(()) };
        if before == DICTIONARY || data.shape == DICTIONARY {
            return Ok(());
        }
        let Some(slot) = self.heap.shapes.find(data.shape, name) else { return Ok(()) };
        if slot.attributes.accessor || !slot.attributes.writable || !is_ordinary(&data.class) {
            return Ok(());
        }
        if data.shape == before {
            site.shape.set(before);
            site.slot.set(slot.index);
            site.hit.set(Hit::Own);
        } else if slot.index as usize == slots
            && data.slots.len() == slots + 1
            && self.heap.shapes.find(before, name).is_none()
        {
            let next = data.shape;
            let mut path = [0; 3];
            let mut depth = 0;
            let mut walk = data.prototype;
            while let Some(data) = self.heap.object(walk) {
                if depth == path.len()
                    || data.shape == DICTIONARY
                    || !is_ordinary(&data.class)
                    || self.heap.shapes.find(data.shape, name).is_some()
                {
                    return Ok(());
                }
                path[depth] = data.shape;
                depth += 1;
                walk = data.prototype;
            }
            site.shape.set(before);
            site.next.set(next);
            site.path.set(path);
            site.hit.set(Hit::Added(depth as u8));
        }
        Ok(())
    }

    /// Defines a property of an object literal or a class.
    pub(super) fn define_name(
        &mut self,
        object: Value,
        value: Value,
        site: &Site,
        enumerable: bool,
    ) -> Completion<()> {
        let (mut before, mut count) = (DICTIONARY, 0);
        if let Some(data) = self.heap.object_mut(object) {
            (before, count) = (data.shape, data.slots.len());
            if before == site.shape.get() && data.extensible && is_ordinary(&data.class) {
                data.shape = site.next.get();
                data.slots.push(value);
                return Ok(());
            }
        }
        let attributes = Attributes { enumerable, ..Attributes::ALL };
        self.define_or_throw(object, site.key, Descriptor::data(value, attributes))?;
        if let (Some(data), Key::Name(name)) = (self.heap.object(object), site.key)
            && before != DICTIONARY
            && data.shape != DICTIONARY
            && data.slots.len() == count + 1
            && self.heap.shapes.find(before, name).is_none()
        {
            site.shape.set(before);
            site.next.set(data.shape);
            site.hit.set(Hit::Added(0));
        }
        Ok(())
    }

    /// Adds the next element of an array, as literals do. Returns false if it is another kind of definition, or if the array is
    /// so large that its growth counts.
    #[inline]
    pub(super) fn append_element(&mut self, array: Value, key: Value, value: Value) -> bool {
        if let Some(number) = key.as_number()
            && let Some(data) = self.heap.object_mut(array)
            && let Class::Array { length, writable: true } = &mut data.class
            && *length < SMALL
            && f64::from(*length) == number
            && data.elements.len() == *length as usize
            && data.sparse.is_none()
            && data.extensible
        {
            *length += 1;
            data.elements.push(value);
            return true;
        }
        false
    }

    /// Stores the element after the last of an array that has room for it. Returns false if something else may take part in the store.
    pub(crate) fn append_in_place(&mut self, array: Value, index: u32, value: Value) -> bool {
        let [prototype, outer] =
            [Intrinsic::ArrayPrototype, Intrinsic::ObjectPrototype].map(|of| self.intrinsic(of));
        let has_no_elements = |object: Value, parent: Value| {
            self.heap.object(object).is_some_and(|data| {
                data.prototype == parent && data.elements.is_empty() && data.sparse.is_none()
            })
        };
        if has_no_elements(prototype, outer)
            && has_no_elements(outer, Value::NULL)
            && let Some(data) = self.heap.object_mut(array)
            && data.prototype == prototype
            && let Class::Array { length, writable: true } = &mut data.class
            && *length == index
            && data.elements.len() == index as usize
            && data.elements.len() < data.elements.capacity()
            && data.sparse.is_none()
            && data.extensible
        {
            *length += 1;
            data.elements.push(value);
            return true;
        }
        false
    }

    /// Reads a global variable; one that is missing is a `ReferenceError`.
    #[inline]
    pub(super) fn get_global(&mut self, frame: &Frame, site: u32) -> Completion<Value> {
        let global = self.intrinsic(Intrinsic::Global);
        let data = &frame.code.sites[site as usize];
        let cached = self.heap.object(global).is_some_and(|object| object.shape == data.shape.get());
        if !cached || data.hit.get() != Hit::Own {
            self.mark(frame);
            if let Some(value) = self.load_lexical(data.key)? {
                return Ok(value);
            }
            self.check_global(data.key)?;
        }
        self.get_name(global, frame, site)
    }

    pub(super) fn check_global(&mut self, key: Key) -> Completion<()> {
        let global = self.intrinsic(Intrinsic::Global);
        if !self.has_key(global, key)? {
            let text = self.key_text(key);
            return self.throw_error(Intrinsic::ReferenceErrorPrototype, &format!("{text} is not defined"));
        }
        Ok(())
    }

    #[inline]
    pub(super) fn get_element(&mut self, object: Value, key: Value, frame: &Frame) -> Completion<Value> {
        if let Some(number) = key.as_number()
            && let Some(data) = self.heap.object(object)
            && has_plain_elements(&data.class)
        {
            let index = number as u32;
            if f64::from(index) == number
                && let Some(element) = data.elements.get(index as usize)
                && *element != Value::EMPTY
            {
                return Ok(*element);
            }
        }
        self.mark(frame);
        self.get(object, key)
    }

    #[inline]
    pub(super) fn put_element(
        &mut self,
        object: Value,
        key: Value,
        value: Value,
        frame: &Frame,
    ) -> Completion<()> {
        if let Some(number) = key.as_number()
            && let Some(data) = self.heap.object_mut(object)
            && has_plain_elements(&data.class)
        {
            let index = number as u32;
            if f64::from(index) == number
                && let Some(element) = data.elements.get_mut(index as usize)
                && *element != Value::EMPTY
            {
                *element = value;
                return Ok(());
            }
            if f64::from(index) == number && self.append_in_place(object, index, value) {
                return Ok(());
            }
        }
        self.mark(frame);
        self.set(object, key, value, frame.code.strict)
    }
}
