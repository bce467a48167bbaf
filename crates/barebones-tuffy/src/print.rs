//! Prints the text form. Values and blocks are numbered in the order of their definition.

use crate::annotation::Annotation;
use crate::ir::{
    BlockId, Function, Inst, Module, Node, Operand, Payload, RegionId, RegionKind, Target, Type, ValueId,
};
use crate::table::{Op, Syntax};
use std::fmt::{self, Display, Formatter};

impl Display for Module {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for data in &self.data {
            write!(f, "data {} = \"", Symbol(&data.name))?;
            for byte in &data.bytes {
                match byte {
                    b'"' | b'\\' => write!(f, "\\{}", char::from(*byte))?,
                    b' '..=b'~' => write!(f, "{}", char::from(*byte))?,
                    byte => write!(f, "\\x{byte:02x}")?,
                }
            }
            f.write_str("\"")?;
            if !data.relocations.is_empty() {
                let relocations = data.relocations.iter();
                let relocations = relocations.map(|(offset, symbol)| format!("{offset}: {}", Symbol(symbol)));
                write!(f, " relocs [{}]", relocations.collect::<Vec<_>>().join(", "))?;
            }
            f.write_str("\n")?;
        }
        for (index, function) in self.functions.iter().enumerate() {
            let blank = if index > 0 || !self.data.is_empty() { "\n" } else { "" };
            writeln!(f, "{blank}{function}")?;
        }
        Ok(())
    }
}

/// A symbol's name, in quotes where it needs them.
struct Symbol<'a>(&'a str);

impl Display for Symbol<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "@{}", Name(self.0))
    }
}

struct Name<'a>(&'a str);

impl Display for Name<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0.chars().all(|c| c.is_ascii_alphanumeric() || "_.$".contains(c)) && !self.0.is_empty() {
            return f.write_str(self.0);
        }
        f.write_str("\"")?;
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                '\n' => f.write_str("\\n")?,
                c => write!(f, "{c}")?,
            }
        }
        f.write_str("\"")
    }
}

impl Display for Function {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "func {}(", Symbol(&self.name))?;
        for (index, param) in self.params.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { ", " })?;
            if let Some(name) = &param.name {
                write!(f, "%{}: ", Name(name))?;
            }
            write!(f, "{}{}", param.ty, param.annotation)?;
        }
        f.write_str(")")?;
        if let Some((ty, annotation)) = &self.result {
            write!(f, " -> {ty}{annotation}")?;
        }
        f.write_str(" {\n")?;
        self.print_region(f, RegionId(0), 2)?;
        f.write_str("}")
    }
}

impl Function {
    fn print_region(&self, f: &mut Formatter<'_>, region: RegionId, indent: usize) -> fmt::Result {
        for (index, node) in self.regions[region.0 as usize].nodes.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { "\n" })?;
            match node {
                Node::Block(block) => self.print_block(f, *block, indent)?,
                Node::Region(inner) => {
                    let kind = self.regions[inner.0 as usize].kind;
                    let kind = if kind == RegionKind::Loop { "loop" } else { "plain" };
                    writeln!(f, "{:indent$}region {kind} {{", "")?;
                    self.print_region(f, *inner, indent + 2)?;
                    writeln!(f, "{:indent$}}}", "")?;
                }
            }
        }
        Ok(())
    }

    fn print_block(&self, f: &mut Formatter<'_>, block: BlockId, indent: usize) -> fmt::Result {
        write!(f, "{:indent$}{block}", "")?;
        let data = &self.blocks[block.index()];
        if !data.params.is_empty() {
            let params = data.params.iter().map(|param| {
                let value = &self.values[param.index()];
                format!("{param}: {}{}", value.ty, value.annotation)
            });
            write!(f, "({})", params.collect::<Vec<_>>().join(", "))?;
        }
        f.write_str(":\n")?;
        for inst in &data.insts {
            writeln!(f, "{:width$}{}", "", self.instruction(inst), width = indent + 2)?;
        }
        Ok(())
    }

    /// The text of an instruction.
    pub(crate) fn instruction(&self, inst: &Inst) -> String {
        let mut text = String::new();
        for (index, result) in inst.results.iter().enumerate() {
            text += if index == 0 { "" } else { ", " };
            text += &self.definition(inst, index, *result);
        }
        if !inst.results.is_empty() {
            text += " = ";
        }
        text += &self.operation(inst);
        text
    }

    fn definition(&self, inst: &Inst, index: usize, value: ValueId) -> String {
        let data = &self.values[value.index()];
        // A type that follows from the instruction is not printed.
        let follows = crate::types::result_type(self, inst, index).is_some_and(|ty| ty == data.ty);
        let plain = inst.op.row().results.as_bytes().get(index) == Some(&b'd') && data.ty == Type::Int;
        let ty = if follows || plain { String::new() } else { format!(": {}", data.ty) };
        // An annotation after `->` applies to the result as well.
        let after_arrow = match &inst.payload {
            Payload::Type(_, annotation) => Some(annotation),
            Payload::Call(Some((_, annotation)), _) if index == 1 => Some(annotation),
            _ => None,
        };
        let repeated = ty.is_empty() && after_arrow == Some(&data.annotation);
        let annotation = if repeated { String::new() } else { data.annotation.to_string() };
        format!("{value}{ty}{annotation}")
    }

    fn operation(&self, inst: &Inst) -> String {
        let (name, operands) = (inst.op.row().name, list(&inst.operands));
        let arrow = |ty: &Type, annotation: &Annotation| format!(" -> {ty}{annotation}");
        let payload = &inst.payload;
        let suffix = match payload {
            Payload::Width(width) if inst.op.row().syntax == Syntax::Width => format!(".{width}"),
            Payload::Int(predicate) => format!(".{}", predicate.name()),
            Payload::FloatPredicate(predicate) => format!(".{}", predicate.name()),
            Payload::Order(order) => format!(".{}", order.name()),
            Payload::Rmw(op, order) => format!(".{}.{}", op.name(), order.name()),
            Payload::CmpXchg(success, failure) => format!(".{}.{}", success.name(), failure.name()),
            _ => String::new(),
        };
        let rest = match (inst.op, payload) {
            (_, Payload::Integer(value)) => value.to_string(),
            (_, Payload::Bool(value)) => value.to_string(),
            (_, Payload::Float(ty, bits)) => format!("{} {bits:#x}", ty.name()),
            (_, Payload::Param(index)) => {
                match self.params.get(*index as usize).and_then(|p| p.name.as_ref()) {
                    Some(name) => format!("%{}", Name(name)),
                    None => index.to_string(),
                }
            }
            (Op::StackSlot, Payload::Width(bytes)) => bytes.to_string(),
            (Op::SExt | Op::ZExt, Payload::Width(bits)) => format!("{operands}, {bits}"),
            (Op::MemCpy | Op::MemMove | Op::MemSet, Payload::Width(align)) => {
                let (before, token) = inst.operands.split_at(inst.operands.len().min(3));
                format!("{}, align={align}, {}", list(before), list(token))
            }
            (_, Payload::Flags { reassoc, contract }) => {
                let reassoc = if *reassoc { "reassoc " } else { "" };
                let contract = if *contract { "contract " } else { "" };
                format!("{reassoc}{contract}{operands}")
            }
            (_, Payload::Type(ty, annotation)) => format!("{operands}{}", arrow(ty, annotation)),
            (_, Payload::Indices(path)) => {
                let path = path.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
                format!("{operands}, {path}")
            }
            (_, Payload::Symbol(name)) => Symbol(name).to_string(),
            (_, Payload::Call(result, cleanup)) => {
                let (callee, rest) = inst.operands.split_at(inst.operands.len().min(1));
                let (arguments, token) = rest.split_at(rest.len().saturating_sub(1));
                let result = result.as_ref().map_or(String::new(), |(ty, annotation)| arrow(ty, annotation));
                let cleanup = cleanup.map_or(String::new(), |block| format!(" cleanup {block}"));
                format!("{}({}), {}{result}{cleanup}", list(callee), list(arguments), list(token))
            }
            (Op::Br, _) => targets(&inst.targets),
            (Op::BrIf, _) => format!("{operands}, {}", targets(&inst.targets)),
            _ => operands,
        };
        format!("{name}{suffix} {rest}").trim_end().to_string()
    }
}

fn list(operands: &[Operand]) -> String {
    let operands = operands.iter().map(|operand| format!("{}{}", operand.value, operand.annotation));
    operands.collect::<Vec<_>>().join(", ")
}

fn targets(targets: &[Target]) -> String {
    let targets = targets.iter().map(|target| match target.arguments.is_empty() {
        true => target.block.to_string(),
        false => format!("{}({})", target.block, list(&target.arguments)),
    });
    targets.collect::<Vec<_>>().join(", ")
}
