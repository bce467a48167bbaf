//! Instruments modules so that every function can be called, and traps immediately.
//!
//! Calling every function is the only way to compile a whole module with an engine that compiles functions on their
//! first call. Each function is exported and starts with a trap while a new global is set. The start function is
//! removed.

use std::fmt::Write;
use wasm_encoder::reencode::{Reencode, RoundtripReencoder};
use wasm_encoder::{
    CodeSection, ConstExpr, ExportKind, ExportSection, Function, GlobalSection, GlobalType, Module,
    RawSection, SectionId, ValType,
};
use wasmparser::{ExternalKind, Parser, Payload, TypeRef};

/// A guarded module, and the JavaScript data needed to call all its functions.
pub(crate) struct Guarded {
    pub(crate) bytes: Vec<u8>,
    /// `{imports: {..}, functions: [[0, 0n], ..]}`: a value for each import, and arguments for each function, which is
    /// exported as `$f` and its index.
    pub(crate) script: String,
}

#[derive(Default)]
struct Counts {
    imported_functions: u32,
    globals: u32,
}

/// JavaScript for a value of this type.
fn zero(ty: wasmparser::ValType) -> &'static str {
    match ty {
        wasmparser::ValType::I64 => "0n",
        wasmparser::ValType::Ref(_) => "null",
        _ => "0",
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for unit in text.encode_utf16() {
        // Writing to a string does not fail.
        let _ = write!(out, "\\u{unit:04x}");
    }
    out + "\""
}

/// JavaScript for an import of this type.
fn import_stub(ty: TypeRef) -> Result<String, String> {
    let limits = |minimum: u64, maximum: Option<u64>| match maximum {
        Some(maximum) => format!("initial: {minimum}, maximum: {maximum}"),
        None => format!("initial: {minimum}"),
    };
    Ok(match ty {
        TypeRef::Func(_) | TypeRef::FuncExact(_) => String::from("() => 0"),
        TypeRef::Memory(ty) => {
            format!("new WebAssembly.Memory({{{}, shared: {}}})", limits(ty.initial, ty.maximum), ty.shared)
        }
        TypeRef::Table(ty) => {
            let element = if ty.element_type.is_func_ref() { "anyfunc" } else { "externref" };
            format!("new WebAssembly.Table({{element: '{element}', {}}})", limits(ty.initial, ty.maximum))
        }
        TypeRef::Global(ty) => {
            let name = match ty.content_type {
                wasmparser::ValType::Ref(ty) if ty.is_func_ref() => String::from("anyfunc"),
                other => other.to_string(),
            };
            let value = zero(ty.content_type);
            format!("new WebAssembly.Global({{value: '{name}', mutable: {}}}, {value})", ty.mutable)
        }
        TypeRef::Tag(_) => return Err(String::from("imports a tag")),
    })
}

/// Position of a section in a module.
fn order(id: u8) -> usize {
    const ORDER: [SectionId; 13] = [
        SectionId::Type,
        SectionId::Import,
        SectionId::Function,
        SectionId::Table,
        SectionId::Memory,
        SectionId::Tag,
        SectionId::Global,
        SectionId::Export,
        SectionId::Start,
        SectionId::Element,
        SectionId::DataCount,
        SectionId::Code,
        SectionId::Data,
    ];
    ORDER.iter().position(|known| *known as u8 == id).unwrap_or(ORDER.len())
}

pub(crate) fn guard(bytes: &[u8]) -> Result<Guarded, String> {
    let text = |error: wasmparser::BinaryReaderError| error.to_string();
    let again = |error: wasm_encoder::reencode::Error| error.to_string();
    let (mut out, mut counts, mut same) = (Module::new(), Counts::default(), RoundtripReencoder);
    let (mut types, mut functions) = (Vec::new(), Vec::new());
    let (mut globals, mut exports, mut code) =
        (Some(GlobalSection::new()), Some(ExportSection::new()), CodeSection::new());
    let mut imports: Vec<(String, Vec<String>)> = Vec::new();
    let mut bodies = 0;
    for payload in Parser::new(0).parse_all(bytes) {
        let payload = payload.map_err(text)?;
        // Adds the new global and the exports before the sections that follow them.
        let next =
            payload.as_section().map(|(id, _)| id).filter(|id| *id != SectionId::Custom as u8).map(order);
        if next.is_some_and(|next| next > order(SectionId::Global as u8))
            && let Some(mut section) = globals.take()
        {
            section.global(
                GlobalType { val_type: ValType::I32, mutable: true, shared: false },
                &ConstExpr::i32_const(1),
            );
            out.section(&section);
        }
        if next.is_some_and(|next| next > order(SectionId::Export as u8))
            && let Some(mut section) = exports.take()
        {
            for i in 0..functions.len() as u32 {
                section.export(&format!("$f{i}"), ExportKind::Func, counts.imported_functions + i);
            }
            out.section(&section);
        }
        match payload {
            Payload::TypeSection(reader) => {
                for group in reader.clone().into_iter_err_on_gc_types() {
                    types.push(group.map_err(text)?);
                }
                out.section(&RawSection { id: SectionId::Type as u8, data: &bytes[reader.range()] });
            }
            Payload::ImportSection(reader) => {
                for import in reader.clone().into_imports() {
                    let import = import.map_err(text)?;
                    match import.ty {
                        TypeRef::Func(_) | TypeRef::FuncExact(_) => counts.imported_functions += 1,
                        TypeRef::Global(_) => counts.globals += 1,
                        _ => {}
                    }
                    let item = format!("{}: {}", quoted(import.name), import_stub(import.ty)?);
                    match imports.iter_mut().find(|(module, _)| module == import.module) {
                        Some((_, items)) => items.push(item),
                        None => imports.push((import.module.to_string(), vec![item])),
                    }
                }
                out.section(&RawSection { id: SectionId::Import as u8, data: &bytes[reader.range()] });
            }
            Payload::FunctionSection(reader) => {
                for ty in reader.clone() {
                    functions.push(ty.map_err(text)?);
                }
                out.section(&RawSection { id: SectionId::Function as u8, data: &bytes[reader.range()] });
            }
            Payload::GlobalSection(reader) => {
                let section = globals.as_mut().ok_or("sections are out of order")?;
                counts.globals += reader.count();
                same.parse_global_section(section, reader).map_err(again)?;
            }
            Payload::ExportSection(reader) => {
                let section = exports.as_mut().ok_or("sections are out of order")?;
                for export in reader {
                    let export = export.map_err(text)?;
                    // All functions are exported under new names.
                    if export.kind != ExternalKind::Func {
                        same.parse_export(section, export).map_err(again)?;
                    }
                }
            }
            Payload::CodeSectionStart { count, .. } => bodies = count,
            Payload::CodeSectionEntry(body) => {
                let mut locals = Vec::new();
                for local in body.get_locals_reader().map_err(text)? {
                    let (count, ty) = local.map_err(text)?;
                    locals.push((count, same.val_type(ty).map_err(again)?));
                }
                let mut function = Function::new(locals);
                let mut instructions = function.instructions();
                instructions
                    .global_get(counts.globals)
                    .if_(wasm_encoder::BlockType::Empty)
                    .unreachable()
                    .end();
                let operators = body.get_operators_reader().map_err(text)?;
                function.raw(bytes[operators.original_position()..body.range().end].iter().copied());
                code.function(&function);
                bodies -= 1;
                if bodies == 0 {
                    out.section(&code);
                }
            }
            Payload::StartSection { .. } => {}
            other => {
                if let Some((id, range)) = other.as_section()
                    && id != SectionId::Custom as u8
                {
                    out.section(&RawSection { id, data: &bytes[range] });
                }
            }
        }
    }
    let mut script = String::from("{imports: {");
    for (module, items) in &imports {
        // Writing to a string does not fail.
        let _ = write!(script, "{}: {{{}}}, ", quoted(module), items.join(", "));
    }
    script += "}, functions: [";
    for ty in functions {
        let ty: &wasmparser::FuncType = types.get(ty as usize).ok_or("a type is missing")?;
        let args: Vec<&str> = ty.params().iter().map(|ty| zero(*ty)).collect();
        let _ = write!(script, "[{}],", args.join(","));
    }
    script += "]}";
    Ok(Guarded { bytes: out.finish(), script })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// All functions of the guarded kernels trap immediately.
    #[test]
    fn guarded_functions_trap() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../barebones-wasm/tests/kernels");
        let mut all = 0;
        for entry in folder.read_dir().expect("a folder of the project") {
            let path = entry.expect("an entry").path();
            if path.extension().is_none_or(|extension| extension != "wasm") {
                continue;
            }
            let guarded =
                guard(&std::fs::read(&path).expect("a file of the project")).expect("can be guarded");
            let engine = wasmtime::Engine::default();
            let module = wasmtime::Module::new(&engine, &guarded.bytes).expect("is valid");
            let mut store = wasmtime::Store::new(&engine, ());
            let instance = wasmtime::Instance::new(&mut store, &module, &[]).expect("imports nothing");
            let functions: Vec<wasmtime::Func> = instance
                .exports(&mut store)
                .filter(|export| export.name().starts_with("$f"))
                .filter_map(|export| export.into_func())
                .collect();
            assert_eq!(functions.len(), guarded.script.matches('[').count() - 1);
            for function in functions {
                let ty = function.ty(&store);
                let args: Vec<wasmtime::Val> = ty.params().filter_map(|ty| ty.default_value()).collect();
                let mut results = vec![wasmtime::Val::I32(0); ty.results().len()];
                let error = function.call(&mut store, &args, &mut results).expect_err("a trap");
                let trap = error.downcast_ref::<wasmtime::Trap>();
                assert_eq!(trap, Some(&wasmtime::Trap::UnreachableCodeReached));
                all += 1;
            }
        }
        assert!(all >= 20, "{all} functions");
    }

    #[test]
    fn strings_and_imports_are_javascript() {
        assert_eq!(quoted("a\"\n"), "\"\\u0061\\u0022\\u000a\"");
        let memory = wasmparser::MemoryType {
            memory64: false,
            shared: false,
            initial: 1,
            maximum: Some(2),
            page_size_log2: None,
        };
        let expected = "new WebAssembly.Memory({initial: 1, maximum: 2, shared: false})";
        assert_eq!(import_stub(TypeRef::Memory(memory)).expect("can be imported"), expected);
    }
}
