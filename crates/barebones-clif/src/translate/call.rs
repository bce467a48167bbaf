//! Signatures, calls, returns.

use super::{Leaves, Missing, Result, Settings, THROW, THROWN, Translator, c_convention, leaf_types};
use crate::ast::*;
use crate::read::call_signature;
use crate::table::Opcode;
use crate::types::Type;
use barebones::base::{self, Arch, ConvId, Effects, StateId, SymbolId, Target};
use barebones::ir::{CallData, Callee, Extern, StackSlotKind, Successor, ValueId};
use std::rc::Rc;

/// A signature as procedures have it.
#[derive(Clone, Debug)]
pub struct Abi {
    /// The convention.
    pub conv: ConvId,
    /// The types of the parameters' leaves, without a hidden one. A structure by value has a leaf per word, or is one
    /// address.
    pub params: Vec<base::Type>,
    /// The types of the results' leaves.
    pub results: Vec<base::Type>,
    /// True if the only result is the address in the parameter `sret`.
    pub returns_address: bool,
    /// For each parameter the number of its leaf in the order of the signature, or `None` for a register that only
    /// moves structures to the stack. Absent if the order is that of the signature.
    pub(super) places: Option<Vec<Option<usize>>>,
    /// True if a structure by value is the address of a copy.
    pub(super) by_reference: bool,
}

/// Maximum size of a structure by value, in bytes.
const MAX_STRUCTURE: u32 = 1 << 10;

/// The bytes of a word of a structure.
const WORD: u32 = 8;

/// The size of a parameter that is a structure by value.
fn structure_size(param: &Param) -> Option<u32> {
    match param.purpose {
        Purpose::StructArgument(size) => Some(size),
        _ => None,
    }
}

/// The meaning of a signature on a target.
///
/// # Errors
/// What a type of it needs.
pub fn abi(target: &Target, signature: &Signature, settings: Settings) -> std::result::Result<Abi, Missing> {
    let c = target.convention(c_convention());
    let mut results = Vec::with_capacity(signature.results.len());
    for param in &signature.results {
        results.extend(leaf_types(param.ty, settings.vectors)?);
    }
    let internal = target.convention_by_name("internal").unwrap_or_else(c_convention);
    let fits = c.assign(&[], &results, 0).is_some();
    let is_internal = signature.conv == CallConv::Tail || settings.pinned.is_some() || !fits;
    let by_reference = !is_internal && (c.positional || target.desc.arch == Arch::A64);
    let mut params = Vec::with_capacity(signature.params.len());
    // Leaves that are on the stack even if a register is free.
    let mut words = Vec::new();
    for param in &signature.params {
        let Some(size) = structure_size(param) else {
            params.extend(leaf_types(param.ty, settings.vectors)?);
            continue;
        };
        // Smaller ones are in registers of these conventions.
        let smallest = if c.positional { WORD } else { 2 * WORD };
        let is_valid = param.ty == Type::I64 && size.is_multiple_of(WORD) && size <= MAX_STRUCTURE;
        if !is_valid || by_reference && size <= smallest {
            return Err(Missing::StructArguments);
        }
        if by_reference {
            params.push(base::Type::Int64);
        } else {
            let count = (size / WORD) as usize;
            words.extend(params.len()..params.len() + count);
            params.extend(std::iter::repeat_n(base::Type::Int64, count));
        }
    }
    let places = if is_internal || words.is_empty() { None } else { Some(on_stack(c, &params, &words)) };
    if let Some(places) = &places {
        params = places.iter().map(|place| place.map_or(base::Type::Int64, |leaf| params[leaf])).collect();
    }
    let conv = if is_internal { internal } else { c_convention() };
    let has_address = signature.params.iter().any(|param| param.purpose == Purpose::StructReturn);
    let returns_address = has_address && results.is_empty() && !is_internal;
    if returns_address {
        results.push(base::Type::Int64);
    }
    Ok(Abi { conv, params, results, returns_address, places, by_reference })
}

/// The order of parameters in which a convention without structures passes these words on the stack: first all leaves
/// in registers, then values for the registers that are left, then the stack.
fn on_stack(conv: &base::CallConv, params: &[base::Type], words: &[usize]) -> Vec<Option<usize>> {
    let mut left = [conv.args_gp.len(), conv.args_fp.len()];
    let (mut places, mut stack) = (Vec::with_capacity(params.len()), Vec::new());
    for (leaf, ty) in params.iter().enumerate() {
        let left = &mut left[ty.bank() as usize];
        if *left == 0 || words.binary_search(&leaf).is_ok() {
            stack.push(Some(leaf));
        } else {
            *left -= 1;
            places.push(Some(leaf));
        }
    }
    places.extend(std::iter::repeat_n(None, left[base::Bank::Gp as usize]));
    places.append(&mut stack);
    places
}

impl Translator<'_> {
    /// Translates a call; false if the instruction is another.
    pub(super) fn call(&mut self, inst: &Inst) -> Result<bool> {
        match inst.opcode {
            Opcode::Call | Opcode::CallIndirect => {
                let (callee, arguments) = self.callee(inst)?;
                let results = self.plain_call(inst, callee, &arguments)?;
                for (index, result) in results.into_iter().enumerate() {
                    self.set_leaves(inst, index, result);
                }
            }
            Opcode::ReturnCall | Opcode::ReturnCallIndirect => self.tail_call(inst)?,
            Opcode::TryCall | Opcode::TryCallIndirect => self.try_call(inst)?,
            Opcode::FuncAddr => {
                let Immediate::Func(func) = inst.imm else { return self.invalid("a function is missing") };
                let symbol = self.symbol_of(func)?;
                let address = self.b().symbol_address(symbol);
                let address = self.address_as(inst, address);
                self.set(inst, 0, address);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// An address as the controlling type: its low half for `i32`.
    pub(super) fn address_as(&mut self, inst: &Inst, address: ValueId) -> ValueId {
        if inst.ty == Some(Type::I32) { self.b().trunc(address) } else { address }
    }

    /// The symbol of a declared function; the module needs its signature.
    fn symbol_of(&mut self, func: Func) -> Result<SymbolId> {
        let function = self.function;
        if let Some(symbol) = self.callees.get(func) {
            return Ok(*symbol);
        }
        let Some(data) = function.funcs.get(&func) else {
            return self.invalid(format!("{func} is not declared"));
        };
        let abi = self.abi_of(data.signature)?;
        let name = data.name.symbol();
        let signature = base::Signature { params: abi.params.clone(), results: abi.results.clone() };
        let symbol = self.declare_extern(name, signature);
        self.callees.insert(func, symbol);
        Ok(symbol)
    }

    fn declare_extern(&mut self, name: String, signature: base::Signature) -> SymbolId {
        let symbol = self.proc.symbol(&name);
        if !self.externs.iter().any(|known| known.name == name) {
            self.externs.push(Extern { name, signature });
        }
        symbol
    }

    /// The address of a thread-local symbol: the result of the function with its name.
    pub(super) fn thread_local(&mut self, name: String) -> ValueId {
        let word = base::Type::Int64;
        let symbol = self.declare_extern(name, base::Signature { params: Vec::new(), results: vec![word] });
        let data = self.call_data(c_convention());
        self.b().ccall_with(word, symbol, &[], data)
    }

    fn abi_of(&mut self, sig: Sig) -> Result<Rc<Abi>> {
        if let Some(abi) = self.abis.get(sig) {
            return Ok(Rc::clone(abi));
        }
        let Some(signature) = self.function.signatures.get(&sig) else {
            return self.invalid(format!("{sig} is not declared"));
        };
        match abi(self.proc.target(), signature, self.settings) {
            Ok(abi) => {
                let abi = Rc::new(abi);
                self.abis.insert(sig, Rc::clone(&abi));
                Ok(abi)
            }
            Err(what) => self.unsupported(what),
        }
    }

    /// The meaning of the signature of a call.
    fn signature(&mut self, inst: &Inst) -> Result<Rc<Abi>> {
        let sig = match inst.imm {
            Immediate::Func(func) | Immediate::FuncExceptions(func, ..) => {
                self.function.funcs.get(&func).map(|data| data.signature)
            }
            Immediate::Sig(sig) | Immediate::Exceptions(sig, _) => Some(sig),
            _ => None,
        };
        match sig {
            Some(sig) => self.abi_of(sig),
            None => self.invalid("a signature is missing"),
        }
    }

    /// The callee and the arguments of a call, extended as its signature promises.
    fn callee(&mut self, inst: &Inst) -> Result<(Callee, Vec<ValueId>)> {
        let mut args = inst.args.iter();
        let callee = match inst.imm {
            Immediate::Func(func) | Immediate::FuncExceptions(func, ..) => {
                Callee::Symbol(self.symbol_of(func)?)
            }
            _ => match args.next() {
                Some(value) => Callee::Address(self.wide(*value)?),
                None => return self.invalid("a callee is missing"),
            },
        };
        let Some(signature) = call_signature(self.function, inst) else {
            return self.invalid("a signature is missing");
        };
        let abi = self.signature(inst)?;
        let mut arguments = Vec::with_capacity(args.len());
        for (value, param) in args.zip(&signature.params) {
            if let Some(size) = structure_size(param) {
                let address = self.get(*value)?;
                self.pass_structure(address, size, abi.by_reference, &mut arguments);
                continue;
            }
            let leaves = Leaves::from_slice(self.leaves(*value)?);
            arguments.extend(self.promised(leaves, param));
        }
        let Some(places) = &abi.places else { return Ok((callee, arguments)) };
        let unused = self.b().const64(0);
        let placed = places.iter().map(|place| match place {
            Some(leaf) => arguments.get(*leaf).copied(),
            None => Some(unused),
        });
        match placed.collect() {
            Some(placed) => Ok((callee, placed)),
            None => self.invalid("an operand is missing"),
        }
    }

    /// Appends the arguments for a structure: its words, or the address of a copy.
    fn pass_structure(
        &mut self,
        address: ValueId,
        size: u32,
        by_reference: bool,
        arguments: &mut Vec<ValueId>,
    ) {
        let copy = by_reference.then(|| {
            let slot = self.proc.add_stack_slot(size, StackSlotKind::Locked);
            self.b().slot_base(slot)
        });
        for offset in (0..size as i32).step_by(WORD as usize) {
            let mut b = self.b();
            let word = b.load(base::Type::Int64, address, offset);
            match copy {
                Some(copy) => {
                    b.store(word, copy, offset);
                }
                None => arguments.push(word),
            }
        }
        arguments.extend(copy);
    }

    /// The leaves of the function's parameters, in the order of the signature. A structure by value is an address.
    pub(super) fn incoming(&mut self, arguments: Vec<ValueId>) -> Vec<ValueId> {
        let function = self.function;
        if self.own.by_reference
            || function.signature.params.iter().all(|param| structure_size(param).is_none())
        {
            return arguments;
        }
        let ordered = match &self.own.places {
            Some(places) => {
                let mut ordered = vec![ValueId::INVALID; places.iter().flatten().count()];
                for (place, argument) in places.iter().zip(&arguments) {
                    if let Some(leaf) = place {
                        ordered[*leaf] = *argument;
                    }
                }
                ordered
            }
            None => arguments,
        };
        let mut rest = ordered.into_iter();
        let mut leaves = Vec::with_capacity(function.signature.params.len());
        for param in &function.signature.params {
            let Some(size) = structure_size(param) else {
                leaves.extend(rest.by_ref().take(self.leaf_count(param.ty)));
                continue;
            };
            let slot = self.proc.add_stack_slot(size.max(WORD), StackSlotKind::Locked);
            let mut b = self.b();
            let base = b.slot_base(slot);
            let offsets = (0..size as i32).step_by(WORD as usize);
            for (offset, word) in offsets.zip(rest.by_ref()) {
                b.store(word, base, offset);
            }
            leaves.push(base);
        }
        leaves
    }

    /// The leaves of a parameter or result, with the bits above it as promised.
    fn promised(&mut self, mut leaves: Leaves, param: &Param) -> Leaves {
        if let ([leaf], true) = (leaves.as_mut_slice(), param.ty.is_int()) {
            *leaf = match param.extension {
                Extension::None => *leaf,
                Extension::Zero => self.zext(*leaf, param.ty.bits),
                Extension::Sign => self.sext(*leaf, param.ty.bits),
            };
        }
        leaves
    }

    fn call_data(&self, conv: ConvId) -> CallData {
        CallData {
            conv,
            callee: SymbolId::INVALID,
            variadic_start: None,
            effects: Effects::for_call(),
            exceptional: false,
            state: StateId::INVALID,
        }
    }

    /// The type of a call's value.
    fn returned_type(&mut self, results: &[base::Type]) -> base::Type {
        match results {
            [] => base::Type::Void,
            [one] => *one,
            many => self.proc.tuple_type(many),
        }
    }

    /// The leaves of each result of a call's value.
    fn split(&mut self, inst: &Inst, abi: &Abi, value: ValueId) -> Result<Vec<Leaves>> {
        let signature = call_signature(self.function, inst);
        let mut results = Vec::new();
        let mut index = 0;
        for result in signature.iter().flat_map(|signature| &signature.results) {
            let mut leaves = Leaves::new();
            for _ in 0..self.leaf_count(result.ty) {
                leaves.push(if abi.results.len() == 1 { value } else { self.b().extract(value, index) });
                index += 1;
            }
            results.push(leaves);
        }
        Ok(results)
    }

    fn plain_call(&mut self, inst: &Inst, callee: Callee, arguments: &[ValueId]) -> Result<Vec<Leaves>> {
        let abi = self.signature(inst)?;
        let ty = self.returned_type(&abi.results);
        let data = self.call_data(abi.conv);
        let value = self.b().ccall_with(ty, callee, arguments, data);
        self.split(inst, &abi, value)
    }

    fn tail_call(&mut self, inst: &Inst) -> Result<()> {
        let abi = self.signature(inst)?;
        let internal = self.proc.target().convention_by_name("internal");
        if Some(abi.conv) != internal || Some(self.own.conv) != internal {
            return self.unsupported(Missing::TailConvention);
        }
        let (callee, arguments) = self.callee(inst)?;
        let data = self.call_data(abi.conv);
        self.b().tail_call(callee, &arguments, data);
        Ok(())
    }

    /// A call whose exceptions handlers of this function take.
    ///
    /// An exception is two words. `exn0` and `exn1` are both; a handler with a tag takes an exception whose first word
    /// is the tag. Without a default handler, other exceptions are thrown again.
    fn try_call(&mut self, inst: &Inst) -> Result<()> {
        let (callee, arguments) = self.callee(inst)?;
        let normal = self.block_call(inst, 0)?;
        let (Immediate::Exceptions(_, handlers) | Immediate::FuncExceptions(_, _, handlers)) = &inst.imm
        else {
            return self.invalid("an exception table is missing");
        };
        let takes = |handler: &Handler| !matches!(handler, Handler::Context(_));
        if !handlers.iter().any(takes) {
            let results = self.plain_call(inst, callee, &arguments)?;
            return self.jump(normal, &results);
        }
        let abi = self.signature(inst)?;
        let ty = self.returned_type(&abi.results);
        let data = self.call_data(abi.conv);
        let [returned, caught] = [self.proc.add_block(), self.proc.add_block()];
        let successors = [Successor::new(returned), Successor::rare(caught)];
        let value = self.b().throwing_ccall_with(ty, callee, &arguments, data, successors);
        self.switch_to(returned);
        let results = self.split(inst, &abi, value)?;
        self.jump(normal, &results)?;
        self.switch_to(caught);
        let word = base::Type::Int64;
        let signature = base::Signature { params: vec![word], results: vec![word] };
        let thrown = self.declare_extern(String::from(THROWN), signature);
        let mut words: Vec<ValueId> = Vec::new();
        for index in 0..2 {
            let data = self.call_data(c_convention());
            let mut b = self.b();
            let index = b.const64(index);
            words.push(b.ccall_with(word, thrown, &[index], data));
        }
        let exception: Vec<Leaves> = words.iter().map(|word| Leaves::from_slice(&[*word])).collect();
        for handler in handlers {
            match handler {
                Handler::Context(_) => {}
                Handler::Default(call) => return self.jump(call, &exception),
                Handler::Tag(tag, call) => {
                    let [taken, next] = [self.proc.add_block(), self.proc.add_block()];
                    let mut b = self.b();
                    let tag = b.const64(i64::from(*tag));
                    let is_it = b.equal(words[0], tag);
                    b.branch(is_it, taken, next);
                    self.switch_to(taken);
                    self.jump(call, &exception)?;
                    self.switch_to(next);
                }
            }
        }
        let signature = base::Signature { params: vec![word; 2], results: Vec::new() };
        let throw = self.declare_extern(String::from(THROW), signature);
        let data = self.call_data(c_convention());
        let mut b = self.b();
        b.ccall_with(base::Type::Void, throw, &words, data);
        b.trap(base::TrapCode::Unreachable);
        Ok(())
    }

    pub(super) fn ret(&mut self, inst: &Inst) -> Result<()> {
        let function = self.function;
        let mut results = Vec::with_capacity(inst.args.len());
        for (value, param) in inst.args.iter().zip(&function.signature.results) {
            let leaves = Leaves::from_slice(self.leaves(*value)?);
            results.extend(self.promised(leaves, param));
        }
        if self.own.returns_address {
            results.extend(self.struct_return);
        }
        self.b().ret(results);
        Ok(())
    }
}
