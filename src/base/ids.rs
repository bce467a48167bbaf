//! Ids that both IRs carry.

use crate::support::entity;
use std::fmt;

entity!(
    /// A stack slot of a procedure.
    StackSlotId, "slot"
);
entity!(
    /// A generator of a procedure: a named closure that emits code.
    GeneratorId, "generator"
);
entity!(
    /// An exit state of a procedure.
    StateId, "state"
);
entity!(
    /// An object in an exit state that exists only there.
    ObjectId, "object"
);
entity!(
    /// A place in the code of one procedure where an exit state holds: its number there.
    ExitId, "exit"
);
entity!(
    /// A place in code that may be changed while the code runs: its number in the code.
    SiteId, "site"
);
entity!(
    /// A name outside the procedure: another procedure, an extern function, data.
    SymbolId, "symbol"
);
entity!(
    /// A calling convention of the target: the index in its table.
    ConvId, "conv"
);

/// Where a value comes from, in the client's own numbering; carried to machine code and never interpreted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Origin(pub u32);

impl Origin {
    /// From nowhere in particular.
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
