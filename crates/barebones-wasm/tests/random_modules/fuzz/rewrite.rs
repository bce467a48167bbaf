//! Modifies generated modules.

use barebones_testing::generate::Random;
use wasmparser::{ElementItems, Export, FuncType, FunctionBody, Operator, Parser, Payload, RefType, TypeRef};

/// Contents of a module that are needed to modify it and to call it.
pub(crate) struct Facts<'a> {
    types: Vec<FuncType>,
    /// Type index of each function.
    functions: Vec<u32>,
    pub(crate) exports: Vec<Export<'a>>,
    pub(crate) bodies: Vec<FunctionBody<'a>>,
    /// For each memory, whether it has 64-bit addresses.
    memories: Vec<bool>,
    tables: Vec<RefType>,
    elements: Vec<RefType>,
    /// True if there are data segments that code may refer to.
    has_data: bool,
    /// Ranges of the contents of the export and code sections.
    export_section: Option<std::ops::Range<usize>>,
    code_section: Option<std::ops::Range<usize>>,
}

impl<'a> Facts<'a> {
    pub(crate) fn of(bytes: &'a [u8]) -> Facts<'a> {
        let mut facts = Facts {
            types: Vec::new(),
            functions: Vec::new(),
            exports: Vec::new(),
            bodies: Vec::new(),
            memories: Vec::new(),
            tables: Vec::new(),
            elements: Vec::new(),
            has_data: false,
            export_section: None,
            code_section: None,
        };
        for payload in Parser::new(0).parse_all(bytes) {
            facts.add(payload.expect("a module"));
        }
        facts
    }

    fn add(&mut self, payload: Payload<'a>) {
        match payload {
            Payload::TypeSection(section) => {
                self.types.extend(section.into_iter_err_on_gc_types().map(|ty| ty.expect("a type")));
            }
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    match import.expect("an import").ty {
                        TypeRef::Func(ty) => self.functions.push(ty),
                        TypeRef::Memory(ty) => self.memories.push(ty.memory64),
                        TypeRef::Table(ty) => self.tables.push(ty.element_type),
                        _ => {}
                    }
                }
            }
            Payload::FunctionSection(section) => {
                self.functions.extend(section.into_iter().map(|ty| ty.expect("a type")));
            }
            Payload::TableSection(section) => {
                self.tables.extend(section.into_iter().map(|table| table.expect("a table").ty.element_type));
            }
            Payload::ElementSection(section) => {
                self.elements.extend(section.into_iter().map(
                    |element| match element.expect("a segment").items {
                        ElementItems::Functions(_) => RefType::FUNCREF,
                        ElementItems::Expressions(ty, _) => ty,
                    },
                ));
            }
            Payload::DataCountSection { count, .. } => self.has_data = count > 0,
            Payload::MemorySection(section) => {
                self.memories.extend(section.into_iter().map(|memory| memory.expect("a memory").memory64));
            }
            Payload::ExportSection(section) => {
                self.export_section = Some(section.range().start as usize..section.range().end as usize);
                self.exports.extend(section.into_iter().map(|export| export.expect("an export")));
            }
            Payload::CodeSectionStart { unchecked_range, .. } => {
                self.code_section = Some(unchecked_range.start as usize..unchecked_range.end as usize);
            }
            Payload::CodeSectionEntry(body) => self.bodies.push(body),
            _ => {}
        }
    }

    pub(crate) fn type_of(&self, function: u32) -> &FuncType {
        &self.types[self.functions[function as usize] as usize]
    }

    pub(crate) fn has_memory64(&self) -> bool {
        self.memories.contains(&true)
    }

    /// Number of imported functions.
    fn imported(&self) -> usize {
        self.functions.len() - self.bodies.len()
    }
}

/// Decodes the operators of a function, with the bytes of each.
pub(crate) fn operators<'a>(body: &FunctionBody<'a>) -> Vec<(Operator<'a>, &'a [u8])> {
    let mut reader = body.get_operators_reader().expect("locals");
    let mut operators = Vec::new();
    let start = body.range().start as usize;
    while !reader.eof() {
        let at = reader.original_position() as usize - start;
        let operator = reader.read().expect("an operator");
        let end = reader.original_position() as usize - start;
        operators.push((operator, &body.as_bytes()[at..end]));
    }
    operators
}

fn leb(bytes: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// Length of a LEB128 number.
fn leb_len(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| **byte >= 0x80).count() + 1
}

/// Replaces the contents of a section.
fn with_section(bytes: &[u8], id: u8, old: std::ops::Range<usize>, content: &[u8]) -> Vec<u8> {
    // The number of the section and its length precede the contents.
    let is_length =
        |len: &usize| leb_len(&bytes[old.start - len..old.start]) == *len && bytes[old.start - len - 1] == id;
    let len = (1..=5).find(is_length).expect("a length");
    let mut out = bytes[..old.start - len].to_vec();
    leb(&mut out, content.len() as u32);
    out.extend_from_slice(content);
    out.extend_from_slice(&bytes[old.end..]);
    out
}

/// Adds an export of a global.
pub(crate) fn export_global(bytes: &[u8], name: &str, global: u32) -> Option<Vec<u8>> {
    let facts = Facts::of(bytes);
    let section = facts.export_section.clone()?;
    let mut content = Vec::new();
    leb(&mut content, facts.exports.len() as u32 + 1);
    content.extend_from_slice(&bytes[section.start + leb_len(&bytes[section.start..])..section.end]);
    leb(&mut content, name.len() as u32);
    content.extend_from_slice(name.as_bytes());
    content.push(3);
    leb(&mut content, global);
    Some(with_section(bytes, 7, section, &content))
}

/// Replaces operators that distinguish NaNs by others of the same type.
pub(crate) fn hide_nans(bytes: &[u8]) -> Vec<u8> {
    let mut out = bytes.to_vec();
    for body in Facts::of(bytes).bodies {
        for (operator, part) in operators(&body) {
            let instead = match operator {
                Operator::I32ReinterpretF32 => 0xa8, // i32.trunc_f32_s
                Operator::I64ReinterpretF64 => 0xb0, // i64.trunc_f64_s
                Operator::F32Copysign => 0x96,       // f32.min
                Operator::F64Copysign => 0xa5,       // f64.max
                _ => continue,
            };
            out[part.as_ptr() as usize - bytes.as_ptr() as usize] = instead;
        }
    }
    out
}

/// Modifications of functions.
pub(crate) struct Changes {
    /// Mask for addresses: random ones are almost never in bounds.
    pub(crate) mask: Option<u32>,
    /// Inserts random operators: the generator produces few binary ones.
    pub(crate) more: Option<Random>,
    /// True if inserted operators include float arithmetic; otherwise they include float stores.
    pub(crate) float_arithmetic: bool,
    /// The fuel global, whose updates are not modified.
    pub(crate) fuel: u32,
}

pub(crate) fn change(bytes: &[u8], changes: Changes) -> Vec<u8> {
    let facts = Facts::of(bytes);
    let Some(section) = facts.code_section.clone() else { return bytes.to_vec() };
    let mut content = Vec::new();
    leb(&mut content, facts.bodies.len() as u32);
    let mut changer = Changer {
        out: Vec::new(),
        first_local: 0,
        changes,
        has_memory: facts.memories.first() == Some(&false),
        memories: facts.memories.clone(),
        has_data: facts.has_data,
        tables: facts.tables.clone(),
        elements: facts.elements.clone(),
        functions: facts.functions.len() as u32,
        keep: false,
    };
    for (i, body) in facts.bodies.iter().enumerate() {
        let params = facts.type_of((facts.imported() + i) as u32).params().len();
        changer.body(body, params as u32);
        leb(&mut content, changer.out.len() as u32);
        content.append(&mut changer.out);
    }
    with_section(bytes, 10, section, &content)
}

/// Types of the locals that are added to a function: `i32`, `i64`, `f32`, `f64`, another `i32`, and `v128`.
const LOCALS: [u8; 6] = [0x7f, 0x7e, 0x7d, 0x7c, 0x7f, 0x7b];

/// The last of them.
const VECTOR: u32 = 5;

pub(crate) fn name(operator: &Operator<'_>) -> String {
    let mut name = format!("{operator:?}");
    name.truncate(name.find(|c: char| !c.is_alphanumeric()).unwrap_or(name.len()));
    name
}

struct Changer {
    out: Vec<u8>,
    first_local: u32,
    changes: Changes,
    /// True if there is a memory 0 with 32-bit addresses.
    has_memory: bool,
    memories: Vec<bool>,
    has_data: bool,
    tables: Vec<RefType>,
    elements: Vec<RefType>,
    functions: u32,
    /// True within an update of the fuel, or within the canonicalization of a NaN; these are not modified.
    keep: bool,
}

impl Changer {
    fn body(&mut self, body: &FunctionBody<'_>, params: u32) {
        let locals = body.get_locals_reader().expect("locals");
        let groups = locals.get_count();
        let count: u32 = locals.into_iter().map(|group| group.expect("locals").0).sum();
        self.first_local = params + count;
        let operators = operators(body);
        let all = body.as_bytes();
        let first = operators[0].1.as_ptr() as usize - all.as_ptr() as usize;
        leb(&mut self.out, groups + LOCALS.len() as u32);
        self.out.extend_from_slice(&all[leb_len(all)..first]);
        LOCALS.into_iter().for_each(|ty| self.out.extend([1, ty]));
        for (operator, part) in operators {
            match operator {
                Operator::GlobalGet { global_index } if global_index == self.changes.fuel => self.keep = true,
                Operator::GlobalSet { global_index } if global_index == self.changes.fuel => {
                    self.keep = false
                }
                Operator::F32Const { value } if value.bits() == 0x7fc0_0000 => self.keep = true,
                Operator::F64Const { value } if value.bits() == 0x7ff8 << 48 => self.keep = true,
                Operator::V128Const { value } if is_canonical_nan(value.bytes()) => self.keep = true,
                Operator::Select | Operator::V128Bitselect => self.keep = false,
                _ => {}
            }
            let name = name(&operator);
            if let Some(mask) = self.changes.mask {
                self.before(&operator, &name, mask);
            }
            if let Operator::CallIndirect { table_index, .. }
            | Operator::ReturnCallIndirect { table_index, .. } = operator
            {
                self.fill_table(table_index);
            }
            self.out.extend_from_slice(part);
            if !self.changes.float_arithmetic {
                self.canonicalize(&name);
            }
            if let Some(ty) = result(&name).filter(|ty| !self.keep && self.is_known(*ty, &name)) {
                self.after(ty);
            }
            let is_exact = self.changes.float_arithmetic || !may_make_nans(&name);
            if is_vector(&name) && !self.keep && is_exact {
                self.after_vector();
            }
        }
    }

    /// True if the bits of a result are deterministic even for NaNs, or need not be.
    fn is_known(&self, ty: u32, name: &str) -> bool {
        let exact = ["Const", "Load", "Reinterpret"].iter().any(|part| name.contains(part));
        ty < 2 || self.changes.float_arithmetic || exact
    }

    // ---- Inserted before an operator --------------------------------------------------------------------

    fn before(&mut self, operator: &Operator<'_>, name: &str, mask: u32) {
        let memory64 = self.memory_of(operator).is_some_and(|memory| self.memories[memory as usize]);
        match name {
            "CallIndirect" | "ReturnCallIndirect" | "TableGet" => self.and(7),
            "MemoryFill" | "MemoryCopy" | "MemoryInit" if self.memories.contains(&true) => {}
            "MemoryFill" | "MemoryCopy" => self.and_three(mask, mask, 63),
            "MemoryInit" => self.and_three(mask, 3, 7),
            _ if name.contains("Load") && !name.ends_with("Lane") => self.and_address(mask, memory64),
            _ if name.contains("Load") || name.contains("Store") => {
                let local = number(name).unwrap_or(VECTOR);
                self.local(SET, local);
                self.and_address(mask, memory64);
                self.local(GET, local);
            }
            _ => {}
        }
    }

    /// The memory of an access.
    fn memory_of(&self, operator: &Operator<'_>) -> Option<u32> {
        macro_rules! memory_of {
            ($($name:ident)*) => {
                match operator {
                    $(Operator::$name { memarg, .. })|* => match memarg.target {
                        wasmparser::MemArgTarget::Memory(memory) => Some(memory),
                        _ => None,
                    },
                    _ => None,
                }
            };
        }
        memory_of! {
            I32Load I64Load F32Load F64Load I32Load8S I32Load8U I32Load16S I32Load16U I64Load8S I64Load8U
            I64Load16S I64Load16U I64Load32S I64Load32U I32Store I64Store F32Store F64Store I32Store8 I32Store16
            I64Store8 I64Store16 I64Store32 V128Load V128Load8x8S V128Load8x8U V128Load16x4S V128Load16x4U
            V128Load32x2S V128Load32x2U V128Load8Splat V128Load16Splat V128Load32Splat V128Load64Splat
            V128Load32Zero V128Load64Zero V128Load8Lane V128Load16Lane V128Load32Lane V128Load64Lane V128Store
            V128Store8Lane V128Store16Lane V128Store32Lane V128Store64Lane
        }
    }

    /// Masks the topmost operand, an address. Sometimes moves it to the end of the first page instead.
    fn and_address(&mut self, mask: u32, memory64: bool) {
        let at_end = self.changes.more.as_mut().is_some_and(|random| random.below(16) == 0);
        let [constant, and, or] = if memory64 { [0x42, 0x83, 0x84] } else { [0x41, 0x71, 0x72] };
        self.constant(constant, if at_end { 15 } else { mask });
        self.out.push(and);
        if at_end {
            self.constant(constant, 0xfff0);
            self.out.push(or);
        }
    }

    /// Sometimes stores a function to the table element of an indirect call; the others are null.
    fn fill_table(&mut self, table: u32) {
        let Some(random) = &mut self.changes.more else { return };
        let which = random.word();
        if which & 3 == 0 {
            return;
        }
        self.local(TEE, 0);
        self.function(which >> 2);
        self.out.push(0x26);
        leb(&mut self.out, table);
        self.local(GET, 0);
    }

    /// A reference to a function. All functions are exported, so references to all are valid.
    fn function(&mut self, which: u16) {
        self.out.push(0xd2);
        leb(&mut self.out, u32::from(which) % self.functions);
    }

    /// Masks the three topmost operands: two addresses and a count.
    fn and_three(&mut self, first: u32, second: u32, count: u32) {
        self.and(count);
        self.local(SET, 4);
        self.and(second);
        self.local(SET, 0);
        self.and(first);
        self.local(GET, 0);
        self.local(GET, 4);
    }

    /// Masks the topmost operand, an `i32`.
    fn and(&mut self, mask: u32) {
        self.constant(0x41, mask);
        self.out.push(0x71);
    }

    fn constant(&mut self, operator: u8, value: u32) {
        // A padded number; its sign bit is 0.
        let bytes = [0, 7, 14, 21].map(|shift| (value >> shift) as u8 | 0x80);
        self.out.push(operator);
        self.out.extend(bytes);
        self.out.push((value >> 28) as u8 & 7);
    }

    fn local(&mut self, operator: u8, local: u32) {
        self.out.push(operator);
        leb(&mut self.out, self.first_local + local);
    }

    /// Canonicalizes the NaNs that the generator leaves: those of conversions between floats.
    fn canonicalize(&mut self, name: &str) {
        let [single, double] =
            [0x7fc0_0000u32.to_le_bytes().repeat(4), (0x7ff8u64 << 48).to_le_bytes().repeat(2)];
        let (local, constant, nan, choice): (u32, &[u8], &[u8], &[u8]) = match name {
            "F32DemoteF64" => (2, &[0x43], &single[..4], &[0x5b, 0x1b]),
            "F64PromoteF32" => (3, &[0x44], &double[..8], &[0x61, 0x1b]),
            // Comparisons of lanes, and `v128.bitselect`.
            "F32x4DemoteF64x2Zero" => (VECTOR, &[0xfd, 0x0c], &single, &[0xfd, 0x41, 0xfd, 0x52]),
            "F64x2PromoteLowF32x4" => (VECTOR, &[0xfd, 0x0c], &double, &[0xfd, 0x47, 0xfd, 0x52]),
            _ => return,
        };
        self.local(TEE, local);
        self.out.extend([constant, nan].concat());
        self.local(GET, local);
        self.local(GET, local);
        self.out.extend_from_slice(choice);
        // Code that is inserted later reads the local.
        self.local(TEE, local);
    }

    // ---- Inserted after an operator ---------------------------------------------------------------------

    /// Sometimes inserts code that takes a value of this type and returns one.
    fn after(&mut self, ty: u32) {
        let Some(random) = &mut self.changes.more else { return };
        let [choice, which] = random.words();
        let may_store = self.has_memory && (ty < 2 || !self.changes.float_arithmetic);
        match choice % 8 {
            0 => self.local(TEE, ty),
            1 | 2 => {
                let binary: &[u8] = match ty {
                    // Add, sub, mul, the four divisions, and, or, xor, shifts and rotations.
                    0 => &[
                        0x6a, 0x6b, 0x6c, 0x6d, 0x6e, 0x6f, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77,
                        0x78,
                    ],
                    1 => &[
                        0x7c, 0x7d, 0x7e, 0x7f, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89,
                        0x8a,
                    ],
                    // Add, sub, mul, div, min, max; or only copysign.
                    2 if self.changes.float_arithmetic => &[0x92, 0x93, 0x94, 0x95, 0x96, 0x97],
                    3 if self.changes.float_arithmetic => &[0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0xa5],
                    2 => &[0x98],
                    _ => &[0xa6],
                };
                let operator = binary[usize::from(which) % binary.len()];
                self.local(GET, ty);
                // Makes most divisors odd, because a trap ends the call.
                if choice & 0x700 != 0 {
                    match operator {
                        0x6d..=0x70 => self.out.extend([0x41, 1, 0x72]),
                        0x7f..=0x82 => self.out.extend([0x42, 1, 0x84]),
                        _ => {}
                    }
                }
                self.out.push(operator);
            }
            3 => {
                // Compares with the local, and selects one of both.
                let (first, count) = [(0x46, 10), (0x51, 10), (0x5b, 6), (0x61, 6)][ty as usize];
                self.local(SET, 4 * u32::from(ty == 0) + ty);
                let kept = 4 * u32::from(ty == 0) + ty;
                self.local(GET, kept);
                self.local(GET, ty);
                self.local(GET, kept);
                self.local(GET, ty);
                self.out.extend([first + (which % count) as u8, 0x1b]);
            }
            4 if may_store => {
                self.local(SET, ty);
                self.local(GET, 4);
                self.and_address(self.changes.mask.unwrap_or(0x7fff) & 0xfff, false);
                self.local(GET, ty);
                let stores: &[u8] = match ty {
                    0 => &[0x36, 0x3a, 0x3b],
                    1 => &[0x37, 0x3c, 0x3d, 0x3e],
                    2 => &[0x38],
                    _ => &[0x39],
                };
                self.out.extend([stores[usize::from(which) % stores.len()], 0, (which >> 8) as u8 & 0x7f]);
                self.local(GET, ty);
            }
            5 if may_store && ty < 2 => {
                let loads: &[u8] =
                    [&[0x28, 0x2c, 0x2d, 0x2e, 0x2f][..], &[0x29, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35]]
                        [ty as usize];
                self.local(GET, 4);
                self.and_address(self.changes.mask.unwrap_or(0x7fff) & 0xfff, false);
                self.out.extend([loads[usize::from(which) % loads.len()], 0, (which >> 8) as u8 & 0x7f]);
                self.out.push([0x73, 0x85][ty as usize]);
            }
            6 if ty == 0 => self.local(TEE, 4),
            7 if ty == 0 => self.many(choice >> 3, which),
            _ => {}
        }
    }
}

/// Operators on vectors.
impl Changer {
    /// Sometimes inserts code that takes a vector and returns one.
    fn after_vector(&mut self) {
        let Some(random) = &mut self.changes.more else { return };
        let [choice, which] = random.words();
        match choice % 4 {
            0 => self.local(TEE, VECTOR),
            1 | 2 => {
                let count: usize = BINARY.iter().map(|range| range.len()).sum();
                let mut binary = BINARY.iter().cloned().flatten();
                let opcode = binary.nth(usize::from(which) % count).expect("not too large");
                self.local(GET, VECTOR);
                self.out.push(0xfd);
                leb(&mut self.out, opcode);
                self.canonicalize(match opcode {
                    0xe4..=0xe9 => "F32x4DemoteF64x2Zero",
                    0xf0..=0xf5 => "F64x2PromoteLowF32x4",
                    _ => "",
                });
            }
            _ => {}
        }
    }
}

/// The vector instructions with two operands.
#[rustfmt::skip]
const BINARY: [std::ops::Range<u32>; 21] = [
    14..15, 35..77, 78..82, 0x65..0x67, 0x6e..0x74, 0x76..0x7a, 0x7b..0x7c, 0x82..0x83, 0x85..0x87, 0x8e..0x94,
    0x95..0x9a, 0x9b..0xa0, 0xae..0xaf, 0xb1..0xb2, 0xb5..0xbb, 0xbc..0xc0, 0xce..0xcf, 0xd1..0xd2, 0xd5..0xe0, 0xe4..0xec,
    0xf0..0xf8,
];

/// True for the lanes of a vector that the generator replaces NaNs with.
fn is_canonical_nan(bytes: &[u8; 16]) -> bool {
    let bits = u128::from_le_bytes(*bytes);
    [0x7fc0_0000 * (1 | 1 << 32 | 1 << 64 | 1 << 96), (0x7ff8 << 48) * (1 | 1 << 64)].contains(&bits)
}

/// True for operators on lanes whose NaNs the generator replaces after them: until then, their bits may differ.
fn may_make_nans(name: &str) -> bool {
    let operation = name.strip_prefix("F32x4").or_else(|| name.strip_prefix("F64x2"));
    operation.is_some_and(|operation| {
        let rounds = matches!(operation, "Ceil" | "Floor" | "Nearest" | "Trunc");
        rounds || matches!(operation, "Add" | "Sub" | "Mul" | "Div" | "Min" | "Max" | "Sqrt")
    })
}

/// True for operators with a vector as result.
fn is_vector(name: &str) -> bool {
    const OTHERS: [&str; 5] = ["Store", "AllTrue", "AnyTrue", "Bitmask", "ExtractLane"];
    let is_known = name.starts_with("V128") || name.contains("8x16") || name.contains("16x8");
    let is_wide = ["I32x4", "I64x2", "F32x4", "F64x2"].iter().any(|lanes| name.starts_with(lanes));
    (is_known || is_wide) && !OTHERS.iter().any(|other| name.contains(other))
}

/// Bulk operators on memories and tables.
impl Changer {
    /// Inserts one of them, if the module has the necessary entities. Keeps the topmost `i32`.
    fn many(&mut self, choice: u16, which: u16) {
        let has_table = !self.tables.is_empty();
        let pair = self.elements.iter().enumerate().find_map(|(segment, ty)| {
            let table = self.tables.iter().position(|table| table == ty)?;
            Some([segment as u8, table as u8])
        });
        let code: &[u8] = match (choice % 7, pair) {
            (0, _) if self.has_memory => &[0xfc, 11, 0],
            (1, _) if self.has_memory => &[0xfc, 10, 0, 0],
            (2, _) if self.has_memory && self.has_data => &[0xfc, 8, 0, 0],
            (3, Some([segment, table])) => &[0xfc, 12, segment, table],
            (4, _) if has_table => &[0xfc, 14, 0, 0],
            (5, _) if has_table => &[0xfc, 17, 0],
            (6, _) if has_table => &[0x26, 0],
            _ => return,
        };
        let [first, second, count] = match choice % 7 {
            0 | 1 => [0xffff, 0xffff, 0x3f],
            2 => [0xffff, 3, 7],
            _ => [7, 3, 3],
        };
        self.local(TEE, 0);
        self.and(first);
        self.local(GET, 4);
        self.and(second);
        if choice % 7 > 4 {
            if self.tables[0] == RefType::FUNCREF {
                self.out.push(0x1a);
                self.function(which);
            } else {
                // An existing element.
                self.out.extend([0x25, 0]);
            }
        }
        if choice % 7 != 6 {
            self.local(GET, if which & 1 == 0 { 0 } else { 4 });
            self.and(count);
        }
        self.out.extend_from_slice(code);
        self.local(GET, 0);
    }
}

/// `local.get`, `local.set` and `local.tee`.
const GET: u8 = 0x20;
const SET: u8 = 0x21;
const TEE: u8 = 0x22;

/// The local of the type that a name begins with; `None` for vectors.
fn number(name: &str) -> Option<u32> {
    if name.as_bytes().get(3) == Some(&b'x') {
        return None;
    }
    ["I32", "I64", "F32", "F64"].iter().position(|ty| name.starts_with(ty)).map(|ty| ty as u32)
}

/// The type of the result of a numeric operator.
fn result(name: &str) -> Option<u32> {
    const COMPARISONS: [&str; 7] = ["Eq", "Ne", "Lt", "Gt", "Le", "Ge", "Eqz"];
    let ty = number(name)?;
    let operation = name[3..].trim_end_matches(['S', 'U']);
    match operation {
        _ if COMPARISONS.contains(&operation) => Some(0),
        _ if operation.starts_with("Store") => None,
        _ => Some(ty),
    }
}
