//! Resuming execution in the middle of procedures, after an exit of compiled code.

use super::host::ExitEntry;
use super::machine::Machine;
use super::prepare::truncate_bits;
use super::program::{NO_SLOT, Slot};
use super::{Execution, ExitFrame, Host, InterpError, Interpreter, Limits};
use crate::ir::{Location, Point, Procedure, ResumePoint, ValueId};
use crate::support::Entity;

/// A frame in which execution resumes, or to which it returns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResumedFrame<'a> {
    /// The index of the procedure.
    pub procedure: u32,
    /// The resume point of this procedure, with the values needed there.
    pub point: &'a ResumePoint,
    /// The bits of the point's values, in order.
    pub bits: Vec<u64>,
}

impl ExitFrame {
    /// The bits of all entries, for [`ResumedFrame::bits`]; `None` if one is dead, an object or a vector.
    pub fn bits(&self) -> Option<Vec<u64>> {
        let bits = |entry: &ExitEntry| match *entry {
            ExitEntry::Scalar(_, bits) | ExitEntry::Reference(bits) => Some(bits),
            ExitEntry::Dead | ExitEntry::Object(_) | ExitEntry::Vector(_) => None,
        };
        self.entries.iter().map(bits).collect()
    }
}

impl Interpreter<'_> {
    /// Resumes execution in the first frame, and when it returns, in its caller's, and so on. All frames but the first
    /// must be active at a call ([`Point::During`]).
    ///
    /// # Errors
    /// There is no such procedure, a frame does not have the values that its point needs, or the results of a frame's
    /// call do not match the procedure of the frame before it. Anything that happens after that is an
    /// [`Outcome`](super::Outcome).
    pub fn resume(
        &self,
        frames: &[ResumedFrame<'_>],
        host: &mut dyn Host,
        limits: Limits,
    ) -> Result<Execution, InterpError> {
        let pcs = frames.iter().enumerate().map(|(depth, frame)| self.check_frame(depth, frame));
        let pcs = pcs.collect::<Result<Vec<u32>, _>>()?;
        self.check_calls(frames, &pcs)?;
        if frames.is_empty() {
            return Err(InterpError::NoProcedure(String::new()));
        }
        Ok(Machine::new(self, host, limits).execute_frames(frames, &pcs))
    }

    /// Checks a frame; returns the instruction at which it resumes.
    fn check_frame(&self, depth: usize, frame: &ResumedFrame<'_>) -> Result<u32, InterpError> {
        let index = frame.procedure as usize;
        let unknown = || InterpError::NoProcedure(format!("procedure {index}"));
        let (proc, program) = self.procedures.get(index).zip(self.programs.get(index)).ok_or_else(unknown)?;
        let wrong = |what: String| InterpError::WrongState { procedure: proc.name.clone(), what };
        let ResumePoint { point, values, constants, stores } = frame.point;
        if values.len() != frame.bits.len() {
            return Err(wrong(format!(
                "{} values for {point:?}, expected {}",
                frame.bits.len(),
                values.len()
            )));
        }
        let is_call = matches!(point, Point::During(_));
        if is_call != (depth > 0) {
            return Err(wrong(format!("frame {depth} cannot resume at {point:?}")));
        }
        let scalar_slot = |id: &ValueId| {
            let slot = program.slot_of.get(id.index()).copied().unwrap_or(NO_SLOT);
            (slot != NO_SLOT && proc.type_of(*id).is_scalar()).then_some(slot)
        };
        let stored = stores.iter().map(|(_, value)| value);
        if let Some(id) = values.iter().chain(constants).chain(stored).find(|id| scalar_slot(id).is_none()) {
            return Err(wrong(format!("{id} is no scalar of the procedure")));
        }
        let locations = stores.iter().map(|(location, _)| *location);
        if let Some(location) =
            locations.into_iter().find(|location| program.location_slot(*location).is_none())
        {
            return Err(wrong(format!("{location:?} is not in the procedure")));
        }
        match program.first_instruction(point.value()) {
            Some(at) => Ok(at + u32::from(is_call)),
            None => Err(wrong(format!("{point:?} is in no block"))),
        }
    }
}

impl Interpreter<'_> {
    /// Checks that every frame returns the results that its caller's call expects. The procedures must exist.
    fn check_calls(&self, frames: &[ResumedFrame<'_>], pcs: &[u32]) -> Result<(), InterpError> {
        for (inner, (outer, pc)) in frames.iter().zip(frames.iter().zip(pcs).skip(1)) {
            let [callee, caller] = [inner, outer].map(|frame| &self.procedures[frame.procedure as usize]);
            let returned = &callee.signature().results;
            let found = self.programs[outer.procedure as usize].call_before(*pc).map(|call| &call.results);
            if found != Some(returned) {
                let (point, name) = (outer.point.point, &callee.name);
                let what = format!("{point:?} expects {found:?}, and {name} returns {returned:?}");
                return Err(InterpError::WrongState { procedure: caller.name.clone(), what });
            }
        }
        Ok(())
    }
}

impl Machine<'_, '_> {
    /// Executes frames, innermost first in the list, until the outermost returns.
    fn execute_frames(mut self, frames: &[ResumedFrame<'_>], pcs: &[u32]) -> Execution {
        self.begin(frames.last().map_or(0, |frame| frame.procedure));
        let mut entered = Ok(());
        for (depth, (frame, pc)) in frames.iter().zip(pcs).enumerate().rev() {
            let outermost = depth + 1 == frames.len();
            let caller_sp = if outermost { self.frame.caller_sp } else { self.frame.stack_pointer };
            if !outermost {
                self.callers.push(self.frame);
            }
            entered = self.enter(frame.procedure, 0, caller_sp, &Default::default());
            if entered.is_err() {
                break;
            }
            self.frame.pc = *pc;
            self.fill(&self.interpreter.procedures[frame.procedure as usize], frame);
        }
        self.finish(entered)
    }

    /// Writes the values of a resumed frame.
    fn fill(&mut self, proc: &Procedure, frame: &ResumedFrame<'_>) {
        let program = self.program();
        let slot = |id: &ValueId| -> Slot { program.slot_of[id.index()] };
        for (id, bits) in frame.point.values.iter().zip(&frame.bits) {
            self.set(slot(id), truncate_bits(proc.type_of(*id), *bits), false);
        }
        for id in &frame.point.constants {
            let value = proc.value(*id);
            self.set(slot(id), truncate_bits(value.ty, value.bits()), false);
        }
        for (location, id) in &frame.point.stores {
            if let Some(to) = program.location_slot(*location) {
                let (bits, unspecified) = self.scalar(slot(id));
                self.set(to, bits, unspecified);
            }
        }
    }
}

impl super::program::Program {
    fn first_instruction(&self, value: ValueId) -> Option<u32> {
        let make = || {
            let mut first = vec![NO_SLOT; self.slot_of.len()];
            for (at, place) in self.places.iter().enumerate().rev() {
                if let Some(first) = first.get_mut(place.index()) {
                    *first = at as u32;
                }
            }
            first
        };
        let first = self.first_of.get_or_init(make).get(value.index()).copied();
        first.filter(|at| *at != NO_SLOT)
    }

    fn location_slot(&self, location: Location) -> Option<Slot> {
        match location {
            // The slot of a Phi's location follows the Phi's own.
            Location::Phi(phi) => {
                let slot = self.slot_of.get(phi.index()).copied().filter(|slot| *slot != NO_SLOT)?;
                self.phis.contains(phi.index()).then_some(slot + 1)
            }
            Location::Variable(variable) => self.variables.get(variable.index()).copied(),
        }
    }
}
