//! Modules as text, in the dialect of `hermesc` 0.12.

use super::module::{
    BlockId, Function, FunctionId, FunctionKind, InstId, Literal, Module, Named, Operand, Value,
};
use super::number_text;
use super::opcode::Opcode;
use super::types::Type;
use std::fmt::Write;

impl Module {
    /// The module as `hermesc -dump-ir` prints it. What that text cannot express is left out.
    pub fn to_dump(&self) -> String {
        self.text(false)
    }

    /// The module with a line of properties per function that [`Module::to_dump`] leaves out.
    pub fn to_text(&self) -> String {
        self.text(true)
    }

    fn text(&self, hidden: bool) -> String {
        let mut out = String::new();
        for index in 0..self.functions.len() {
            self.print_function(FunctionId(index as u32), hidden, &mut out);
        }
        out
    }

    /// One function as `hermesc -dump-ir` prints it.
    pub fn function_dump(&self, id: FunctionId) -> String {
        let mut out = String::new();
        self.print_function(id, false, &mut out);
        out
    }

    fn print_function(&self, id: FunctionId, hidden: bool, out: &mut String) {
        let function = self.function(id);
        let kind = kind_text(function.kind);
        let _ = write!(
            out,
            "{kind} {}({}){}\nframe = [",
            quoted(&function.name),
            list(&function.params),
            function.result
        );
        let _ = write!(out, "{}]", list(&function.variables));
        if id.0 == 0 && !self.globals.is_empty() {
            let _ = write!(out, ", globals = [{}]", self.globals.join(", "));
        }
        out.push('\n');
        if hidden {
            print_hidden(function, out);
        }
        let mut numbers = Numbers::new(function);
        for (block, content) in function.blocks.iter().enumerate() {
            let _ = writeln!(out, "%BB{}:", numbers.block(BlockId(block as u32)));
            for inst in &content.insts {
                self.print_inst(id, *inst, &mut numbers, out);
            }
        }
        out.push_str("function_end\n\n");
    }

    fn print_inst(&self, function: FunctionId, inst: InstId, numbers: &mut Numbers, out: &mut String) {
        let data = self.function(function).inst(inst);
        let _ = write!(out, "  %{} = {}", numbers.inst(inst), data.opcode.row().name);
        let mut separator = " ";
        if let Some(operator) = data.operator {
            let _ = write!(out, " '{}'", operator.text());
            separator = ", ";
        }
        for operand in &data.operands {
            out.push_str(separator);
            separator = ", ";
            self.print_operand(function, operand, numbers, out);
        }
        out.push('\n');
    }

    fn print_operand(&self, id: FunctionId, operand: &Operand, numbers: &mut Numbers, out: &mut String) {
        let function = self.function(id);
        let _ = match operand {
            Operand::Value(Value::Inst(inst)) => {
                write!(out, "%{}{}", numbers.inst(*inst), function.inst(*inst).ty)
            }
            Operand::Value(Value::Param(index)) => {
                let param = &function.params[*index as usize];
                write!(out, "%{}{}", param.name, param.ty)
            }
            Operand::Value(Value::This) => write!(out, "%this"),
            Operand::Value(Value::GlobalObject) => write!(out, "globalObject{}", Type::OBJECT),
            Operand::Value(Value::Literal(literal)) => {
                print_literal(literal, out);
                write!(out, "{}", literal.ty())
            }
            Operand::Block(block) => write!(out, "%BB{}", numbers.block(*block)),
            Operand::Variable(variable) => {
                let owner = self.function(variable.function);
                let data = &owner.variables[variable.index as usize];
                if variable.function == id {
                    write!(out, "[{}]{}", data.name, data.ty)
                } else {
                    write!(out, "[{}@{}]{}", data.name, quoted(&owner.name), data.ty)
                }
            }
            Operand::Function(callee) => {
                let callee = self.function(*callee);
                write!(out, "%{}(){}", quoted(&callee.name), callee.result)
            }
            Operand::Scope(owner) => write!(out, "%{}()", quoted(&self.function(*owner).name)),
            Operand::Label(label) => write!(out, "${label}"),
            Operand::Builtin(name) => write!(out, "[{name}]{}", Type::NUMBER),
        };
    }
}

/// Numbers of instructions in layout order, and of blocks in the order of their first mention.
struct Numbers {
    insts: Vec<u32>,
    blocks: Vec<Option<u32>>,
    next: u32,
}

impl Numbers {
    fn new(function: &Function) -> Numbers {
        let mut insts = vec![0; function.insts.len()];
        let order = function.blocks.iter().flat_map(|block| &block.insts);
        for (number, inst) in order.enumerate() {
            insts[inst.0 as usize] = number as u32;
        }
        Numbers { insts, blocks: vec![None; function.blocks.len()], next: 0 }
    }

    fn inst(&self, inst: InstId) -> u32 {
        self.insts[inst.0 as usize]
    }

    fn block(&mut self, block: BlockId) -> u32 {
        let next = &mut self.next;
        *self.blocks[block.0 as usize].get_or_insert_with(|| {
            *next += 1;
            *next - 1
        })
    }
}

fn list(named: &[Named]) -> String {
    named.iter().map(|named| format!("{}{}", named.name, named.ty)).collect::<Vec<_>>().join(", ")
}

pub(super) fn kind_text(kind: FunctionKind) -> &'static str {
    match kind {
        FunctionKind::Function => "function",
        FunctionKind::Constructor => "constructor",
        FunctionKind::Arrow => "arrow",
        FunctionKind::Method => "method",
    }
}

/// A name, in quotes if it is empty or has a blank.
fn quoted(name: &str) -> String {
    if name.is_empty() || name.contains(' ') { format!("\"{name}\"") } else { name.to_string() }
}

fn print_hidden(function: &Function, out: &mut String) {
    let hidden = &function.hidden;
    let _ = write!(out, "; barebones length={}", hidden.length);
    if hidden.strict {
        out.push_str(" strict");
    }
    if hidden.generator {
        out.push_str(" generator");
    }
    if hidden.is_async {
        out.push_str(" async");
    }
    if let Some(name) = &hidden.source_name {
        let _ = write!(out, " name={name}");
    }
    out.push('\n');
}

fn print_literal(literal: &Literal, out: &mut String) {
    match literal {
        Literal::Undefined => out.push_str("undefined"),
        Literal::Null => out.push_str("null"),
        Literal::Boolean(value) => out.push_str(if *value { "true" } else { "false" }),
        Literal::Number(value) => out.push_str(&number_text(*value)),
        Literal::String(units) => {
            out.push('"');
            print_string(units, out);
            out.push('"');
        }
        Literal::BigInt(digits) => {
            let _ = write!(out, "{digits}n");
        }
        Literal::Empty | Literal::DefaultParent => out.push_str("empty"),
    }
}

/// Prints UTF-16 units as three-byte forms of UTF-8, also surrogates, each escape escaped once more.
fn print_string(units: &[u16], out: &mut String) {
    for unit in units {
        let unit = u32::from(*unit);
        match unit {
            0x09 => out.push_str("\\\\t"),
            0x0a => out.push_str("\\\\n"),
            0x0d => out.push_str("\\\\r"),
            0x22 => out.push_str("\\\\\\\""),
            0x5c => out.push_str("\\\\\\\\"),
            0x20..0x7f => out.push(char::from(unit as u8)),
            0..0x80 => print_byte(unit, out),
            0x80..0x800 => {
                print_byte(0xc0 | unit >> 6, out);
                print_byte(0x80 | unit & 0x3f, out);
            }
            _ => {
                print_byte(0xe0 | unit >> 12, out);
                print_byte(0x80 | unit >> 6 & 0x3f, out);
                print_byte(0x80 | unit & 0x3f, out);
            }
        }
    }
}

fn print_byte(byte: u32, out: &mut String) {
    let _ = write!(out, "\\\\x{byte:02X}");
}

impl Opcode {
    /// The name in dumps.
    pub fn name(self) -> &'static str {
        self.row().name
    }
}
