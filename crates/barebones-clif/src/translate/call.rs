//! Signatures, calls, returns.

use super::{Leaves, Missing, Result, Settings, THROW, THROWN, Translator, c_convention, leaf_types};
use crate::ast::*;
use crate::read::call_signature;
use crate::table::Opcode;
use crate::types::Type;
use barebones::base::{self, ConvId, Effects, StateId, SymbolId, Target};
use barebones::ir::{CallData, Callee, Extern, Successor, ValueId};

/// A signature as procedures have it.
#[derive(Clone, Debug)]
pub struct Abi {
    /// The convention.
    pub conv: ConvId,
    /// The types of the parameters' leaves, without a hidden one.
    pub params: Vec<base::Type>,
    /// The types of the results' leaves.
    pub results: Vec<base::Type>,
    /// True if the only result is the address in the parameter `sret`.
    pub returns_address: bool,
}

/// The meaning of a signature on a target.
///
/// # Errors
/// What a type of it needs.
pub fn abi(target: &Target, signature: &Signature, settings: Settings) -> std::result::Result<Abi, Missing> {
    let types = |params: &[Param]| -> std::result::Result<Vec<base::Type>, Missing> {
        let mut types = Vec::with_capacity(params.len());
        for param in params {
            types.extend(leaf_types(param.ty)?);
        }
        Ok(types)
    };
    let (params, mut results) = (types(&signature.params)?, types(&signature.results)?);
    if signature.params.iter().any(|param| matches!(param.purpose, Purpose::StructArgument(_))) {
        return Err(Missing::StructArguments);
    }
    let internal = target.convention_by_name("internal").unwrap_or_else(c_convention);
    let c = target.convention(c_convention());
    let fits = c.assign(&params, &results, params.len()).is_some();
    let is_internal = signature.conv == CallConv::Tail || settings.pinned.is_some() || !fits;
    let conv = if is_internal { internal } else { c_convention() };
    let has_address = signature.params.iter().any(|param| param.purpose == Purpose::StructReturn);
    let returns_address = has_address && results.is_empty() && !is_internal;
    if returns_address {
        results.push(base::Type::Int64);
    }
    Ok(Abi { conv, params, results, returns_address })
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
        let (Some(data), Some(signature)) = (function.funcs.get(&func), function.func_signature(func)) else {
            return self.invalid(format!("{func} is not declared"));
        };
        let abi = self.abi_of(signature)?;
        let name = data.name.symbol();
        let signature = base::Signature { params: abi.params, results: abi.results };
        Ok(self.declare_extern(name, signature))
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

    fn abi_of(&self, signature: &Signature) -> Result<Abi> {
        abi(self.proc.target(), signature, self.settings).or_else(|what| self.unsupported(what))
    }

    fn signature(&self, inst: &Inst) -> Result<Abi> {
        match call_signature(self.function, inst) {
            Some(signature) => self.abi_of(signature),
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
        let mut arguments = Vec::with_capacity(args.len());
        for (value, param) in args.zip(&signature.params) {
            let leaves = self.leaves(*value)?.clone();
            arguments.extend(self.promised(leaves, param));
        }
        Ok((callee, arguments))
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
            for _ in self.leaf_types(result.ty)? {
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
            let leaves = self.leaves(*value)?.clone();
            results.extend(self.promised(leaves, param));
        }
        if self.own.returns_address {
            results.extend(self.struct_return);
        }
        self.b().ret(results);
        Ok(())
    }
}
