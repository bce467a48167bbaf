//! Calls and returns: procedures, external functions, library functions.

use super::execute::Next;
use super::frame::{Frame, LINK_BYTES, outside, wrong};
use super::operators::mask;
use super::{End, LIBRARY, Machine, PROCEDURES, UNSPECIFIED};
use crate::externs::{EXTERNS, INVALIDATE};
use barebones::air::{Arg, Inst, Opcode, OperandSpec, Special, Tmp};
use barebones::base::{ArgLocation, ConvId, LibCall, Reg, RegSet, Type, Width};
use barebones::interp::{ExternCall, ExternCallee, Host, Reply};

type Result<T> = std::result::Result<T, End>;

/// Calls within calls.
const DEPTH: u32 = 200;

/// Unspecified bits above a value of this type in its register.
fn above(ty: Type) -> u128 {
    if ty.is_vector() { 0 } else { UNSPECIFIED & (u128::MAX << (8 * ty.size())) }
}

impl Machine<'_> {
    /// Calls a procedure from outside. The arguments are words of values of these types: a vector has two, the low half
    /// first.
    ///
    /// Returns how it ends, and the results if it returns.
    pub fn call(&mut self, name: &str, entry: u32, args: &[(Type, u64)]) -> (End, Vec<u64>) {
        let Some(number) = self.procedures.iter().position(|procedure| procedure.name == name) else {
            return (End::Unsupported("a procedure that does not exist"), Vec::new());
        };
        match self.call_from_outside(number, entry, args) {
            Ok((end, results)) => (end, results),
            Err(end) => (end, Vec::new()),
        }
    }

    fn call_from_outside(
        &mut self,
        number: usize,
        entry: u32,
        args: &[(Type, u64)],
    ) -> Result<(End, Vec<u64>)> {
        let procedure = &self.procedures[number];
        let conv = self.target.convention(procedure.code.convention);
        let mut words = args.iter();
        let mut values = Vec::new();
        while let Some((ty, low)) = words.next() {
            let high = if ty.is_vector() { words.next().map_or(0, |(_, high)| *high) } else { 0 };
            values.push((*ty, u128::from(*low) | u128::from(high) << 64));
        }
        let params: Vec<Type> = values.iter().map(|(ty, _)| *ty).collect();
        let Some(places) = conv.assign(&params, &procedure.results, params.len()) else {
            return Err(End::Unsupported("arguments without place"));
        };
        let arguments = (self.host.stack().end - 64 - u64::from(places.stack_bytes)) & !15;
        for ((ty, bits), place) in values.iter().zip(&places.params) {
            self.put(*place, arguments, *ty, bits | above(*ty))?;
        }
        let end = self.enter(number, entry as usize, arguments)?;
        let mut results = Vec::new();
        if end == End::Returned {
            for (ty, place) in procedure.results.iter().zip(&places.results) {
                let bits = self.get(*place, arguments, *ty)?;
                results.extend(super::frame::words(&[(*ty, bits)]).map(|(_, bits)| bits));
            }
        }
        Ok((end, results))
    }

    /// Puts the bits of an argument or result in its place. Stack arguments start at `arguments`.
    fn put(&mut self, place: ArgLocation, arguments: u64, ty: Type, bits: u128) -> Result<()> {
        match place {
            ArgLocation::Reg(reg) => self.registers[reg.index()] = bits,
            ArgLocation::Stack(offset) => {
                for word in 0..ty.words() {
                    let (at, bits) = (arguments + u64::from(offset) + 8 * word as u64, bits >> (64 * word));
                    let stored = self.host.memory.store(at, 8, bits as u64);
                    stored.map_err(|fault| End::Wrong(fault.to_string()))?;
                }
            }
        }
        Ok(())
    }

    /// The bits of an argument or result, without those above its type.
    fn get(&mut self, place: ArgLocation, arguments: u64, ty: Type) -> Result<u128> {
        let bits = match place {
            ArgLocation::Reg(reg) => self.registers[reg.index()],
            ArgLocation::Stack(offset) => {
                let mut bits = 0;
                for word in 0..ty.words() {
                    let at = arguments + u64::from(offset) + 8 * word as u64;
                    let loaded = self.host.memory.load(at, 8);
                    bits |= u128::from(loaded.map_err(|fault| End::Wrong(fault.to_string()))?) << (64 * word);
                }
                bits
            }
        };
        Ok(bits & (u128::MAX >> (128 - 8 * ty.size())))
    }

    /// Runs a procedure whose arguments are in their places, stack arguments from `arguments` on.
    fn enter(&mut self, number: usize, entry: usize, arguments: u64) -> Result<End> {
        if self.depth == DEPTH {
            return Ok(End::StepLimit);
        }
        let procedure = &self.procedures[number];
        let code = &procedure.code;
        let mut frame = Frame::new(number, procedure, arguments);
        if frame.stack_pointer < self.host.stack().start + 4096 {
            return Ok(End::StepLimit);
        }
        let before = self.registers;
        let pointers = [self.target.desc.frame_pointer, self.target.desc.stack_pointer];
        self.registers[pointers[0].index()] = frame.frame_pointer.into();
        self.registers[pointers[1].index()] = frame.stack_pointer.into();
        self.depth += 1;
        let end = self.run(&mut frame, entry)?;
        self.depth -= 1;
        // A return and unwinding restore what the prologue saved.
        for reg in code.saved.iter().chain(pointers) {
            self.registers[reg.index()] = before[reg.index()];
        }
        let kept = code.callee_saved();
        // The half that the convention preserves.
        let bytes = self.target.convention(code.convention).env.saved_bytes;
        let half = |reg: Reg, registers: &[u128; Reg::COUNT]| {
            registers[reg.index()] & (u128::MAX >> (128 - 8 * bytes[reg.bank() as usize]))
        };
        for reg in code.saved.iter().filter(|reg| bytes[reg.bank() as usize] < 16 && !reg.is_gp()) {
            let low = u128::from(self.registers[reg.index()] as u64);
            self.registers[reg.index()] = low | UNSPECIFIED & !u128::from(u64::MAX);
        }
        let changed = kept.iter().find(|reg| half(*reg, &before) != half(*reg, &self.registers));
        match changed.filter(|reg| code.allocated && !code.pinned.contains(*reg)) {
            Some(reg) => wrong(format!("{} changes {reg:?}, which it must preserve", procedure.name)),
            None => Ok(end),
        }
    }

    /// Executes an instruction with a special.
    pub(super) fn special(&mut self, frame: &mut Frame<'_>, inst: &Inst, args: &[Arg]) -> Result<Next> {
        let special = match args.first() {
            Some(Arg::Special(id)) => frame.procedure.code.specials.get(*id),
            _ => None,
        };
        let Some(special) = special else { return wrong("an instruction without special") };
        let args = &args[1..];
        match inst.opcode {
            Opcode::Entry | Opcode::Landing => {
                for (spec, arg) in special.operands.iter().zip(args) {
                    let Some(reg) = spec.fixed() else { return wrong("a result that is nowhere") };
                    self.set_operand(frame, spec, arg, self.registers[reg.index()])?;
                }
                Ok(Next::Inst)
            }
            Opcode::Ret => {
                self.place_operands(frame, &special.operands, args)?;
                Ok(Next::End(End::Returned))
            }
            Opcode::Call | Opcode::Invoke => self.call_special(frame, inst, special, args),
            Opcode::TailCall => self.tail_call(frame, special, args),
            Opcode::Check => self.check(frame, inst),
            Opcode::InvalidationPoint => self.invalidation_point(frame, special, args),
            _ => self.patch(frame, inst.opcode, special, args),
        }
    }

    /// Puts operands that are read in the registers that they must be in.
    fn place_operands(&mut self, frame: &Frame<'_>, specs: &[OperandSpec], args: &[Arg]) -> Result<()> {
        let mut values = Vec::new();
        for (spec, arg) in specs.iter().zip(args).filter(|(spec, _)| spec.role.is_use()) {
            if let (Some(reg), Arg::Tmp(tmp)) = (spec.fixed(), arg) {
                self.must_be(frame, *tmp, reg)?;
                let above = UNSPECIFIED & !mask(spec.width);
                values.push((reg, self.read(frame, arg, spec.width)?.bits | above));
            }
        }
        for (reg, bits) in values {
            self.registers[reg.index()] = bits;
        }
        Ok(())
    }

    /// After allocation, operands are in the registers that they must be in.
    pub(super) fn must_be(&self, frame: &Frame<'_>, tmp: Tmp, reg: Reg) -> Result<()> {
        match frame.procedure.code.allocated && tmp.reg() != Some(reg) {
            true => wrong("an operand is in another register than it must be"),
            false => Ok(()),
        }
    }

    pub(super) fn set_operand(
        &mut self,
        frame: &mut Frame<'_>,
        spec: &OperandSpec,
        arg: &Arg,
        bits: u128,
    ) -> Result<()> {
        if let (Some(reg), Arg::Tmp(tmp)) = (spec.fixed(), arg) {
            self.must_be(frame, *tmp, reg)?;
        }
        let to = self.destination(frame, arg)?;
        self.write(frame, &to, spec, bits)
    }

    fn call_special(
        &mut self,
        frame: &mut Frame<'_>,
        inst: &Inst,
        special: &Special,
        args: &[Arg],
    ) -> Result<Next> {
        let Some((callee, _)) = args.split_first() else { return wrong("a call of nothing") };
        let callee = self.read(frame, callee, Width::W64)?.bits as u64;
        self.place_operands(frame, &special.operands, args)?;
        self.clobber(special.clobbers_early);
        let end = self.call_address(frame, callee, frame.stack_pointer)?;
        let results: RegSet = special
            .operands
            .iter()
            .filter(|spec| spec.role.is_def())
            .filter_map(|spec| spec.fixed())
            .collect();
        let values = self.registers;
        // The landing of an Invoke reads results that are in clobbered registers.
        if inst.opcode == Opcode::Call {
            self.clobber(special.clobbers.difference(results));
            for reg in special.clobbers_high.difference(special.clobbers).difference(results).iter() {
                let low = u128::from(self.registers[reg.index()] as u64);
                self.registers[reg.index()] = low | UNSPECIFIED & !u128::from(u64::MAX);
            }
        }
        match (end, inst.opcode) {
            (End::Returned, _) => {
                for (spec, arg) in special.operands.iter().zip(args).filter(|(spec, _)| spec.role.is_def()) {
                    if let Some(reg) = spec.fixed() {
                        self.set_operand(frame, spec, arg, values[reg.index()])?;
                    }
                }
                Ok(if inst.opcode == Opcode::Call { Next::Inst } else { Next::Successor(0) })
            }
            (End::Threw, Opcode::Invoke) => Ok(Next::Successor(1)),
            (end, _) => Ok(Next::End(end)),
        }
    }

    /// The callee's stack arguments replace those of the caller and end where they end.
    fn tail_call(&mut self, frame: &mut Frame<'_>, special: &Special, args: &[Arg]) -> Result<Next> {
        let Some((callee, _)) = args.split_first() else { return wrong("a call of nothing") };
        let callee = self.read(frame, callee, Width::W64)?.bits as u64;
        self.place_operands(frame, &special.operands, args)?;
        self.clobber(special.clobbers_early);
        let (own, needed) = (u64::from(frame.procedure.code.popped_bytes), u64::from(special.popped_bytes));
        let end_of_arguments = frame.frame_pointer + LINK_BYTES + own;
        let arguments = end_of_arguments - needed;
        if needed > own {
            let moved = self.host.memory.copy(arguments, frame.stack_pointer, needed);
            moved.map_err(|fault| outside(frame, fault))?;
        }
        Ok(Next::End(self.call_address(frame, callee, arguments)?))
    }

    /// Calls what is at an address, with stack arguments from `arguments` on.
    fn call_address(&mut self, frame: &Frame<'_>, callee: u64, arguments: u64) -> Result<End> {
        let number = |base: u64| (callee.wrapping_sub(base) / 16) as usize;
        if (PROCEDURES..LIBRARY).contains(&callee) && number(PROCEDURES) < self.procedures.len() {
            return self.enter(number(PROCEDURES), 0, arguments);
        }
        if callee >= LIBRARY
            && let Some(function) = LibCall::ALL.get(number(LIBRARY))
        {
            return self.library(*function, arguments);
        }
        for function in EXTERNS.iter().chain([&INVALIDATE]) {
            if self.host.symbol(function.name) == Some(callee) {
                return self.external(frame, function.name, function.params, function.result, arguments);
            }
        }
        Err(End::Unsupported("a call of a function that is not known"))
    }

    fn external(
        &mut self,
        frame: &Frame<'_>,
        name: &str,
        params: &[Type],
        result: Type,
        arguments: u64,
    ) -> Result<End> {
        let conv = self.target.convention(ConvId::C);
        let results: &[Type] = if result == Type::Void { &[] } else { &[result] };
        let Some(places) = conv.assign(params, results, params.len()) else {
            return Err(End::Unsupported("arguments without place"));
        };
        let mut args = Vec::with_capacity(params.len());
        for (ty, place) in params.iter().zip(&places.params) {
            args.push(self.get(*place, arguments, *ty)? as u64);
        }
        let call = ExternCall {
            callee: ExternCallee::Name(name),
            conv,
            params,
            results,
            variadic_start: None,
            args: &args,
            stack_pointer: frame.stack_pointer,
            shares_pinned: false,
        };
        let reply = self.host.call(&call).map_err(|error| End::Wrong(error.to_string()))?;
        self.clobber(conv.clobbered);
        match reply {
            Reply::Results(bits) => {
                for ((ty, place), bits) in results.iter().zip(&places.results).zip(bits) {
                    self.put(*place, arguments, *ty, u128::from(bits) | above(*ty))?;
                }
                Ok(End::Returned)
            }
            Reply::Exception => Ok(End::Threw),
            Reply::Trap(code) => Ok(End::Trapped(code, frame.number)),
            other => wrong(format!("{name}: {other:?}")),
        }
    }

    fn library(&mut self, function: LibCall, arguments: u64) -> Result<End> {
        use LibCall::*;
        const D: Type = Type::Double;
        const F: Type = Type::Float;
        const I: Type = Type::Int64;
        let (params, result): (&[Type], &[Type]) = match function {
            Fmod => (&[D, D], &[D]),
            Fmodf => (&[F, F], &[F]),
            Ceil | Floor | Trunc | Nearest => (&[D], &[D]),
            Ceilf | Floorf | Truncf | Nearestf => (&[F], &[F]),
            Fma => (&[D, D, D], &[D]),
            Fmaf => (&[F, F, F], &[F]),
            Memmove => (&[I, I, I], &[]),
            Memset => (&[I, Type::Int32, I], &[]),
        };
        let conv = self.target.convention(ConvId::C);
        let Some(places) = conv.assign(params, result, params.len()) else {
            return Err(End::Unsupported("arguments without place"));
        };
        let mut args = [0; 3];
        for ((arg, place), ty) in args.iter_mut().zip(&places.params).zip(params) {
            *arg = self.get(*place, arguments, *ty)? as u64;
        }
        let [a, b, c] = args.map(f64::from_bits);
        let [x, y, z] = args.map(|bits| f32::from_bits(bits as u32));
        let double = |number: f64| Some(number.to_bits());
        let single = |number: f32| Some(u64::from(number.to_bits()));
        let bits = match function {
            Fmod => double(a % b),
            Fmodf => single(x % y),
            Ceil => double(a.ceil()),
            Ceilf => single(x.ceil()),
            Floor => double(a.floor()),
            Floorf => single(x.floor()),
            Trunc => double(a.trunc()),
            Truncf => single(x.trunc()),
            Nearest => double(a.round_ties_even()),
            Nearestf => single(x.round_ties_even()),
            Fma => double(a.mul_add(b, c)),
            Fmaf => single(x.mul_add(y, z)),
            Memmove | Memset => {
                let done = match function {
                    Memmove => self.host.memory.copy(args[0], args[1], args[2]),
                    _ => self.host.memory.fill(args[0], args[1] as u8, args[2]),
                };
                done.map_err(|fault| End::Wrong(fault.to_string()))?;
                None
            }
        };
        self.clobber(conv.clobbered);
        if let (Some(bits), Some(place), Some(ty)) = (bits, places.results.first(), result.first()) {
            self.put(*place, arguments, *ty, u128::from(bits) | above(*ty))?;
        }
        Ok(End::Returned)
    }
}
