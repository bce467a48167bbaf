//! The types of all values, and the rules of types.

use super::{ReadError, Result};
use crate::ast::*;
use crate::table::{Control, Opcode, Rule};
use crate::types::Type;
use rustc_hash::FxHashMap;
use std::fmt::Display;

fn error<T>(place: Place, found: impl Display, expected: impl Into<String>) -> Result<T> {
    Err(ReadError { place, found: format!("`{found}`"), expected: expected.into() })
}

/// Gives every instruction its controlling type and every value its type, and checks them.
///
/// A value may be used in the text before it is defined, so this is repeated until nothing changes.
pub(super) fn infer(function: &mut Function) -> Result<()> {
    let mut blocks = std::mem::take(&mut function.blocks);
    let result = infer_blocks(function, &mut blocks);
    function.blocks = blocks;
    result?;
    check(function)
}

fn infer_blocks(function: &mut Function, blocks: &mut [BlockData]) -> Result<()> {
    let mut pending: Vec<(usize, usize)> = Vec::new();
    for (block, data) in blocks.iter().enumerate() {
        pending.extend((0..data.insts.len()).map(|inst| (block, inst)));
    }
    while !pending.is_empty() {
        let before = pending.len();
        let mut left = Vec::new();
        for (block, index) in pending {
            let inst = &mut blocks[block].insts[index];
            if !infer_inst(function, inst)? {
                left.push((block, index));
            }
        }
        pending = left;
        if pending.len() == before {
            let (block, index) = pending[0];
            let inst = &blocks[block].insts[index];
            let unknown = inst.args.iter().find(|arg| function.type_of(**arg).is_none());
            return match unknown {
                Some(value) => error(inst.place, value, "a value that is defined, or whose type is written"),
                None => error(inst.place, inst.opcode.row().name, "a type after `.`"),
            };
        }
    }
    Ok(())
}

/// Types an instruction; false if a type is not known yet.
fn infer_inst(function: &mut Function, inst: &mut Inst) -> Result<bool> {
    let row = inst.opcode.row();
    if inst.ty.is_none() {
        let operand = match row.control {
            Control::None | Control::Explicit => None,
            Control::Arg0 => Some(0),
            Control::Arg1 => Some(1),
            Control::Arg2 => Some(2),
        };
        if let Some(operand) = operand {
            let Some(value) = inst.args.get(operand) else {
                return error(inst.place, row.name, "more operands");
            };
            inst.ty = function.type_of(*value);
            if inst.ty.is_none() {
                return Ok(false);
            }
        }
    }
    if let Some(ty) = inst.ty
        && row.control != Control::None
        && !row.class.contains(ty)
    {
        return error(
            inst.place,
            ty,
            format!("a type of the class {:?}, as {} requires", row.class, row.name),
        );
    }
    if row.control == Control::None && !matches!(inst.imm, Immediate::Func(_) | Immediate::Sig(_)) {
        // Older files write types that have no effect.
        inst.is_typed = false;
        inst.ty = None;
    }
    let results = result_types(function, inst)?;
    if results.len() != inst.results.len() {
        let expected = format!("{} results of {}", results.len(), row.name);
        return error(inst.place, inst.results.len(), expected);
    }
    for (value, ty) in inst.results.iter().zip(results) {
        if function.types.insert(*value, ty).is_some() {
            return error(inst.place, value, "a value that is not defined yet");
        }
    }
    Ok(true)
}

fn result_types(function: &Function, inst: &Inst) -> Result<Vec<Type>> {
    if matches!(inst.opcode, Opcode::Call | Opcode::CallIndirect) {
        return match call_signature(function, inst) {
            Some(signature) => Ok(signature.results.iter().map(|result| result.ty).collect()),
            None => error(inst.place, inst.opcode.row().name, "a declared signature"),
        };
    }
    let row = inst.opcode.row();
    // A row without a controlling type uses none of its rules for T.
    let t = inst.ty.unwrap_or(Type::I64);
    let result = |rule: &Rule| match rule.result(t, function.document) {
        Some(ty) => Ok(ty),
        None => error(inst.place, t, format!("a type that {} admits", row.name)),
    };
    row.results.iter().map(result).collect()
}

/// The signature of a call.
pub(crate) fn call_signature<'f>(function: &'f Function, inst: &Inst) -> Option<&'f Signature> {
    match &inst.imm {
        Immediate::Func(func) | Immediate::FuncExceptions(func, ..) => function.func_signature(*func),
        Immediate::Sig(sig) | Immediate::Exceptions(sig, _) => function.signatures.get(sig),
        _ => None,
    }
}

/// The blocks of a function by their numbers.
type Blocks<'f> = FxHashMap<Block, &'f BlockData>;

fn check(function: &Function) -> Result<()> {
    let blocks: Blocks<'_> = function.blocks.iter().map(|block| (block.block, block)).collect();
    for block in &function.blocks {
        for inst in &block.insts {
            check_inst(function, &blocks, inst)?;
        }
    }
    match function.blocks.first() {
        Some(entry) => check_entry(function, entry),
        None => Ok(()),
    }
}

fn check_entry(function: &Function, entry: &BlockData) -> Result<()> {
    let params = function.signature.params.iter().map(|param| param.ty);
    if !entry.params.iter().map(|(_, ty)| *ty).eq(params) {
        return error(entry.place, entry.block, "parameters as in the signature");
    }
    Ok(())
}

fn check_inst(function: &Function, blocks: &Blocks<'_>, inst: &Inst) -> Result<()> {
    let row = inst.opcode.row();
    let mut types = Vec::with_capacity(inst.args.len());
    for value in &inst.args {
        match function.type_of(*value) {
            Some(ty) => types.push(ty),
            None => return error(inst.place, value, "a defined value"),
        }
    }
    let t = inst.ty.unwrap_or(Type::I64);
    for ((rule, ty), value) in row.operands.iter().zip(&types).zip(&inst.args) {
        if !rule.admits(*ty, t) {
            let expected =
                format!("a value of the type {rule:?} that {} requires; {value} is {ty}", row.name);
            return error(inst.place, value, expected);
        }
    }
    let lists = types.get(row.operands.len()..).unwrap_or_default();
    match inst.opcode {
        Opcode::Return => {
            check_list(inst, types.iter().copied(), &function.signature.results)?;
        }
        Opcode::Call
        | Opcode::CallIndirect
        | Opcode::ReturnCall
        | Opcode::ReturnCallIndirect
        | Opcode::TryCall
        | Opcode::TryCallIndirect => {
            let Some(signature) = call_signature(function, inst) else {
                return error(inst.place, row.name, "a declared signature");
            };
            check_list(inst, lists.iter().copied(), &signature.params)?;
        }
        _ => {}
    }
    for call in &inst.blocks {
        check_block_call(function, blocks, inst, call)?;
    }
    if let Immediate::FuncExceptions(_, _, handlers) | Immediate::Exceptions(_, handlers) = &inst.imm {
        for handler in handlers {
            match handler {
                Handler::Tag(_, call) | Handler::Default(call) => {
                    check_block_call(function, blocks, inst, call)?
                }
                Handler::Context(value) if function.type_of(*value).is_none() => {
                    return error(inst.place, value, "a defined value");
                }
                Handler::Context(_) => {}
            }
        }
    }
    if let Immediate::JumpTable(table) = &inst.imm {
        for block in function.jump_tables.get(table).into_iter().flatten().flatten() {
            check_block_call(function, blocks, inst, &BlockCall { block: *block, args: Vec::new() })?;
        }
    }
    Ok(())
}

fn check_list(inst: &Inst, found: impl Iterator<Item = Type>, expected: &[Param]) -> Result<()> {
    if found.eq(expected.iter().map(|param| param.ty)) {
        return Ok(());
    }
    let types: Vec<String> = expected.iter().map(|param| param.ty.to_string()).collect();
    error(inst.place, inst.opcode.row().name, format!("values of the types ({})", types.join(", ")))
}

fn check_block_call(function: &Function, blocks: &Blocks<'_>, inst: &Inst, call: &BlockCall) -> Result<()> {
    let Some(target) = blocks.get(&call.block) else {
        return error(inst.place, call.block, "a block of the function");
    };
    let results = call_signature(function, inst).map(|signature| &signature.results[..]).unwrap_or_default();
    let mut types = Vec::with_capacity(call.args.len());
    for arg in &call.args {
        types.push(match arg {
            BlockArg::Value(value) => match function.type_of(*value) {
                Some(ty) => ty,
                None => return error(inst.place, value, "a defined value"),
            },
            BlockArg::Result(index) => match results.get(*index as usize) {
                Some(result) => result.ty,
                None => return error(inst.place, format!("ret{index}"), "a result of the call"),
            },
            BlockArg::Exception(_) => Type::I64,
        });
    }
    if inst.opcode != Opcode::GetExceptionHandlerAddress
        && !types.into_iter().eq(target.params.iter().map(|(_, ty)| *ty))
    {
        return error(inst.place, call.block, "arguments of the types of its parameters");
    }
    Ok(())
}
