//! The data model: modules, functions, regions, blocks and instructions.

use crate::annotation::Annotation;
use crate::table::{FloatPredicate, FloatType, IntPredicate, Op, Ordering, RmwOp};
use num_bigint::BigInt;
use std::fmt;

/// Largest number in a suffix, an annotation or an index: widths, bytes, array lengths.
pub const MAX_WIDTH: u32 = 4096;

/// Maximum number of bytes of a type or a stack slot.
pub const MAX_BYTES: u64 = 1 << 20;

/// A type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// An integer without a width.
    Int,
    /// A truth value.
    Bool,
    /// A floating-point number.
    Float(FloatType),
    /// A pointer of address space 0.
    Ptr,
    /// A memory token.
    Mem,
    /// Raw bytes, which keep their states.
    Bytes(u32),
    /// Fields in memory order, without implicit padding. An annotation gives an integer field its width in memory.
    Struct(Vec<(Type, Annotation)>),
    /// Elements of one type.
    Array(Box<(Type, Annotation)>, u32),
}

/// The size in bytes of an integer of `bits` bits in memory.
pub(crate) fn int_bytes(bits: u32) -> u32 {
    bits.div_ceil(8)
}

impl Type {
    /// True for `struct` and arrays.
    pub fn is_aggregate(&self) -> bool {
        matches!(self, Type::Struct(_) | Type::Array(..))
    }

    /// The size in memory, if every integer in the type has a width. `annotation` gives it for `int` itself.
    pub fn bytes(&self, annotation: &Annotation) -> Option<u64> {
        Some(match self {
            Type::Int => u64::from(int_bytes(annotation.bits()?)),
            Type::Bool => 1,
            Type::Float(ty) => u64::from(ty.bytes()),
            Type::Ptr => 8,
            Type::Mem => return None,
            Type::Bytes(count) => u64::from(*count),
            Type::Struct(fields) => {
                let mut sum = 0u64;
                for (ty, annotation) in fields {
                    sum = sum.checked_add(ty.bytes(annotation)?)?;
                }
                sum
            }
            Type::Array(element, count) => element.0.bytes(&element.1)?.checked_mul(u64::from(*count))?,
        })
    }

    /// The element at an index of an aggregate.
    pub fn element(&self, index: u32) -> Option<(&Type, &Annotation)> {
        match self {
            Type::Struct(fields) => fields.get(index as usize).map(|(ty, annotation)| (ty, annotation)),
            Type::Array(element, count) => (index < *count).then_some((&element.0, &element.1)),
            _ => None,
        }
    }

    /// The number of elements of an aggregate.
    pub fn element_count(&self) -> u32 {
        match self {
            Type::Struct(fields) => u32::try_from(fields.len()).unwrap_or(u32::MAX),
            Type::Array(_, count) => *count,
            _ => 0,
        }
    }

    /// The scalars of the type in memory order, each with its annotation.
    pub fn leaves(&self, annotation: &Annotation) -> Vec<(Type, Annotation)> {
        match self {
            Type::Struct(fields) => fields.iter().flat_map(|(ty, a)| ty.leaves(a)).collect(),
            Type::Array(element, count) => {
                let one = element.0.leaves(&element.1);
                (0..*count).flat_map(|_| one.iter().cloned()).collect()
            }
            scalar => vec![(scalar.clone(), annotation.clone())],
        }
    }

    /// The number of scalars, saturating.
    pub(crate) fn leaf_count(&self) -> u64 {
        match self {
            Type::Struct(fields) => {
                fields.iter().fold(0u64, |sum, (ty, _)| sum.saturating_add(ty.leaf_count().max(1)))
            }
            Type::Array(element, count) => element.0.leaf_count().max(1).saturating_mul(u64::from(*count)),
            _ => 1,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Int => f.write_str("int"),
            Type::Bool => f.write_str("bool"),
            Type::Float(ty) => f.write_str(ty.name()),
            Type::Ptr => f.write_str("ptr"),
            Type::Mem => f.write_str("mem"),
            Type::Bytes(count) => write!(f, "byte({count})"),
            Type::Struct(fields) => {
                f.write_str("struct{")?;
                for (index, (ty, annotation)) in fields.iter().enumerate() {
                    let comma = if index == 0 { "" } else { ", " };
                    write!(f, "{comma}{ty}{annotation}")?;
                }
                f.write_str("}")
            }
            Type::Array(element, count) => write!(f, "[{}{}; {count}]", element.0, element.1),
        }
    }
}

/// A line and a column of the text, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Index of a value in its function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ValueId(pub u32);

/// Index of a block in its function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct BlockId(pub u32);

/// Index of a region in its function; 0 is the function itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct RegionId(pub u32);

impl ValueId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl BlockId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for ValueId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

impl fmt::Display for BlockId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bb{}", self.0)
    }
}

/// A use of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operand {
    /// The value.
    pub value: ValueId,
    /// Annotations of this use.
    pub annotation: Annotation,
}

/// A branch's target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// The block.
    pub block: BlockId,
    /// Its arguments.
    pub arguments: Vec<Operand>,
}

/// What an instruction has besides operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Payload {
    /// Nothing.
    None,
    /// An integer constant.
    Integer(BigInt),
    /// A boolean constant.
    Bool(bool),
    /// The bits of a float constant.
    Float(FloatType, u128),
    /// Index of a parameter.
    Param(u32),
    /// A width in bits, or a number of bytes (`bswap`, `stack_slot`), or an alignment.
    Width(u64),
    /// A predicate.
    Int(IntPredicate),
    /// A predicate.
    FloatPredicate(FloatPredicate),
    /// Rewrite flags.
    Flags {
        /// `reassoc`
        reassoc: bool,
        /// `contract`
        contract: bool,
    },
    /// The type after `->`.
    Type(Type, Annotation),
    /// An ordering.
    Order(Ordering),
    /// The operation and ordering of `rmw`.
    Rmw(RmwOp, Ordering),
    /// The orderings of `cmpxchg`.
    CmpXchg(Ordering, Ordering),
    /// An index path.
    Indices(Vec<u32>),
    /// A symbol.
    Symbol(String),
    /// The result type of a call, if any, and the block that an exception enters.
    Call(Option<(Type, Annotation)>, Option<BlockId>),
}

/// An instruction.
#[derive(Clone, PartialEq, Debug)]
pub struct Inst {
    /// What it does.
    pub op: Op,
    /// Where it is in the text.
    pub position: Position,
    /// Its results.
    pub results: Vec<ValueId>,
    /// Its operands, in the order of the text.
    pub operands: Vec<Operand>,
    /// Branch targets.
    pub targets: Vec<Target>,
    /// The rest.
    pub payload: Payload,
}

impl Inst {
    /// The width after the name; 0 if it has none.
    pub fn width(&self) -> u32 {
        match self.payload {
            Payload::Width(width) => u32::try_from(width).unwrap_or(u32::MAX),
            _ => 0,
        }
    }

    /// All operands, with the arguments of targets.
    pub fn uses(&self) -> impl Iterator<Item = &Operand> {
        self.operands.iter().chain(self.targets.iter().flat_map(|target| &target.arguments))
    }
}

/// A value: a block's parameter or an instruction's result.
#[derive(Clone, PartialEq, Debug)]
pub struct ValueData {
    /// Its type.
    pub ty: Type,
    /// True if the text declares the type.
    pub declared: bool,
    /// Annotations of its definition.
    pub annotation: Annotation,
    /// Where it is defined in the text.
    pub position: Position,
}

/// A block.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// Its parameters.
    pub params: Vec<ValueId>,
    /// Its instructions.
    pub insts: Vec<Inst>,
    /// The region that contains it.
    pub region: RegionId,
    /// Where it is in the text.
    pub position: Position,
}

/// The kind of a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegionKind {
    /// The function itself.
    Function,
    /// A loop; its first block is the header.
    Loop,
    /// Any other region.
    Plain,
}

/// A block or a region in a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    /// A block.
    Block(BlockId),
    /// A region.
    Region(RegionId),
}

/// A region.
#[derive(Clone, PartialEq, Debug)]
pub struct Region {
    /// Its kind.
    pub kind: RegionKind,
    /// The region that contains it; itself for the function.
    pub parent: RegionId,
    /// Its content, in order.
    pub nodes: Vec<Node>,
    /// Where it is in the text.
    pub position: Position,
}

/// A parameter of a signature.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// Its name, without `%`.
    pub name: Option<String>,
    /// Its type.
    pub ty: Type,
    /// What the caller guarantees.
    pub annotation: Annotation,
}

/// A function.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// Its name, without `@`.
    pub name: String,
    /// Its parameters.
    pub params: Vec<Parameter>,
    /// Its result, if any, and what it guarantees.
    pub result: Option<(Type, Annotation)>,
    /// Values.
    pub values: Vec<ValueData>,
    /// Blocks, in the order of the text. The first one is the entry.
    pub blocks: Vec<Block>,
    /// Regions; 0 is the function.
    pub regions: Vec<Region>,
    /// Where it is in the text.
    pub position: Position,
}

impl Function {
    /// The first block of a region.
    pub fn entry_of(&self, region: RegionId) -> Option<BlockId> {
        let mut region = region;
        loop {
            match self.regions.get(region.0 as usize)?.nodes.first()? {
                Node::Block(block) => return Some(*block),
                Node::Region(inner) => region = *inner,
            }
        }
    }

    /// True if `inner` is `outer` or inside it.
    pub fn is_inside(&self, inner: RegionId, outer: RegionId) -> bool {
        let mut region = inner;
        while region != outer {
            if region.0 == 0 {
                return false;
            }
            region = self.regions[region.0 as usize].parent;
        }
        true
    }

    /// The header that `continue` in this block branches to.
    pub fn continue_target(&self, block: BlockId) -> Option<BlockId> {
        let mut region = self.blocks[block.index()].region;
        while region.0 != 0 {
            let data = &self.regions[region.0 as usize];
            if data.kind == RegionKind::Loop {
                return self.entry_of(region);
            }
            region = data.parent;
        }
        None
    }

    /// The block that `region_yield` in this block branches to: the first one after the region.
    pub fn yield_target(&self, block: BlockId) -> Option<BlockId> {
        let region = self.blocks[block.index()].region;
        if region.0 == 0 {
            return None;
        }
        let nodes = &self.regions[self.regions[region.0 as usize].parent.0 as usize].nodes;
        let at = nodes.iter().position(|node| *node == Node::Region(region))?;
        match nodes.get(at + 1)? {
            Node::Block(block) => Some(*block),
            Node::Region(region) => self.entry_of(*region),
        }
    }

    /// The blocks that an instruction may branch to, each with the arguments it passes. `continue` and `region_yield`
    /// pass their operands.
    pub fn branches<'a>(&'a self, block: BlockId, inst: &'a Inst) -> Vec<(BlockId, &'a [Operand])> {
        match (inst.op, &inst.payload) {
            (Op::Continue, _) => {
                self.continue_target(block).map(|to| (to, &inst.operands[..])).into_iter().collect()
            }
            (Op::RegionYield, _) => {
                self.yield_target(block).map(|to| (to, &inst.operands[..])).into_iter().collect()
            }
            (_, Payload::Call(_, Some(cleanup))) => vec![(*cleanup, &[])],
            _ => inst.targets.iter().map(|target| (target.block, &target.arguments[..])).collect(),
        }
    }

    /// The successors of a block, with those that exceptions of its calls enter.
    pub fn successors(&self, block: BlockId) -> Vec<BlockId> {
        let insts = &self.blocks[block.index()].insts;
        insts.iter().flat_map(|inst| self.branches(block, inst)).map(|(to, _)| to).collect()
    }

    /// The type of a value.
    pub fn type_of(&self, value: ValueId) -> &Type {
        &self.values[value.index()].ty
    }
}

/// Static data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Data {
    /// Its name, without `@`.
    pub name: String,
    /// Its initial content.
    pub bytes: Vec<u8>,
    /// Addresses in it: an offset and a symbol.
    pub relocations: Vec<(u32, String)>,
    /// Where it is in the text.
    pub position: Position,
}

/// A module.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Module {
    /// Static data.
    pub data: Vec<Data>,
    /// Functions.
    pub functions: Vec<Function>,
}

impl Module {
    /// The function with this name.
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|function| function.name == name)
    }
}
