//! Side tables of a group: one array per kind of fact, shared by all procedures, so that allocations do not grow with
//! their number.

use super::Linkable;
use super::caller_rows::CallerRow;
use super::code::Site;
use crate::isa::{CodeOrigin, Handler, PatchableSite, TrapSite};

/// The range of a procedure's facts in a pool.
#[derive(Clone, Copy)]
pub(super) struct Span {
    start: usize,
    len: usize,
}

/// All facts of one kind.
pub(super) struct Pool<T> {
    items: Vec<T>,
}

impl<T: Copy> Pool<T> {
    /// Allocates room for `count` facts.
    fn of(count: usize) -> Pool<T> {
        Pool { items: Vec::with_capacity(count) }
    }

    fn add(&mut self, facts: &[T]) -> Span {
        let start = self.items.len();
        self.items.extend_from_slice(facts);
        Span { start, len: facts.len() }
    }

    fn add_all(&mut self, facts: impl Iterator<Item = T>) -> Span {
        let start = self.items.len();
        self.items.extend(facts);
        Span { start, len: self.items.len() - start }
    }

    pub(super) fn get(&self, span: Span) -> &[T] {
        &self.items[span.start..][..span.len]
    }
}

/// All side tables of a group.
pub(super) struct Tables {
    names: String,
    pub(super) entries: Pool<u32>,
    pub(super) trap_sites: Pool<TrapSite>,
    pub(super) patchable_sites: Pool<PatchableSite>,
    pub(super) sites: Pool<Site>,
    pub(super) handlers: Pool<Handler>,
    pub(super) origins: Pool<CodeOrigin>,
    pub(super) callers: Pool<CallerRow>,
}

/// The ranges of a procedure in the side tables.
#[derive(Clone, Copy)]
pub(super) struct Spans {
    name: Span,
    pub(super) entries: Span,
    pub(super) trap_sites: Span,
    pub(super) patchable_sites: Span,
    pub(super) sites: Span,
    pub(super) handlers: Span,
    pub(super) origins: Span,
    pub(super) callers: Span,
}

impl Tables {
    /// Allocates room for all facts about these procedures.
    pub(super) fn of(procedures: &[Linkable<'_>]) -> Tables {
        let total = |count: fn(&Linkable<'_>) -> usize| procedures.iter().map(count).sum();
        let sites = total(|procedure| procedure.code.patchable_sites.len());
        Tables {
            names: String::with_capacity(total(|procedure| procedure.name.len())),
            entries: Pool::of(total(|procedure| procedure.code.entries.len())),
            trap_sites: Pool::of(total(|procedure| procedure.code.trap_sites.len())),
            patchable_sites: Pool::of(sites),
            sites: Pool::of(sites),
            handlers: Pool::of(total(|procedure| procedure.code.handlers.len())),
            origins: Pool::of(total(|procedure| procedure.code.origins.len())),
            callers: Pool::of(total(|procedure| procedure.code.frame_states.rows.len())),
        }
    }

    pub(super) fn add(&mut self, procedure: &Linkable<'_>, sites: &[Site]) -> Spans {
        let name = Span { start: self.names.len(), len: procedure.name.len() };
        self.names.push_str(procedure.name);
        let code = procedure.code;
        Spans {
            name,
            entries: self.entries.add(&code.entries),
            trap_sites: self.trap_sites.add(&code.trap_sites),
            patchable_sites: self.patchable_sites.add(&code.patchable_sites),
            sites: self.sites.add(sites),
            handlers: self.handlers.add(&code.handlers),
            origins: self.origins.add(&code.origins),
            callers: self
                .callers
                .add_all(code.frame_states.rows.iter().map(|row| CallerRow::of(code.arch, row))),
        }
    }

    pub(super) fn name(&self, spans: &Spans) -> &str {
        &self.names[spans.name.start..][..spans.name.len]
    }
}
