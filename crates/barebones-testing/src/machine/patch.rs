//! Patchpoints and exits: what the code of clients does, by the meaning of its generator.

use super::execute::Next;
use super::frame::{Frame, typed, words, wrong};
use super::operators::mask;
use super::{End, Machine, UNSPECIFIED};
use barebones::air::{Arg, Opcode, OperandSpec, Role, Special, Timing};
use barebones::base::{Type, Width};
use barebones::interp::{Exit, ExitEntry, ExitFrame, ExitObject, Host, Place};
use barebones::ir::{self, ObjectId, Outcome, StateEntry, StateValues, ValueId};

type Result<T> = std::result::Result<T, End>;

/// True for a result of a patchpoint: not for an operand that its code may change.
fn is_result(spec: &OperandSpec) -> bool {
    spec.role.is_def() && !spec.role.is_use()
}

/// The entries of an exit state, and the objects that they need.
struct States<'s> {
    ir: &'s ir::Procedure,
    ids: &'s [ValueId],
    bits: &'s [u128],
    needed: Vec<ObjectId>,
}

impl States<'_> {
    fn entries(&mut self, entries: &[StateEntry]) -> Vec<ExitEntry> {
        let mut found = Vec::with_capacity(entries.len());
        for entry in entries {
            found.push(match *entry {
                StateEntry::Dead => ExitEntry::Dead,
                StateEntry::Value(id) if self.ir.type_of(id).is_vector() => ExitEntry::Vector(self.value(id)),
                StateEntry::Value(id) => ExitEntry::Scalar(self.ir.type_of(id), self.value(id) as u64),
                StateEntry::Reference(id) => ExitEntry::Reference(self.value(id) as u64),
                StateEntry::Constant(ty, bits) => ExitEntry::Scalar(ty, bits),
                StateEntry::Object(id) => {
                    if !self.needed.contains(&id) {
                        self.needed.push(id);
                    }
                    ExitEntry::Object(id)
                }
            });
        }
        found
    }

    fn value(&self, id: ValueId) -> u128 {
        let operand = self.ids.iter().position(|other| *other == id);
        let constant = || self.ir.get_value(id).map_or(0, |value| value.bits().into());
        operand.and_then(|operand| self.bits.get(operand)).copied().unwrap_or_else(constant)
    }
}

impl Machine<'_> {
    /// Executes a patchpoint: destroys what its code may destroy as early as it may, and applies its meaning.
    pub(super) fn patch(
        &mut self,
        frame: &mut Frame<'_>,
        opcode: Opcode,
        special: &Special,
        args: &[Arg],
    ) -> Result<Next> {
        if let Some(code) = special.trap {
            return Ok(Next::End(End::Trapped(code, frame.number)));
        }
        let specs = &special.operands;
        let mut read: Vec<Option<u128>> = vec![None; specs.len()];
        self.clobber(special.clobbers_early);
        self.spoil(frame, specs, args, |spec| matches!(spec.role, Role::EarlyDef | Role::Scratch))?;
        self.read_operands(frame, specs, args, Timing::Early, &mut read)?;
        self.clobber(special.clobbers);
        self.spoil(frame, specs, args, |spec| spec.role.is_def())?;
        self.read_operands(frame, specs, args, Timing::Late, &mut read)?;

        let operands = typed(specs, &read);
        let state_operands = special.state_operands as usize;
        let explicit = &operands[..operands.len().saturating_sub(state_operands)];
        let own: Vec<u64> = words(explicit).map(|(_, bits)| bits).collect();
        let generator = frame.procedure.ir.generators().get(special.generator);
        let Some(meaning) = generator.and_then(|generator| generator.meaning.as_ref()) else {
            return Err(End::Unsupported("a generator without meaning"));
        };
        let is_terminal = opcode == Opcode::TerminalPatch;
        let (results, next) = match meaning(&own) {
            Outcome::Results(results) if !is_terminal => (results, Next::Inst),
            Outcome::Successor(number, results) if is_terminal => (results, Next::Successor(number)),
            Outcome::Trap(code) => return Ok(Next::End(End::Trapped(code, frame.number))),
            Outcome::Exit => return Ok(Next::End(exit(frame, special, operands))),
            _ => return wrong("a patchpoint ends as it cannot"),
        };
        let defined = specs.iter().zip(args).filter(|(spec, _)| is_result(spec));
        let mut results = results.into_iter();
        for (spec, arg) in defined {
            let Some(low) = results.next() else { break };
            let high = if spec.width == Width::W128 { results.next().unwrap_or_default() } else { 0 };
            let bits = u128::from(low) | u128::from(high) << 64;
            self.set_operand(frame, spec, arg, bits)?;
            // The landings on the edges of a terminal read the registers.
            if let Some(reg) = spec.fixed().filter(|_| is_terminal) {
                self.registers[reg.index()] = bits | UNSPECIFIED & !mask(spec.width);
            }
        }
        Ok(next)
    }

    /// Destroys the registers of operands.
    fn spoil(
        &mut self,
        frame: &mut Frame<'_>,
        specs: &[OperandSpec],
        args: &[Arg],
        destroys: impl Fn(&OperandSpec) -> bool,
    ) -> Result<()> {
        for (spec, arg) in specs.iter().zip(args).filter(|(spec, _)| destroys(spec)) {
            if let Arg::Tmp(tmp) = arg {
                self.set_tmp(frame, *tmp, UNSPECIFIED)?;
            }
            if let Some(reg) = spec.fixed() {
                self.registers[reg.index()] = UNSPECIFIED;
            }
        }
        Ok(())
    }

    /// Reads the operands that are read at this time.
    pub(super) fn read_operands(
        &mut self,
        frame: &Frame<'_>,
        specs: &[OperandSpec],
        args: &[Arg],
        timing: Timing,
        read: &mut [Option<u128>],
    ) -> Result<()> {
        for ((spec, arg), bits) in specs.iter().zip(args).zip(read) {
            if spec.role.use_timing() != Some(timing) {
                continue;
            }
            if let (Some(reg), Arg::Tmp(tmp)) = (spec.fixed(), arg) {
                self.must_be(frame, *tmp, reg)?;
            }
            *bits = Some(self.read(frame, arg, spec.width)?.bits);
        }
        Ok(())
    }

    /// Executes an invalidation point: exits if the code is invalidated.
    pub(super) fn invalidation_point(
        &mut self,
        frame: &Frame<'_>,
        special: &Special,
        args: &[Arg],
    ) -> Result<Next> {
        let place = Place { procedure: frame.number as u32, value: ValueId::INVALID };
        if !self.host.is_invalidated(place) {
            return Ok(Next::Inst);
        }
        let mut read = vec![None; special.operands.len()];
        for timing in [Timing::Early, Timing::Late] {
            self.read_operands(frame, &special.operands, args, timing, &mut read)?;
        }
        Ok(Next::End(self.leave(frame, special, typed(&special.operands, &read))))
    }

    /// The end of a procedure whose check failed: an exit if the generator exits or there is a state, or a trap.
    pub(super) fn leave(&mut self, frame: &Frame<'_>, special: &Special, operands: Vec<(Type, u128)>) -> End {
        let generator = frame.procedure.ir.generators().get(special.generator);
        let exits = generator.is_some_and(|generator| self.host.exits_by(&generator.name));
        match special.trap {
            Some(code) if !exits && !special.state.is_valid() => End::Trapped(code, frame.number),
            _ => exit(frame, special, operands),
        }
    }
}

/// Describes an exit, whose last operands are the values of its state.
fn exit(frame: &Frame<'_>, special: &Special, mut operands: Vec<(Type, u128)>) -> End {
    let ir = &frame.procedure.ir;
    let own = operands.len().saturating_sub(special.state_operands as usize);
    let bits: Vec<u128> = operands.drain(own..).map(|(_, bits)| bits).collect();
    let operands = words(&operands).collect();
    let mut walk = StateValues::new();
    let ids = ir.state_values(special.state, &mut walk).to_vec();
    let mut states = States { ir, ids: &ids, bits: &bits, needed: Vec::new() };
    let mut frames = Vec::new();
    for state in walk.frames() {
        let Some(node) = ir.states().get(*state) else { continue };
        let entries = states.entries(ir.state_entries(*state));
        let local_count = node.local_count();
        frames.push(ExitFrame { function: node.function, pc: node.pc, local_count, entries });
    }
    let mut objects = Vec::new();
    while let Some(id) = states.needed.get(objects.len()).copied() {
        let shape = ir.objects().get(id).map_or(0, |object| object.shape);
        let fields = states.entries(ir.object_fields(id));
        objects.push(ExitObject { id, shape, fields });
    }
    let place = Place { procedure: frame.number as u32, value: ValueId::INVALID };
    let generator = ir.generators().get(special.generator);
    let generator = generator.map(|generator| generator.name.clone()).unwrap_or_default();
    End::Exited(Box::new(Exit { place, generator, operands, frames, objects }))
}
