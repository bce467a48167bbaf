//! The data of a recorded compilation.

use std::collections::HashMap;

/// What a stage produces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The IR.
    Ir,
    /// The machine IR.
    Air,
    /// Bytes.
    Code,
    /// Nothing new: a check.
    Check,
}

impl Kind {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Ir => "ir",
            Kind::Air => "air",
            Kind::Code => "code",
            Kind::Check => "check",
        }
    }
}

/// A line of IR or machine IR. Equal lines are stored once.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Line {
    /// The text format, without origin.
    pub text: String,
    /// The value that the line is about: the one it defines, in the IR of the same stage; of selected machine IR, the
    /// value of the IR after all passes that the instruction was selected for.
    pub value: Option<u32>,
    /// The value of the input from which the line comes.
    pub origin: Option<u32>,
}

/// A block of a graph.
#[derive(Clone, PartialEq, Debug)]
pub struct GraphBlock {
    /// The heading, as in the text format: number, frequency, attributes.
    pub heading: String,
    /// Index of its lines in [`Recording::lists`].
    pub lines: u32,
    /// Of machine IR, the number of its first instruction.
    pub first: u32,
    /// The numbers of the successors.
    pub successors: Vec<u32>,
}

/// All code of a procedure after a stage.
#[derive(Clone, PartialEq, Debug)]
pub struct Graph {
    /// The declarations before the first block.
    pub header: Vec<String>,
    /// The blocks in order; a successor is an index of this list.
    pub blocks: Vec<GraphBlock>,
}

/// A pass or stage.
#[derive(Clone, PartialEq, Debug)]
pub struct StageRecord {
    /// Its name: of a pass, that of [`barebones::opt::Pass::name`].
    pub name: String,
    /// What it produces.
    pub kind: Kind,
    /// How long it took, without the observation.
    pub nanoseconds: u64,
    /// Of a pass, the number of values and edges examined.
    pub work: u64,
    /// Of a pass, the number of rewrites.
    pub rewrites: u64,
    /// Index of its result in [`Recording::graphs`]. Stages that change nothing share it.
    pub graph: Option<u32>,
}

/// A part of the lifetime of a temporary that is spent in one register.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The first instruction.
    pub from: u32,
    /// The last instruction.
    pub to: u32,
    /// The name of the register.
    pub register: String,
}

/// A temporary of the machine IR before allocation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Temporary {
    /// Its name.
    pub name: String,
    /// The value of the IR after all passes that it holds, if it holds one.
    pub value: Option<u32>,
    /// The first and last instructions of the ranges in which it is live, in order.
    pub ranges: Vec<[u32; 2]>,
    /// Its registers, in order of time.
    pub pieces: Vec<Piece>,
    /// Its spill slots.
    pub slots: Vec<String>,
    /// The temporary whose location it shares, because both were coalesced.
    pub representative: Option<u32>,
}

/// A decision of register allocation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The number of the instruction before allocation.
    pub inst: u32,
    /// Index in [`Recording::temporaries`].
    pub temporary: Option<u32>,
    /// Its kind.
    pub kind: &'static str,
    /// The decision and its reason.
    pub text: String,
}

/// A rule of selection that was applied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Combination {
    /// The value whose instruction it is.
    pub root: u32,
    /// The values that are part of the instruction.
    pub parts: Vec<u32>,
    /// The name of the rule.
    pub rule: &'static str,
    /// What the rule does.
    pub meaning: &'static str,
}

/// Two values that did not become one instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missed {
    /// The value.
    pub producer: u32,
    /// Its user.
    pub consumer: u32,
    /// Why not.
    pub reason: String,
}

/// An instruction of the machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MachineInst {
    /// Its offset in the code.
    pub offset: u32,
    /// Its bytes, in hexadecimal.
    pub bytes: String,
    /// Its disassembly.
    pub text: String,
    /// The value of the input that it comes from.
    pub origin: Option<u32>,
    /// The number of the instruction of the machine IR, in the last graph, that it was emitted for.
    pub inst: Option<u32>,
}

/// An entry of a frame of an exit state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExitEntry {
    /// The value of the IR after all passes, if it is known.
    pub value: Option<u32>,
    /// Where it is when the exit is taken.
    pub place: String,
}

/// A frame of an exit state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExitFrame {
    /// The client's number for the function.
    pub function: u32,
    /// The client's number for the place in it.
    pub pc: u32,
    /// The entries.
    pub entries: Vec<ExitEntry>,
}

/// An exit of the code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exit {
    /// The kind of its site.
    pub kind: String,
    /// The offset of its site; `None` for a check, whose site is not recorded.
    pub offset: Option<u32>,
    /// The number of its innermost state in the IR, if only one fits.
    pub state: Option<u32>,
    /// The frames, innermost first.
    pub frames: Vec<ExitFrame>,
}

/// A recorded compilation.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Recording {
    /// The name of the procedure.
    pub name: String,
    /// The name of the target.
    pub target: String,
    /// The level, 0 to 2.
    pub level: u8,
    /// The number of values of the input.
    pub input_values: u32,
    /// What the client called the origin of each value of the input, where it has one: value and origin.
    pub client_origins: Vec<(u32, String)>,
    /// All different lines.
    pub lines: Vec<Line>,
    /// All different lists of lines, as indices of [`Recording::lines`].
    pub lists: Vec<Vec<u32>>,
    /// All different graphs.
    pub graphs: Vec<Graph>,
    /// The passes and stages in order.
    pub stages: Vec<StageRecord>,
    /// The temporaries before allocation. None at O0, which has no machine IR of a whole procedure.
    pub temporaries: Vec<Temporary>,
    /// False if the procedure is too large for liveness, and live ranges are those within each block.
    pub exact_ranges: bool,
    /// The decisions of allocation, by instruction.
    pub decisions: Vec<Decision>,
    /// The rules that selection applied.
    pub combinations: Vec<Combination>,
    /// The pairs that it did not combine.
    pub missed: Vec<Missed>,
    /// The instructions of the machine.
    pub code: Vec<MachineInst>,
    /// The bytes after the last instruction, in hexadecimal.
    pub constants: String,
    /// The offsets of the entries.
    pub entries: Vec<u32>,
    /// Bytes of the frame.
    pub frame_bytes: u32,
    /// The exits.
    pub exits: Vec<Exit>,
}

/// Finds lines and lists that are stored already. Only looked up, so that the result does not depend on the hash.
#[derive(Default)]
pub(crate) struct Interner {
    lines: HashMap<Line, u32>,
    lists: HashMap<Vec<u32>, u32>,
}

impl Interner {
    pub(crate) fn line(&mut self, recording: &mut Recording, line: Line) -> u32 {
        if let Some(known) = self.lines.get(&line) {
            return *known;
        }
        let number = recording.lines.len() as u32;
        recording.lines.push(line.clone());
        self.lines.insert(line, number);
        number
    }

    pub(crate) fn list(&mut self, recording: &mut Recording, list: Vec<u32>) -> u32 {
        if let Some(known) = self.lists.get(&list) {
            return *known;
        }
        let number = recording.lists.len() as u32;
        recording.lists.push(list.clone());
        self.lists.insert(list, number);
        number
    }
}
