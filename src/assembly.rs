//! Code that consists of prepared procedures and of the client's own code (B3's `prepareForGeneration` and `generate`).
//!
//! A procedure is first prepared: compiled as far as allocated Air. It can then be generated, any number of times, into
//! the code of an [`Assembly`]. Before, between and after procedures the client emits code with the macro assembler.
//!
//! ```
//! use barebones::base::{ConvId, Type};
//! use barebones::ir::Procedure;
//! use barebones::{Compiler, host_target};
//!
//! let target = host_target()?;
//! let mut proc = Procedure::new(&target);
//! let root = proc.add_block();
//! let mut b = proc.at(root);
//! let x = b.argument(Type::Int64);
//! let square = b.mul(x, x);
//! b.ret([square]);
//!
//! let mut compiler = Compiler::host()?;
//! let prepared = compiler.prepare(proc)?;
//! let convention = target.convention(ConvId::new(0));
//! let mut assembly = compiler.assemble();
//! let function = assembly.buffer().new_label();
//! // A function of our own: it adds one, continues as the procedure, and is the entry of this code.
//! assembly.add_entry(function);
//! let mut masm = assembly.masm();
//! masm.bind(function);
//! let argument = masm.gpr(convention.args_gp[0])?;
//! masm.add64(argument, argument, 1);
//! assembly.generate(&prepared)?;
//! let assembled = assembly.finish()?;
//!
//! let signature = prepared.procedure().signature().clone();
//! let code = compiler.link_assembled(&assembled, "function", &signature, ConvId::new(0), &|_| None)?;
//! // SAFETY: the code computes with its argument.
//! let function = unsafe { code.typed::<extern "C" fn(i64) -> i64>()? };
//! assert_eq!(function.call(6), 49);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::air;
use crate::base::{Reg, Signature, SymbolId, Target};
use crate::ir::Procedure;
use crate::isa::masm::{MacroAssembler, Scratches};
use crate::isa::{
    CodeBuffer, CodePiece, CompiledCode, EmitError, EntryFunction, FrameInfo, GeneratorError, Label, Labels,
    RelocTarget,
};
use crate::lower::ExitEncoder;
use crate::pipeline::error::CompileError;
use crate::pipeline::{Parts, Pipeline};
use rustc_hash::FxHashMap;
use std::any::Any;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A procedure that is compiled as far as allocated machine code.
#[derive(Debug)]
pub struct Prepared {
    proc: Box<Procedure>,
    target: Target,
    parts: Parts,
    /// What it was compiled from, if that is kept.
    source: Option<Source>,
}

/// What a procedure was compiled from; the compiler knows the type.
pub(crate) type Source = Arc<dyn Any + Send + Sync>;

/// Receives the procedures of assemblies that could not be generated.
pub(crate) trait Report: Send {
    fn report(&mut self, prepared: &Prepared, error: &CompileError);
}

impl Prepared {
    pub(crate) fn new(proc: Procedure, target: Target, parts: Parts, source: Option<Source>) -> Prepared {
        Prepared { proc: Box::new(proc), target, parts, source }
    }

    pub(crate) fn source(&self) -> Option<&Source> {
        self.source.as_ref()
    }

    /// Returns the procedure.
    pub fn procedure(&self) -> &Procedure {
        &self.proc
    }

    /// Returns the allocated machine code.
    pub fn code(&self) -> &air::Code {
        &self.parts.code
    }

    /// Returns the frame.
    pub fn frame(&self) -> &FrameInfo {
        &self.parts.frame
    }
}

/// Position of a procedure in an assembly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GeneratedProcedure {
    /// Its entries, at which the prologues start.
    pub entries: Vec<Label>,
    /// The relocations number its n-th symbol `first_symbol + n`.
    pub first_symbol: u32,
}

/// A procedure in an assembly.
#[derive(Debug)]
struct Piece<'a> {
    prepared: &'a Prepared,
    entry: Option<Label>,
    /// The start and the end of its instructions.
    range: [Label; 2],
    /// Its exit sites in the buffer.
    exits: Range<usize>,
}

/// An assembly in progress: procedures, and code that the client emits.
pub struct Assembly<'a> {
    pipeline: &'a mut Pipeline,
    buffer: CodeBuffer,
    pieces: Vec<Piece<'a>>,
    /// Names by symbol number.
    symbols: Vec<String>,
    /// The numbers of the client's own symbols.
    numbers: FxHashMap<String, SymbolId>,
    functions: Vec<(Label, EntryFunction)>,
    data: Vec<(String, Vec<u8>)>,
    scratches: Scratches,
    /// Gets failures of generation, if the client has a handler for bundles.
    report: Option<&'a mut dyn Report>,
}

/// What a procedure of an assembly was compiled from.
#[derive(Clone, Debug)]
pub(crate) struct PieceSource {
    /// Its instructions in the code.
    pub(crate) range: Range<u32>,
    /// Offsets from the start of the range at which the origin changes or an instruction may trap.
    pub(crate) marks: Vec<u32>,
    pub(crate) source: Source,
}

/// By what tells one source from another without looking inside.
impl PartialEq for PieceSource {
    fn eq(&self, other: &PieceSource) -> bool {
        self.range == other.range && Arc::ptr_eq(&self.source, &other.source)
    }
}

impl Eq for PieceSource {}

/// Finished code of an [`Assembly`], not linked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assembled {
    /// The code. Its frame is that of its procedure if it has exactly one, else empty.
    pub code: CompiledCode,
    /// The names of the symbols in its relocations, by number. Calls by name between procedures of the assembly are
    /// resolved already.
    pub symbols: Vec<String>,
    /// Names and initial bytes of the data objects. [`Code::data`](crate::jit::Code::data) numbers them.
    pub data: Vec<(String, Vec<u8>)>,
    labels: Labels,
    /// Of the procedures whose source is kept, in order.
    sources: Vec<PieceSource>,
}

impl Assembled {
    pub(crate) fn sources(&self) -> &[PieceSource] {
        &self.sources
    }

    /// The offset of a label of the assembly in the code, if it was bound: in `code.bytes`, and for
    /// [`Code::address_of`](crate::jit::Code::address_of).
    pub fn offset(&self, label: Label) -> Option<u32> {
        self.labels.offset(label)
    }
}

impl fmt::Debug for Assembly<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.pieces.iter().map(|piece| &piece.prepared.proc.name);
        f.debug_list().entries(names).finish()
    }
}

impl<'a> Assembly<'a> {
    pub(crate) fn new(pipeline: &'a mut Pipeline, report: Option<&'a mut dyn Report>) -> Assembly<'a> {
        let mut buffer = CodeBuffer::new(pipeline.target.desc.arch);
        buffer.protect(pipeline.options.branch_protection);
        buffer.harden_branches(pipeline.options.hardening.indirect_branches);
        Assembly {
            pipeline,
            buffer,
            pieces: Vec::new(),
            symbols: Vec::new(),
            numbers: FxHashMap::default(),
            functions: Vec::new(),
            data: Vec::new(),
            scratches: Scratches::default(),
            report,
        }
    }

    /// Returns the buffer: labels, constants, origins.
    pub fn buffer(&mut self) -> &mut CodeBuffer {
        &mut self.buffer
    }

    /// Returns a macro assembler at the current position, with the scratch registers of [`Assembly::give_scratch`].
    pub fn masm(&mut self) -> MacroAssembler<'_> {
        MacroAssembler::with_scratches(&mut self.buffer, self.pipeline.target, self.scratches)
    }

    /// Gives a scratch register to this assembly's macro assemblers, as [`MacroAssembler::give_scratch`] and
    /// [`MacroAssembler::give_float_scratch`] do. Scratches that are given to one of them only are lost with it.
    ///
    /// # Errors
    /// If it is no register of operations: see [`MacroAssembler::gpr`].
    pub fn give_scratch(&mut self, reg: Reg) -> Result<(), GeneratorError> {
        let mut masm = self.masm();
        if reg.is_gp() {
            let reg = masm.gpr(reg)?;
            masm.give_scratch(reg);
        } else {
            let reg = masm.fpr(reg)?;
            masm.give_float_scratch(reg);
        }
        self.scratches = masm.scratches();
        Ok(())
    }

    /// Returns the symbol of a name, for [`MacroAssembler::lea_symbol`] and [`MacroAssembler::call_symbol`]: of a
    /// procedure, function or data object of this assembly, or else of an address that `externs` gives when the
    /// assembly is linked. The same name has the same symbol.
    pub fn symbol(&mut self, name: &str) -> SymbolId {
        if let Some(symbol) = self.numbers.get(name) {
            return *symbol;
        }
        let symbol = SymbolId::new(self.symbols.len() as u32);
        self.symbols.push(name.to_string());
        self.numbers.insert(name.to_string(), symbol);
        symbol
    }

    /// Adds a writable data object with these initial bytes, aligned to 16 bytes, and returns its symbol. Each linked
    /// copy of the assembly has its own. A name that is defined already is [`EmitError::DefinedTwice`].
    pub fn add_data(&mut self, name: &str, bytes: Vec<u8>) -> SymbolId {
        self.define(name);
        if self.pieces.iter().any(|piece| piece.prepared.proc.name == name) {
            self.buffer.fail(EmitError::DefinedTwice { name: name.to_string() });
        }
        self.data.push((name.to_string(), bytes));
        self.symbol(name)
    }

    /// Records an error if a function or data object has the name.
    fn define(&mut self, name: &str) {
        let is_function = self.functions.iter().any(|(_, function)| function.name == name);
        if is_function || self.data.iter().any(|(other, _)| other == name) {
            self.buffer.fail(EmitError::DefinedTwice { name: name.to_string() });
        }
    }

    /// Adds an entry of the code at this label, with its own name and signature. Procedures and functions of the
    /// assembly may call it by name. A name that is defined already is [`EmitError::DefinedTwice`].
    /// [`Code::entry_named`](crate::jit::Code::entry_named) returns its number.
    pub fn add_function(&mut self, label: Label, name: &str, signature: &Signature) {
        self.define(name);
        let function = EntryFunction {
            entry: self.buffer.entry_count(),
            name: name.to_string(),
            signature: signature.clone(),
        };
        self.functions.push((label, function));
        self.buffer.add_entry(label);
    }

    /// Adds an entry of the code, at this label. It has the name and the signature with which the code is linked; for
    /// its own see [`Assembly::add_function`].
    pub fn add_entry(&mut self, label: Label) {
        self.buffer.add_entry(label);
    }

    /// Emits a prepared procedure at the current position. Control that reaches it falls through into its first entry.
    /// Its entries are no entries of the code unless [`Assembly::add_entry`] adds them.
    ///
    /// # Errors
    /// [`CompileError::WrongTarget`] if it was prepared for another target or with more optional instructions. Fails
    /// also if a generator fails, or if code before it was emitted with invalid operands.
    pub fn generate(&mut self, prepared: &'a Prepared) -> Result<GeneratedProcedure, CompileError> {
        let (expected, found) = (self.pipeline.target, prepared.target);
        // Code that uses fewer optional instructions than the target has is accepted.
        if expected.name() != found.name() || !expected.features.contains(found.features) {
            let procedure = prepared.proc.name.clone();
            let (expected, found) = (expected.name(), found.name());
            return Err(CompileError::WrongTarget { procedure, expected, found });
        }
        if let Some(error) = self.buffer.error() {
            return Err(CompileError::emission(error.clone()));
        }
        let name = &prepared.proc.name;
        if self.data.iter().any(|(other, _)| other == name) {
            let error = EmitError::DefinedTwice { name: name.clone() };
            self.buffer.fail(error.clone());
            return Err(CompileError::emission(error));
        }
        let first_symbol = self.symbols.len() as u32;
        self.symbols.extend(prepared.proc.symbols().values().map(|symbol| symbol.name.clone()));
        let first_exit = self.buffer.exit_sites().len();
        let start = self.buffer.bind_new_label();
        self.buffer.set_first_symbol(first_symbol);
        let entries = self.pipeline.emit_prepared(&prepared.proc, &prepared.parts, &mut self.buffer);
        self.buffer.set_first_symbol(0);
        if let (Err(_), None) = (&entries, self.buffer.error()) {
            // Part of a procedure was emitted.
            self.buffer.fail(EmitError::Unfinished { offset: self.buffer.offset() });
        }
        let entries = entries.inspect_err(|error| {
            if let Some(report) = &mut self.report {
                report.report(prepared, error);
            }
        })?;
        let exits = first_exit..self.buffer.exit_sites().len();
        let range = [start, self.buffer.bind_new_label()];
        self.pieces.push(Piece { prepared, entry: entries.first().copied(), range, exits });
        Ok(GeneratedProcedure { entries, first_symbol })
    }

    /// Finishes the code.
    ///
    /// # Errors
    /// The first error of emission, or of a label.
    pub fn finish(mut self) -> Result<Assembled, CompileError> {
        let frame = match &self.pieces[..] {
            [piece] => piece.prepared.parts.frame.clone(),
            _ => FrameInfo::default(),
        };
        let mut code = self.buffer.finish(frame).map_err(CompileError::emission)?;
        let signs_return_address = code.frame.signs_return_address;
        let placed = |piece: &Piece<'a>| {
            let [start, end] = piece.range.map(|label| self.buffer.label_offset(label));
            let Prepared { proc, target, parts, .. } = piece.prepared;
            Some(CodePiece {
                range: start?..end?,
                frame: FrameInfo { signs_return_address, ..parts.frame.clone() },
                signature: proc.signature().clone(),
                convention: target.convention(proc.convention()),
            })
        };
        code.pieces = Some(self.pieces.iter().filter_map(placed).collect());
        let parts: Vec<(&Procedure, Range<usize>)> =
            self.pieces.iter().map(|piece| (&*piece.prepared.proc, piece.exits.clone())).collect();
        let exits = ExitEncoder::new().encode_parts(&parts, &self.buffer);
        code.exits = exits.map_err(CompileError::emission)?;
        let symbols = self.symbols;
        // A name that several procedures have refers to the first; a function precedes them.
        let place = |name: &str| {
            let function = self.functions.iter().find(|(_, function)| function.name == name);
            let label = match function {
                Some((label, _)) => *label,
                None => self.pieces.iter().find(|piece| piece.prepared.proc.name == name)?.entry?,
            };
            self.buffer.label_offset(label)
        };
        for relocation in &mut code.relocations {
            if let RelocTarget::Symbol(symbol) = relocation.target
                && let Some(offset) = symbols.get(symbol.number() as usize).and_then(|name| place(name))
            {
                relocation.target = RelocTarget::Code;
                relocation.addend = relocation.addend.wrapping_add(i64::from(offset));
            }
        }
        let sources = self.pieces.iter().filter_map(|piece| {
            let [start, end] = piece.range.map(|label| self.buffer.label_offset(label));
            let (range, source) = (start?..end?, piece.prepared.source.clone()?);
            Some(PieceSource { marks: code.marks_in(&range), range, source })
        });
        let sources = sources.collect();
        code.functions = self.functions.into_iter().map(|(_, function)| function).collect();
        Ok(Assembled { code, symbols, data: self.data, labels: self.buffer.take_labels(), sources })
    }
}
