//! Frames: calls, returns, patchpoints and unwinding.

use super::host::{Bits, ExternCall, ExternCallee, Reply};
use super::machine::{Frame, Machine, Next, Scalars, Step};
use super::prepare::truncate_bits;
use super::program::{Call, Generator, LINK_BYTES, Program, Slot, StackmapSite, Target, words};
use super::{Outcome, Place};
use crate::base::{ArgLocation, TrapCode, Type};
use crate::ir;

/// Maximum number of slots of all frames: more than any depth limit needs, and a bound on memory.
const MAX_SLOTS: usize = 1 << 26;

/// Specified bits from the host as words of values of these types; `None` if their number is wrong.
fn specified(types: &[Type], bits: &[u64]) -> Option<Scalars> {
    let types = || types.iter().flat_map(words);
    let all = || types().zip(bits).map(|(ty, bits)| (truncate_bits(ty, *bits), false)).collect();
    (types().count() == bits.len()).then(all)
}

impl<'a> Machine<'a, '_> {
    // ---- Entering and leaving -------------------------------------------------------------------------

    /// Makes a new frame of `procedure`, below `caller_sp`, the current one. The caller's frame is already saved.
    pub(super) fn enter(&mut self, procedure: u32, entry: u32, caller_sp: u64, args: &Scalars) -> Step<()> {
        let program = &self.interpreter.programs[procedure as usize];
        let above = u64::from(program.incoming_bytes) + LINK_BYTES;
        let frame_pointer = caller_sp.saturating_sub(above);
        let stack_pointer = frame_pointer.saturating_sub(program.frame_bytes);
        let base = self.bits.len();
        let end = base + program.slots as usize;
        if stack_pointer < self.shadow.range().start
            || stack_pointer == 0
            || self.callers.len() > self.limits.depth as usize
            || end > MAX_SLOTS
        {
            return self.overflow();
        }
        let pins = self.enter_pins(program)?;
        self.bits.resize(end, 0);
        self.unspecified.resize(end, true);
        self.frame =
            Frame { program: procedure, pc: 0, base, entry, caller_sp, frame_pointer, stack_pointer, pins };
        if program.frame_bytes != 0 {
            self.clear_slots(stack_pointer, program.frame_bytes);
        }
        for (i, (&(bits, unspecified), &(location, bytes))) in args.iter().zip(&program.params).enumerate() {
            self.set(i as Slot, bits, unspecified);
            if let ArgLocation::Stack(offset) = location {
                let address = frame_pointer + LINK_BYTES + u64::from(offset);
                self.shadow.set(address, bytes.into(), unspecified);
                if let Err(fault) = self.host.store(address, bytes, bits) {
                    return self.undefined(format!("the host's stack has no memory: {fault}"));
                }
            }
        }
        Ok(())
    }

    /// Returns the start of the pinned registers of a callee. A callee that shares them uses the caller's own. Any
    /// other gets copies: the caller's values in the registers both have pinned, and unspecified bits in the rest.
    fn enter_pins(&mut self, callee: &Program) -> Step<usize> {
        let (caller, first) = (self.program(), self.frame.pins);
        if callee.shares_pinned {
            if callee.pinned == caller.pinned {
                return Ok(first);
            }
            return self.undefined("the pinned registers of the callee differ");
        }
        let pins = self.pins.len();
        for reg in &callee.pinned {
            let same = caller.pinned.iter().position(|other| other == reg);
            self.pins.push(same.map_or((0, true), |pin| self.pins[first + pin]));
        }
        Ok(pins)
    }

    /// Stack overflow on entry to a callee: the call traps in the caller.
    #[cold]
    fn overflow(&mut self) -> Step<()> {
        if let Some(caller) = self.callers.pop() {
            self.frame = caller;
        }
        self.trap(TrapCode::StackOverflow)
    }

    /// Pops the current frame and makes its caller's the current one; false if there is no caller.
    fn pop(&mut self) -> bool {
        self.bits.truncate(self.frame.base);
        self.unspecified.truncate(self.frame.base);
        match self.callers.pop() {
            Some(caller) => {
                self.frame = caller;
                self.pins.truncate(caller.pins + self.program().pinned.len());
                true
            }
            None => false,
        }
    }

    pub(super) fn leave(&mut self, results: &Scalars) -> Step<Next> {
        if self.callers.is_empty() {
            if results.iter().any(|(_, unspecified)| *unspecified) {
                self.observe_unspecified();
            }
            let types = &self.signature().results;
            let types = types.iter().flat_map(words);
            let results = types.zip(results).map(|(ty, (bits, _))| (ty, *bits)).collect();
            return Err(Outcome::Returned(results));
        }
        self.pop();
        let Some(call) = self.pending_call() else { return self.undefined("return without a pending call") };
        let next = self.finish_call(call, results);
        self.frame.pc = next;
        Ok(Next::Frame)
    }

    fn pending_call(&self) -> Option<&'a Call> {
        self.program().call_before(self.frame.pc)
    }

    /// Writes the results of a call, and returns the next instruction.
    fn finish_call(&mut self, call: &Call, results: &Scalars) -> u32 {
        self.set_all(call.to, results);
        call.successors.map_or(self.frame.pc, |[normal, _]| normal)
    }

    /// Writes consecutive slots.
    fn set_all(&mut self, to: Slot, scalars: &Scalars) {
        for (i, &(bits, unspecified)) in scalars.iter().enumerate() {
            self.set(to + i as Slot, bits, unspecified);
        }
    }

    fn signature(&self) -> &'a crate::base::Signature {
        self.interpreter.procedures[self.frame.program as usize].signature()
    }

    // ---- Calls ----------------------------------------------------------------------------------------

    pub(super) fn call(&mut self, call: &'a Call, tail: bool) -> Step<Next> {
        let program = self.program();
        let slots = &program.operands[call.operands.range()];
        let args: Scalars = slots.iter().map(|slot| self.scalar(*slot)).collect();
        let callee = match call.target {
            Target::Procedure(index) => return self.call_procedure(index, &args, tail),
            Target::Name(name) => ExternCallee::Name(self.interpreter.names.names[name as usize].0),
            Target::Address(slot) => {
                if self.is_unspecified(slot) {
                    return self.undefined("call of an unspecified address");
                }
                match self.interpreter.procedure_at(self.get(slot)) {
                    Some(index) => return self.call_address(index, call, &args, tail),
                    None => ExternCallee::Address(self.get(slot)),
                }
            }
        };
        if args.iter().any(|(_, unspecified)| *unspecified) {
            self.observe_unspecified();
        }
        let bits: Bits = args.iter().map(|(bits, _)| *bits).collect();
        let reply = self.host.call(&ExternCall {
            callee,
            conv: call.conv,
            params: &program.operand_types[call.types.range()],
            results: &call.results,
            variadic_start: call.variadic_start,
            args: &bits,
            stack_pointer: self.frame.stack_pointer,
            shares_pinned: call.conv.shares_pinned && !program.pinned.is_empty(),
        });
        self.note_stack_writes();
        match reply {
            Ok(Reply::Results(bits)) => match specified(&call.results, &bits) {
                Some(results) if tail => self.leave(&results),
                Some(results) => Ok(Next::Here(self.finish_call(call, &results))),
                None => self.undefined(format!("the callee returned {} results", bits.len())),
            },
            Ok(Reply::Exception) if tail => self.unwind_callers(self.place()),
            Ok(Reply::Exception) => self.unwind(),
            Ok(Reply::Trap(code)) => self.trap(code),
            Ok(Reply::Undefined(why)) => self.undefined(why),
            Ok(Reply::Exit | Reply::Successor(..)) => self.undefined("a function took an exit"),
            Err(error) => self.host_error(error),
        }
    }

    /// Calls a procedure by address, whose signature must be checked at run time.
    fn call_address(&mut self, index: u32, call: &Call, args: &Scalars, tail: bool) -> Step<Next> {
        let callee = &self.interpreter.procedures[index as usize];
        let params = &self.program().operand_types[call.types.range()];
        let signature = callee.signature();
        if signature.params != params || signature.results != call.results {
            return self
                .undefined(format!("{:?} of type {signature} called with different types", callee.name));
        }
        self.call_procedure(index, args, tail)
    }

    fn call_procedure(&mut self, index: u32, args: &Scalars, tail: bool) -> Step<Next> {
        let caller_sp = if tail {
            self.bits.truncate(self.frame.base);
            self.unspecified.truncate(self.frame.base);
            self.frame.caller_sp
        } else {
            self.callers.push(self.frame);
            self.frame.stack_pointer
        };
        if tail {
            self.enter_tail(index, caller_sp, args)?
        } else {
            self.enter(index, 0, caller_sp, args)?
        }
        Ok(Next::Frame)
    }

    /// As `enter`, for a tail call. An overflow traps at the tail call itself, because its frame is still the current
    /// one.
    fn enter_tail(&mut self, index: u32, caller_sp: u64, args: &Scalars) -> Step<()> {
        let place = self.place();
        self.enter(index, 0, caller_sp, args).map_err(|outcome| match outcome {
            Outcome::Trap { code, .. } => Outcome::Trap { code, place },
            other => other,
        })
    }

    /// After code of the host: marks the stack bytes that it wrote as specified.
    fn note_stack_writes(&mut self) {
        match self.host.take_stack_writes() {
            Some(writes) => {
                for (address, bytes) in writes {
                    self.shadow.set(address, bytes, false);
                }
            }
            None => self.shadow.mark_all_specified(),
        }
    }

    // ---- Exceptions -----------------------------------------------------------------------------------

    /// Unwinds to the exceptional successor of the pending call, or of the nearest caller's call that has one.
    fn unwind(&mut self) -> Step<Next> {
        let place = self.place();
        if let Some(&Call { successors: Some([_, exceptional]), .. }) = self.pending_call() {
            return Ok(Next::Here(exceptional));
        }
        self.unwind_callers(place)
    }

    fn unwind_callers(&mut self, place: Place) -> Step<Next> {
        while self.pop() {
            if let Some(&Call { successors: Some([_, exceptional]), .. }) = self.pending_call() {
                self.frame.pc = exceptional;
                return Ok(Next::Frame);
            }
        }
        Err(Outcome::Exception(place))
    }

    // ---- Patchpoints and checks -----------------------------------------------------------------------

    pub(super) fn patchpoint(&mut self, to: Slot, point: &'a StackmapSite) -> Step<Next> {
        let args = self.observed_operands(point);
        let reply = match &point.generator {
            None => return self.trap(TrapCode::Unreachable), // as in compiled code
            Some(generator) => match &generator.meaning {
                Some(meaning) => reply_of(meaning(&args)),
                None => {
                    let reply = self.host.patchpoint(&generator.name, &args, &point.results);
                    self.note_stack_writes();
                    match reply {
                        Ok(reply) => reply,
                        Err(error) => return self.host_error(error),
                    }
                }
            },
        };
        let (bits, next) = match reply {
            Reply::Results(bits) if !point.terminal => (bits, self.frame.pc),
            Reply::Successor(n, bits) if point.terminal && n < point.targets.range().len() => {
                (bits, self.program().targets[point.targets.range()][n])
            }
            Reply::Results(_) => return self.undefined("the code of a terminal patchpoint fell through"),
            Reply::Successor(n, _) => return self.undefined(format!("the patchpoint has no successor {n}")),
            Reply::Exit => return self.exit(point),
            Reply::Exception => return self.unwind_callers(self.place()),
            Reply::Trap(code) => return self.trap(code),
            Reply::Undefined(why) => return self.undefined(why),
        };
        match specified(&point.results, &bits) {
            Some(results) => {
                self.set_all(to, &results);
                Ok(Next::Here(next))
            }
            None => self.undefined(format!("the generator returned {} results", bits.len())),
        }
    }

    /// The bits of the operands; they become observable.
    pub(super) fn observed_operands(&mut self, point: &StackmapSite) -> Bits {
        let slots = &self.program().operands[point.operands.range()];
        slots.iter().map(|slot| self.observe(*slot)).collect()
    }

    /// A check failed: runs its generator, which traps or exits. Without a generator or its code, the check exits
    /// through its state, or else traps with `code`, as compiled code does.
    pub(super) fn check_fails(&mut self, point: &'a StackmapSite, code: TrapCode) -> Step<Next> {
        match &point.generator {
            Some(Generator { meaning: Some(meaning), .. }) => {
                let args = self.observed_operands(point);
                match meaning(&args) {
                    ir::Outcome::Trap(code) => return self.trap(code),
                    ir::Outcome::Exit => {}
                    other => return self.undefined(format!("the code of a check continued: {other:?}")),
                }
            }
            Some(generator) if self.host.exits_by(&generator.name) => {}
            _ if point.has_state => {}
            _ => return self.trap(code),
        }
        self.exit(point)
    }

    fn exit(&mut self, point: &'a StackmapSite) -> Step<Next> {
        let exit = self.describe_exit(point);
        match self.host.exit(&exit) {
            Ok(None) => Err(Outcome::Exit(Box::new(exit))),
            Ok(Some(reply)) => {
                self.note_stack_writes();
                self.end_exit(reply)
            }
            Err(error) => self.host_error(error),
        }
    }

    /// Ends the current procedure, which took an exit.
    fn end_exit(&mut self, reply: Reply) -> Step<Next> {
        match reply {
            Reply::Results(bits) => match specified(&self.signature().results, &bits) {
                Some(results) => self.leave(&results),
                None => self.undefined(format!("the exit returned {} results", bits.len())),
            },
            Reply::Exception => self.unwind_callers(self.place()),
            Reply::Trap(code) => self.trap(code),
            Reply::Undefined(why) => self.undefined(why),
            Reply::Exit | Reply::Successor(..) => self.undefined("the exit did not leave the procedure"),
        }
    }
}

fn reply_of(outcome: ir::Outcome) -> Reply {
    match outcome {
        ir::Outcome::Results(bits) => Reply::Results(bits.into()),
        ir::Outcome::Successor(n, bits) => Reply::Successor(n, bits.into()),
        ir::Outcome::Exit => Reply::Exit,
        ir::Outcome::Trap(code) => Reply::Trap(code),
    }
}
