//! Parses the sections of a module.

use super::{Const, ConstOp, DataSegment, ElementSegment, Import, Item, Placement, Sections};
use crate::config::Config;
use crate::decode::{TypesOf, refuse_objects};
use crate::error::Error;
use crate::info::Body;
use crate::layout::{Layout, words_of_vector};
use crate::type_registry::TypeRegistry;
use crate::types::{ExternType, GlobalType, Limits, MemoryType, TableType, ValType};
use wasmparser::{
    DataKind, ElementItems, ElementKind, ExternalKind, Imports, Operator, Parser, Payload, TableInit,
    TypeRef, ValidPayload, Validator,
};

/// Parses and validates everything except the operators of functions, and adds the types to those of the engine.
pub(crate) fn parse<'a>(
    config: &Config,
    types: &TypeRegistry,
    bytes: &'a [u8],
) -> Result<(Sections, Vec<Body<'a>>), Error> {
    let features = config.features;
    let mut validator = Validator::new_with_features(features);
    let mut out = Sections::default();
    let mut bodies = Vec::new();
    let mut parser = Parser::new(0);
    parser.set_features(features);
    for payload in parser.parse_all(bytes) {
        let payload = payload?;
        match validator.payload(&payload)? {
            ValidPayload::Func(function, body) => bodies.push((function, body)),
            ValidPayload::Parser(_) => return Err(Error::unsupported("the component model", 0)),
            ValidPayload::Ok | ValidPayload::End(_) => {}
        }
        out.add(payload, types)?;
    }
    out.info.replaceable = config.is_replaceable();
    // Code of functions that is replaced has no fixed address, and is compiled before all functions are known.
    if !out.info.replaceable && !config.interpret {
        out.find_constant_tables();
    }
    out.info.layout = Layout::new(&out.info.counts());
    out.info.place_code_tables();
    out.names.sort_by_key(|(index, _)| *index);
    Ok((out, bodies))
}

impl Sections {
    fn add(&mut self, payload: Payload<'_>, types: &TypeRegistry) -> Result<(), Error> {
        match payload {
            Payload::TypeSection(section) => {
                let offset = section.range().start;
                for group in section {
                    self.add_types(&group?, types, offset)?;
                }
            }
            Payload::ImportSection(section) => {
                for imports in section {
                    match imports? {
                        Imports::Single(offset, import) => self.add_import(import, offset)?,
                        _ => return Err(Error::unsupported("a compact import section", 0)),
                    }
                }
            }
            Payload::FunctionSection(section) => {
                for ty in section {
                    self.info.functions.push(ty?);
                }
            }
            Payload::TableSection(section) => {
                let offset = section.range().start;
                for table in section {
                    let table = table?;
                    self.info.tables.push(self.table_type(table.ty, offset)?);
                    self.table_values.push(match table.init {
                        TableInit::RefNull => None,
                        TableInit::Expr(expr) => Some(constant(TypesOf(&self.info.ids), &expr)?),
                    });
                }
            }
            Payload::MemorySection(section) => {
                let offset = section.range().start;
                for memory in section {
                    self.info.memories.push(memory_type(memory?, offset)?);
                }
            }
            Payload::TagSection(section) => {
                for tag in section {
                    self.info.tags.push(tag?.func_type_idx);
                }
            }
            Payload::GlobalSection(section) => {
                let offset = section.range().start;
                for global in section {
                    let global = global?;
                    self.info.globals.push(self.global_type(global.ty, offset)?);
                    self.global_values.push(constant(TypesOf(&self.info.ids), &global.init_expr)?);
                }
            }
            Payload::ExportSection(section) => {
                for export in section {
                    let export = export?;
                    let item = match export.kind {
                        ExternalKind::Func | ExternalKind::FuncExact => Item::Func(export.index),
                        ExternalKind::Table => Item::Table(export.index),
                        ExternalKind::Memory => Item::Memory(export.index),
                        ExternalKind::Global => Item::Global(export.index),
                        ExternalKind::Tag => Item::Tag(export.index),
                    };
                    self.exports.push((export.name.into(), item));
                }
            }
            Payload::StartSection { func, .. } => self.start = Some(func),
            Payload::ElementSection(section) => {
                let types = TypesOf(&self.info.ids);
                for element in section {
                    let element = element?;
                    let placement = match element.kind {
                        ElementKind::Passive => Placement::Passive,
                        ElementKind::Declared => Placement::Declared,
                        ElementKind::Active { table_index, offset_expr } => {
                            Placement::Active(table_index.unwrap_or(0), constant(types, &offset_expr)?)
                        }
                    };
                    let items = match element.items {
                        ElementItems::Functions(functions) => functions
                            .into_iter()
                            .map(|function| Ok(Const::from([ConstOp::Func(function?)])))
                            .collect::<Result<_, Error>>()?,
                        ElementItems::Expressions(_, expressions) => expressions
                            .into_iter()
                            .map(|expression| constant(types, &expression?))
                            .collect::<Result<_, Error>>()?,
                    };
                    self.elements.push(ElementSegment { placement, items });
                }
            }
            Payload::DataSection(section) => {
                let types = TypesOf(&self.info.ids);
                for data in section {
                    let data = data?;
                    let placement = match data.kind {
                        DataKind::Passive => Placement::Passive,
                        DataKind::Active { memory_index, offset_expr } => {
                            Placement::Active(memory_index, constant(types, &offset_expr)?)
                        }
                    };
                    self.data.push(DataSegment { placement, bytes: data.data.into() });
                }
            }
            Payload::CustomSection(section) => {
                if let wasmparser::KnownCustom::Name(names) = section.as_known() {
                    self.add_names(names);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Adds the types of a recursion group.
    fn add_types(
        &mut self,
        group: &wasmparser::RecGroup,
        types: &TypeRegistry,
        offset: u64,
    ) -> Result<(), Error> {
        let of = TypesOf(&self.info.ids);
        let group = group.types().map(|ty| of.declared(ty, offset)).collect::<Result<Vec<_>, Error>>()?;
        self.info.open.extend(group.iter().map(|declared| !declared.is_final));
        for id in types.add_group(group) {
            self.info.types.push(types.get(id).ok_or(Error::WrongEngine)?.ty);
            self.info.ids.push(id);
        }
        Ok(())
    }

    fn add_import(&mut self, import: wasmparser::Import<'_>, offset: u64) -> Result<(), Error> {
        let mut id = None;
        let ty = match import.ty {
            TypeRef::Func(ty) | TypeRef::FuncExact(ty) => {
                self.info.functions.push(ty);
                self.info.imported_functions += 1;
                id = Some(self.info.ids[ty as usize]);
                ExternType::Func(self.info.types[ty as usize].clone())
            }
            TypeRef::Table(ty) => {
                let ty = self.table_type(ty, offset)?;
                self.info.tables.push(ty);
                self.info.imported_tables += 1;
                ExternType::Table(ty)
            }
            TypeRef::Memory(ty) => {
                let ty = memory_type(ty, offset)?;
                self.info.memories.push(ty);
                self.info.imported_memories += 1;
                ExternType::Memory(ty)
            }
            TypeRef::Global(ty) => {
                let ty = self.global_type(ty, offset)?;
                self.info.globals.push(ty);
                self.info.imported_globals += 1;
                ExternType::Global(ty)
            }
            TypeRef::Tag(ty) => {
                self.info.tags.push(ty.func_type_idx);
                self.info.imported_tags += 1;
                id = Some(self.info.ids[ty.func_type_idx as usize]);
                ExternType::Tag(self.info.types[ty.func_type_idx as usize].clone())
            }
        };
        self.imports.push(Import { module: import.module.into(), name: import.name.into(), ty, id });
        Ok(())
    }

    fn table_type(&self, ty: wasmparser::TableType, offset: u64) -> Result<TableType, Error> {
        let element = ValType::Ref(TypesOf(&self.info.ids).reference(ty.element_type, offset)?);
        let limits = Limits { min: ty.initial, max: ty.maximum };
        Ok(TableType { element, limits, table64: ty.table64 })
    }

    fn global_type(&self, ty: wasmparser::GlobalType, offset: u64) -> Result<GlobalType, Error> {
        if ty.shared {
            return Err(Error::unsupported("a shared global (threads)", offset));
        }
        let content = TypesOf(&self.info.ids).value(ty.content_type, offset)?;
        Ok(GlobalType { content, mutable: ty.mutable })
    }

    /// Records function names. Malformed name sections are not errors and are ignored.
    fn add_names(&mut self, names: wasmparser::NameSectionReader<'_>) {
        for subsection in names.into_iter().flatten() {
            if let wasmparser::Name::Function(functions) = subsection {
                let named = functions.into_iter().flatten();
                self.names.extend(named.map(|naming| (naming.index, Box::from(naming.name))));
            }
        }
    }
}

fn memory_type(ty: wasmparser::MemoryType, offset: u64) -> Result<MemoryType, Error> {
    if ty.page_size_log2.is_some() {
        return Err(Error::unsupported("custom page sizes", offset));
    }
    let limits = Limits { min: ty.initial, max: ty.maximum };
    Ok(MemoryType { limits, memory64: ty.memory64, shared: ty.shared })
}

/// Parses a constant expression, which has been validated.
fn constant(types: TypesOf<'_>, expression: &wasmparser::ConstExpr<'_>) -> Result<Const, Error> {
    let mut ops = Vec::new();
    let mut reader = expression.get_operators_reader();
    while !reader.eof() {
        let offset = reader.original_position();
        ops.push(match reader.read()? {
            Operator::I32Const { value } => ConstOp::Bits(u64::from(value as u32)),
            Operator::I64Const { value } => ConstOp::Bits(value as u64),
            Operator::F32Const { value } => ConstOp::Bits(value.bits().into()),
            Operator::F64Const { value } => ConstOp::Bits(value.bits()),
            Operator::V128Const { value } => {
                ConstOp::Vector(words_of_vector(u128::from_le_bytes(*value.bytes())))
            }
            Operator::RefNull { hty } => {
                types.heap(hty, offset)?;
                ConstOp::Bits(0)
            }
            Operator::RefFunc { function_index } => ConstOp::Func(function_index),
            Operator::GlobalGet { global_index } => ConstOp::Global(global_index),
            Operator::I32Add => ConstOp::Add32,
            Operator::I32Sub => ConstOp::Sub32,
            Operator::I32Mul => ConstOp::Mul32,
            Operator::I64Add => ConstOp::Add64,
            Operator::I64Sub => ConstOp::Sub64,
            Operator::I64Mul => ConstOp::Mul64,
            Operator::End => continue,
            other => {
                refuse_objects(&other, offset)?;
                return Err(Error::unsupported("an operator in a constant expression", offset));
            }
        });
    }
    Ok(ops.into())
}
