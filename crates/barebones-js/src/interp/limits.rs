//! Limits: memory, stack, steps and interruption, and when garbage is collected.

use super::trace::At;
use super::{Completion, Intrinsic, Key, Stop, Vm};
use crate::heap::Value;
use std::sync::atomic::Ordering;

/// Maximum depth of calls by functions of the library.
const MAX_DEPTH: u32 = 4000;

/// Number of calls and iterations between two looks at the interrupt flag. It is a prime number, so that a loop with several calls
/// in each iteration does not always pause at the same one: where it pauses at its end, it may go on in better code.
const SLICE: u64 = 1021;

/// Capacity from which the growth of an array is checked before it happens.
const BIG: usize = 1 << 12;

/// What a loop of the interpreter restores when it ends.
pub(super) struct Outer {
    /// Where the program was.
    pub(super) at: At,
    /// Number of callers of the loop's first frame.
    pub(super) floor: usize,
    /// What the heap knew of the loop outside.
    pub(super) heap: (u32, usize),
}

/// The address of the stack's end, nearly.
#[inline(never)]
fn stack_position() -> usize {
    let here = 0_u8;
    std::ptr::from_ref(std::hint::black_box(&here)).addr()
}

impl Vm {
    /// Collects if it is due. No caller holds a value.
    ///
    /// # Errors
    /// A RangeError if the live cells need more than the heap may have.
    #[inline]
    pub(super) fn safepoint(&mut self) -> Completion<()> {
        if self.options.gc_stress || self.heap.is_full() { self.collect() } else { Ok(()) }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn collect(&mut self) -> Completion<()> {
        self.heap.release_loop();
        // Under stress, every other collection is one of the nursery.
        let is_full = if self.options.gc_stress {
            self.heap.collections % 2 == 1
        } else {
            self.heap.is_full_collection_due()
        };
        self.collect_garbage(is_full)
    }

    /// Collects if it is due and a function of the library is active, whose values are all recorded.
    ///
    /// # Errors
    /// As [`Vm::safepoint`].
    #[inline]
    pub(crate) fn make_room(&mut self) -> Completion<()> {
        if self.heap.is_full() && self.heap.is_held() { self.collect_garbage(true) } else { Ok(()) }
    }

    /// Collects all garbage, or that of the nursery. Moves cells only if no function of the library holds values; then it collects
    /// all.
    #[cold]
    #[inline(never)]
    fn collect_garbage(&mut self, is_full: bool) -> Completion<()> {
        if self.options.gc_stress
            && let Some(cell) = self.heap.find_unmarked()
        {
            return Err(Stop::Unsupported(format!("a store to the cell {cell} without a barrier")));
        }
        let handles = self.handles.clone();
        let mut handles = handles.borrow_mut();
        let roots = self.stack.iter_mut().chain(&mut self.intrinsics).chain(&mut self.constants);
        let others = self.template_objects.iter_mut().chain([&mut self.exception, &mut self.returned]);
        let jobs = self.jobs.iter_mut().flat_map(|(job, values)| std::iter::once(job).chain(values));
        let kept = self.kept.iter_mut().chain(&mut self.joining).chain(jobs).chain(handles.values());
        let lexicals = self.lexicals.values_mut().map(|lexical| &mut lexical.environment);
        let roots = roots.chain(others).chain(&mut self.type_names).chain(kept).chain(lexicals);
        if self.heap.pinned > 0 {
            self.heap.collect_in_place(roots);
        } else if is_full {
            self.heap.collect(roots);
        } else {
            self.heap.collect_nursery(roots);
        }
        drop(handles);
        // Without a move, all was collected already.
        if !is_full && self.heap.pinned == 0 && self.heap.is_exhausted() {
            return self.collect_garbage(true);
        }
        if self.heap.is_exhausted() { self.out_of_memory() } else { Ok(()) }
    }

    fn out_of_memory<T>(&mut self) -> Completion<T> {
        self.throw_error(Intrinsic::RangeErrorPrototype, "out of memory")
    }

    /// Makes sure that the heap has room for bytes.
    ///
    /// # Errors
    /// A RangeError if it has not.
    pub(crate) fn reserve(&mut self, bytes: usize) -> Completion<()> {
        if bytes <= self.heap.room() {
            return Ok(());
        }
        if !self.heap.is_held() {
            // The next safepoint collects; until then the heap may have more than its maximum.
            return if bytes > self.heap.max_bytes() / 2 { self.out_of_memory() } else { Ok(()) };
        }
        self.collect_garbage(true)?;
        if bytes > self.heap.room() { self.out_of_memory() } else { Ok(()) }
    }

    /// Makes sure that an object can have an element by an index.
    pub(super) fn reserve_element(&mut self, object: Value, index: u32) -> Completion<()> {
        self.make_room()?;
        let capacity = self.heap.object(object).map_or(0, |data| data.elements.capacity());
        if capacity >= BIG && index as usize >= capacity { self.reserve(8 * capacity) } else { Ok(()) }
    }

    /// Makes sure that an array can have more elements.
    pub(crate) fn reserve_elements(&mut self, array: Value, more: usize) -> Completion<()> {
        let data = self.heap.object(array);
        let (length, capacity) = data.map_or((0, 0), |data| (data.elements.len(), data.elements.capacity()));
        if length + more > capacity && length + more > BIG {
            return self.reserve(8 * capacity.max(more));
        }
        Ok(())
    }

    /// Runs a step that holds values while a program may run.
    pub(super) fn pinning<T>(&mut self, step: impl FnOnce(&mut Vm) -> Completion<T>) -> Completion<T> {
        let mark = self.heap.pin();
        let result = step(self);
        self.heap.unpin(mark);
        result
    }

    /// Records the result of a call that the library made, for the caller may hold it during others.
    pub(super) fn hold(&mut self, result: Completion<Value>) -> Completion<Value> {
        match result {
            Ok(value) => self.heap.keep(value),
            Err(Stop::Thrown) if self.fresh => self.record_throw(),
            Err(_) => {}
        }
        result
    }

    /// Drops what was read since a mark of [`Vm::held`], but for one value.
    pub(crate) fn release(&mut self, held: usize, but: Value) {
        self.heap.roots.truncate(held);
        self.heap.keep(but);
    }

    /// Number of values that functions of the library hold.
    pub(crate) fn held(&self) -> usize {
        self.heap.roots.len()
    }

    /// Begins to count the stack from here.
    pub(crate) fn measure_stack(&mut self, size: usize) {
        self.stack_base = stack_position();
        self.stack_size = size;
    }

    /// A RangeError if little of the stack is left.
    pub(crate) fn check_stack(&mut self) -> Completion<()> {
        if self.stack_base.abs_diff(stack_position()) > self.stack_size { self.too_deep() } else { Ok(()) }
    }

    /// Number of bytes that are left of the stack.
    pub(super) fn stack_left(&self) -> usize {
        self.stack_size.saturating_sub(self.stack_base.abs_diff(stack_position()))
    }

    /// The address on the thread's stack below which less than half of it is left.
    pub(crate) fn stack_limit(&self) -> usize {
        self.stack_base.saturating_sub(self.stack_size / 2)
    }

    /// True if more than half of the stack is left.
    #[inline]
    pub(crate) fn has_much_stack(&self) -> bool {
        self.stack_left() > self.stack_size / 2
    }

    pub(crate) fn too_deep<T>(&mut self) -> Completion<T> {
        self.throw_error(Intrinsic::RangeErrorPrototype, "Maximum call stack size exceeded")
    }

    /// Checks what a call that recurses needs, and removes its operands from the stack if it is not there.
    pub(super) fn check_entry(&mut self, base: usize) -> Completion<()> {
        let deep = self.depth >= MAX_DEPTH;
        let mut result = if deep { self.too_deep() } else { self.check_stack() };
        if result.is_ok() && self.heap.is_held() && (self.options.gc_stress || self.heap.is_full()) {
            result = self.collect_garbage(true);
        }
        if result.is_err() {
            self.stack.truncate(base);
        }
        result
    }

    /// Counts a call or an iteration; true if [`Vm::pause`] is due.
    #[inline]
    pub(super) fn spend(&mut self) -> bool {
        self.steps_left -= 1;
        self.steps_left == 0
    }

    /// True if no collection is due before an allocation.
    #[inline]
    pub(crate) fn may_allocate(&self) -> bool {
        !self.options.gc_stress && !self.heap.is_full()
    }

    /// True if a call needs neither a collection nor a pause first.
    #[inline]
    pub(super) fn is_quiet(&self) -> bool {
        self.steps_left > 1 && !self.options.gc_stress && !self.heap.is_full()
    }

    /// Looks at the interrupt flag and at the maximum of steps.
    #[cold]
    #[inline(never)]
    pub(super) fn pause(&mut self) -> Completion<()> {
        self.steps_left = 1;
        if self.steps_rest == 0 {
            return Err(Stop::Unsupported(String::from("more calls and iterations than the limit")));
        }
        self.next_slice();
        self.publish_finished();
        if self.interrupt.swap(false, Ordering::Relaxed) { Err(Stop::Interrupted) } else { Ok(()) }
    }

    /// As [`Vm::pause`], at a jump backwards, where no value is held.
    #[cold]
    #[inline(never)]
    pub(crate) fn pause_in_loop(&mut self) -> Completion<()> {
        self.pause()?;
        if self.heap.is_full() { self.collect() } else { Ok(()) }
    }

    /// Allows calls and iterations until the next pause.
    pub(super) fn next_slice(&mut self) {
        self.steps_left = SLICE.min(self.steps_rest);
        self.steps_rest -= self.steps_left;
    }

    /// Forgets what an interrupted program has left.
    pub(crate) fn reset(&mut self) {
        self.stack.clear();
        self.frames.clear();
        self.joining.clear();
        self.heap.release_all();
        self.proxies = 0;
    }

    /// True while a program runs.
    pub(crate) fn is_running(&self) -> bool {
        self.depth > 0 || self.heap.pinned > 0
    }

    /// The key of a property by text.
    pub(crate) fn text_key(&mut self, text: &str) -> Key {
        let units: Vec<u16> = text.encode_utf16().collect();
        match super::index_of(&units) {
            Some(index) => Key::Index(index),
            None => Key::Name(self.heap.intern(&units)),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::front::Goal;
    use crate::interp::{Intrinsic, RunOptions, Vm};

    /// Executes a program, and returns for how many held values there is memory.
    fn held(source: &str) -> usize {
        let mut vm = Vm::new(RunOptions::default());
        vm.measure_stack(1 << 20);
        let closure = vm.load(source, "test", Goal::Script).unwrap_or_else(|_| panic!("{source}"));
        let global = vm.intrinsic(Intrinsic::Global);
        assert!(vm.call_moving(closure, global, &[]).is_ok(), "{source}");
        vm.heap.roots.capacity()
    }

    #[test]
    fn functions_of_the_library_release_what_they_have_copied() {
        let array = "var a = Array(5000).fill('text'); function* twice() { for (var i = 0; i < 5000; i++) yield ['k', 'v'] }";
        for call in [
            "a.concat(a)",
            "[a, a].flat()",
            "a.flatMap(x => [x])",
            "new Set(a.values())",
            "new Map(twice())",
            "Object.fromEntries(twice())",
        ] {
            let held = held(&format!("{array} {call}"));
            assert!(held < 1000, "{call}: {held}");
        }
    }
}
