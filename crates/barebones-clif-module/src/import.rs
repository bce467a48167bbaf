//! Functions of `cranelift-codegen` as those of `barebones-clif`.
//!
//! Entities keep their numbers; aliases of values are resolved. The place of an instruction is its number, because
//! functions that a program builds have no text: see [`place`].

use barebones_clif::ast;
use barebones_clif::table::Opcode;
use barebones_clif::types::{Kind, Type};
use cranelift_codegen::ir::{self, InstructionData as Data};
use cranelift_codegen::isa::CallConv;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What a function has that `barebones-clif` has no name for.
pub(crate) type Result<T> = std::result::Result<T, String>;

/// Our opcodes by Cranelift's.
static OPCODES: LazyLock<Vec<Option<Opcode>>> = LazyLock::new(|| {
    let mut opcodes = Vec::new();
    for opcode in ir::Opcode::all() {
        let index = *opcode as usize;
        if opcodes.len() <= index {
            opcodes.resize(index + 1, None);
        }
        opcodes[index] = Opcode::from_name(&opcode.to_string());
    }
    opcodes
});

/// The place of an instruction: a line by its number.
fn place(inst: ir::Inst) -> ast::Place {
    ast::Place { line: inst.as_u32() + 1, column: 0 }
}

/// The instruction at a place, as text; `None` for the place of the function itself.
pub(crate) fn instruction_at(func: &ir::Function, place: ast::Place) -> Option<String> {
    let inst = ir::Inst::from_u32(place.line.checked_sub(1)?);
    let is_known = func.layout.inst_block(inst).is_some();
    is_known.then(|| func.dfg.display_inst(inst).to_string().trim_end().to_string())
}

/// Imports a function. `name` is what its calls of itself use.
///
/// # Errors
/// Names what has no counterpart.
pub(crate) fn function(func: &ir::Function, name: ast::Name) -> Result<ast::Function> {
    let mut types = Vec::new();
    let mut blocks = Vec::new();
    for block in func.layout.blocks() {
        let mut params = Vec::new();
        for param in func.dfg.block_params(block) {
            let ty = ty(func.dfg.value_type(*param))?;
            types.push((value(*param), ty));
            params.push((value(*param), ty));
        }
        let mut insts = Vec::new();
        for inst in func.layout.block_insts(block) {
            insts.push(instruction(func, inst, &mut types)?);
        }
        let cold = func.layout.is_cold(block);
        let place = insts.first().map(|inst| inst.place).unwrap_or_default();
        blocks.push(ast::BlockData { block: self::block(block), params, cold, insts, place });
    }
    let mut imported = ast::Function {
        name,
        signature: signature(&func.signature)?,
        document: false,
        slots: BTreeMap::new(),
        dynamic_slots: BTreeMap::new(),
        dynamic_types: BTreeMap::new(),
        globals: BTreeMap::new(),
        heaps: BTreeMap::new(),
        signatures: BTreeMap::new(),
        funcs: BTreeMap::new(),
        jump_tables: BTreeMap::new(),
        constants: BTreeMap::new(),
        regions: BTreeMap::new(),
        stack_limit: func.stack_limit.map(global),
        blocks,
        aliases: ast::EntityMap::new(),
        types: types.into_iter().collect(),
        place: ast::Place::default(),
    };
    for (slot, data) in &func.sized_stack_slots {
        let align = 1u32.checked_shl(u32::from(data.align_shift));
        let align = Some(align.ok_or_else(|| format!("the alignment of {slot}"))?);
        let data = ast::SlotData { is_spill: false, size: data.size, align, key: None };
        imported.slots.insert(ast::Slot(slot.as_u32()), data);
    }
    if let Some((slot, _)) = func.dynamic_stack_slots.iter().next() {
        return Err(format!("the dynamic stack slot {slot}"));
    }
    for (number, data) in &func.global_values {
        imported.globals.insert(global(number), global_data(func, data)?);
    }
    for (number, data) in &func.dfg.signatures {
        imported.signatures.insert(ast::Sig(number.as_u32()), signature(data)?);
    }
    for (number, data) in &func.dfg.ext_funcs {
        let data = ast::FuncData {
            name: external(func, &data.name)?,
            signature: ast::Sig(data.signature.as_u32()),
            colocated: data.colocated,
            patchable: data.patchable,
        };
        imported.funcs.insert(ast::Func(number.as_u32()), data);
    }
    for (number, data) in func.dfg.constants.iter() {
        let data = ast::ConstantData { ty: None, bytes: data.as_slice().to_vec() };
        imported.constants.insert(ast::Constant(number.as_u32()), data);
    }
    Ok(imported)
}

fn value(value: ir::Value) -> ast::Value {
    ast::Value(value.as_u32())
}

fn block(block: ir::Block) -> ast::Block {
    ast::Block(block.as_u32())
}

fn global(global: ir::GlobalValue) -> ast::Global {
    ast::Global(global.as_u32())
}

fn ty(ty: ir::Type) -> Result<Type> {
    let lane = ty.lane_type();
    let kind = if lane.is_int() {
        Kind::Int
    } else if lane.is_float() {
        Kind::Float
    } else {
        return Err(format!("the type {ty}"));
    };
    let bits = u16::try_from(lane.bits()).map_err(|_| format!("the type {ty}"))?;
    let lanes = if ty.is_dynamic_vector() { ty.min_lane_count() } else { ty.lane_count() };
    let lanes = u16::try_from(lanes).map_err(|_| format!("the type {ty}"))?;
    Ok(Type { kind, bits, lanes, dynamic: ty.is_dynamic_vector() })
}

/// Imports a signature.
///
/// # Errors
/// Names a type without counterpart.
pub(crate) fn signature(signature: &ir::Signature) -> Result<ast::Signature> {
    let params = |params: &[ir::AbiParam]| params.iter().map(param).collect::<Result<Vec<_>>>();
    let conv = match signature.call_conv {
        CallConv::Tail => ast::CallConv::Tail,
        CallConv::SystemV => ast::CallConv::SystemV,
        CallConv::WindowsFastcall => ast::CallConv::WindowsFastcall,
        CallConv::AppleAarch64 => ast::CallConv::AppleAarch64,
        CallConv::Probestack => ast::CallConv::Probestack,
        CallConv::Winch => ast::CallConv::Winch,
        CallConv::PreserveAll => ast::CallConv::PreserveAll,
        _ => ast::CallConv::Fast,
    };
    Ok(ast::Signature { params: params(&signature.params)?, results: params(&signature.returns)?, conv })
}

fn param(param: &ir::AbiParam) -> Result<ast::Param> {
    let extension = match param.extension {
        ir::ArgumentExtension::None => ast::Extension::None,
        ir::ArgumentExtension::Uext => ast::Extension::Zero,
        ir::ArgumentExtension::Sext => ast::Extension::Sign,
    };
    let purpose = match param.purpose {
        ir::ArgumentPurpose::Normal => ast::Purpose::Normal,
        ir::ArgumentPurpose::StructReturn => ast::Purpose::StructReturn,
        ir::ArgumentPurpose::VMContext => ast::Purpose::VmContext,
        ir::ArgumentPurpose::StructArgument(size) => ast::Purpose::StructArgument(size),
    };
    Ok(ast::Param { ty: ty(param.value_type)?, extension, purpose })
}

fn external(func: &ir::Function, name: &ir::ExternalName) -> Result<ast::Name> {
    Ok(match name {
        ir::ExternalName::User(name) => match func.params.user_named_funcs().get(*name) {
            Some(name) => ast::Name::User(name.namespace, name.index),
            None => return Err(format!("the undeclared name {name}")),
        },
        ir::ExternalName::TestCase(name) => ast::Name::Text(name.to_string().trim_matches('%').into()),
        ir::ExternalName::LibCall(function) => ast::Name::Text(function.to_string()),
        ir::ExternalName::KnownSymbol(name) => return Err(format!("the symbol {name}")),
    })
}

fn global_data(func: &ir::Function, data: &ir::GlobalValueData) -> Result<ast::GlobalData> {
    Ok(match data {
        ir::GlobalValueData::VMContext => ast::GlobalData::VmContext(0),
        ir::GlobalValueData::Load { base, offset, global_type, flags } => ast::GlobalData::Load {
            base: global(*base),
            offset: (*offset).into(),
            ty: ty(*global_type)?,
            flags: mem_flags(func.dfg.mem_flags[*flags]),
        },
        ir::GlobalValueData::IAddImm { base, offset, global_type } => {
            ast::GlobalData::Add { base: global(*base), offset: offset.bits(), ty: ty(*global_type)? }
        }
        ir::GlobalValueData::Symbol { name, offset, colocated, tls } => ast::GlobalData::Symbol {
            name: external(func, name)?,
            offset: offset.bits(),
            colocated: *colocated,
            tls: *tls,
        },
        ir::GlobalValueData::DynScaleTargetConst { vector_type } => {
            ast::GlobalData::DynamicScale(ty(*vector_type)?)
        }
    })
}

fn trap_code(code: ir::TrapCode) -> ast::TrapCode {
    match code {
        ir::TrapCode::STACK_OVERFLOW => ast::TrapCode::StackOverflow,
        ir::TrapCode::INTEGER_OVERFLOW => ast::TrapCode::IntegerOverflow,
        ir::TrapCode::HEAP_OUT_OF_BOUNDS => ast::TrapCode::HeapOutOfBounds,
        ir::TrapCode::INTEGER_DIVISION_BY_ZERO => ast::TrapCode::IntegerDivisionByZero,
        ir::TrapCode::BAD_CONVERSION_TO_INTEGER => ast::TrapCode::BadConversion,
        other => ast::TrapCode::User(u16::from(other.as_raw().get())),
    }
}

/// Flags without the region, which the translation does not use.
fn mem_flags(flags: ir::MemFlagsData) -> ast::MemFlags {
    ast::MemFlags {
        notrap: flags.notrap(),
        aligned: flags.aligned(),
        readonly: flags.readonly(),
        can_move: flags.can_move(),
        endian: flags.explicit_endianness().map(|endian| match endian {
            ir::Endianness::Little => ast::Endian::Little,
            ir::Endianness::Big => ast::Endian::Big,
        }),
        code: flags.trap_code().map(trap_code),
        region: None,
    }
}

fn int_cc(cc: ir::condcodes::IntCC) -> ast::IntCc {
    use ir::condcodes::IntCC as Cc;
    match cc {
        Cc::Equal => ast::IntCc::Equal,
        Cc::NotEqual => ast::IntCc::NotEqual,
        Cc::SignedLessThan => ast::IntCc::SignedLess,
        Cc::SignedGreaterThanOrEqual => ast::IntCc::SignedGreaterEqual,
        Cc::SignedGreaterThan => ast::IntCc::SignedGreater,
        Cc::SignedLessThanOrEqual => ast::IntCc::SignedLessEqual,
        Cc::UnsignedLessThan => ast::IntCc::UnsignedLess,
        Cc::UnsignedGreaterThanOrEqual => ast::IntCc::UnsignedGreaterEqual,
        Cc::UnsignedGreaterThan => ast::IntCc::UnsignedGreater,
        Cc::UnsignedLessThanOrEqual => ast::IntCc::UnsignedLessEqual,
    }
}

fn atomic_op(op: ir::AtomicRmwOp) -> ast::AtomicOp {
    use ir::AtomicRmwOp as Op;
    match op {
        Op::Add => ast::AtomicOp::Add,
        Op::Sub => ast::AtomicOp::Sub,
        Op::And => ast::AtomicOp::And,
        Op::Nand => ast::AtomicOp::Nand,
        Op::Or => ast::AtomicOp::Or,
        Op::Xor => ast::AtomicOp::Xor,
        Op::Xchg => ast::AtomicOp::Xchg,
        Op::Umin => ast::AtomicOp::Umin,
        Op::Umax => ast::AtomicOp::Umax,
        Op::Smin => ast::AtomicOp::Smin,
        Op::Smax => ast::AtomicOp::Smax,
    }
}

fn block_call(func: &ir::Function, call: &ir::BlockCall) -> ast::BlockCall {
    let pool = &func.dfg.value_lists;
    let args = call.args(pool).map(|arg| match arg {
        ir::BlockArg::Value(arg) => ast::BlockArg::Value(value(func.dfg.resolve_aliases(arg))),
        ir::BlockArg::TryCallRet(index) => ast::BlockArg::Result(index),
        ir::BlockArg::TryCallExn(index) => ast::BlockArg::Exception(index),
    });
    ast::BlockCall { block: block(call.block(pool)), args: args.collect() }
}

/// The handlers of a call that may throw, and the block for its results.
fn handlers(func: &ir::Function, table: ir::ExceptionTable) -> (ast::Sig, Vec<ast::Handler>, ast::BlockCall) {
    let table = &func.dfg.exception_tables[table];
    let handlers = table.items().map(|item| match item {
        ir::ExceptionTableItem::Tag(tag, call) => ast::Handler::Tag(tag.as_u32(), block_call(func, &call)),
        ir::ExceptionTableItem::Default(call) => ast::Handler::Default(block_call(func, &call)),
        ir::ExceptionTableItem::Context(context) => {
            ast::Handler::Context(value(func.dfg.resolve_aliases(context)))
        }
    });
    let normal = block_call(func, table.normal_return());
    (ast::Sig(table.signature().as_u32()), handlers.collect(), normal)
}

fn instruction(
    func: &ir::Function,
    inst: ir::Inst,
    types: &mut Vec<(ast::Value, Type)>,
) -> Result<ast::Inst> {
    let dfg = &func.dfg;
    let data = &dfg.insts[inst];
    let opcode = OPCODES.get(data.opcode() as usize).copied().flatten();
    let Some(opcode) = opcode else { return Err(format!("the instruction {}", data.opcode())) };
    let mut results = Vec::new();
    for result in dfg.inst_results(inst) {
        types.push((value(*result), ty(dfg.value_type(*result))?));
        results.push(value(*result));
    }
    let args = data.arguments(&dfg.value_lists);
    let controlling = dfg.ctrl_typevar(inst);
    let mut imported = ast::Inst {
        opcode,
        ty: if controlling.is_invalid() { None } else { Some(ty(controlling)?) },
        is_typed: true,
        results,
        args: args.iter().map(|arg| value(dfg.resolve_aliases(*arg))).collect(),
        blocks: Vec::new(),
        int_cc: data.cond_code().map(int_cc),
        float_cc: match data.fp_cond_code() {
            Some(cc) => ast::FloatCc::from_name(&cc.to_string()),
            None => None,
        },
        code: data.trap_code().map(trap_code),
        flags: data.memflags_data(dfg).map(mem_flags).unwrap_or_default(),
        imm: ast::Immediate::None,
        place: place(inst),
    };
    imported.imm = match *data {
        Data::Jump { ref destination, .. } => {
            imported.blocks.push(block_call(func, destination));
            ast::Immediate::None
        }
        Data::Brif { ref blocks, .. } => {
            imported.blocks.extend(blocks.iter().map(|call| block_call(func, call)));
            ast::Immediate::None
        }
        Data::BranchTable { table, .. } => {
            let branches = dfg.jump_tables[table].all_branches();
            imported.blocks.extend(branches.iter().map(|call| block_call(func, call)));
            ast::Immediate::None
        }
        Data::BinaryImm8 { imm, .. } | Data::TernaryImm8 { imm, .. } => ast::Immediate::Int(imm.into()),
        Data::Call { func_ref, .. } | Data::FuncAddr { func_ref, .. } => {
            ast::Immediate::Func(ast::Func(func_ref.as_u32()))
        }
        Data::CallIndirect { sig_ref, .. } => ast::Immediate::Sig(ast::Sig(sig_ref.as_u32())),
        Data::TryCall { func_ref, exception, .. } => {
            let (sig, handlers, normal) = handlers(func, exception);
            imported.blocks.push(normal);
            ast::Immediate::FuncExceptions(ast::Func(func_ref.as_u32()), sig, handlers)
        }
        Data::TryCallIndirect { exception, .. } => {
            let (sig, handlers, normal) = handlers(func, exception);
            imported.blocks.push(normal);
            ast::Immediate::Exceptions(sig, handlers)
        }
        Data::Load { offset, .. } | Data::Store { offset, .. } => ast::Immediate::Offset(offset.into()),
        Data::StackAddr { stack_slot, offset, .. } => {
            ast::Immediate::Slot(ast::Slot(stack_slot.as_u32()), offset.into())
        }
        Data::AtomicRmw { op, .. } => ast::Immediate::AtomicOp(atomic_op(op)),
        Data::UnaryConst { constant_handle, .. } => {
            ast::Immediate::Bytes(dfg.constants.get(constant_handle).as_slice().to_vec())
        }
        Data::Shuffle { imm, .. } => match dfg.immediates.get(imm) {
            Some(mask) => ast::Immediate::Bytes(mask.as_slice().to_vec()),
            None => return Err(format!("the mask of {inst}")),
        },
        Data::UnaryGlobalValue { global_value, .. } => ast::Immediate::Global(global(global_value)),
        Data::UnaryIeee16 { imm, .. } => ast::Immediate::Float(u64::from(imm.bits())),
        Data::UnaryIeee32 { imm, .. } => ast::Immediate::Float(u64::from(imm.bits())),
        Data::UnaryIeee64 { imm, .. } => ast::Immediate::Float(imm.bits()),
        Data::UnaryImm { imm, .. } => ast::Immediate::Int(imm.bits()),
        Data::ExceptionHandlerAddress { .. } | Data::DynamicStackAddr { .. } => {
            return Err(format!("the instruction {}", data.opcode()));
        }
        _ => ast::Immediate::None,
    };
    Ok(imported)
}

#[cfg(test)]
mod tests {
    use super::*;
    use barebones_clif::{Settings, read_file, translate};
    use std::path::{Path, PathBuf};

    fn files(folder: &Path) -> Vec<PathBuf> {
        let entries = folder.read_dir().expect("a folder").map(|entry| entry.expect("an entry").path());
        let mut files: Vec<PathBuf> =
            entries.filter(|path| path.extension().is_some_and(|ext| ext == "clif")).collect();
        files.sort();
        files
    }

    /// The text without lines of settings: the reader of Cranelift refuses those of machines that it was built without.
    fn functions_of(text: &str) -> &str {
        &text[text.find("\nfunction").map_or(0, |start| start + 1)..]
    }

    /// A function of Cranelift's reader is translated as one of ours.
    #[test]
    fn both_readers_give_the_same_procedures() {
        let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../barebones-clif/tests/files");
        let mut paths = files(&own);
        if let Some(suite) = std::env::var_os("BAREBONES_CLIF_SUITE") {
            paths.extend(files(Path::new(&suite)));
        }
        let target = barebones::host_target().expect("this machine");
        let mut count = 0;
        for path in paths {
            let text = std::fs::read_to_string(&path).expect("text");
            let text = functions_of(&text);
            let Ok(theirs) = cranelift_reader::parse_functions(text) else { continue };
            let ours = read_file(text).expect("our reader accepts it").functions;
            assert_eq!(theirs.len(), ours.len(), "{}", path.display());
            let settings = Settings::of(&ours, &target);
            for (theirs, mut ours) in theirs.iter().zip(ours) {
                let name = ours.name.clone();
                let what = format!("{}: {name}", path.display());
                let mut theirs = match function(theirs, name) {
                    Ok(theirs) => theirs,
                    Err(missing) => {
                        assert!(translate(&ours, &target, settings).is_err(), "{what}: {missing}");
                        continue;
                    }
                };
                for function in [&mut theirs, &mut ours] {
                    function.place = ast::Place::default();
                    for block in &mut function.blocks {
                        block.place = ast::Place::default();
                        block.insts.iter_mut().for_each(|inst| inst.place = ast::Place::default());
                    }
                }
                // Cranelift's reader fills gaps in the numbers of slots.
                if theirs.slots.len() != ours.slots.len() {
                    continue;
                }
                match (translate(&theirs, &target, settings), translate(&ours, &target, settings)) {
                    (Ok(theirs), Ok(ours)) => {
                        assert_eq!(theirs.procedure.to_string(), ours.procedure.to_string(), "{what}");
                        count += 1;
                    }
                    (Err(theirs), Err(ours)) => assert_eq!(theirs.to_string(), ours.to_string(), "{what}"),
                    (theirs, ours) => panic!("{what}: {:?}, {:?}", theirs.map(|_| ()), ours.map(|_| ())),
                }
            }
        }
        assert!(count > 400, "{count} functions");
    }
}
