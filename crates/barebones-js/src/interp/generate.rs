//! Generators: frames whose live registers are copied to the heap when they yield.

use super::bytecode::{Op, Reg};
use super::frames::{Entry, Frame};
use super::{Completion, Intrinsic, Vm};
use crate::heap::{Class, Value};

/// What a caller of a generator wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    Next,
    Throw,
    Return,
}

/// Whether a generator can be resumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    Suspended,
    Running,
    Completed,
}

/// State of a generator.
pub(crate) struct Generator {
    pub(crate) function: u32,
    pub(crate) phase: Phase,
    /// The next operation.
    pub(crate) pc: u32,
    /// True if the next value that is yielded is a result object already.
    pub(crate) delegated: bool,
    pub(crate) action: Action,
    /// The value that the caller sends.
    pub(crate) sent: Value,
    /// The function, `this` and arguments.
    pub(crate) operands: Vec<Value>,
    /// Number of the list of registers that the last yield has saved.
    pub(crate) saved: u32,
    /// Their values. Empty before the first resumption.
    pub(crate) registers: Vec<Value>,
}

impl Generator {
    /// Calls a function for each value that the generator keeps alive.
    pub(crate) fn values(&mut self, visit: &mut dyn FnMut(&mut Value)) {
        visit(&mut self.sent);
        self.operands.iter_mut().for_each(&mut *visit);
        self.registers.iter_mut().for_each(visit);
    }
}

impl Vm {
    fn generator(&mut self, value: Value) -> Option<&mut Generator> {
        match self.heap.object_mut(value).map(|object| &mut object.class) {
            Some(Class::Generator(generator)) => Some(generator),
            _ => None,
        }
    }

    /// A generator of an inner function, with `this` and arguments of a frame.
    pub(super) fn new_generator(
        &mut self,
        frame: &Frame,
        function: u32,
        environment: Value,
    ) -> Completion<Value> {
        let callee = self.stack[frame.base];
        let name = self.atoms.prototype;
        let mut prototype = self.get_atom(callee, name)?;
        if self.heap.object(prototype).is_none() {
            prototype = self.intrinsic(Intrinsic::GeneratorPrototype);
        }
        let parent = self.intrinsic(Intrinsic::FunctionPrototype);
        let inner = self.heap.new_object(parent, Class::Closure { function, environment });
        let mut operands = self.stack[frame.base..frame.base + 2 + frame.count].to_vec();
        operands[0] = inner;
        let generator = Generator {
            function,
            phase: Phase::Suspended,
            pc: 0,
            delegated: false,
            action: Action::Next,
            sent: Value::UNDEFINED,
            operands,
            saved: 0,
            registers: Vec::new(),
        };
        Ok(self.heap.new_object(prototype, Class::Generator(Box::new(generator))))
    }

    /// Begins a call of `next`, `throw` or `return` of a generator.
    pub(super) fn resume(
        &mut self,
        base: usize,
        count: usize,
        action: Action,
        to: Reg,
    ) -> Completion<Option<Frame>> {
        let value = self.stack[base + 1];
        let sent = if count > 0 { self.stack[base + 2] } else { Value::UNDEFINED };
        self.stack.truncate(base);
        let Some(generator) = self.generator(value) else {
            return self.type_error("a method of generators is called on another value");
        };
        match generator.phase {
            Phase::Running => return self.type_error("Generator is already running"),
            Phase::Completed => {
                self.returned = match action {
                    Action::Next => self.iteration_result(Value::UNDEFINED, true),
                    Action::Return => self.iteration_result(sent, true),
                    Action::Throw => return self.throw(sent),
                };
                return Ok(None);
            }
            Phase::Suspended => {}
        }
        let (function, pc) = (generator.function, generator.pc as usize);
        let code = self.callees[function as usize];
        code.calls.set(code.calls.get().saturating_add(1));
        if self.frames.len() >= super::MAX_FRAMES {
            // The generator stays suspended.
            return self.throw_error(Intrinsic::RangeErrorPrototype, "Maximum call stack size exceeded");
        }
        self.stack.push(value);
        let base = self.stack.len();
        let Some(Class::Generator(generator)) = self.heap.class_mut(value) else { return Ok(None) };
        generator.phase = Phase::Running;
        generator.action = action;
        generator.sent = sent;
        generator.delegated = false;
        self.stack.extend_from_slice(&generator.operands);
        let first = self.stack.len();
        self.stack.resize(first + code.registers as usize, Value::UNDEFINED);
        let saved = code.saved_registers(generator.saved);
        let registers = &mut self.stack[first..];
        for (register, value) in saved.iter().zip(&generator.registers) {
            registers[usize::from(*register)] = *value;
        }
        // The list keeps its memory for the next time.
        generator.registers.clear();
        let mut frame =
            Frame { code, pc, base, count: first - base - 2, registers: first, entry: Entry::Generator, to };
        if let Op::Resume(received, is_return) = code.ops[pc]
            && action != Action::Throw
        {
            self.write(&frame, received, sent);
            self.write(&frame, is_return, Value::boolean(action == Action::Return));
            frame.pc += 1;
        }
        Ok(Some(frame))
    }

    /// Goes on in the generator of an iteration, in a frame of its own, if nothing else is called for the next value. False if
    /// nothing has happened.
    pub(super) fn enter_iteration(
        &mut self,
        frame: &mut Frame,
        to: Reg,
        iterator: Value,
        next: Value,
    ) -> Completion<bool> {
        let Some(Class::Native(native)) = self.heap.class(next) else { return Ok(false) };
        let Some(Class::Generator(generator)) = self.heap.class(iterator) else { return Ok(false) };
        if self.generator_method(*native) != Some(Action::Next)
            || generator.phase != Phase::Suspended
            || self.callees[generator.function as usize].delegates
        {
            return Ok(false);
        }
        self.mark_call(frame);
        let base = self.stack.len();
        self.stack.extend([next, iterator]);
        match self.resume(base, 0, Action::Next, to) {
            Ok(Some(mut callee)) => {
                callee.entry = Entry::Iteration;
                self.frames.push(std::mem::replace(frame, callee));
                Ok(true)
            }
            Ok(None) => Ok(false),
            Err(stop) => {
                self.end_iteration(frame);
                Err(stop)
            }
        }
    }

    /// Notes that the iteration of a frame, whose last operation asked for a value, has no iterator any more.
    pub(super) fn end_iteration(&mut self, frame: &Frame) {
        if let Some(Op::IteratorNext(_, iterator, _)) = frame.code.ops.get(frame.pc.wrapping_sub(1)) {
            self.write(frame, *iterator, Value::UNDEFINED);
        }
    }

    /// Saves the frame of a generator, and returns the value that its caller gets.
    pub(super) fn suspend(&mut self, frame: &Frame, value: Value, pc: u32, saved: u32) -> Value {
        let place = frame.base.wrapping_sub(1);
        let object = self.stack.get(place).copied().unwrap_or(Value::UNDEFINED);
        let generator = match self.heap.class_mut(object) {
            Some(Class::Generator(generator)) if frame.entry.is_generator() => generator,
            _ => return value,
        };
        generator.phase = Phase::Suspended;
        generator.saved = saved;
        let registers = &self.stack[frame.registers..];
        let saved = frame.code.saved_registers(saved);
        generator.registers.extend(saved.iter().map(|register| registers[usize::from(*register)]));
        generator.pc = pc;
        if std::mem::take(&mut generator.delegated) || frame.entry == Entry::Iteration {
            return value;
        }
        self.iteration_result(value, false)
    }

    /// Marks a generator on the stack as completed.
    pub(super) fn finish_generator(&mut self, place: usize) {
        let value = self.stack[place];
        if let Some(generator) = self.generator(value) {
            generator.phase = Phase::Completed;
            generator.operands.clear();
            generator.registers.clear();
        }
    }

    /// What the caller of the generator of a frame wants, and the value that it sends.
    pub(super) fn resumption(&mut self, frame: &Frame) -> (Action, Value) {
        let value = self.stack.get(frame.base.wrapping_sub(1)).copied().unwrap_or(Value::UNDEFINED);
        match self.generator(value) {
            Some(generator) if frame.entry.is_generator() => (generator.action, generator.sent),
            _ => (Action::Next, Value::UNDEFINED),
        }
    }

    pub(super) fn set_delegated(&mut self, frame: &Frame) {
        let value = self.stack.get(frame.base.wrapping_sub(1)).copied().unwrap_or(Value::UNDEFINED);
        if let Some(generator) = self.generator(value) {
            generator.delegated = true;
        }
    }

    /// An object with `value` and `done`.
    pub(crate) fn iteration_result(&mut self, value: Value, done: bool) -> Value {
        let prototype = self.intrinsic(Intrinsic::ObjectPrototype);
        let object = self.heap.new_object(prototype, Class::Plain);
        if let Some(data) = self.heap.object_mut(object) {
            data.shape = self.shapes.result;
            data.slots.extend([value, Value::boolean(done)]);
        }
        object
    }
}

#[cfg(test)]
mod tests {
    use super::super::compile::{First, compile};
    use crate::front::{Options, translate};
    use crate::heap::Heap;

    #[test]
    fn yields_save_live_registers_only() {
        let source = "function* f(a) { const dead = a * 2, live = a + 1; print(dead, dead - 1, dead - 2); yield 1; return live }";
        for optimised in [false, true] {
            let mut module = translate(source, Options::default()).expect("JavaScript");
            if optimised {
                crate::opt::optimise(&mut module);
                crate::opt::lower(&mut module);
            }
            let first = First { function: 0, constant: 0 };
            let (codes, _) = compile(&module, &mut Heap::new(), first).expect("register code");
            let code = codes.iter().find(|code| !code.saved.is_empty()).expect("a generator");
            assert_eq!(code.saved.len(), 1);
            // `live`, and whether the generator shall return.
            let saved = &code.saved[0];
            assert!(
                saved.len() <= 2 && saved.len() < code.registers as usize / 2,
                "{saved:?} {}",
                code.registers
            );
        }
    }
}
