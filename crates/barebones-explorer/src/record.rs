//! The recorder: an observer of one compilation.

use crate::exits;
use crate::live::find_ranges;
use crate::recording::{
    Combination, Decision, Graph, GraphBlock, Interner, Kind, Line, MachineInst, Missed, Piece, Recording,
    StageRecord, Temporary,
};
use barebones::air::{Code, Tmp};
use barebones::base::{Origin, RegNames};
use barebones::disasm::Names;
use barebones::error::CompileError;
use barebones::ir::Procedure;
use barebones::isa::{CompiledCode, RelocTarget, Relocation};
use barebones::lower::combinations::Combinations;
use barebones::opt::{Pass, PassCounts};
use barebones::regalloc::Why;
use barebones::regalloc::why::Decision as Allocation;
use barebones::{CodeLine, Compiler, Observer, OptLevel, Progress, Stage};
use std::time::Instant;

/// Compiles a procedure, links nothing, and returns what was recorded. Calls of other procedures are inlined if the
/// compiler [has callees](Compiler::set_callees).
///
/// # Errors
/// As [`Compiler::emit`].
pub fn record(compiler: &mut Compiler, proc: &Procedure) -> Result<Recording, CompileError> {
    let mut numbered = proc.clone();
    let mut client_origins = Vec::new();
    // Values that passes append have it.
    for id in proc.value_ids() {
        if let Some(value) = numbered.get_value_mut(id) {
            if value.origin != Origin::NONE {
                client_origins.push((id.number(), value.origin.to_string()));
            }
            value.origin = Origin(id.number());
        }
    }
    let level = match compiler.options().opt_level {
        OptLevel::O0 => 0,
        OptLevel::O1 => 1,
        OptLevel::O2 => 2,
    };
    let mut recorder = Recorder::new(compiler.target().desc.names);
    recorder.recording = Recording {
        name: proc.name.clone(),
        target: compiler.target().name().to_string(),
        level,
        input_values: proc.value_count() as u32,
        client_origins,
        exact_ranges: true,
        ..Recording::default()
    };
    let compiled = compiler.emit_observed(&numbered, &mut recorder)?;
    recorder.finish(&compiled);
    Ok(recorder.recording)
}

struct Recorder {
    names: &'static RegNames,
    recording: Recording,
    interner: Interner,
    /// When the current stage or pass began, or went on after a report.
    clock: Instant,
    /// The IR that was reported last.
    last_ir: Option<Procedure>,
    /// The machine IR as emission gets it; its origins are numbers of lines.
    emitted: Option<Code>,
    lines: Vec<CodeLine>,
    /// By number of a temporary, the value that it holds.
    held: Vec<Option<u32>>,
}

fn id_of(origin: Origin) -> Option<u32> {
    (origin != Origin::NONE).then_some(origin.0)
}

/// Removes the origin from a line of text: pages show it in another way.
fn without_origin(mut text: String, origin: Origin) -> String {
    if origin == Origin::NONE {
        return text;
    }
    let word = format!("origin={origin}");
    let Some(start) = text.rfind(&word) else { return text };
    let end = start + word.len();
    match (text[..start].ends_with(", "), text[end..].starts_with(", ")) {
        (true, _) => text.replace_range(start - 2..end, ""),
        (false, true) => text.replace_range(start..end + 2, ""),
        (false, false) if text[..start].ends_with(' ') => text.replace_range(start - 1..end, ""),
        (false, false) => text.replace_range(start..end, ""),
    }
    text
}

impl Recorder {
    fn new(names: &'static RegNames) -> Recorder {
        Recorder {
            names,
            recording: Recording::default(),
            interner: Interner::default(),
            clock: Instant::now(),
            last_ir: None,
            emitted: None,
            lines: Vec::new(),
            held: Vec::new(),
        }
    }

    fn elapsed(&self) -> u64 {
        u64::try_from(self.clock.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }

    fn add_stage(
        &mut self,
        name: &str,
        kind: Kind,
        nanoseconds: u64,
        graph: Option<u32>,
    ) -> &mut StageRecord {
        let name = name.to_string();
        self.recording.stages.push(StageRecord { name, kind, nanoseconds, work: 0, rewrites: 0, graph });
        let last = self.recording.stages.len() - 1;
        &mut self.recording.stages[last]
    }

    /// Adds time to the last stage of that name, or a new one.
    fn add_time(&mut self, name: &str, kind: Kind, nanoseconds: u64) {
        match self.recording.stages.iter_mut().rev().find(|stage| stage.name == name) {
            Some(stage) => stage.nanoseconds += nanoseconds,
            None => {
                self.add_stage(name, kind, nanoseconds, None);
            }
        }
    }

    /// Stores a graph, if the last one is different.
    fn add_graph(&mut self, graph: Graph) -> u32 {
        if self.recording.graphs.last() != Some(&graph) {
            self.recording.graphs.push(graph);
        }
        self.recording.graphs.len() as u32 - 1
    }

    /// The lines of a text before the first block, which alone begins with the sign of blocks.
    fn header_of(text: &str) -> Vec<String> {
        text.lines()
            .take_while(|line| !line.starts_with('#'))
            .map(|line| line.trim_start().to_string())
            .collect()
    }

    fn ir_graph(&mut self, proc: &Procedure) -> u32 {
        let text = proc.to_string();
        let header = Recorder::header_of(&text);
        let mut rest = text.lines().skip(header.len());
        let mut blocks = Vec::new();
        for block in proc.block_ids() {
            let heading = rest.next().unwrap_or_default().trim_end_matches(':').to_string();
            let mut list = Vec::new();
            for (id, text) in proc.block_values(block).iter().zip(&mut rest) {
                let origin = proc.value(*id).origin;
                let text = without_origin(text.trim_start().to_string(), origin);
                let line = Line { text, value: Some(id.number()), origin: id_of(origin) };
                list.push(self.interner.line(&mut self.recording, line));
            }
            let lines = self.interner.list(&mut self.recording, list);
            let successors = proc.successors(block).iter().map(|to| to.block().number()).collect();
            blocks.push(GraphBlock { heading, lines, first: 0, successors });
        }
        self.add_graph(Graph { header, blocks })
    }

    /// Stores machine IR. `value` and `origin` return the values of an instruction by number and origin.
    fn air_graph(
        &mut self,
        code: &Code,
        value: &dyn Fn(u32) -> Option<u32>,
        origin: &dyn Fn(Origin) -> Option<u32>,
    ) -> u32 {
        // A copy without instructions prints declarations only.
        let mut declarations = code.clone();
        declarations.blocks.clear();
        let header = declarations.to_string().lines().map(str::to_string).collect();
        let mut blocks = Vec::new();
        for (id, block) in code.blocks.iter() {
            let mut heading = id.to_string();
            if block.frequency != 1.0 {
                heading += &format!(" frequency={}", block.frequency);
            }
            if block.rare {
                heading += " rare";
            }
            let mut list = Vec::new();
            for (number, inst) in (block.insts.start..).zip(code.block_insts(block)) {
                let args = code.buffer.get_args(inst).unwrap_or(&[]);
                let text = without_origin(inst.display(&code.target, args).to_string(), inst.origin);
                let line = Line { text, value: value(number), origin: origin(inst.origin) };
                list.push(self.interner.line(&mut self.recording, line));
            }
            let lines = self.interner.list(&mut self.recording, list);
            let successors = block.successors.iter().map(|to| to.number()).collect();
            blocks.push(GraphBlock { heading, lines, first: block.insts.start, successors });
        }
        self.add_graph(Graph { header, blocks })
    }

    /// Records what selection combined, and which values the temporaries hold.
    fn add_combinations(&mut self, code: &Code, combinations: &Combinations) -> u32 {
        let mut roots = vec![None; code.buffer.insts.len()];
        self.held = vec![None; code.tmps.len()];
        for (value, tmp) in &combinations.tmps {
            if let Some(held) = tmp.number().and_then(|tmp| self.held.get_mut(tmp as usize)) {
                *held = Some(value.number());
            }
        }
        for group in &combinations.groups {
            let root = group.root.value.number();
            for number in group.insts.clone() {
                if let Some(found) = roots.get_mut(number as usize) {
                    *found = Some(root);
                }
            }
            for taken in &group.taken {
                let parts = taken.parts.iter().map(|part| part.value.number()).collect();
                let (rule, meaning) = (taken.rule.name(), taken.rule.meaning());
                self.recording.combinations.push(Combination { root, parts, rule, meaning });
            }
        }
        self.recording.missed = combinations
            .missed
            .iter()
            .map(|missed| Missed {
                producer: missed.producer.value.number(),
                consumer: missed.consumer.value.number(),
                reason: missed.reason.to_string(),
            })
            .collect();
        self.air_graph(code, &|number| roots.get(number as usize).copied().flatten(), &id_of)
    }

    fn add_temporaries(&mut self, code: &Code) {
        let (ranges, exact) = find_ranges(code);
        self.recording.exact_ranges = exact;
        let infos = (0..).zip(&code.tmps).zip(ranges);
        self.recording.temporaries = infos
            .map(|((number, info), ranges)| Temporary {
                name: format!("{:?}", Tmp::new(info.bank, number)),
                value: self.held.get(number as usize).copied().flatten(),
                ranges,
                ..Temporary::default()
            })
            .collect();
    }

    fn add_decisions(&mut self, why: &Why) {
        for entry in why.entries() {
            let temporary = entry.tmp.and_then(Tmp::number);
            let text = why.sentence(entry, self.names).to_string();
            let (inst, kind) = (entry.inst, entry.decision.kind());
            self.recording.decisions.push(Decision { inst, temporary, kind, text });
            let Some(number) = temporary else { continue };
            let Some(found) = self.recording.temporaries.get_mut(number as usize) else { continue };
            let last = found.ranges.last().map_or(inst, |range| range[1]);
            let mut add = |from, to, reg| {
                let register = Tmp::from(reg).display(self.names).to_string();
                found.pieces.push(Piece { from, to, register });
            };
            match &entry.decision {
                Allocation::Takes { reg, end, .. } => add(inst, *end, *reg),
                Allocation::Rematerialized { reg } => add(inst, inst, *reg),
                Allocation::GlobalReg { reg: Some(reg), .. } => {
                    let first = found.ranges.first().map_or(inst, |range| range[0]);
                    add(first, last, *reg);
                }
                Allocation::Slot { slot, .. } => found.slots.push(slot.to_string()),
                Allocation::Coalesced { with } => found.representative = with.number(),
                Allocation::Evicted { .. } | Allocation::Split { .. } => {
                    // The interval ends here instead.
                    if let Some(piece) = found.pieces.last_mut() {
                        piece.to = piece.to.min(inst.max(piece.from));
                    }
                }
                _ => {}
            }
        }
        self.recording.decisions.sort_by_key(|decision| decision.inst);
        for temporary in &mut self.recording.temporaries {
            temporary.pieces.sort_by_key(|piece| (piece.from, piece.to));
            temporary.pieces.dedup();
            temporary.slots.dedup();
        }
    }

    /// Records the machine IR as emission got it.
    fn add_emitted(&mut self, nanoseconds: u64) {
        let mut origins = Vec::new();
        for line in &self.lines {
            let Some(number) = line.number else { continue };
            let number = number as usize;
            if origins.len() <= number {
                origins.resize(number + 1, None);
            }
            origins[number] = id_of(line.origin);
        }
        let graph = match self.emitted.take() {
            Some(code) if !code.buffer.insts.is_empty() => {
                let origin = |origin: Origin| origins.get(origin.0 as usize).copied().flatten();
                self.air_graph(&code, &|_| None, &origin)
            }
            _ => self.graph_of_lines(),
        };
        self.add_stage("emit", Kind::Air, nanoseconds, Some(graph));
    }

    /// At O0: the instructions in order of emission as one block, because there is no machine IR of the procedure.
    fn graph_of_lines(&mut self) -> u32 {
        let mut found: Vec<(u32, Line)> = Vec::new();
        for line in &self.lines {
            if let Some(number) = line.number {
                let text = line.inst.clone();
                found.push((number, Line { text, value: None, origin: id_of(line.origin) }));
            }
        }
        found.sort_by_key(|(number, _)| *number);
        found.dedup_by_key(|(number, _)| *number);
        let mut list = Vec::new();
        let mut renumbered = Vec::new();
        for (number, line) in found {
            renumbered.push(number);
            list.push(self.interner.line(&mut self.recording, line));
        }
        for line in &mut self.lines {
            let place = line.number.and_then(|number| renumbered.binary_search(&number).ok());
            line.number = place.map(|place| place as u32);
        }
        let lines = self.interner.list(&mut self.recording, list);
        let heading = String::from("in order of emission");
        self.add_graph(Graph {
            header: Vec::new(),
            blocks: vec![GraphBlock { heading, lines, first: 0, successors: Vec::new() }],
        })
    }

    fn finish(&mut self, compiled: &CompiledCode) {
        let proc = self.last_ir.take();
        let target = |relocation: &Relocation| proc.as_ref().map(|proc| target_name(proc, relocation));
        let place = |_| None;
        let names = Names { target: &target, place: &place };
        let mut line = 0;
        for inst in compiled.disassemble_named(&names).instructions {
            while self.lines.get(line + 1).is_some_and(|next| next.offset <= inst.offset) {
                line += 1;
            }
            let here = self.lines.get(line).filter(|line| line.offset <= inst.offset);
            let mut text = inst.text;
            if let Some(target) = inst.target.filter(|target| !text.contains(target.as_str())) {
                text += &format!(" ; {target}");
            }
            self.recording.code.push(MachineInst {
                offset: inst.offset,
                bytes: hex(&inst.bytes),
                text,
                origin: here.and_then(|line| id_of(line.origin)),
                inst: here.and_then(|line| line.number),
            });
        }
        self.recording.constants = hex(compiled.bytes.get(compiled.code_size as usize..).unwrap_or(&[]));
        self.recording.entries = compiled.entries.clone();
        self.recording.frame_bytes = compiled.frame.size;
        if let Some(proc) = &proc {
            self.recording.exits = exits::describe(proc, compiled, self.names);
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The name of a relocation's target.
fn target_name(proc: &Procedure, relocation: &Relocation) -> String {
    match relocation.target {
        RelocTarget::Symbol(symbol) => {
            proc.symbols().get(symbol).map_or_else(|| symbol.to_string(), |symbol| symbol.name.clone())
        }
        RelocTarget::LibCall(call) => call.name().to_string(),
        RelocTarget::Code => format!("{}+{:#x}", proc.name, relocation.addend),
        RelocTarget::ExitThunk => String::from("exit"),
        RelocTarget::Site(site) => site.to_string(),
    }
}

impl Observer for Recorder {
    fn before(&mut self, _stage: Stage) {
        self.clock = Instant::now();
    }

    fn after(&mut self, stage: Stage, progress: Progress<'_>) {
        let time = self.elapsed();
        match (stage, progress) {
            (Stage::Validate, Progress::Procedure(proc)) => {
                let graph = self.ir_graph(proc);
                self.add_stage(stage.name(), Kind::Ir, time, Some(graph));
                self.last_ir = Some(proc.clone());
            }
            (Stage::Optimize, Progress::Procedure(proc)) => self.last_ir = Some(proc.clone()),
            (Stage::Select, Progress::Combined(code, combinations)) => {
                let graph = self.add_combinations(code, combinations);
                self.add_stage("select", Kind::Air, time, Some(graph));
            }
            (Stage::Select, Progress::Code(code)) if !code.buffer.insts.is_empty() => {
                let graph = self.air_graph(code, &|_| None, &id_of);
                self.add_stage("forward_copies", Kind::Air, time, Some(graph));
                self.add_temporaries(code);
            }
            (Stage::Allocate, Progress::Explained(code, why)) => {
                let graph = self.air_graph(code, &|_| None, &id_of);
                self.add_stage("allocate", Kind::Air, time, Some(graph));
                self.add_decisions(why);
            }
            (Stage::Allocate, Progress::Code(code)) if !code.buffer.insts.is_empty() => {
                let graph = self.air_graph(code, &|_| None, &id_of);
                self.add_stage("clean_up", Kind::Air, time, Some(graph));
            }
            (Stage::Emit, Progress::Code(code)) => {
                self.emitted = Some(code.clone());
                self.add_time("emit", Kind::Code, time);
            }
            (Stage::Emit, Progress::Compiled(_)) => self.add_time("emit", Kind::Code, time),
            (Stage::Emit, Progress::Lines(lines)) => {
                self.lines = lines.to_vec();
                let code = self.recording.stages.iter().rposition(|stage| stage.kind == Kind::Code);
                let code = code.map(|place| self.recording.stages.remove(place));
                self.add_emitted(0);
                self.recording.stages.extend(code);
            }
            (Stage::Check, _) => self.add_time(stage.name(), Kind::Check, time),
            // At O0 these alternate, and have no code of the whole procedure.
            (Stage::Select | Stage::Allocate, _) => self.add_time(stage.name(), Kind::Check, time),
            _ => {}
        }
        self.clock = Instant::now();
    }

    fn before_pass(&mut self, _pass: &'static Pass) {
        self.clock = Instant::now();
    }

    fn after_pass(&mut self, pass: &'static Pass, proc: &Procedure, counts: PassCounts) {
        let time = self.elapsed();
        let graph = self.ir_graph(proc);
        let stage = self.add_stage(pass.name, Kind::Ir, time, Some(graph));
        (stage.work, stage.rewrites) = (counts.work, counts.rewrites);
        self.clock = Instant::now();
    }

    fn observes_decisions(&self) -> bool {
        true
    }

    fn observes_lines(&self) -> bool {
        true
    }

    fn observes_combinations(&self) -> bool {
        true
    }
}
