//! The exit sites of a procedure that are found by their offset in the code.

use crate::base::ExitId;
use crate::isa::{ExitKind, ExitTable, ExitTableError, SitePlace};
use std::sync::OnceLock;

/// The exit sites of a procedure, by kind, each sorted by offset.
#[derive(Debug, Default)]
pub(super) struct ExitIndex {
    calls: Vec<SitePlace>,
    patchpoints: Vec<SitePlace>,
    traps: Vec<SitePlace>,
}

impl ExitIndex {
    fn of(exits: &ExitTable) -> Result<ExitIndex, ExitTableError> {
        let mut index = ExitIndex::default();
        for place in exits.places()? {
            match place.kind {
                ExitKind::Call => index.calls.push(place),
                ExitKind::Patchpoint => index.patchpoints.push(place),
                ExitKind::Trap => index.traps.push(place),
                ExitKind::Check => {}
            }
        }
        Ok(index)
    }

    /// The exit of the call with this return offset: the call's own, or that of the patchpoint that contains the call.
    pub(super) fn of_call(&self, return_offset: u32) -> Option<ExitId> {
        find(&self.calls, return_offset).or_else(|| {
            let after = self.patchpoints.partition_point(|place| place.offset < return_offset);
            let place = self.patchpoints[after.checked_sub(1)?];
            (return_offset <= place.end).then_some(place.exit)
        })
    }

    /// The exit of the trapping instruction at this offset.
    pub(super) fn of_trap(&self, offset: u32) -> Option<ExitId> {
        find(&self.traps, offset)
    }
}

/// The exit of the first site at an offset.
fn find(places: &[SitePlace], offset: u32) -> Option<ExitId> {
    let first = places.partition_point(|place| place.offset < offset);
    places.get(first).filter(|place| place.offset == offset).map(|place| place.exit)
}

/// An index that is built on first use.
#[derive(Debug, Default)]
pub(super) struct LazyIndex(OnceLock<Result<ExitIndex, ExitTableError>>);

impl LazyIndex {
    /// The index of these exits, always the same ones.
    pub(super) fn of(&self, exits: &ExitTable) -> Result<&ExitIndex, ExitTableError> {
        self.0.get_or_init(|| ExitIndex::of(exits)).as_ref().map_err(|error| *error)
    }
}
