//! Generates random modules and calls.

use super::rewrite::{Changes, Facts, change, export_global, hide_nans};
use super::trace::Value;
use arbitrary::Unstructured;
use barebones_testing::awkward::awkward;
use barebones_testing::generate::Random;
use barebones_wasm::ValType;
use wasm_smith::{Config, InstructionKind, InstructionKinds, MemoryOffsetChoices, Module};
use wasmparser::ExternalKind;

/// Number of function entries and loop iterations per call.
pub(crate) const FUEL: i32 = 500;

/// The export of a module's fuel counter. Longer than the names that the generator creates.
pub(crate) const FUEL_EXPORT: &str = "fuel left in this generated module";

/// Number of calls of each function.
const CALLS: u64 = 3;

/// A module, and the calls to make.
pub(crate) struct Plan {
    pub(crate) bytes: Vec<u8>,
    /// If false, the module itself canonicalizes NaNs. If true, it has no operator that distinguishes NaNs, and all
    /// NaNs compare equal.
    pub(crate) plain_nans: bool,
    /// Calls of exports with their arguments.
    pub(crate) calls: Vec<(String, Vec<Value>)>,
    /// The other exports, whose state is compared.
    pub(crate) state: Vec<String>,
}

impl Plan {
    /// The module and its calls as text.
    pub(crate) fn text(&self) -> String {
        let text = wasmprinter::print_bytes(&self.bytes).unwrap_or_else(|error| error.to_string());
        let calls: String =
            self.calls.iter().map(|(export, args)| format!(";; {export:?} {args:x?}\n")).collect();
        format!("{text}{calls}")
    }
}

/// Treatment of floats.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Floats {
    /// NaNs are canonicalized.
    Canonical,
    /// All NaNs compare equal.
    Plain,
    None,
}

/// Kind of entity that a module certainly has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Focus {
    Memory,
    Tables,
    None,
}

/// Random bytes as input for the generator.
pub(crate) fn data(random: &mut Random) -> Vec<u8> {
    let len = 512 << random.below(5);
    (0..len).map(|_| random.bits() as u8).collect()
}

/// Generates a module from random bytes; `None` if the generator fails or there is nothing to call.
pub(crate) fn make(data: &[u8], calls: u64) -> Option<Plan> {
    let mut data = Unstructured::new(data);
    let choice: u32 = data.arbitrary().ok()?;
    let floats = match choice & 3 {
        0 | 1 => Floats::Canonical,
        2 => Floats::Plain,
        _ => Floats::None,
    };
    let config = config(floats, choice >> 2);
    let mut module = Module::new(config, &mut data).ok()?;
    let fuel = module.ensure_termination(FUEL as u32).ok()?;
    let mut bytes = module.to_bytes();
    if floats == Floats::Plain {
        bytes = hide_nans(&bytes);
    }
    let mask = [Some(0xff), Some(0xffff), Some(0x1_ffff), None][choice as usize >> 16 & 3];
    let more = (choice >> 18 & 7 != 0).then(|| Random::new(calls ^ 1));
    bytes = change(&bytes, Changes { mask, more, float_arithmetic: floats == Floats::Plain, fuel });
    bytes = export_global(&bytes, FUEL_EXPORT, fuel)?;
    plan(bytes, floats == Floats::Plain, calls)
}

/// The generator's configuration, limited to supported proposals.
fn config(floats: Floats, choice: u32) -> Config {
    use InstructionKind::{
        Control, Memory, MemoryInt, Numeric, NumericInt, Parametric, Reference, Table, Variable, Vector,
    };
    // A float in memory could be read as an integer.
    let memory = if floats == Floats::Plain { MemoryInt } else { Memory };
    // A particular pair of operators is rare among many kinds, so some modules have only a few kinds.
    let (mut kinds, focus) = match choice >> 8 & 7 {
        0 => (vec![Control, NumericInt, Parametric, Variable, Reference, Table], Focus::Tables),
        1 => (vec![Control, NumericInt, Parametric, Variable, memory], Focus::Memory),
        2 => (vec![Numeric, Parametric, Variable, memory], Focus::Memory),
        3 => (vec![Numeric, Variable, Parametric], Focus::None),
        _ => (vec![Control, Numeric, Parametric, Reference, Table, Variable, memory], Focus::None),
    };
    let wide = choice >> 24 & 3 == 0;
    // A lane of a vector is an integer, too, so NaNs would be visible.
    let has_vectors = choice >> 26 & 1 == 0 && floats != Floats::Plain;
    if has_vectors {
        kinds.push(Vector);
    }
    Config {
        allowed_instructions: InstructionKinds::new(&kinds),
        allow_floats: floats != Floats::None,
        canonicalize_nans: floats == Floats::Canonical,
        // Without traps, functions run longer.
        disallow_traps: choice & 1 == 0,
        bulk_memory_enabled: true,
        reference_types_enabled: true,
        multi_value_enabled: true,
        saturating_float_to_int_enabled: true,
        sign_extension_ops_enabled: true,
        tail_call_enabled: true,
        extended_const_enabled: true,
        exceptions_enabled: false,
        gc_enabled: false,
        compact_imports_enabled: false,
        // It also enables tables with 64-bit indices. The other interpreter refuses valid operators on them, so these
        // modules have no tables.
        memory64_enabled: wide,
        relaxed_simd_enabled: false,
        simd_enabled: has_vectors,
        threads_enabled: false,
        wide_arithmetic_enabled: false,
        custom_page_sizes_enabled: false,
        export_everything: true,
        max_imports: if choice & 6 == 0 { 8 } else { 2 },
        min_types: 1,
        max_types: 20,
        min_funcs: 1,
        max_funcs: 12,
        max_globals: 10,
        max_memories: if choice & 8 == 0 { 3 } else { 1 },
        min_memories: u32::from(focus == Focus::Memory || choice & 16 == 0),
        max_memory32_bytes: 5 << 16,
        max_memory64_bytes: 5 << 16,
        memory_max_size_required: true,
        memory_offset_choices: MemoryOffsetChoices(90, 9, 1),
        min_tables: u32::from(focus == Focus::Tables && !wide),
        max_tables: if wide { 0 } else { 3 },
        max_table_elements: 40,
        table_max_size_required: true,
        max_instructions: if choice & 32 == 0 { 400 } else { 60 },
        ..Config::default()
    }
}

/// Plans calls of all exported functions with random arguments.
fn plan(bytes: Vec<u8>, plain_nans: bool, seed: u64) -> Option<Plan> {
    let mut random = Random::new(seed);
    let facts = Facts::of(&bytes);
    let mut called = Vec::new();
    let mut state = Vec::new();
    for export in &facts.exports {
        match export.kind {
            ExternalKind::Func => called.push((export.name, facts.type_of(export.index))),
            _ => state.push(export.name.to_string()),
        }
    }
    let mut calls = Vec::new();
    for _ in 0..CALLS {
        for (name, ty) in &called {
            let args = ty.params().iter().map(|ty| argument(*ty, &mut random)).collect::<Option<_>>()?;
            calls.push((name.to_string(), args));
        }
    }
    (!calls.is_empty()).then_some(Plan { bytes, plain_nans, calls, state })
}

/// A random argument, often an awkward one.
fn argument(ty: wasmparser::ValType, random: &mut Random) -> Option<Value> {
    use barebones::base::Type;
    let (ty, machine) = match ty {
        wasmparser::ValType::I32 => (ValType::I32, Type::Int32),
        wasmparser::ValType::I64 => (ValType::I64, Type::Int64),
        wasmparser::ValType::F32 => (ValType::F32, Type::Float),
        wasmparser::ValType::F64 => (ValType::F64, Type::Double),
        wasmparser::ValType::Ref(wasmparser::RefType::FUNCREF) => (ValType::FUNCREF, Type::Int64),
        wasmparser::ValType::Ref(_) => (ValType::EXTERNREF, Type::Int64),
        wasmparser::ValType::V128 => (ValType::V128, Type::Int64),
    };
    let table = awkward(machine);
    let bits = match random.below(4) {
        0 => random.bits(),
        1 => random.below(64),
        _ => table[random.below(table.len() as u64) as usize],
    };
    Some(Value::of(ty, bits))
}
