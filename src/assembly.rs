//! Code that is put together of prepared procedures and of what the client emits himself (B3's `prepareForGeneration`
//! and `generate`).
//!
//! A procedure is first prepared: everything up to allocated Air. It can then be generated, as often as wanted, into
//! the code of an [`Assembly`], in which the client emits code before, between and behind procedures, with the macro
//! assembler.
//!
//! ```
//! use barebones::base::{ConvId, Type};
//! use barebones::ir::Procedure;
//! use barebones::{Compiler, host_target};
//!
//! let target = host_target()?;
//! let mut proc = Procedure::new(&target);
//! let root = proc.add_block();
//! let x = proc.add_argument(root, Type::Int64);
//! let square = proc.mul(root, x, x);
//! proc.add_return(root, Some(square));
//!
//! let mut compiler = Compiler::host()?;
//! let prepared = compiler.prepare(proc)?;
//! let convention = target.convention(ConvId::new(0));
//! let mut assembly = compiler.assemble();
//! let function = assembly.buffer().new_label();
//! // A function of our own: it adds one, goes on as the procedure, and is the entry of this code.
//! assembly.add_entry(function);
//! let mut masm = assembly.masm();
//! masm.bind(function);
//! let argument = masm.gpr(convention.args_gp[0]).ok_or("a register")?;
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
use crate::air_opt;
use crate::base::{ConvId, Signature, SymbolId, Target};
use crate::compile::Compiler;
use crate::error::CompileError;
use crate::ir::{Procedure, ValueId};
use crate::isa::masm::MacroAssembler;
use crate::isa::{CodeBuffer, CodePiece, CompiledCode, EmitError, FrameInfo, Label, RelocTarget};
use crate::jit::{self, Code, Linkable};
use crate::lower::ExitEncoder;
use std::fmt;
use std::ops::Range;

/// What emission needs of a procedure.
#[derive(Debug)]
pub(crate) struct Parts {
    pub(crate) code: air::Code,
    pub(crate) frame: FrameInfo,
    /// Blocks in order of emission.
    pub(crate) placed: Vec<air_opt::Placed>,
    /// Patchpoints by their specials.
    pub(crate) patchpoints: Vec<(air::SpecialId, ValueId)>,
}

/// A procedure that only has to be emitted.
#[derive(Debug)]
pub struct Prepared {
    pub(crate) proc: Box<Procedure>,
    pub(crate) target: Target,
    pub(crate) parts: Parts,
}

impl Prepared {
    /// The procedure.
    pub fn procedure(&self) -> &Procedure {
        &self.proc
    }

    /// The allocated machine code.
    pub fn code(&self) -> &air::Code {
        &self.parts.code
    }

    /// The frame.
    pub fn frame(&self) -> &FrameInfo {
        &self.parts.frame
    }
}

/// Where a procedure is in an assembly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GeneratedProcedure {
    /// Its entries, prologues in front.
    pub entries: Vec<Label>,
    /// Its n-th symbol has the number `first_symbol + n` in the relocations.
    pub first_symbol: u32,
}

/// A procedure in an assembly.
#[derive(Debug)]
struct Piece<'a> {
    prepared: &'a Prepared,
    entry: Option<Label>,
    /// Where its instructions begin and end.
    range: [Label; 2],
    /// Its exit states.
    exits: Range<usize>,
}

/// Code in the making: procedures, and what the client emits himself.
pub struct Assembly<'a> {
    compiler: &'a mut Compiler,
    buffer: CodeBuffer,
    pieces: Vec<Piece<'a>>,
    symbols: u32,
}

/// Finished code of an [`Assembly`], not linked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assembled {
    /// The code. Its frame is that of its procedure if there is one only, else empty.
    pub code: CompiledCode,
    /// The names of the symbols in its relocations, by number. Procedures that call others of the same assembly by
    /// name are linked already.
    pub symbols: Vec<String>,
}

impl fmt::Debug for Assembly<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.pieces.iter().map(|piece| &piece.prepared.proc.name);
        f.debug_list().entries(names).finish()
    }
}

impl<'a> Assembly<'a> {
    pub(crate) fn new(compiler: &'a mut Compiler) -> Assembly<'a> {
        let mut buffer = CodeBuffer::new(compiler.target().desc.arch);
        buffer.protect(compiler.options().branch_protection);
        Assembly { compiler, buffer, pieces: Vec::new(), symbols: 0 }
    }

    /// The buffer: labels, constants, origins.
    pub fn buffer(&mut self) -> &mut CodeBuffer {
        &mut self.buffer
    }

    /// A macro assembler for what comes next.
    pub fn masm(&mut self) -> MacroAssembler<'_> {
        let target = *self.compiler.target();
        MacroAssembler::new(&mut self.buffer, target)
    }

    /// The next entry of the code is at this label.
    pub fn add_entry(&mut self, label: Label) {
        self.buffer.add_entry(label);
    }

    /// Emits a prepared procedure here. Control that gets here falls into its first entry. No entry of it is an entry
    /// of the code: that is [`Assembly::add_entry`]'s to say.
    ///
    /// # Errors
    /// [`CompileError::WrongTarget`]: it was prepared for another target, or with more optional instructions. A
    /// generator failed, or something before was emitted with operands that have no code.
    pub fn generate(&mut self, prepared: &'a Prepared) -> Result<GeneratedProcedure, CompileError> {
        let (expected, found) = (*self.compiler.target(), prepared.target);
        // With fewer optional instructions it runs as well.
        if expected.name() != found.name() || !expected.features.contains(found.features) {
            return Err(CompileError::WrongTarget { expected: expected.name(), found: found.name() });
        }
        if let Some(error) = self.buffer.error() {
            return Err(CompileError::Emission(error.clone()));
        }
        let first_symbol = self.symbols;
        self.symbols = first_symbol.saturating_add(prepared.proc.symbols().len() as u32);
        let first_exit = self.buffer.exit_sites().len();
        let start = self.buffer.bind_new_label();
        self.buffer.set_first_symbol(first_symbol);
        let entries = self.compiler.generate(prepared, &mut self.buffer);
        self.buffer.set_first_symbol(0);
        if let (Err(_), None) = (&entries, self.buffer.error()) {
            // Half of a procedure is there.
            self.buffer.fail(EmitError::Unfinished { offset: self.buffer.offset() });
        }
        let entries = entries?;
        let exits = first_exit..self.buffer.exit_sites().len();
        let range = [start, self.buffer.bind_new_label()];
        self.pieces.push(Piece { prepared, entry: entries.first().copied(), range, exits });
        Ok(GeneratedProcedure { entries, first_symbol })
    }

    /// The finished code.
    ///
    /// # Errors
    /// The first thing that was wrong with what was emitted, or with its labels.
    pub fn finish(mut self) -> Result<Assembled, CompileError> {
        let frame = match &self.pieces[..] {
            [piece] => piece.prepared.parts.frame.clone(),
            _ => FrameInfo::default(),
        };
        let mut code = self.buffer.finish(frame).map_err(CompileError::Emission)?;
        let signs_return_address = code.frame.signs_return_address;
        let placed = |piece: &Piece<'a>| {
            let [start, end] = piece.range.map(|label| self.buffer.label_offset(label));
            let Prepared { proc, target, parts } = piece.prepared;
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
        code.exits = exits.map_err(CompileError::Emission)?;
        let names =
            |piece: &Piece<'a>| piece.prepared.proc.symbols().values().map(|symbol| symbol.name.clone());
        let symbols: Vec<String> = self.pieces.iter().flat_map(names).collect();
        // Of several procedures of one name the first is meant.
        let place = |name: &str| {
            let piece = self.pieces.iter().find(|piece| piece.prepared.proc.name == name)?;
            self.buffer.label_offset(piece.entry?)
        };
        for relocation in &mut code.relocations {
            if let RelocTarget::Symbol(symbol) = relocation.target
                && let Some(offset) = symbols.get(symbol.number() as usize).and_then(|name| place(name))
            {
                relocation.target = RelocTarget::Code;
                relocation.addend = relocation.addend.wrapping_add(i64::from(offset));
            }
        }
        Ok(Assembled { code, symbols })
    }
}

impl Compiler {
    /// Links an assembly, which is called with this signature and convention at its entries. `externs` gives the
    /// addresses of the symbols that are left.
    ///
    /// # Errors
    /// [`CompileError::Link`]: it has no entry, a name is not known, or there is no memory.
    pub fn link_assembled(
        &mut self,
        assembled: &Assembled,
        name: &str,
        signature: &Signature,
        convention: ConvId,
        externs: &dyn Fn(&str) -> Option<*const u8>,
    ) -> Result<Code, CompileError> {
        let convention = self.target().convention(convention);
        let linkable = Linkable { name, code: &assembled.code, signature, convention };
        let resolve = |_: usize, symbol: SymbolId| {
            let name = assembled.symbols.get(symbol.number() as usize)?;
            externs(name).map(jit::Resolved::Address)
        };
        let codes = self.link_with_handler(&[linkable], &[], &resolve)?;
        // One handle for one procedure.
        codes.into_iter().next().ok_or(CompileError::Link(jit::LinkError::UnresolvedSymbol {
            procedure: name.to_string(),
            symbol: SymbolId::INVALID,
        }))
    }
}
