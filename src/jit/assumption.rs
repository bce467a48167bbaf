//! Assumptions that compiled code relies on, and that end for all code at once.

use super::memory::serialize_cores;
use super::{Code, PatchError, WeakCode};
use crate::base::SiteId;
use crate::isa::{BranchRole, PatchableKind, PatchableSite};
use crate::support::Entity;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// An assumption that compiled code relies on, such as "this function has not been redefined". Clones share it.
///
/// Code depends on it with its invalidation points, and with its
/// [patchable no-ops](crate::isa::masm::MacroAssembler::patchable_nop). [`Assumption::invalidate`] diverts them all: see
/// `docs/patching.md` in the repository. The assumption does not keep the code alive, and forgets code that was freed.
#[derive(Clone, Default)]
pub struct Assumption {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    has_ended: bool,
    dependents: Vec<Dependent>,
    /// The number of dependents at which those that were freed are removed.
    prune_at: usize,
    /// Code to which diverted no-ops led: threads may still be about to run it.
    replaced: Vec<Code>,
}

struct Dependent {
    code: WeakCode,
    sites: Box<[SiteId]>,
}

/// The minimum of [`State::prune_at`].
const MIN_PRUNE: usize = 64;

impl Assumption {
    /// An assumption that holds, and on which nothing depends.
    pub fn new() -> Assumption {
        Assumption::default()
    }

    /// True until [`Assumption::invalidate`] is called. If it ends while a thread asks, the answer may be out of date:
    /// only the dependent sites are certain.
    pub fn is_valid(&self) -> bool {
        !self.lock().has_ended
    }

    /// Makes all invalidation points of the procedure depend on the assumption. Returns their number.
    ///
    /// If the assumption has ended, they are diverted at once. So code that was compiled while it held may be published
    /// after this call, whatever other threads do meanwhile.
    ///
    /// # Errors
    /// [`PatchError::Forked`], if the assumption has ended.
    pub fn depend(&self, code: &Code) -> Result<usize, PatchError> {
        self.depend_where(code, |site| matches!(site.kind, PatchableKind::Invalidation { .. }))
    }

    /// Like [`Assumption::depend`], for chosen invalidation points and patchable no-ops, for example by origin. A site
    /// may depend on several assumptions.
    ///
    /// # Errors
    /// As for [`Assumption::depend`].
    pub fn depend_where(
        &self,
        code: &Code,
        mut chosen: impl FnMut(&PatchableSite) -> bool,
    ) -> Result<usize, PatchError> {
        let can_divert = |kind: PatchableKind| {
            let is_nop = matches!(kind, PatchableKind::Branch { role: BranchRole::Nop, .. });
            is_nop || matches!(kind, PatchableKind::Invalidation { .. })
        };
        let sites = code.patchable_sites().iter().enumerate();
        let sites: Box<[SiteId]> = sites
            .filter(|(_, site)| can_divert(site.kind) && chosen(site))
            .map(|(number, _)| SiteId::from_index(number))
            .collect();
        let count = sites.len();
        if count == 0 {
            return Ok(0);
        }
        let mut state = self.lock();
        if state.has_ended {
            let result = state.divert(code, &sites);
            serialize_cores();
            return result.map(|()| count);
        }
        if state.dependents.len() >= state.prune_at {
            state.dependents.retain(|dependent| !dependent.code.is_freed());
            state.prune_at = (2 * state.dependents.len()).max(MIN_PRUNE);
        }
        state.dependents.push(Dependent { code: code.downgrade(), sites });
        Ok(count)
    }

    /// Ends the assumption. Diverts all dependent sites of all live code to their exits or labels, and returns how many.
    ///
    /// When it returns, no thread passes a dependent site any more: all cores that run threads of the process have
    /// serialized, once for all sites. Frames that are suspended in a call leave at the next site that they reach. It
    /// cannot be undone. A second call diverts nothing, and also returns only after the first is finished.
    ///
    /// # Errors
    /// [`PatchError::Forked`], if some sites are in code of the process that this one was forked from. All others are
    /// diverted.
    pub fn invalidate(&self) -> Result<usize, PatchError> {
        let mut state = self.lock();
        state.has_ended = true;
        let dependents = std::mem::take(&mut state.dependents);
        let (mut count, mut result) = (0, Ok(()));
        // Dropped at the end: the last handle may be one of them.
        let mut codes = Vec::with_capacity(dependents.len());
        for dependent in dependents {
            let Some(code) = dependent.code.upgrade() else { continue };
            match state.divert(&code, &dependent.sites) {
                Ok(()) => count += dependent.sites.len(),
                error => result = error,
            }
            codes.push(code);
        }
        if !codes.is_empty() {
            serialize_cores();
        }
        drop(state);
        drop(codes);
        result.map(|()| count)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic never leaves the state inconsistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn divert(&mut self, code: &Code, sites: &[SiteId]) -> Result<(), PatchError> {
        for &site in sites {
            self.replaced.extend(code.divert(site)?);
        }
        Ok(())
    }
}

impl fmt::Debug for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.lock();
        let name = if state.has_ended { "Assumption(ended)" } else { "Assumption" };
        f.debug_struct(name).field("dependents", &state.dependents.len()).finish()
    }
}
