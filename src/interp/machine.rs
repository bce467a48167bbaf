//! The execution loop.

use super::host::HostError;
use super::prepare::truncate_bits;
use super::program::{Inst, Program, Slot, VectorSite};
use super::stack::StackShadow;
use super::{Execution, Host, Interpreter, Limits, Outcome, Place};
use crate::base::{TrapCode, Type};
use crate::ir::ValueId;
use crate::ir::evaluate::{Evaluated, evaluate_vector};
use smallvec::SmallVec;

/// The bits of a scalar, and true if they are unspecified.
pub(super) type Scalar = (u64, bool);

/// Scalars passed from one frame to another.
pub(super) type Scalars = SmallVec<[Scalar; 8]>;

/// An active call.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) program: u32,
    pub(super) pc: u32,
    /// Its first slot.
    pub(super) base: usize,
    pub(super) entry: u32,
    /// The caller's stack pointer, above the incoming arguments.
    pub(super) caller_sp: u64,
    pub(super) frame_pointer: u64,
    pub(super) stack_pointer: u64,
    /// Its first pinned register.
    pub(super) pins: usize,
}

/// The next instruction after a control transfer.
pub(super) enum Next {
    /// This instruction of the same frame.
    Here(u32),
    /// The current instruction of the new current frame.
    Frame,
}

/// Maximum number of callers that [`Execution::callers`] lists.
const MAX_CALLERS: usize = 64;

/// The result of an instruction; an error ends the execution.
pub(super) type Step<T> = Result<T, Outcome>;

pub(super) struct Machine<'a, 'm> {
    pub(super) interpreter: &'a Interpreter<'m>,
    pub(super) host: &'a mut dyn Host,
    /// The slots of all frames.
    pub(super) bits: Vec<u64>,
    /// For each slot: true if its bits are unspecified.
    pub(super) unspecified: Vec<bool>,
    /// The pinned registers of frames that do not share them with their callers.
    pub(super) pins: Vec<Scalar>,
    pub(super) callers: Vec<Frame>,
    pub(super) frame: Frame,
    pub(super) shadow: StackShadow,
    /// Addresses of symbols, resolved on first use.
    pub(super) symbols: Vec<Option<u64>>,
    pub(super) limits: Limits,
    steps_left: u64,
    first_unspecified: Option<Place>,
}

impl<'a, 'm> Machine<'a, 'm> {
    pub(super) fn new(
        interpreter: &'a Interpreter<'m>,
        host: &'a mut dyn Host,
        limits: Limits,
    ) -> Machine<'a, 'm> {
        let stack = host.stack();
        let end = stack.end & !15;
        let entry = Frame {
            program: 0,
            pc: 0,
            base: 0,
            entry: 0,
            caller_sp: end,
            frame_pointer: end,
            stack_pointer: end,
            pins: 0,
        };
        Machine {
            interpreter,
            host,
            bits: Vec::new(),
            unspecified: Vec::new(),
            pins: Vec::new(),
            callers: Vec::new(),
            frame: entry,
            shadow: StackShadow::new(stack.start.min(end)..end),
            symbols: vec![None; interpreter.names.names.len()],
            limits,
            steps_left: limits.steps,
            first_unspecified: None,
        }
    }

    pub(super) fn execute(mut self, procedure: u32, entry: u32, args: &[(Type, u64)]) -> Execution {
        self.begin(procedure);
        let args: Scalars = args.iter().map(|(ty, bits)| (truncate_bits(*ty, *bits), false)).collect();
        let caller_sp = self.frame.caller_sp;
        let entered = self.enter(procedure, entry, caller_sp, &args);
        self.finish(entered)
    }

    /// Initializes the pinned registers of the procedure called first.
    pub(super) fn begin(&mut self, procedure: u32) {
        self.frame.program = procedure;
        // Model the host as a caller with the same pinned registers.
        for reg in &self.program().pinned {
            let bits = self.host.register(*reg);
            self.pins.push((bits.unwrap_or(0), bits.is_none()));
        }
    }

    /// Executes until the outermost frame returns, unless entering failed.
    pub(super) fn finish(mut self, entered: Step<()>) -> Execution {
        let mut step = entered;
        let outcome = loop {
            match step {
                Ok(()) => step = self.run(),
                Err(outcome) => break outcome,
            }
        };
        let callers = match outcome {
            Outcome::Trap { .. } => self.callers.iter().rev().take(MAX_CALLERS),
            _ => self.callers[..0].iter().rev().take(0),
        };
        let callers = callers.map(|frame| self.place_in(frame)).collect();
        let steps = self.limits.steps - self.steps_left;
        Execution { outcome, callers, unspecified: self.first_unspecified, steps }
    }

    pub(super) fn program(&self) -> &'a Program {
        &self.interpreter.programs[self.frame.program as usize]
    }

    // ---- Slots ----------------------------------------------------------------------------------------

    #[inline(always)]
    pub(super) fn get(&self, slot: Slot) -> u64 {
        self.bits[self.frame.base + slot as usize]
    }

    #[inline(always)]
    pub(super) fn is_unspecified(&self, slot: Slot) -> bool {
        self.unspecified[self.frame.base + slot as usize]
    }

    pub(super) fn scalar(&self, slot: Slot) -> Scalar {
        (self.get(slot), self.is_unspecified(slot))
    }

    #[inline(always)]
    pub(super) fn set(&mut self, slot: Slot, bits: u64, unspecified: bool) {
        let place = self.frame.base + slot as usize;
        self.bits[place] = bits;
        self.unspecified[place] = unspecified;
    }

    // ---- Outcomes -------------------------------------------------------------------------------------

    /// The value being executed.
    pub(super) fn place(&self) -> Place {
        self.place_in(&self.frame)
    }

    /// The value being executed in an active frame: for a caller, its call.
    fn place_in(&self, frame: &Frame) -> Place {
        let last = (frame.pc as usize).checked_sub(1);
        let places = &self.interpreter.programs[frame.program as usize].places;
        let value = last.and_then(|pc| places.get(pc).copied());
        Place { procedure: frame.program, value: value.unwrap_or(ValueId::INVALID) }
    }

    #[cold]
    pub(super) fn trap<T>(&self, code: TrapCode) -> Step<T> {
        Err(Outcome::Trap { code, place: self.place() })
    }

    #[cold]
    pub(super) fn undefined<T>(&self, why: impl Into<String>) -> Step<T> {
        Err(Outcome::Undefined { place: self.place(), why: why.into() })
    }

    #[cold]
    pub(super) fn host_error<T>(&self, error: HostError) -> Step<T> {
        Err(Outcome::HostError { place: self.place(), error })
    }

    /// Records the first place where unspecified bits become observable.
    #[cold]
    pub(super) fn observe_unspecified(&mut self) {
        let place = self.place();
        self.first_unspecified.get_or_insert(place);
    }

    /// Reads a slot whose bits have an observable effect.
    #[inline(always)]
    pub(super) fn observe(&mut self, slot: Slot) -> u64 {
        if self.is_unspecified(slot) {
            self.observe_unspecified();
        }
        self.get(slot)
    }

    // ---- The loop -------------------------------------------------------------------------------------

    /// Executes until another frame becomes the current one.
    fn run(&mut self) -> Step<()> {
        let program = self.program();
        let mut pc = self.frame.pc;
        loop {
            let Some(steps) = self.steps_left.checked_sub(1) else { return Err(Outcome::StepLimit) };
            self.steps_left = steps;
            let inst = &program.code[pc as usize];
            pc += 1;
            self.frame.pc = pc;
            match *inst {
                Inst::Constant { to, bits } => self.set(to, bits, false),
                Inst::Copy { to, from } => self.set(to, self.get(from), self.is_unspecified(from)),
                Inst::Unary { to, a, run } => self.set(to, run(self.get(a)), self.is_unspecified(a)),
                Inst::Binary { to, a, b, run } => {
                    let unspecified = self.is_unspecified(a) | self.is_unspecified(b);
                    self.set(to, run(self.get(a), self.get(b)), unspecified);
                }
                Inst::Select { to, predicate, then, otherwise } => {
                    let chosen = if self.get(predicate) != 0 { then } else { otherwise };
                    let unspecified = self.is_unspecified(predicate) | self.is_unspecified(chosen);
                    self.set(to, self.get(chosen), unspecified);
                }
                Inst::FrameAddress { to, offset } => {
                    self.set(to, self.frame.frame_pointer.wrapping_add_signed(offset), false);
                }
                Inst::Load { to, address, offset, bytes, signed, traps } => {
                    self.load(to, address, offset, bytes, signed, traps)?;
                }
                Inst::Store { value, address, offset, bytes, traps } => {
                    self.store(value, address, offset, bytes, traps)?;
                }
                Inst::Jump { target } => pc = target,
                Inst::Branch { predicate, taken, not_taken } => {
                    pc = if self.observe(predicate) != 0 { taken } else { not_taken };
                }
                other => match self.run_uncommon(program, other)? {
                    Next::Here(next) => pc = next,
                    Next::Frame => return Ok(()),
                },
            }
        }
    }

    /// Executes the less common instructions, which are kept out of the loop.
    fn run_uncommon(&mut self, program: &'a Program, inst: Inst) -> Step<Next> {
        let next = self.frame.pc;
        match inst {
            Inst::LoadVector { to, address, offset, traps, is_volatile } => {
                self.load_vector(to, address, offset, traps, is_volatile)?;
            }
            Inst::StoreVector { value, address, offset, traps, is_volatile } => {
                self.store_vector(value, address, offset, traps, is_volatile)?;
            }
            Inst::Switch { selector, table } => {
                let (bits, table) = (self.observe(selector), &program.tables[table as usize]);
                let found = table.cases.binary_search_by_key(&bits, |(number, _)| *number);
                return Ok(Next::Here(found.map_or(table.default, |i| table.cases[i].1)));
            }
            Inst::VolatileLoad { to, address, offset, bytes, signed, traps } => {
                self.host.volatile(bytes.into(), false);
                self.load(to, address, offset, bytes, signed, traps)?;
            }
            Inst::VolatileStore { value, address, offset, bytes, traps } => {
                self.host.volatile(bytes.into(), true);
                self.store(value, address, offset, bytes, traps)?;
            }
            Inst::EntrySwitch { targets } => {
                return Ok(Next::Here(program.targets[targets.range()][self.frame.entry as usize]));
            }
            Inst::Call { call } => return self.call(&program.calls[call as usize], false),
            Inst::Poll { call, word } => {
                if self.polled(word)? != 0 {
                    return self.call(&program.calls[call as usize], false);
                }
            }
            Inst::TailCall { call } => return self.call(&program.calls[call as usize], true),
            Inst::Patchpoint { to, point } => return self.patchpoint(to, &program.points[point as usize]),
            Inst::Check { predicate, point } => {
                if self.observe(predicate) != 0 {
                    return self.check_fails(&program.points[point as usize], TrapCode::Unreachable);
                }
            }
            Inst::InvalidationPoint { point } => {
                let place = self.place();
                if self.host.is_invalidated(place) {
                    return self.check_fails(&program.points[point as usize], TrapCode::Unreachable);
                }
            }
            Inst::CheckArithmetic { to, a, b, point, run } => {
                let unspecified = self.is_unspecified(a) | self.is_unspecified(b);
                let (bits, overflowed) = run(self.observe(a), self.observe(b));
                self.set(to, bits, unspecified);
                if overflowed {
                    return self.check_fails(&program.points[point as usize], TrapCode::IntegerOverflow);
                }
            }
            Inst::Return { operands } => {
                let slots = &program.operands[operands.range()];
                let results: Scalars = slots.iter().map(|slot| self.scalar(*slot)).collect();
                return self.leave(&results);
            }
            Inst::Oops => return self.undefined("Oops was reached"),
            Inst::Trap { code } => return self.trap(code),
            Inst::TrapIf { predicate, code } => {
                if self.observe(predicate) != 0 {
                    return self.trap(code);
                }
            }
            Inst::StackLimitCheck { limit } => {
                if self.frame.stack_pointer < self.observe(limit) {
                    return self.trap(TrapCode::StackOverflow);
                }
            }
            Inst::Atomic { to, access } => self.atomic(to, program.atomics[access as usize])?,
            Inst::MemoryCopy { destination, source, count, traps } => {
                self.memory_copy(destination, source, count, traps)?;
            }
            Inst::MemoryFill { destination, byte, count, traps } => {
                self.memory_fill(destination, byte, count, traps)?;
            }
            other => self.compute(other)?,
        }
        Ok(Next::Here(next))
    }

    /// Executes the less common instructions that only compute results.
    fn compute(&mut self, inst: Inst) -> Step<()> {
        match inst {
            Inst::ConstantVector { to, low, high } => {
                self.set(to, low, false);
                self.set(to + 1, high, false);
            }
            Inst::SelectVector { to, predicate, then, otherwise } => {
                let chosen = if self.get(predicate) != 0 { then } else { otherwise };
                for word in 0..2 {
                    let unspecified = self.is_unspecified(predicate) | self.is_unspecified(chosen + word);
                    self.set(to + word, self.get(chosen + word), unspecified);
                }
            }
            Inst::Vector { to, site } => self.vector(to, self.program().vectors[site as usize]),
            Inst::VectorRegister { to, param, reg } => {
                let (low, unspecified) = match param {
                    Some(param) => self.scalar(param),
                    None => self.host.register(reg).map_or((0, true), |bits| (bits, false)),
                };
                self.set(to, low, unspecified);
                self.set(to + 1, 0, true);
            }
            Inst::CopyTuple { to, from, len } => {
                for i in 0..len {
                    self.set(to + i, self.get(from + i), self.is_unspecified(from + i));
                }
            }
            Inst::ZeroTuple { to, len } => (to..to + len).for_each(|to| self.set(to, 0, false)),
            Inst::Ternary { to, a, b, c, run } => {
                let unspecified = self.is_unspecified(a) | self.is_unspecified(b) | self.is_unspecified(c);
                self.set(to, run(self.get(a), self.get(b), self.get(c)), unspecified);
            }
            Inst::Pair { to, a, b, run } => {
                let unspecified = self.is_unspecified(a) | self.is_unspecified(b);
                let (result, flag) = run(self.get(a), self.get(b));
                self.set(to, result, unspecified);
                self.set(to + 1, flag, unspecified);
            }
            Inst::Carry { to, a, b, c, run } => {
                let unspecified = self.is_unspecified(a) | self.is_unspecified(b) | self.is_unspecified(c);
                let (result, carry) = run(self.get(a), self.get(b), self.get(c));
                self.set(to, result, unspecified);
                self.set(to + 1, carry, unspecified);
            }
            Inst::PartialUnary { to, a, run } => {
                // Whether it traps is observable.
                let result = run(self.observe(a));
                self.finish_partial(to, result, self.is_unspecified(a))?;
            }
            Inst::PartialBinary { to, a, b, run } => self.divide(to, a, b, run)?,
            Inst::StackAddress { to } => self.set(to, self.frame.stack_pointer, false),
            Inst::Register { to, reg } => {
                let bits = self.host.register(reg);
                self.set(to, bits.unwrap_or(0), bits.is_none());
            }
            Inst::GetPinned { to, pin } => {
                let (bits, unspecified) = self.pins[self.frame.pins + usize::from(pin)];
                self.set(to, bits, unspecified);
            }
            Inst::SetPinned { from, pin } => {
                self.pins[self.frame.pins + usize::from(pin)] = self.scalar(from);
            }
            Inst::SymbolAddress { to, symbol } => {
                let address = self.symbol_address(symbol)?;
                self.set(to, address, false);
            }
            _ => {}
        }
        Ok(())
    }

    /// Executes an operation on vectors. If any operand is unspecified, so is all of the result.
    fn vector(&mut self, to: Slot, site: VectorSite) {
        let (mut args, mut unspecified) = ([0; 3], false);
        let count = usize::from(site.arg_count).min(3);
        for (arg, &(slot, is_vector)) in args.iter_mut().zip(&site.args[..count]) {
            *arg = u128::from(self.get(slot));
            unspecified |= self.is_unspecified(slot);
            if is_vector {
                *arg |= u128::from(self.get(slot + 1)) << 64;
                unspecified |= self.is_unspecified(slot + 1);
            }
        }
        // Decoding has checked opcode and payload.
        let result = evaluate_vector(site.opcode, site.payload, &args[..count]).unwrap_or(0);
        self.set(to, result as u64, unspecified);
        if site.is_wide {
            self.set(to + 1, (result >> 64) as u64, unspecified);
        }
    }

    fn finish_partial(&mut self, to: Slot, result: Evaluated, unspecified: bool) -> Step<()> {
        match result {
            Evaluated::Bits(bits) => self.set(to, bits, unspecified),
            Evaluated::Pair(bits, more) => {
                self.set(to, bits, unspecified);
                self.set(to + 1, more, unspecified);
            }
            Evaluated::Trap(code) => return self.trap(code),
            Evaluated::Undefined => {
                return self.undefined("division by zero, or of the minimum integer by -1");
            }
        }
        Ok(())
    }

    /// Division. Undefined if unspecified bits could make it undefined.
    fn divide(&mut self, to: Slot, a: Slot, b: Slot, run: fn(u64, u64) -> Evaluated) -> Step<()> {
        let ((x, a_unspecified), (y, b_unspecified)) = (self.scalar(a), self.scalar(b));
        // The only relevant dividends are the minimum integers of both widths.
        let could_be = |least: u64| a_unspecified && run(least, y) == Evaluated::Undefined;
        if b_unspecified || could_be(1 << 31) || could_be(1 << 63) {
            return self.undefined("division of or by unspecified bits");
        }
        self.finish_partial(to, run(x, y), a_unspecified)
    }

    // ---- Symbols --------------------------------------------------------------------------------------

    fn symbol_address(&mut self, symbol: u32) -> Step<u64> {
        let (name, procedure) = self.interpreter.names.names[symbol as usize];
        if let Some(procedure) = procedure {
            return Ok(self.interpreter.address_of(procedure));
        }
        if let Some(address) = self.symbols[symbol as usize] {
            return Ok(address);
        }
        match self.host.symbol(name) {
            Some(address) => {
                self.symbols[symbol as usize] = Some(address);
                Ok(address)
            }
            None => self.host_error(HostError::new(format!("no function or data {name:?}"))),
        }
    }
}
