//! Every method of the machine assemblers, with every width and registers of both banks: the instruction disassembles
//! to the width that was given, or the error is recorded. A new method of an assembler must have a row here.

mod a64;
mod x64;

use barebones::base::Width::{self, W8, W16, W32, W64, W128};
use barebones::base::{Arch, Reg};
use barebones::isa::{CodeBuffer, EmitError, FrameInfo, Label};
use std::collections::BTreeSet;

const INTS: &[Width] = &[W8, W16, W32, W64];
const NOT_BYTES: &[Width] = &[W16, W32, W64];
const WORDS: &[Width] = &[W32, W64];
const FLOATS: &[Width] = &[W32, W64, W128];

/// Where the disassembly has the width of an instruction.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Size {
    /// The method has no width.
    Unsized,
    /// The size of this operand.
    Operand(usize),
    /// The end of the mnemonic: `ss` or `sd`.
    Suffix,
    /// `cwd`, `cdq` or `cqo`.
    Sign,
    /// The end of the mnemonic is `b` or `h`, or else the size of the first register of data.
    Atomic,
}

/// The operands of a call.
#[derive(Clone, Copy)]
struct Call<M> {
    width: Width,
    regs: [Reg; 4],
    mem: M,
    label: Label,
}

/// A method, as its source declares it.
struct Method {
    name: String,
    registers: usize,
    has_memory: bool,
    has_width: bool,
    has_label: bool,
}

/// The public methods of an assembler, but for its constructor and its buffer.
fn methods(folder: &str) -> Vec<Method> {
    let folder = format!("{}/src/isa/{folder}", env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.file_name().unwrap().to_str().unwrap().starts_with("assembler"));
    files.sort();
    let mut methods = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).unwrap();
        for part in text.split("\n    pub fn ").skip(1) {
            let Some((head, _)) = part.split_once(" {\n") else { continue };
            let Some((name, operands)) = head.split_once('(') else { continue };
            if name == "new" || name == "buffer" || !operands.contains("&mut self") {
                continue;
            }
            methods.push(Method {
                name: name.to_string(),
                registers: operands.matches(": Reg").count(),
                has_memory: operands.contains(": Mem,") || operands.ends_with(": Mem)"),
                has_width: operands.contains(": Width"),
                has_label: operands.contains(": Label"),
            });
        }
    }
    methods
}

type Emit<M> = Box<dyn Fn(&mut CodeBuffer, &Call<M>)>;

/// A row: the name of the method, its widths, the banks of its registers (G or F), where the width is, and a call.
struct Row<M> {
    name: &'static str,
    widths: &'static [Width],
    banks: &'static str,
    size: Size,
    emit: Emit<M>,
}

/// One machine assembler.
struct Machine<M> {
    arch: Arch,
    folder: &'static str,
    rows: Vec<Row<M>>,
    memory: M,
    wrong_memories: Vec<M>,
    /// Registers that the machine does not have.
    missing_registers: Vec<Reg>,
    /// Emits an instruction, so that offset zero is not that of the instruction under test.
    no_op: fn(&mut CodeBuffer),
    /// The size of the first instruction of these bytes, in bits.
    size: fn(&[u8], Size) -> u32,
}

impl<M: Copy> Machine<M> {
    /// Emits a row. Returns the instruction, or the error.
    fn emit(
        &self,
        row: &Row<M>,
        call: impl FnOnce(&mut CodeBuffer) -> Call<M>,
    ) -> Result<Vec<u8>, EmitError> {
        let mut buffer = CodeBuffer::new(self.arch);
        (self.no_op)(&mut buffer);
        let start = buffer.offset() as usize;
        let call = call(&mut buffer);
        (row.emit)(&mut buffer, &call);
        if row.size == Size::Unsized && row.name.starts_with("align") {
            return buffer.finish(FrameInfo::default()).map(|code| code.bytes);
        }
        let end = buffer.offset() as usize;
        buffer.finish(FrameInfo::default()).map(|code| code.bytes[start..end].to_vec())
    }

    fn right_registers(row: &Row<M>) -> [Reg; 4] {
        let mut regs = [Reg::gp(0); 4];
        for (n, (reg, bank)) in regs.iter_mut().zip(row.banks.bytes()).enumerate() {
            let number = 1 + n as u8;
            *reg = if bank == b'F' { Reg::fp(number) } else { Reg::gp(number) };
        }
        regs
    }

    fn is_refused(&self, row: &Row<M>, call: impl FnOnce(&mut CodeBuffer) -> Call<M>, what: &str) {
        let found = self.emit(row, call);
        let refused = matches!(found, Err(EmitError::InvalidOperand { offset: 1..=4, .. }));
        assert!(refused, "{} with {what}: {found:02x?}", row.name);
    }

    fn check(&self) {
        let methods = methods(self.folder);
        let in_source: BTreeSet<&str> = methods.iter().map(|method| &*method.name).collect();
        let in_table: BTreeSet<&str> = self.rows.iter().map(|row| row.name).collect();
        assert_eq!(in_source, in_table, "the methods of the source, and those of the table");
        let mut checked = 0;
        for row in &self.rows {
            let method = methods.iter().find(|method| method.name == row.name).unwrap();
            assert_eq!(
                (row.banks.len(), !row.widths.is_empty()),
                (method.registers, method.has_width),
                "{}",
                row.name
            );
            let right = Call {
                width: row.widths.first().copied().unwrap_or(W64),
                regs: Self::right_registers(row),
                mem: self.memory,
                label: Label::INVALID,
            };
            let with_label = |buffer: &mut CodeBuffer, call| Call { label: buffer.bind_new_label(), ..call };
            for width in Width::ALL {
                let call = Call { width, ..right };
                if row.widths.contains(&width) || row.widths.is_empty() {
                    let bytes = self.emit(row, |buffer| with_label(buffer, call));
                    let bytes = bytes.unwrap_or_else(|error| panic!("{} {width:?}: {error}", row.name));
                    if row.size != Size::Unsized {
                        assert_eq!(
                            (self.size)(&bytes, row.size),
                            width.bits(),
                            "{} {width:?} {bytes:02x?}",
                            row.name
                        );
                    }
                } else {
                    self.is_refused(row, |buffer| with_label(buffer, call), &format!("{width:?}"));
                }
                checked += 1;
            }
            for (place, bank) in row.banks.bytes().enumerate() {
                let other = if bank == b'F' { Reg::gp(1) } else { Reg::fp(1) };
                let missing = self.missing_registers.iter().filter(|reg| reg.is_gp() == (bank == b'G'));
                for wrong in missing.chain([&other]) {
                    let mut call = right;
                    call.regs[place] = *wrong;
                    self.is_refused(row, |buffer| with_label(buffer, call), &format!("{wrong:?} as {place}"));
                    checked += 1;
                }
            }
            if method.has_memory {
                for (n, mem) in self.wrong_memories.iter().enumerate() {
                    let call = Call { mem: *mem, ..right };
                    self.is_refused(row, |buffer| with_label(buffer, call), &format!("address {n}"));
                    checked += 1;
                }
            }
            if method.has_label {
                let mut other = CodeBuffer::new(self.arch);
                let label = other.bind_new_label();
                let found = self.emit(row, |buffer| {
                    buffer.bind_new_label();
                    Call { label, ..right }
                });
                let is_unbound =
                    matches!(found, Err(EmitError::UnboundLabel { label: unbound, .. }) if unbound == label);
                assert!(is_unbound, "{}: {found:?}", row.name);
                checked += 1;
            }
        }
        println!("{}: {} methods, {checked} calls", self.folder, methods.len());
        assert!(checked > 500);
    }
}
