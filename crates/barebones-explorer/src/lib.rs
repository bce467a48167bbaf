//! Records one compilation stage by stage, and shows it: a page for a browser, JSON, or a graph for graphviz.
//!
//! [`record`] compiles a procedure with an [`Observer`](barebones::Observer) attached, and returns a [`Recording`]: the
//! IR after every pass, the machine IR after every stage, live ranges, code, reasons, exit states and times. A
//! compilation without this observer is not affected. `docs/explorer.md` describes the page and the format.

mod dot;
mod exits;
mod json;
mod live;
mod page;
mod record;
mod recording;

pub use dot::{UnknownStage, to_dot};
pub use json::to_json;
pub use page::to_page;
pub use record::record;
pub use recording::{
    Combination, Decision, Exit, ExitEntry, ExitFrame, Graph, GraphBlock, Kind, Line, MachineInst, Missed,
    Piece, Recording, StageRecord, Temporary,
};

/// Tests the example of the document.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/explorer.md")]
pub struct Explorer;
