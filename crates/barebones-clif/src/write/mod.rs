//! Procedures as text in today's language.
//!
//! A Phi whose Upsilons are all in the predecessors of its block is a block parameter. Other Phis, and variables, are
//! stack slots. Arguments are the parameters of the signature: `ArgumentReg` and loads of arguments on the stack are
//! conversions of them. Not everything can be said: [`WriteError`] names what, and where.

mod operation;
mod vector;

use barebones::base::{ArgLocation, ConvId, TrapCode, Type};
use barebones::ir::{BlockId, Module, Opcode, Procedure, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// What cannot be said in Cranelift's language.
#[derive(Clone, PartialEq, Eq)]
pub struct WriteError {
    /// The procedure.
    pub procedure: String,
    /// The value; `None` for the whole procedure.
    pub value: Option<ValueId>,
    /// What it is.
    pub what: String,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.procedure)?;
        if let Some(value) = self.value {
            write!(f, ": {value}")?;
        }
        write!(f, ": {} cannot be said in CLIF", self.what)
    }
}

impl fmt::Debug for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for WriteError {}

type Result<T = ()> = std::result::Result<T, WriteError>;

/// Writes the procedures of a module.
///
/// # Errors
/// Fails at the first value that cannot be said. Data objects are such, too.
pub fn write_module(module: &Module) -> Result<String> {
    if let Some(data) = module.data.first() {
        let what = String::from("a data object");
        return Err(WriteError { procedure: data.name.to_string(), value: None, what });
    }
    let texts: Result<Vec<String>> = module.procedures.iter().map(write_procedure).collect();
    Ok(texts?.join("\n"))
}

/// Writes a procedure, which must be valid.
///
/// # Errors
/// Fails at the first value that cannot be said.
pub fn write_procedure(proc: &Procedure) -> Result<String> {
    let mut writer = Writer {
        proc,
        block: Procedure::ROOT,
        current: None,
        preamble: String::new(),
        body: String::new(),
        next: 0,
        next_block: proc.block_count() as u32,
        params: Vec::new(),
        names: FxHashMap::default(),
        shadows: BTreeMap::new(),
        parameters: FxHashMap::default(),
        slots: 0,
        functions: BTreeMap::new(),
        signatures: BTreeMap::new(),
        globals: BTreeMap::new(),
    };
    writer.procedure()
}

/// Trap codes that today's language has no name for.
const UNREACHABLE: u16 = 250;
/// The last code of a client that can be said.
const LAST_USER: u16 = 249;

/// The type of a vector between operations.
const VECTOR: &str = "i8x16";

/// Bytes of an element in the slot of a Phi or a variable.
const ELEMENT: usize = 16;

/// The name of a type.
fn name(ty: Type) -> &'static str {
    match ty {
        Type::V128 => VECTOR,
        Type::Int32 => "i32",
        Type::Float => "f32",
        Type::Double => "f64",
        _ => "i64",
    }
}

struct Writer<'p> {
    proc: &'p Procedure,
    block: BlockId,
    current: Option<ValueId>,
    preamble: String,
    body: String,
    /// The number of the next value.
    next: u32,
    next_block: u32,
    /// The function's parameters: number, type and location.
    params: Vec<(u32, Type, ArgLocation)>,
    /// The numbers of values that are written: one, or those of a tuple's elements.
    names: FxHashMap<ValueId, Vec<u32>>,
    /// Slots of Phis and variables: the index is that of the value, or the number of values plus that of the variable.
    shadows: BTreeMap<usize, u32>,
    /// Phis that are block parameters, by block.
    parameters: FxHashMap<BlockId, Vec<ValueId>>,
    slots: u32,
    functions: BTreeMap<(String, String), u32>,
    signatures: BTreeMap<String, u32>,
    globals: BTreeMap<String, u32>,
}

impl Writer<'_> {
    fn refuse<T>(&self, what: impl Into<String>) -> Result<T> {
        Err(WriteError { procedure: self.proc.name.clone(), value: self.current, what: what.into() })
    }

    /// Appends an instruction with a result.
    fn value(&mut self, text: impl fmt::Display) -> u32 {
        let number = self.next;
        self.next += 1;
        let _ = writeln!(self.body, "    v{number} = {text}");
        number
    }

    fn inst(&mut self, text: impl fmt::Display) {
        let _ = writeln!(self.body, "    {text}");
    }

    /// The elements of a value.
    fn elements(&self, id: ValueId) -> Result<Vec<u32>> {
        match self.names.get(&id) {
            Some(names) => Ok(names.clone()),
            None => self.refuse(format!("the use of {id} before its definition")),
        }
    }

    /// The number of a scalar.
    fn get(&self, id: ValueId) -> Result<u32> {
        match self.elements(id)?[..] {
            [one] => Ok(one),
            _ => self.refuse(format!("the tuple {id}")),
        }
    }

    fn child(&self, id: ValueId, index: usize) -> ValueId {
        self.proc.children(id)[index]
    }

    fn convention(&self, conv: ConvId) -> Result<&'static str> {
        match self.proc.target().convention(conv).name {
            "system_v" | "aapcs64" => Ok("system_v"),
            "windows_x64" => Ok("windows_fastcall"),
            "apple" => Ok("apple_aarch64"),
            "internal" => Ok("tail"),
            other => self.refuse(format!("the convention {other}")),
        }
    }

    /// A signature as text.
    fn signature(&self, params: &[Type], results: &[Type], conv: ConvId) -> Result<String> {
        let list = |types: &[Type]| types.iter().map(|ty| name(*ty)).collect::<Vec<_>>().join(", ");
        let arrow = if results.is_empty() { "" } else { " -> " };
        let conv = self.convention(conv)?;
        Ok(format!("({}){arrow}{} {conv}", list(params), list(results)))
    }

    fn slot(&mut self, size: u32, align: u32) -> u32 {
        let _ =
            writeln!(self.preamble, "    ss{} = explicit_slot {size}, align = {}", self.slots, align.max(1));
        self.slots += 1;
        self.slots - 1
    }

    /// A slot for a Phi or a variable.
    fn shadow_slot(&mut self, ty: Type) -> u32 {
        self.slot((ELEMENT * self.proc.scalars(ty).len()) as u32, ELEMENT as u32)
    }

    fn procedure(&mut self) -> Result<String> {
        let proc = self.proc;
        if !proc.pinned.is_empty() {
            return self.refuse("a pinned register");
        }
        for (id, slot) in proc.stack_slots().iter() {
            if slot.forced_offset.is_some() {
                return self.refuse(format!("the forced frame offset of {id}"));
            }
            self.slot(slot.size, slot.align);
        }
        let order = self.order();
        self.choose_parameters(&order);
        let signature = proc.signature();
        let conv = proc.target().convention(proc.convention());
        let assigned = conv.assign(&signature.params, &signature.results, signature.params.len());
        let Some(assigned) = assigned else { return self.refuse("more results than its convention returns") };
        for (ty, location) in signature.params.iter().zip(assigned.params) {
            self.params.push((self.next, *ty, location));
            self.next += 1;
        }
        let list: Vec<String> = self.params.iter().map(|(v, ty, _)| format!("v{v}: {}", name(*ty))).collect();
        let entry = self.next_block;
        self.next_block += 1;
        // The entry has no predecessors, as the root may have.
        let mut head = format!("block{entry}");
        if !list.is_empty() {
            head += &format!("({})", list.join(", "));
        }
        for (index, slot) in self.shadows.clone() {
            let size = ELEMENT * self.shadow_types(index).len();
            let zero = self.value("iconst.i64 0");
            let address = self.value(format_args!("stack_addr.i64 ss{slot}"));
            for offset in (0..size).step_by(8) {
                self.inst(format_args!("store notrap aligned v{zero}, v{address}+{offset}"));
            }
        }
        self.inst(format_args!("jump block{}", Procedure::ROOT.number()));
        let first = std::mem::take(&mut self.body);
        for block in order {
            self.write_block(block)?;
        }
        let signature = self.signature(&signature.params, &signature.results, proc.convention())?;
        self.current = None;
        let function = self.quoted(&proc.name)?;
        let preamble = &self.preamble;
        Ok(format!("function {function}{signature} {{\n{preamble}\n{head}:\n{first}{}}}\n", self.body))
    }

    /// The blocks that are reached, each after those that dominate it.
    fn order(&self) -> Vec<BlockId> {
        let successors = |block: BlockId| {
            let all: Vec<BlockId> = self.proc.successors(block).iter().map(|to| to.block()).collect();
            all.into_iter()
        };
        let mut seen = FxHashSet::from_iter([Procedure::ROOT]);
        let mut postorder = Vec::new();
        let mut stack = vec![(Procedure::ROOT, successors(Procedure::ROOT))];
        while let Some((block, next)) = stack.last_mut() {
            match next.next() {
                Some(target) if seen.insert(target) => stack.push((target, successors(target))),
                Some(_) => {}
                None => {
                    postorder.push(*block);
                    stack.pop();
                }
            }
        }
        postorder.reverse();
        postorder
    }

    /// Decides which Phis are block parameters, and gives the others slots.
    fn choose_parameters(&mut self, order: &[BlockId]) {
        let proc = self.proc;
        let mut predecessors: FxHashMap<BlockId, FxHashSet<BlockId>> = FxHashMap::default();
        let mut writers: FxHashMap<ValueId, FxHashSet<BlockId>> = FxHashMap::default();
        for block in order {
            for target in proc.successors(*block) {
                predecessors.entry(target.block()).or_default().insert(*block);
            }
            for id in proc.block_values(*block) {
                if proc.value(*id).opcode() == Opcode::Upsilon {
                    writers.entry(proc.value(*id).phi()).or_default().insert(*block);
                }
            }
        }
        for block in order {
            let mut written: FxHashSet<ValueId> = FxHashSet::default();
            for id in proc.block_values(*block) {
                let value = proc.value(*id);
                match value.opcode() {
                    Opcode::Upsilon => {
                        written.insert(value.phi());
                    }
                    Opcode::Phi => {
                        let is_parameter = !value.ty.is_tuple()
                            && !written.contains(id)
                            && *block != Procedure::ROOT
                            && writers.get(id) == predecessors.get(block);
                        if is_parameter {
                            self.parameters.entry(*block).or_default().push(*id);
                        } else {
                            let slot = self.shadow_slot(value.ty);
                            self.shadows.insert(id.number() as usize, slot);
                        }
                    }
                    _ => {}
                }
            }
        }
        for (id, variable) in proc.variables().iter() {
            let slot = self.shadow_slot(variable.ty);
            self.shadows.insert(proc.value_count() + id.number() as usize, slot);
        }
    }

    /// The types of the elements of a Phi or variable, by the index of its slot.
    fn shadow_types(&self, index: usize) -> Vec<Type> {
        let proc = self.proc;
        let ty = match index.checked_sub(proc.value_count()) {
            None => proc.type_of(ValueId::new(index as u32)),
            Some(variable) => {
                let found = proc.variables().iter().nth(variable);
                found.map_or(Type::Int64, |(_, variable)| variable.ty)
            }
        };
        proc.scalars(ty).to_vec()
    }

    fn write_block(&mut self, block: BlockId) -> Result {
        let proc = self.proc;
        self.block = block;
        let mut params = Vec::new();
        for phi in self.parameters.get(&block).cloned().unwrap_or_default() {
            params.push(format!("v{}: {}", self.next, name(proc.type_of(phi))));
            self.names.insert(phi, vec![self.next]);
            self.next += 1;
        }
        let cold = if proc.is_cold(block) { " cold" } else { "" };
        let list = if params.is_empty() { String::new() } else { format!("({})", params.join(", ")) };
        let _ = writeln!(self.body, "\nblock{}{list}{cold}:", block.number());
        for id in proc.block_values(block) {
            self.current = Some(*id);
            self.operation(*id)?;
        }
        Ok(())
    }

    /// The successor of the block's terminal, with the last values of its Upsilons as arguments.
    fn edge(&self, index: usize) -> Result<String> {
        let Some(target) = self.proc.successors(self.block).get(index) else {
            return self.refuse("a missing successor");
        };
        let target = target.block();
        let mut args = Vec::new();
        for phi in self.parameters.get(&target).into_iter().flatten() {
            let values = self.proc.block_values(self.block).iter().rev();
            let written = values
                .map(|id| (*id, self.proc.value(*id)))
                .find(|(_, value)| value.opcode() == Opcode::Upsilon && value.phi() == *phi);
            let Some((upsilon, _)) = written else { return self.refuse("an edge without Upsilon") };
            args.push(format!("v{}", self.get(self.child(upsilon, 0))?));
        }
        let list = if args.is_empty() { String::new() } else { format!("({})", args.join(", ")) };
        Ok(format!("block{}{list}", target.number()))
    }

    fn trap_code(&self, code: Option<TrapCode>) -> Result<String> {
        Ok(match code {
            Some(TrapCode::StackOverflow) => "stk_ovf".into(),
            Some(TrapCode::HeapOutOfBounds) => "heap_oob".into(),
            Some(TrapCode::IntegerOverflow) => "int_ovf".into(),
            Some(TrapCode::IntegerDivisionByZero) => "int_divz".into(),
            Some(TrapCode::BadConversion) => "bad_toint".into(),
            Some(TrapCode::Unreachable) | None => format!("user{UNREACHABLE}"),
            Some(TrapCode::User(number @ 1..=LAST_USER)) => format!("user{number}"),
            Some(other) => return self.refuse(format!("the trap code {other}")),
        })
    }

    /// Writes a Phi or a variable that has a slot.
    fn write_shadow(&mut self, index: usize, stored: ValueId) -> Result {
        let Some(slot) = self.shadows.get(&index).copied() else { return Ok(()) };
        let address = self.value(format_args!("stack_addr.i64 ss{slot}"));
        for (element, stored) in self.elements(stored)?.into_iter().enumerate() {
            self.inst(format_args!("store notrap aligned v{stored}, v{address}+{}", ELEMENT * element));
        }
        Ok(())
    }

    /// Reads a Phi or a variable that has a slot.
    fn read_shadow(&mut self, id: ValueId, index: usize) -> Result {
        let Some(slot) = self.shadows.get(&index).copied() else {
            return self.refuse("an undeclared variable");
        };
        let address = self.value(format_args!("stack_addr.i64 ss{slot}"));
        let mut elements = Vec::new();
        for (element, ty) in self.shadow_types(index).into_iter().enumerate() {
            let offset = ELEMENT * element;
            elements.push(self.value(format_args!("load.{} notrap aligned v{address}+{offset}", name(ty))));
        }
        self.names.insert(id, elements);
        Ok(())
    }

    /// The number of a signature.
    fn signature_number(&mut self, text: String) -> u32 {
        let next = self.signatures.len() as u32;
        if let Some(known) = self.signatures.get(&text) {
            return *known;
        }
        let _ = writeln!(self.preamble, "    sig{next} = {text}");
        self.signatures.insert(text, next);
        next
    }

    /// A name as text, which has no character for a quotation mark or the end of a line.
    fn quoted(&self, name: &str) -> Result<crate::ast::Name> {
        match name.contains(['"', '\n']) {
            true => self.refuse(format!("the name {name:?}")),
            false => Ok(crate::ast::Name::Text(name.to_string())),
        }
    }

    /// The number of a function.
    fn function(&mut self, callee: String, signature: String) -> Result<u32> {
        let key = (callee, signature);
        if let Some(known) = self.functions.get(&key) {
            return Ok(*known);
        }
        let name = self.quoted(&key.0)?;
        let sig = self.signature_number(key.1.clone());
        let next = self.functions.len() as u32;
        let _ = writeln!(self.preamble, "    fn{next} = {name} sig{sig}");
        self.functions.insert(key, next);
        Ok(next)
    }

    /// The number of a global value.
    fn global(&mut self, symbol: &str) -> Result<u32> {
        if let Some(known) = self.globals.get(symbol) {
            return Ok(*known);
        }
        let next = self.globals.len() as u32;
        let written = self.quoted(symbol)?;
        let _ = writeln!(self.preamble, "    gv{next} = symbol {written}");
        self.globals.insert(symbol.to_string(), next);
        Ok(next)
    }
}
