//! The same programs on `cranelift-jit` and on this module.

// Compiled functions are called through their addresses.
#![allow(unsafe_code)]
// The errors are those of cranelift-module.
#![allow(clippy::result_large_err)]

use barebones_clif_module as ours;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{AbiParam, FuncRef, InstBuilder, MemFlagsData, Signature, TrapCode, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_module::{
    DataDescription, DataId, FuncId, Linkage, Module, ModuleError, ModuleRelocTarget, default_libcall_names,
};

/// What both modules have besides the trait.
trait Jit: Module {
    fn create(flags: &[(&str, &str)]) -> Self;
    fn finish(&mut self);
    fn function(&self, id: FuncId) -> *const u8;
    fn data(&self, id: DataId) -> (*const u8, usize);
}

macro_rules! jit {
    ($of:ident) => {
        impl Jit for $of::JITModule {
            fn create(flags: &[(&str, &str)]) -> Self {
                let mut builder =
                    $of::JITBuilder::with_flags(flags, default_libcall_names()).expect("a builder");
                builder.symbol("put", put as *const u8);
                builder.symbols([("answer", &ANSWER as *const i64 as *const u8)]);
                builder.symbol_lookup_fn(Box::new(|name| (name == "twice").then_some(twice as *const u8)));
                $of::JITModule::new(builder)
            }

            fn finish(&mut self) {
                self.finalize_definitions().expect("all symbols are defined");
            }

            fn function(&self, id: FuncId) -> *const u8 {
                self.get_finalized_function(id)
            }

            fn data(&self, id: DataId) -> (*const u8, usize) {
                self.get_finalized_data(id)
            }
        }
    };
}

jit!(ours);
jit!(cranelift_jit);

static ANSWER: i64 = 42;

extern "C" fn twice(x: i64) -> i64 {
    2 * x
}

/// Appends a byte to a string.
extern "C" fn put(out: &mut Vec<u8>, byte: u8) {
    out.push(byte);
}

/// Runs a program on both modules, without and with optimisation.
macro_rules! on_both {
    ($program:ident) => {{
        let mut results = Vec::new();
        for level in ["none", "speed"] {
            results.push($program::<ours::JITModule>(&[("opt_level", level)]));
            let flags = [("opt_level", level), ("is_pic", "false")];
            results.push($program::<cranelift_jit::JITModule>(&flags));
        }
        results.dedup();
        assert_eq!(results.len(), 1, "{results:?}");
        results.remove(0)
    }};
}

/// Defines a function by the code of its entry block.
fn define<M: Module>(
    module: &mut M,
    id: FuncId,
    signature: Signature,
    body: impl FnOnce(&mut FunctionBuilder<'_>, &mut M),
) -> Result<(), ModuleError> {
    let mut context = module.make_context();
    context.func.signature = signature;
    let mut of_builder = FunctionBuilderContext::new();
    let mut b = FunctionBuilder::new(&mut context.func, &mut of_builder);
    let block = b.create_block();
    b.append_block_params_for_function_params(block);
    b.switch_to_block(block);
    body(&mut b, module);
    b.seal_all_blocks();
    b.finalize(module.target_config());
    module.define_function(id, &mut context)
}

/// A signature of 64-bit integers.
fn words<M: Module>(module: &M, params: usize, results: usize) -> Signature {
    let mut signature = module.make_signature();
    signature.params.extend((0..params).map(|_| AbiParam::new(types::I64)));
    signature.returns.extend((0..results).map(|_| AbiParam::new(types::I64)));
    signature
}

/// A compiler of a language with eight instructions: a loop is two blocks, the cell pointer is a variable.
fn compile_cells<M: Module>(module: &mut M, name: &str, text: &str) -> FuncId {
    let signature = words(module, 2, 0);
    let id = module.declare_function(name, Linkage::Export, &signature).expect("a new name");
    let mut of_put = words(module, 1, 0);
    of_put.params.push(AbiParam::new(types::I8));
    let put = module.declare_function("put", Linkage::Import, &of_put).expect("an import");
    define(module, id, signature, |b, module| {
        let put: FuncRef = module.declare_func_in_func(put, b.func);
        let [cells, out] = [
            b.block_params(b.current_block().expect("a block"))[0],
            b.block_params(b.current_block().expect("a block"))[1],
        ];
        let pointer = b.declare_var(types::I64);
        b.def_var(pointer, cells);
        let flags = MemFlagsData::new();
        let mut loops = Vec::new();
        for byte in text.bytes() {
            let at = b.use_var(pointer);
            match byte {
                b'>' | b'<' => {
                    let next = b.ins().iadd_imm_s(at, if byte == b'>' { 1 } else { -1 });
                    b.def_var(pointer, next);
                }
                b'+' | b'-' => {
                    let cell = b.ins().load(types::I8, flags, at, 0);
                    let cell = b.ins().iadd_imm_s(cell, if byte == b'+' { 1 } else { -1 });
                    b.ins().store(flags, cell, at, 0);
                }
                b'.' => {
                    let cell = b.ins().load(types::I8, flags, at, 0);
                    b.ins().call(put, &[out, cell]);
                }
                b'[' => {
                    let [head, body, done] = std::array::from_fn(|_| b.create_block());
                    b.ins().jump(head, &[]);
                    b.switch_to_block(head);
                    let at = b.use_var(pointer);
                    let cell = b.ins().load(types::I8, flags, at, 0);
                    b.ins().brif(cell, body, &[], done, &[]);
                    b.switch_to_block(body);
                    loops.push((head, done));
                }
                b']' => {
                    let (head, done) = loops.pop().expect("a loop");
                    b.ins().jump(head, &[]);
                    b.switch_to_block(done);
                }
                _ => {}
            }
        }
        b.ins().return_(&[]);
    })
    .expect("it compiles");
    id
}

const HELLO: &str = "++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++.";

fn cells<M: Jit>(flags: &[(&str, &str)]) -> String {
    let mut module = M::create(flags);
    let id = compile_cells(&mut module, "hello", HELLO);
    module.finish();
    let mut memory = [0u8; 64];
    let mut out: Vec<u8> = Vec::new();
    // SAFETY: the function has this signature, and the program stays inside of its cells.
    let run: extern "C" fn(*mut u8, &mut Vec<u8>) = unsafe { std::mem::transmute(module.function(id)) };
    run(memory.as_mut_ptr(), &mut out);
    String::from_utf8(out).expect("text")
}

#[test]
fn loops_memory_and_host_functions() {
    assert_eq!(on_both!(cells), "Hello World!\n");
}

/// A table with addresses of functions and of data, which functions read.
fn tables<M: Jit>(flags: &[(&str, &str)]) -> Vec<i64> {
    let mut module = M::create(flags);
    let unary = words(&module, 1, 1);
    let dispatch_signature = words(&module, 2, 1);
    let negate = module.declare_function("negate", Linkage::Local, &unary).expect("a new name");
    let square = module.declare_anonymous_function(&unary).expect("a new function");
    let twice = module.declare_function("twice", Linkage::Import, &unary).expect("an import");
    let dispatch =
        module.declare_function("dispatch", Linkage::Export, &dispatch_signature).expect("a new name");
    let answer = module.declare_data("answer", Linkage::Import, false, false).expect("an import");
    let table = module.declare_data("table", Linkage::Local, true, false).expect("a new name");
    let numbers = module.declare_anonymous_data(false, false).expect("new data");
    let zeros = module.declare_data("zeros", Linkage::Export, true, false).expect("a new name");

    let mut description = DataDescription::new();
    description.define(vec![0; 40].into_boxed_slice());
    for (index, function) in [negate, square, twice].into_iter().enumerate() {
        let function = module.declare_func_in_data(function, &mut description);
        description.write_function_addr(8 * index as u32, function);
    }
    for (index, data, addend) in [(3, numbers, 8), (4, answer, 0)] {
        let data = module.declare_data_in_data(data, &mut description);
        description.write_data_addr(8 * index, data, addend);
    }
    module.define_data(table, &description).expect("data");
    description.clear();
    let numbers_of: Vec<u8> = [11i64, 13, 17].into_iter().flat_map(i64::to_ne_bytes).collect();
    description.define(numbers_of.into_boxed_slice());
    description.set_align(64);
    module.define_data(numbers, &description).expect("data");
    description.clear();
    description.define_zeroinit(24);
    module.define_data(zeros, &description).expect("data");

    define(&mut module, dispatch, dispatch_signature, |b, module| {
        let block = b.current_block().expect("a block");
        let [index, x] = [b.block_params(block)[0], b.block_params(block)[1]];
        let table = module.declare_data_in_func(table, b.func);
        let table = b.ins().symbol_value(types::I64, table);
        let offset = b.ins().ishl_imm_u(index, 3);
        let entry = b.ins().iadd(table, offset);
        let flags = MemFlagsData::trusted();
        let address = b.ins().load(types::I64, flags, entry, 0);
        let signature = b.import_signature(words(module, 1, 1));
        let call = b.ins().call_indirect(signature, address, &[x]);
        let result = b.inst_results(call)[0];
        let pointer = b.ins().load(types::I64, flags, table, 24);
        let number = b.ins().load(types::I64, flags, pointer, 0);
        let pointer = b.ins().load(types::I64, flags, table, 32);
        let answer = b.ins().load(types::I64, flags, pointer, 0);
        let sum = b.ins().iadd(number, answer);
        let zeros = module.declare_data_in_func(zeros, b.func);
        let zeros = b.ins().symbol_value(types::I64, zeros);
        b.ins().store(flags, result, zeros, 16);
        let sum = b.ins().iadd(result, sum);
        b.ins().return_(&[sum]);
    })
    .expect("it compiles");
    let signature = unary.clone();
    define(&mut module, negate, signature, |b, _| {
        let x = b.block_params(b.current_block().expect("a block"))[0];
        let result = b.ins().ineg(x);
        b.ins().return_(&[result]);
    })
    .expect("it compiles");
    define(&mut module, square, unary, |b, _| {
        let x = b.block_params(b.current_block().expect("a block"))[0];
        let result = b.ins().imul(x, x);
        b.ins().return_(&[result]);
    })
    .expect("it compiles");
    module.finish();
    // SAFETY: the function has this signature.
    let run: extern "C" fn(i64, i64) -> i64 = unsafe { std::mem::transmute(module.function(dispatch)) };
    let mut results: Vec<i64> = (0..3).map(|index| run(index, 9)).collect();
    let (zeros, size) = module.data(zeros);
    let (numbers, _) = module.data(numbers);
    results.push(size as i64);
    results.push(numbers as i64 % 64);
    // SAFETY: the object has 24 bytes, which the function wrote.
    results.push(unsafe { *(zeros as *const i64).add(2) });
    results
}

#[test]
fn data_with_addresses_of_functions_and_data() {
    assert_eq!(on_both!(tables), [55 - 9, 55 + 81, 55 + 18, 24, 0, 18]);
}

/// Functions that call each other, finalized in two steps.
fn steps<M: Jit>(flags: &[(&str, &str)]) -> Vec<i64> {
    let mut module = M::create(flags);
    let signature = words(&module, 1, 1);
    let [even, odd] = ["even", "odd"]
        .map(|name| module.declare_function(name, Linkage::Export, &signature).expect("a new name"));
    for (id, other, at_zero) in [(even, odd, 1), (odd, even, 0)] {
        define(&mut module, id, signature.clone(), |b, module| {
            let x = b.block_params(b.current_block().expect("a block"))[0];
            let other = module.declare_func_in_func(other, b.func);
            let [zero, rest] = std::array::from_fn(|_| b.create_block());
            let is_zero = b.ins().icmp_imm_s(IntCC::Equal, x, 0);
            b.ins().brif(is_zero, zero, &[], rest, &[]);
            b.switch_to_block(zero);
            let result = b.ins().iconst(types::I64, at_zero);
            b.ins().return_(&[result]);
            b.switch_to_block(rest);
            let less = b.ins().iadd_imm_s(x, -1);
            let call = b.ins().call(other, &[less]);
            let result = b.inst_results(call)[0];
            b.ins().return_(&[result]);
        })
        .expect("it compiles");
    }
    module.finish();
    let sum = module.declare_function("sum", Linkage::Export, &signature).expect("a new name");
    define(&mut module, sum, signature, |b, module| {
        let x = b.block_params(b.current_block().expect("a block"))[0];
        let mut total = x;
        for function in [even, odd] {
            let function = module.declare_func_in_func(function, b.func);
            let call = b.ins().call(function, &[x]);
            let result = b.inst_results(call)[0];
            total = b.ins().iadd(total, result);
        }
        b.ins().return_(&[total]);
    })
    .expect("it compiles");
    module.finish();
    [even, odd, sum]
        .into_iter()
        .flat_map(|id| {
            // SAFETY: the functions have this signature.
            let run: extern "C" fn(i64) -> i64 = unsafe { std::mem::transmute(module.function(id)) };
            [run(10), run(7)]
        })
        .collect()
}

#[test]
fn functions_that_call_each_other() {
    assert_eq!(on_both!(steps), [1, 0, 0, 1, 11, 8]);
}

/// Code that another module compiled, as bytes.
#[test]
fn functions_of_bytes() {
    let mut module = ours::JITModule::create(&[]);
    let signature = words(&module, 1, 1);
    let id = module.declare_function("bytes", Linkage::Export, &signature).expect("a new name");
    let caller = module.declare_function("caller", Linkage::Export, &signature).expect("a new name");
    let mut context = module.make_context();
    context.func.signature = signature.clone();
    let twice = module.declare_function("twice", Linkage::Import, &signature).expect("an import");
    let mut of_builder = FunctionBuilderContext::new();
    let mut b = FunctionBuilder::new(&mut context.func, &mut of_builder);
    let block = b.create_block();
    b.append_block_params_for_function_params(block);
    b.switch_to_block(block);
    b.seal_block(block);
    let x = b.block_params(block)[0];
    let twice = module.declare_func_in_func(twice, b.func);
    let call = b.ins().call(twice, &[x]);
    let result = b.inst_results(call)[0];
    let result = b.ins().iadd_imm_s(result, 1);
    b.ins().return_(&[result]);
    b.finalize(module.target_config());
    let mut flags = settings::builder();
    flags.set("is_pic", "false").expect("a setting");
    let isa = cranelift_native::builder()
        .expect("this machine")
        .finish(settings::Flags::new(flags))
        .expect("a machine");
    let compiled = context.compile(&*isa, &mut Default::default()).expect("it compiles");
    let bytes = compiled.code_buffer().to_vec();
    let relocs: Vec<_> = compiled.buffer.relocs().to_vec();
    let relocs: Vec<_> = relocs
        .iter()
        .map(|reloc| cranelift_module::ModuleReloc::from_mach_reloc(reloc, &context.func, id))
        .collect();
    module.define_function_bytes(id, 16, &bytes, &relocs).expect("bytes");
    define(&mut module, caller, signature, |b, module| {
        let x = b.block_params(b.current_block().expect("a block"))[0];
        let callee = module.declare_func_in_func(id, b.func);
        let call = b.ins().call(callee, &[x]);
        let result = b.func.dfg.first_result(call);
        b.ins().return_(&[result]);
    })
    .expect("it compiles");
    module.finish();
    for id in [id, caller] {
        // SAFETY: the functions have this signature.
        let run: extern "C" fn(i64) -> i64 = unsafe { std::mem::transmute(module.function(id)) };
        assert_eq!(run(20), 41);
    }
}

#[test]
fn errors_instead_of_panics() {
    let mut module = ours::JITModule::create(&[]);
    let signature = words(&module, 0, 0);
    let missing = module.declare_function("missing", Linkage::Import, &signature).expect("a new name");
    let f = module.declare_function("f", Linkage::Export, &signature).expect("a new name");
    let body = |b: &mut FunctionBuilder<'_>, module: &mut ours::JITModule| {
        let missing = module.declare_func_in_func(missing, b.func);
        b.ins().call(missing, &[]);
        b.ins().return_(&[]);
    };
    define(&mut module, f, signature.clone(), body).expect("it compiles");
    assert!(module.get_finalized_function(f).is_null());
    assert!(module.get_finalized_data(DataId::from_u32(7)).0.is_null());
    assert!(module.get_address(&ModuleRelocTarget::user(0, 99)).is_null());
    let error = module.finalize_definitions().expect_err("a symbol is missing");
    assert!(matches!(&error, ModuleError::Undeclared(name) if name == "missing"), "{error}");
    let error = define(&mut module, f, signature.clone(), body).expect_err("a second definition");
    assert!(matches!(error, ModuleError::DuplicateDefinition(_)), "{error}");
    let error = define(&mut module, missing, signature.clone(), body).expect_err("an import");
    assert!(matches!(error, ModuleError::InvalidImportDefinition(_)), "{error}");
    let error = define(&mut module, FuncId::from_u32(99), signature.clone(), |b, _| {
        b.ins().return_(&[]);
    });
    assert!(matches!(error, Err(ModuleError::Backend(_))));
    assert!(module.declare_data("tls", Linkage::Local, true, true).is_err());
    let empty = module.declare_data("empty", Linkage::Local, true, false).expect("a new name");
    let error = module.define_data(empty, &DataDescription::new()).expect_err("no content");
    assert_eq!(error.to_string(), "Backend error: the data object has no content");
    // What has no translation is named, with the instruction.
    let g = module.declare_function("g", Linkage::Export, &signature).expect("a new name");
    let error = define(&mut module, g, signature.clone(), |b, _| {
        b.ins().debugtrap();
        b.ins().return_(&[]);
    });
    let error = error.expect_err("no translation").to_string();
    assert_eq!(error, "Compilation error: Unsupported feature: debugtrap, at `debugtrap`");
    // What Cranelift's verifier refuses.
    let h = module.declare_function("h", Linkage::Export, &signature).expect("a new name");
    let error = define(&mut module, h, signature, |b, _| {
        let result = b.ins().iconst(types::I64, 1);
        b.ins().return_(&[result]);
    });
    assert!(matches!(error, Err(ModuleError::Compilation(_))));
}

/// What the tests of `cranelift-jit` use: functions of the process that are not registered, a library call of the
/// frontend, a signature that differs between declarations, and an empty data object.
fn filled<M: Jit>(flags: &[(&str, &str)]) -> Vec<i64> {
    let mut module = M::create(flags);
    let signature = words(&module, 1, 1);
    let malloc = module.declare_function("malloc", Linkage::Import, &signature).expect("a new name");
    let other = words(&module, 2, 1);
    assert!(module.declare_function("malloc", Linkage::Import, &other).is_err());
    let id = module.declare_function("filled", Linkage::Local, &signature).expect("a new name");
    define(&mut module, id, signature, |b, module| {
        let malloc = module.declare_func_in_func(malloc, b.func);
        let size = b.block_params(b.current_block().expect("a block"))[0];
        let call = b.ins().call(malloc, &[size]);
        let buffer = b.inst_results(call)[0];
        let byte = b.ins().iconst(types::I16, 0x5A);
        b.call_memset(module.target_config(), buffer, byte, size);
        let found = b.ins().load(types::I64, MemFlagsData::new(), buffer, 8);
        b.ins().return_(&[found]);
    })
    .expect("it compiles");
    let empty = module.declare_data("empty", Linkage::Export, false, false).expect("a new name");
    let mut data = DataDescription::new();
    data.define(Box::new([]));
    module.define_data(empty, &data).expect("it has a content");
    module.finish();
    // SAFETY: the function has this signature; the memory is leaked.
    let filled: extern "C" fn(i64) -> i64 = unsafe { std::mem::transmute(module.function(id)) };
    vec![filled(16), filled(1 << 16)]
}

#[test]
fn functions_of_the_process_and_library_calls() {
    assert_eq!(on_both!(filled), [0x5A5A_5A5A_5A5A_5A5A; 2]);
}

/// Operations of 128 bits call procedures that the module compiles and links by itself, each once.
#[test]
fn long_operations_are_linked() {
    let mut module = ours::JITModule::create(&[]);
    let signature = words(&module, 3, 1);
    let mut results = Vec::new();
    for name in ["first", "second"] {
        let id = module.declare_function(name, Linkage::Export, &signature).expect("a new name");
        define(&mut module, id, signature.clone(), |b, _| {
            let params = b.block_params(b.current_block().expect("a block")).to_vec();
            let numerator = b.ins().iconcat(params[0], params[1]);
            let divisor = b.ins().sextend(types::I128, params[2]);
            let quotient = b.ins().sdiv(numerator, divisor);
            let (low, high) = b.ins().isplit(quotient);
            let result = b.ins().bxor(low, high);
            b.ins().return_(&[result]);
        })
        .expect("it compiles");
        module.finish();
        let code = barebones::jit::Code::at(module.get_finalized_function(id)).expect("code");
        let args = [5u64, 7, 3].map(|bits| barebones::jit::Bits { ty: barebones::base::Type::Int64, bits });
        // SAFETY: the function computes with its arguments.
        results.push(unsafe { code.call_raw(&args) }.expect("as declared"));
    }
    let quotient = (7i128 << 64 | 5) / 3;
    assert_eq!(results, [vec![quotient as u64 ^ (quotient >> 64) as u64], results[0].clone()]);
}

/// Dropping a module frees its code.
#[test]
fn memory_is_freed() {
    let mut module = ours::JITModule::create(&[]);
    let id = compile_cells(&mut module, "hello", HELLO);
    module.finish();
    let address = module.get_finalized_function(id);
    let found = barebones::jit::Code::at(address).map(|code| code.name().to_string());
    assert_eq!(found.as_deref(), Some("hello"));
    drop(module);
    assert!(barebones::jit::Code::at(address).is_none());
    let mut module = ours::JITModule::create(&[]);
    let id = compile_cells(&mut module, "hello", HELLO);
    module.finish();
    let address = module.get_finalized_function(id);
    // SAFETY: nothing of the module is used afterwards.
    unsafe { module.free_memory() };
    assert!(barebones::jit::Code::at(address).is_none());
}

/// A trap has the code of the instruction.
#[test]
fn traps_can_be_caught() {
    let mut module = ours::JITModule::create(&[]);
    let signature = words(&module, 1, 1);
    let id = module.declare_function("f", Linkage::Export, &signature).expect("a new name");
    define(&mut module, id, signature, |b, _| {
        let x = b.block_params(b.current_block().expect("a block"))[0];
        b.ins().trapz(x, TrapCode::unwrap_user(7));
        b.ins().return_(&[x]);
    })
    .expect("it compiles");
    module.finish();
    let code = barebones::jit::Code::at(module.get_finalized_function(id)).expect("code");
    let recovery = barebones::jit::TrapRecovery::install().expect("signals");
    let call = |x: u64| {
        let args = [barebones::jit::Bits { ty: barebones::base::Type::Int64, bits: x }];
        // SAFETY: the function computes with its argument.
        let result = unsafe { code.call_raw_catching(recovery, &args) };
        result.expect("as declared").map_err(|trap| trap.code)
    };
    assert_eq!(call(5), Ok(vec![5]));
    assert_eq!(call(0), Err(barebones::base::TrapCode::User(7)));
}
