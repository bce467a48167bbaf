//! Ids used by both IRs.

use crate::support::entity;
use std::fmt;

entity!(
    /// A stack slot of a procedure.
    StackSlotId, "slot"
);
entity!(
    /// A generator of a procedure: a named closure that emits the code of a patchpoint or check.
    GeneratorId, "generator"
);
entity!(
    /// An exit state of a procedure.
    StateId, "state"
);
entity!(
    /// A virtual object of an exit state: its allocation was removed, and only the state describes it.
    ObjectId, "object"
);
entity!(
    /// A point in the code of a procedure that has an exit state: its index among them.
    ExitId, "exit"
);
entity!(
    /// A patchable site in machine code: its index among them.
    SiteId, "site"
);
entity!(
    /// A name outside the procedure: another procedure, an extern function, or data.
    SymbolId, "symbol"
);
entity!(
    /// 128 bits: an entry of the table of vectors of a procedure, in either IR.
    VectorId, "vector"
);
entity!(
    /// A calling convention of the target: an index in its table.
    ConvId, "conv"
);

impl ConvId {
    /// The C convention of the target's system, which is the first of every target.
    pub const C: ConvId = ConvId::new(0);
}

/// The client's own source position of a value; carried through to machine code and never interpreted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Origin(pub u32);

impl Origin {
    /// No position.
    pub const NONE: Origin = Origin(u32::MAX);
}

impl Default for Origin {
    fn default() -> Origin {
        Origin::NONE
    }
}

/// The number, or `none`.
impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Origin::NONE { f.write_str("none") } else { write!(f, "{}", self.0) }
    }
}
