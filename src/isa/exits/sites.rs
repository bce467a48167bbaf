//! The places in code where an exit state holds, and the places of its values there.

use crate::base::{ExitId, StateId, TrapCode, ValueRep};
use crate::isa::{CodeBuffer, EmitError};
use crate::support::Entity;

/// The kind of an exit site, which determines how it is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ExitKind {
    /// The exit path of a check, or of a generator's code: found by its id, which the code loads before it jumps to
    /// the exit thunk, not by its offset.
    Check,
    /// The code of a generator: found by its id like a check, and by the return address of any call in it.
    Patchpoint,
    /// A call: found by its return address, the offset after the call instruction.
    Call,
    /// An instruction that may trap: found by its offset.
    Trap,
}

impl ExitKind {
    /// All kinds, in the order of their numbers in the encoding.
    pub const ALL: [ExitKind; 4] = [ExitKind::Check, ExitKind::Patchpoint, ExitKind::Call, ExitKind::Trap];
}

/// A place in code with an exit state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExitSite {
    /// The kind of the site.
    pub kind: ExitKind,
    /// Its offset; for a call, the return address.
    pub offset: u32,
    /// End of a generator's code; for other kinds `offset`.
    pub end: u32,
    /// The exit state.
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

    /// Moves a trap's site from before an operation to its instruction at `offset`. If this is not the first such
    /// instruction, adds a copy of the site. Returns the exit of the instruction.
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

    /// Maps offsets from emission order to the finished code. Ids do not change.
    pub(in crate::isa) fn place(&mut self, place: impl Fn(u32) -> u32) {
        for site in &mut self.sites {
            (site.offset, site.end) = (place(site.offset), place(site.end));
        }
    }
}

impl CodeBuffer {
    /// Adds an exit site: `state` holds at the next byte, with its values in the places `reps`, which correspond to
    /// the procedure's `state_values`. Returns the id of the exit.
    ///
    /// For a call, add the site after the call instruction. For generated code, end the site with
    /// [`CodeBuffer::end_exit_site`]. [`CodeBuffer::finish`] fails if a rep is not a place.
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
                operation: None,
            });
        }
        let start = self.exits.reps.len() as u32;
        self.exits.reps.extend_from_slice(reps);
        let len = reps.len() as u32;
        self.exits.sites.push(ExitSite { kind, offset, end: offset, state, reps: start, len });
        ExitId::from_index(self.exits.sites.len() - 1)
    }

    /// Like [`CodeBuffer::add_trap_site`], for an instruction that takes an exit instead of trapping if the client
    /// handles exits. `state` holds there, with its values in the places `reps`.
    pub fn add_trap_exit(&mut self, code: TrapCode, state: StateId, reps: &[ValueRep]) -> ExitId {
        let exit = self.add_exit_site(ExitKind::Trap, state, reps);
        self.add_trap_site(code);
        if let Some(site) = self.trap_sites.last_mut() {
            site.exit = exit;
        }
        exit
    }

    /// Ends the site of a generator's code, whose exit is `exit`, before the next byte.
    pub fn end_exit_site(&mut self, exit: ExitId) {
        let offset = self.offset();
        match self.exits.sites.get_mut(exit.index()) {
            Some(site) => site.end = offset,
            None => self.fail(EmitError::InvalidOperand {
                offset,
                expected: "an exit of this code",
                operation: None,
            }),
        }
    }

    /// The exit sites, by [`ExitId`]. Offsets are in emission order, and after [`CodeBuffer::finish`] (until `clear`)
    /// in the finished code.
    pub fn exit_sites(&self) -> &[ExitSite] {
        &self.exits.sites
    }

    /// The locations of the values of an exit state.
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
    fn misuse_is_an_error() {
        let mut buffer = CodeBuffer::new(Arch::X64);
        buffer.add_exit_site(ExitKind::Check, StateId::new(0), &[ValueRep::WarmAny]);
        let expected = "places of the values of an exit state";
        let error = buffer.finish(FrameInfo::default());
        assert_eq!(error, Err(EmitError::InvalidOperand { offset: 0, expected, operation: None }));
        buffer.clear();
        buffer.end_exit_site(ExitId::new(0));
        let error = buffer.finish(FrameInfo::default());
        let expected = "an exit of this code";
        assert_eq!(error, Err(EmitError::InvalidOperand { offset: 0, expected, operation: None }));
    }
}
