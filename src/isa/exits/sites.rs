//! The places in code where an exit state holds, and where its values are there.

use crate::base::{ExitId, StateId, TrapCode, ValueRep};
use crate::isa::{CodeBuffer, EmitError};
use crate::support::Entity;

/// What is at a place with an exit state, and so how the place is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ExitKind {
    /// The way out of a check, or of a generator's code: by its id, which the code loads before it jumps to the exit
    /// thunk. Where it is does not matter.
    Check,
    /// The code of a generator: by its id like a check, and by the return address of any call in it.
    Patchpoint,
    /// A call: by its return address, which is the offset behind the call instruction.
    Call,
    /// An instruction that may trap: by its offset.
    Trap,
}

impl ExitKind {
    /// All kinds, in the order of their numbers in the encoding.
    pub const ALL: [ExitKind; 4] = [ExitKind::Check, ExitKind::Patchpoint, ExitKind::Call, ExitKind::Trap];
}

/// A place with an exit state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExitSite {
    /// What is there.
    pub kind: ExitKind,
    /// Its offset: for a call the one behind it.
    pub offset: u32,
    /// Where a generator's code ends; elsewhere `offset`.
    pub end: u32,
    /// The state.
    pub state: StateId,
    reps: u32,
    len: u32,
}

/// The sites of a buffer, by [`ExitId`].
#[derive(Debug, Default)]
pub(in crate::isa) struct ExitSites {
    sites: Vec<ExitSite>,
    reps: Vec<ValueRep>,
}

impl ExitSites {
    pub(in crate::isa) fn clear(&mut self) {
        self.sites.clear();
        self.reps.clear();
    }

    /// The instruction that a trap's site was put in front of is at `offset`; or another one that may trap in the same
    /// way. Gives its exit.
    pub(in crate::isa) fn move_trap(&mut self, exit: ExitId, offset: u32, is_first: bool) -> ExitId {
        let Some(site) = self.sites.get_mut(exit.index()) else { return exit };
        let moved = ExitSite { offset, end: offset, ..*site };
        if is_first {
            *site = moved;
            return exit;
        }
        self.sites.push(moved);
        ExitId::from_index(self.sites.len() - 1)
    }

    /// Moves them from the order of emission to the finished code. Their ids stay what they are.
    pub(in crate::isa) fn place(&mut self, place: impl Fn(u32) -> u32) {
        for site in &mut self.sites {
            (site.offset, site.end) = (place(site.offset), place(site.end));
        }
    }
}

impl CodeBuffer {
    /// Says that `state` holds at the next byte, with its values in these places: as many, and in the order, as
    /// the procedure's `state_values` has them. Gives the number under which the exit is found.
    ///
    /// A call is added after the call instruction; what generators emit ends with [`CodeBuffer::end_exit_site`].
    /// A rep that is no place is an error of [`CodeBuffer::finish`].
    pub fn add_exit_site(&mut self, kind: ExitKind, state: StateId, reps: &[ValueRep]) -> ExitId {
        let is_place = |rep: &ValueRep| {
            matches!(
                rep,
                ValueRep::Register(_)
                    | ValueRep::Stack(_)
                    | ValueRep::StackArgument(_)
                    | ValueRep::Constant { .. }
            )
        };
        let offset = self.offset();
        if !reps.iter().all(is_place) {
            self.fail(EmitError::InvalidOperand {
                offset,
                expected: "places of the values of an exit state",
            });
        }
        let start = self.exits.reps.len() as u32;
        self.exits.reps.extend_from_slice(reps);
        let len = reps.len() as u32;
        self.exits.sites.push(ExitSite { kind, offset, end: offset, state, reps: start, len });
        ExitId::from_index(self.exits.sites.len() - 1)
    }

    /// As [`CodeBuffer::add_trap_site`], of an instruction that leaves by an exit instead of trapping, where
    /// somebody handles exits: `state` holds there, with its values in these places.
    pub fn add_trap_exit(&mut self, code: TrapCode, state: StateId, reps: &[ValueRep]) -> ExitId {
        let exit = self.add_exit_site(ExitKind::Trap, state, reps);
        self.add_trap_site(code);
        if let Some(site) = self.trap_sites.last_mut() {
            site.exit = exit;
        }
        exit
    }

    /// Says that the code of a generator, whose state `exit` describes, ends before the next byte.
    pub fn end_exit_site(&mut self, exit: ExitId) {
        let offset = self.offset();
        match self.exits.sites.get_mut(exit.index()) {
            Some(site) => site.end = offset,
            None => self.fail(EmitError::InvalidOperand { offset, expected: "an exit of this code" }),
        }
    }

    /// The places with exit states, by [`ExitId`]. Offsets are in order of emission, and after
    /// [`CodeBuffer::finish`] (until `clear`) in the finished code.
    pub fn exit_sites(&self) -> &[ExitSite] {
        &self.exits.sites
    }

    /// Where the values of a site of this buffer are.
    pub fn exit_reps(&self, site: &ExitSite) -> &[ValueRep] {
        let range = site.reps as usize..site.reps as usize + site.len as usize;
        self.exits.reps.get(range).unwrap_or(&[])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Arch, Reg};
    use crate::isa::FrameInfo;

    #[test]
    fn sites_move_with_the_code_and_keep_their_ids() {
        let mut buffer = CodeBuffer::new(Arch::X64);
        for _ in 0..2 {
            buffer.clear();
            buffer.put(0x9090, 2);
            let reps = [ValueRep::Register(Reg::gp(1)), ValueRep::Stack(-8)];
            let (a, b) = (StateId::new(3), StateId::new(4));
            let first = buffer.add_exit_site(ExitKind::Patchpoint, a, &reps);
            buffer.put(0x9090_9090, 4);
            buffer.end_exit_site(first);
            let second = buffer.add_exit_site(ExitKind::Call, b, &reps[1..]);
            assert_eq!((first, second), (ExitId::new(0), ExitId::new(1)));
            buffer.start_prologue();
            buffer.put(0x0055, 1);
            let third = buffer.add_exit_site(ExitKind::Trap, a, &[]);
            assert_eq!(third, ExitId::new(2));
            buffer.finish(FrameInfo::default()).expect("nothing is wrong with it");
            let sites = buffer.exit_sites();
            let places: Vec<_> = sites.iter().map(|s| (s.kind, s.offset, s.end, s.state)).collect();
            let expected =
                [(ExitKind::Patchpoint, 3, 7, a), (ExitKind::Call, 7, 7, b), (ExitKind::Trap, 1, 1, a)];
            assert_eq!(places, expected);
            let reps_of = [0, 1, 2].map(|i| buffer.exit_reps(&sites[i]));
            assert_eq!(reps_of, [&reps[..], &reps[1..], &[]]);
        }
    }

    #[test]
    fn mistakes_are_errors() {
        let mut buffer = CodeBuffer::new(Arch::X64);
        buffer.add_exit_site(ExitKind::Check, StateId::new(0), &[ValueRep::WarmAny]);
        let expected = "places of the values of an exit state";
        let error = buffer.finish(FrameInfo::default());
        assert_eq!(error, Err(EmitError::InvalidOperand { offset: 0, expected }));
        buffer.clear();
        buffer.end_exit_site(ExitId::new(0));
        let error = buffer.finish(FrameInfo::default());
        assert_eq!(error, Err(EmitError::InvalidOperand { offset: 0, expected: "an exit of this code" }));
    }
}
