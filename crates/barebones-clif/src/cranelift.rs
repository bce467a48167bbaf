//! The engine for comparisons: Cranelift compiles the functions of a file, as `cranelift-reader` reads them.
//!
//! What Cranelift refuses, and where it panics, is skipped with the reason. It has no way to catch traps: a function
//! that traps ends the process.

use crate::ast::{DataValue, Directive, File};
use crate::raw;
use crate::report::{Report, compare, failure};
use crate::table::Opcode;
use barebones::OptLevel;
use cranelift_codegen::ir::{self, InstBuilder};
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_codegen::{Context, ir::types::I64};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, default_libcall_names};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Bytes between the values that a trampoline reads and writes.
const STRIDE: i32 = 16;

/// The most specific reason of a message: its start, without the names of a single function.
fn reason(message: &str) -> String {
    let instruction = message.split('`').nth(1).filter(|_| message.contains("ISLE"));
    if let Some(instruction) = instruction {
        let operation = instruction.rsplit(" = ").next().unwrap_or(instruction);
        let name = operation.split([' ', '.']).next().unwrap_or(operation);
        return format!("Cranelift has no lowering of {name}");
    }
    let line = message.lines().next().unwrap_or_default();
    format!("Cranelift: {}", line.split(['`', ':', '(']).next().unwrap_or(line).trim())
}

/// Runs a function of Cranelift; a panic is an error, too.
fn caught<T, E: Display>(run: impl FnOnce() -> Result<T, E>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(result) => result.map_err(|error| reason(&error.to_string())),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
            Err(reason(text).replacen("Cranelift", "Cranelift panics", 1))
        }
    }
}

/// Settings of the file for this machine.
fn machine(file: &File, level: OptLevel) -> Result<OwnedTargetIsa, String> {
    let mut flags = settings::builder();
    let set = |flags: &mut settings::Builder, name: &str, value: Option<&str>| match value {
        Some(value) => flags.set(name, value),
        None => flags.enable(name),
    };
    for word in file.settings.iter().flat_map(|line| line.split_ascii_whitespace()) {
        let (name, value) = word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value)));
        set(&mut flags, name, value).map_err(|error| reason(&error.to_string()))?;
    }
    let speed = if level == OptLevel::O0 { "none" } else { "speed" };
    // Parameters of 128 bits panic without the extensions.
    for (name, value) in [("opt_level", speed), ("is_pic", "false"), ("enable_llvm_abi_extensions", "true")] {
        set(&mut flags, name, Some(value)).map_err(|error| reason(&error.to_string()))?;
    }
    let builder = cranelift_native::builder().map_err(reason)?;
    builder.finish(settings::Flags::new(flags)).map_err(|error| reason(&error.to_string()))
}

/// The functions of a file that Cranelift compiled, or why not, and how each is called.
struct Compiled {
    module: Option<JITModule>,
    trampolines: Vec<Result<*const u8, String>>,
}

/// Runs the directives of a file.
pub(crate) fn run(name: &str, text: &str, file: &File, level: OptLevel, report: &mut Report) {
    let mut groups: BTreeMap<usize, Vec<&Directive>> = BTreeMap::new();
    for directive in &file.directives {
        groups.entry(file.called(directive.function, &directive.callee)).or_default().push(directive);
    }
    let compiled = match compile(text, file, level) {
        Ok(compiled) => compiled,
        Err(reason) => return report.skip(reason, file.directives.len()),
    };
    for (index, directives) in groups {
        let address = match compiled.trampolines.get(index) {
            Some(Ok(address)) => *address,
            Some(Err(reason)) => {
                report.skip(reason.clone(), directives.len());
                continue;
            }
            None => {
                report.skip("not read by cranelift-reader", directives.len());
                continue;
            }
        };
        let signature = &file.functions[index].signature;
        for directive in directives {
            let mut values = vec![0; signature.params.len().max(signature.results.len())];
            for (value, arg) in values.iter_mut().zip(&directive.args) {
                *value = arg.bits;
            }
            raw::call_trampoline(address, &mut values);
            let results = signature.results.iter().zip(values);
            let found: Vec<DataValue> = results
                .map(|(param, bits)| {
                    let size = param.ty.bytes() * 8;
                    let mask = u128::MAX.checked_shr(128 - size).unwrap_or(0);
                    DataValue { ty: param.ty, bits: bits & mask }
                })
                .collect();
            match compare(report, directive, &found) {
                Ok(()) => report.pass(&file.functions[index]),
                Err(what) => report.failures.push(failure(name, directive.place, what)),
            }
        }
    }
    if let Some(module) = compiled.module {
        raw::free(module);
    }
}

/// Compiles the functions of a file as one module.
fn compile(text: &str, file: &File, level: OptLevel) -> Result<Compiled, String> {
    let text = without_machines(text);
    let read = caught(|| {
        cranelift_reader::parse_test(&text, cranelift_reader::ParseOptions::default())
            .map_err(|error| error.message)
    });
    let read = read.map_err(|error| error.replacen("Cranelift", "cranelift-reader", 1))?;
    let functions: Vec<ir::Function> = read.functions.into_iter().map(|(function, _)| function).collect();
    let is_pinned = |opcode| matches!(opcode, Opcode::GetPinnedReg | Opcode::SetPinnedReg);
    let mut insts =
        file.functions.iter().flat_map(|function| &function.blocks).flat_map(|block| &block.insts);
    if insts.any(|inst| is_pinned(inst.opcode)) {
        return Err(String::from("Cranelift: the pinned register, which code of the host preserves"));
    }
    let isa = machine(file, level)?;
    let mut states: Vec<Result<(), String>> = functions
        .iter()
        .map(|function| {
            let mut context = Context::for_function(function.clone());
            caught(|| match context.compile(&*isa, &mut Default::default()) {
                Ok(_) => Ok(()),
                Err(error) => Err(error.inner),
            })
        })
        .collect();
    let index: BTreeMap<String, usize> =
        functions.iter().enumerate().map(|(index, function)| (function.name.to_string(), index)).collect();
    let named: Vec<Vec<String>> = functions.iter().map(named).collect();
    // A function whose callee is not compiled is not compiled either.
    loop {
        let failed = (0..functions.len()).find_map(|caller| {
            states[caller].as_ref().ok()?;
            named[caller].iter().find_map(|name| match index.get(name) {
                None => Some((caller, String::from("Cranelift: a function of the host"))),
                Some(callee) => states[*callee].as_ref().err().map(|reason| (caller, reason.clone())),
            })
        });
        let Some((caller, reason)) = failed else { break };
        states[caller] = Err(reason);
    }
    let mut module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
    let mut ids: Vec<Option<FuncId>> = Vec::new();
    for (number, function) in functions.iter().enumerate() {
        let declare = || module.declare_function(&format!("f{number}"), Linkage::Export, &function.signature);
        ids.push(if states[number].is_ok() { Some(caught(declare)?) } else { None });
    }
    let mut calls = Vec::new();
    for (number, mut function) in functions.into_iter().enumerate() {
        let Some(id) = ids[number] else {
            calls.push(None);
            continue;
        };
        let signature = function.signature.clone();
        rename(&mut function, &index, &ids);
        caught(|| module.define_function(id, &mut Context::for_function(function)))?;
        calls.push(Some(caught(|| trampoline(&mut module, number, id, &signature))?));
    }
    caught(|| module.finalize_definitions())?;
    let addresses = calls.into_iter().zip(states).map(|(call, state)| match (call, state) {
        (Some(call), _) => Ok(module.get_finalized_function(call)),
        (None, Err(reason)) => Err(reason),
        (None, Ok(())) => Err(String::from("not compiled")),
    });
    let trampolines = addresses.collect();
    Ok(Compiled { module: Some(module), trampolines })
}

/// The text without the lines that name machines, which the reader refuses if it was built without them.
fn without_machines(text: &str) -> String {
    let mut is_header = true;
    let mut kept = String::with_capacity(text.len());
    for line in text.lines() {
        is_header &= !line.starts_with("function");
        let word = line.split_ascii_whitespace().next().unwrap_or_default();
        if !(is_header && matches!(word, "set" | "target")) {
            kept += line;
        }
        kept.push('\n');
    }
    kept
}

/// The names that a function refers to, without library functions.
fn named(function: &ir::Function) -> Vec<String> {
    let functions = function.dfg.ext_funcs.values().map(|data| &data.name);
    let symbols = function.global_values.values().filter_map(|data| match data {
        ir::GlobalValueData::Symbol { name, .. } => Some(name),
        _ => None,
    });
    let all = functions.chain(symbols).filter(|name| !matches!(name, ir::ExternalName::LibCall(_)));
    all.map(|name| name.display(Some(&function.params)).to_string()).collect()
}

/// Makes names those of the module's functions.
fn rename(function: &mut ir::Function, index: &BTreeMap<String, usize>, ids: &[Option<FuncId>]) {
    let params = &mut function.params;
    let mut renamed = |name: &mut ir::ExternalName| {
        if let Some(id) = index.get(&name.display(Some(params)).to_string()).and_then(|callee| ids[*callee]) {
            let user = ir::UserExternalName { namespace: 0, index: id.as_u32() };
            *name = ir::ExternalName::user(params.ensure_user_func_name(user));
        }
    };
    for data in function.stencil.dfg.ext_funcs.values_mut() {
        renamed(&mut data.name);
    }
    for data in function.stencil.global_values.values_mut() {
        if let ir::GlobalValueData::Symbol { name, .. } = data {
            renamed(name);
        }
    }
}

/// Defines a function that calls another with arguments in memory, and stores its results there.
fn trampoline(
    module: &mut JITModule,
    number: usize,
    callee: FuncId,
    signature: &ir::Signature,
) -> Result<FuncId, cranelift_module::ModuleError> {
    let mut context = module.make_context();
    context.func.signature.params.push(ir::AbiParam::new(I64));
    let id = module.declare_function(&format!("t{number}"), Linkage::Export, &context.func.signature)?;
    let callee = module.declare_func_in_func(callee, &mut context.func);
    let mut of_builder = FunctionBuilderContext::new();
    let mut b = FunctionBuilder::new(&mut context.func, &mut of_builder);
    let block = b.create_block();
    b.append_block_params_for_function_params(block);
    b.switch_to_block(block);
    b.seal_block(block);
    let memory = b.block_params(block)[0];
    let flags = ir::MemFlagsData::trusted();
    let mut args = Vec::new();
    for (param, offset) in signature.params.iter().zip((0..).step_by(STRIDE as usize)) {
        args.push(b.ins().load(param.value_type, flags, memory, offset));
    }
    let call = b.ins().call(callee, &args);
    let results = b.inst_results(call).to_vec();
    for (result, offset) in results.into_iter().zip((0..).step_by(STRIDE as usize)) {
        b.ins().store(flags, result, memory, offset);
    }
    b.ins().return_(&[]);
    b.finalize(module.target_config());
    module.define_function(id, &mut context)?;
    Ok(id)
}
