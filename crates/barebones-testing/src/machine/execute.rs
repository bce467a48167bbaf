//! Execution of the blocks of a procedure.

use super::frame::{Destination, Frame, typed, wrong};
use super::operators::{Leaf, NoResult, Value, apply, evaluate};
use super::{End, Machine, UNSPECIFIED};
use barebones::air::opcode::Properties;
use barebones::air::{
    Arg, Block, ExitCause, Form, Inst, InstFlags, Opcode, OperandSpec, Remat, Role, Timing,
};
use barebones::base::semantics::{Effect, Expr, Operator};
use barebones::base::{RegSet, TrapCode, Width};

type Result<T> = std::result::Result<T, End>;

/// Where an instruction continues.
pub(super) enum Next {
    /// At the instruction after it.
    Inst,
    /// At this successor of its block.
    Successor(usize),
    /// The procedure ends.
    End(End),
}

/// The operands of an instruction that has a form.
struct Operands<'o> {
    form: &'o Form,
    args: &'o [Arg],
    /// True if a faulting access traps.
    traps: bool,
}

impl Operands<'_> {
    fn spec(&self, number: u8) -> Option<&OperandSpec> {
        self.form.operands.get(usize::from(number))
    }

    /// What the failure of an access is: a trap, if the instruction says so.
    fn trap_of(&self, frame: &Frame<'_>, is_memory: bool, end: End) -> End {
        match end {
            End::Wrong(_) if self.traps && is_memory => End::Trapped(TrapCode::HeapOutOfBounds, frame.number),
            end => end,
        }
    }
}

/// Why an expression has no value.
enum Failure {
    End(End),
    NoResult(NoResult),
}

impl From<NoResult> for Failure {
    fn from(reason: NoResult) -> Failure {
        Failure::NoResult(reason)
    }
}

impl From<End> for Failure {
    fn from(end: End) -> Failure {
        Failure::End(end)
    }
}

impl Machine<'_> {
    /// Runs the body of a procedure, from its first block.
    pub(super) fn run(&mut self, frame: &mut Frame<'_>, entry: usize) -> Result<End> {
        let code = &frame.procedure.code;
        let mut block = code.blocks.ids().next();
        while let Some(id) = block {
            let Some(current) = code.blocks.get(id) else { return wrong("a block does not exist") };
            let mut next = Next::Inst;
            for inst in code.block_insts(current) {
                let Some(left) = self.steps.checked_sub(1) else { return Ok(End::StepLimit) };
                self.steps = left;
                next = self.step(frame, current, inst, entry).map_err(|end| match end {
                    End::Wrong(what) => {
                        let args = code.buffer.args(inst);
                        End::Wrong(format!("{what}: {:?} {args:?} in {}", inst.opcode, frame.procedure.name))
                    }
                    end => end,
                })?;
                if !matches!(next, Next::Inst) {
                    break;
                }
            }
            match next {
                Next::Inst => return wrong("a block has no end"),
                Next::End(end) => return Ok(end),
                Next::Successor(number) => block = current.successors.get(number).copied(),
            }
        }
        wrong("a successor does not exist")
    }

    fn step(&mut self, frame: &mut Frame<'_>, block: &Block, inst: &Inst, entry: usize) -> Result<Next> {
        let args = frame.procedure.code.buffer.args(inst);
        let keeps_flags =
            inst.flags.contains(InstFlags::INSERTED) || inst.opcode.has(Properties::READS_FLAGS);
        let next = match inst.form.get() {
            _ if inst.opcode == Opcode::EntrySwitch => return Ok(Next::Successor(entry)),
            _ if inst.opcode == Opcode::Nop => return Ok(Next::Inst),
            None => self.special(frame, inst, args)?,
            Some(form) => {
                let traps = inst.flags.contains(InstFlags::TRAPS);
                self.effects(frame, block, &Operands { form, args, traps })?
            }
        };
        if !keeps_flags && !inst.opcode.has(Properties::SETS_FLAGS) {
            frame.flags = None;
        }
        Ok(next)
    }

    /// Executes an instruction by its effects.
    fn effects(&mut self, frame: &mut Frame<'_>, block: &Block, operands: &Operands<'_>) -> Result<Next> {
        self.check_registers(frame, operands)?;
        let mut results: Vec<(Destination, OperandSpec, u128)> = Vec::new();
        let (mut next, mut flags) = (Next::Inst, None);
        for effect in operands.form.semantics.effects() {
            match *effect {
                Effect::Set(number, ref value) => {
                    let spec = *self.spec(operands, number)?;
                    let bits = self.value(frame, operands, value)?.bits;
                    let to = self.destination(frame, &operands.args[usize::from(number)])?;
                    results.push((to, spec, bits));
                }
                Effect::Flags(ref value) => flags = Some(self.value(frame, operands, value)?.bits as u64),
                Effect::Branch(ref value) => {
                    let taken = self.value(frame, operands, value)?.bits != 0;
                    next = Next::Successor(usize::from(!taken));
                }
                Effect::Trap(ref value, code) => {
                    if self.value(frame, operands, value)?.bits != 0 {
                        return match operands.args.get(usize::from(code)) {
                            Some(Arg::Trap(code)) => Ok(Next::End(End::Trapped(*code, frame.number))),
                            _ => wrong("a trap without code"),
                        };
                    }
                }
                Effect::Jump => next = Next::Successor(0),
                Effect::Switch(cases, ref value) => {
                    let value = self.value(frame, operands, value)?;
                    let table = match operands.args.get(usize::from(cases)) {
                        Some(Arg::Switch(id)) => frame.procedure.code.switches.get(*id),
                        _ => None,
                    };
                    let Some(table) = table else { return wrong("a switch without cases") };
                    let width = value.width.unwrap_or(Width::W64);
                    let case =
                        table.cases.iter().position(|case| Value::new((*case as u64).into(), width) == value);
                    next = Next::Successor(case.unwrap_or(block.successors.len().saturating_sub(1)));
                }
                Effect::Order(_) => {}
            }
        }
        self.finish(frame, operands, &results)?;
        if flags.is_some() {
            frame.flags = flags;
        }
        Ok(next)
    }

    /// Destroys what the instruction clobbers, then writes its results.
    fn finish(
        &mut self,
        frame: &mut Frame<'_>,
        operands: &Operands<'_>,
        results: &[(Destination, OperandSpec, u128)],
    ) -> Result<()> {
        self.clobber(operands.form.clobbers);
        for (spec, arg) in operands.form.operands.iter().zip(operands.args) {
            if let (Role::Scratch, Arg::Tmp(tmp)) = (spec.role, arg) {
                self.set_tmp(frame, *tmp, UNSPECIFIED)?;
            }
        }
        for (to, spec, bits) in results {
            let is_memory = matches!(to, Destination::Memory(_));
            let written = self.write(frame, to, spec, *bits);
            written.map_err(|end| operands.trap_of(frame, is_memory, end))?;
        }
        Ok(())
    }

    pub(super) fn clobber(&mut self, registers: RegSet) {
        for reg in registers.iter() {
            self.registers[reg.index()] = UNSPECIFIED;
        }
    }

    /// After allocation, no result may be in a register that the instruction still reads when it writes results, and
    /// operands are in the registers that the form demands.
    fn check_registers(&mut self, frame: &Frame<'_>, operands: &Operands<'_>) -> Result<()> {
        if !frame.procedure.code.allocated {
            return Ok(());
        }
        let pairs = || operands.form.operands.iter().zip(operands.args);
        for (spec, arg) in pairs() {
            if let (Some(reg), Arg::Tmp(tmp)) = (spec.fixed(), arg)
                && tmp.reg() != Some(reg)
            {
                return wrong("an operand is in another register than it must be");
            }
            let Arg::Tmp(result) = arg else { continue };
            if spec.role.def_timing().is_none() {
                continue;
            }
            for (other, read) in pairs() {
                if other.role.address_timing() == barebones::air::Timing::Late && read.mentions(*result) {
                    return wrong("a result is in a register that is read late");
                }
            }
        }
        Ok(())
    }

    fn spec<'o>(&self, operands: &'o Operands<'_>, number: u8) -> Result<&'o OperandSpec> {
        match operands.spec(number) {
            Some(spec) if usize::from(number) < operands.args.len() => Ok(spec),
            _ => wrong("an operand does not exist"),
        }
    }

    /// The value of an expression.
    fn value(&mut self, frame: &Frame<'_>, operands: &Operands<'_>, expr: &Expr) -> Result<Value> {
        let value = evaluate(expr, operands.args, &mut |leaf| self.leaf(frame, operands, leaf));
        value.map_err(|error| match error {
            Failure::End(end) => end,
            Failure::NoResult(NoResult::Trap(code)) => End::Trapped(code, frame.number),
            Failure::NoResult(NoResult::Fault) => End::Wrong(String::from("the instruction faults")),
        })
    }

    fn leaf(
        &mut self,
        frame: &Frame<'_>,
        operands: &Operands<'_>,
        leaf: Leaf,
    ) -> std::result::Result<Value, Failure> {
        Ok(match leaf {
            Leaf::Operand(number) => {
                let width = self.spec(operands, number)?.width;
                let arg = &operands.args[usize::from(number)];
                let value = self.read(frame, arg, width);
                value.map_err(|end| operands.trap_of(frame, arg.is_memory(), end))?
            }
            Leaf::Address(number) => {
                self.spec(operands, number)?;
                let address = self.address(frame, &operands.args[usize::from(number)])?;
                Value::new(address.into(), Width::W64)
            }
            Leaf::Table(_) => Value::new(UNSPECIFIED, Width::W64),
            Leaf::StackPointer => Value::new(frame.stack_pointer.into(), Width::W64),
            Leaf::Flags => match frame.flags {
                Some(flags) => Value::new(flags.into(), Width::W8),
                None => return Err(Failure::End(End::Wrong(String::from("the flags are destroyed")))),
            },
        })
    }

    /// The value of a temporary that is not kept.
    pub(super) fn rematerialize(&mut self, frame: &Frame<'_>, remat: &Remat) -> Result<u128> {
        let Some(form) = remat.form.get() else { return wrong("a value that cannot be computed again") };
        let Some(effect) = form.semantics.effects().first() else { return wrong("a value of nothing") };
        let (Effect::Set(number, value), args) = (effect, remat.arg.as_slice()) else {
            return wrong("a value of nothing");
        };
        let width = form.operands[usize::from(*number)].width;
        let operands = Operands { form, args, traps: false };
        Ok(Value::new(self.value(frame, &operands, value)?.bits, width).bits)
    }

    /// Executes a check: its hidden instruction, and an exit if that fails.
    pub(super) fn check(&mut self, frame: &mut Frame<'_>, inst: &Inst) -> Result<Next> {
        let code = &frame.procedure.code;
        let args = code.buffer.args(inst);
        let Some((hidden, hidden_args)) = code.hidden(args) else { return wrong("a check of nothing") };
        let Some(form) = hidden.get() else { return wrong("a check of nothing") };
        let traps = inst.flags.contains(InstFlags::TRAPS);
        let operands = Operands { form, args: hidden_args, traps };
        let special = match args.first() {
            Some(Arg::Special(id)) => code.specials.get(*id),
            _ => None,
        };
        let Some(special) = special else { return wrong("a check of nothing") };
        let (mut results, mut exits) = (Vec::new(), false);
        for effect in form.semantics.effects() {
            exits |= match (form.opcode.exit_cause(), effect) {
                (Some(ExitCause::Condition), Effect::Branch(value)) => {
                    self.value(frame, &operands, value)?.bits != 0
                }
                (Some(_), Effect::Set(number, value)) => {
                    let spec = *self.spec(&operands, *number)?;
                    let bits = self.value(frame, &operands, value)?.bits;
                    let to = self.destination(frame, &operands.args[usize::from(*number)])?;
                    results.push((to, spec, bits));
                    self.overflows(frame, &operands, value)?
                }
                _ => return wrong("a check of something that does not exit"),
            };
        }
        if !exits {
            self.finish(frame, &operands, &results)?;
            return Ok(Next::Inst);
        }
        // The exit undoes the operation for operands that are read early, and the others outlive the result.
        let hidden = special.hidden_operands();
        let (Some(specs), Some(rest)) = (special.operands.get(hidden..), args.get(1 + hidden..)) else {
            return wrong("a check without operands of its hidden instruction");
        };
        let mut read = vec![None; specs.len()];
        self.read_operands(frame, specs, rest, Timing::Early, &mut read)?;
        self.finish(frame, &operands, &results)?;
        self.read_operands(frame, specs, rest, Timing::Late, &mut read)?;
        Ok(Next::End(self.leave(frame, special, typed(specs, &read))))
    }

    /// True if the operation of an expression overflows, signed.
    fn overflows(&mut self, frame: &Frame<'_>, operands: &Operands<'_>, expr: &Expr) -> Result<bool> {
        let Expr::Apply(operator, arguments) = expr else { return wrong("an overflow of nothing") };
        let mut values = Vec::with_capacity(2);
        let overflow = match operator {
            Operator::Add => Operator::AddOverflows,
            Operator::Sub => Operator::SubOverflows,
            Operator::Mul => Operator::MulOverflows,
            Operator::Neg => {
                values.push(Value { bits: 0, width: None });
                Operator::SubOverflows
            }
            _ => return wrong("an operation that does not overflow"),
        };
        for argument in *arguments {
            values.push(self.value(frame, operands, argument)?);
        }
        Ok(apply(overflow, None, &values).is_ok_and(|value| value.bits != 0))
    }
}
