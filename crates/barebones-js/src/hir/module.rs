//! Hermes IR in memory: modules, functions, blocks, instructions and operands, as plain data.

use super::opcode::{Opcode, Operator};
use super::types::Type;
use std::collections::HashMap;
use std::rc::Rc;

/// Index of a function in its module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FunctionId(pub u32);

/// Index of a block in its function; blocks are in layout order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct BlockId(pub u32);

/// Index of an instruction in its function's arena.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct InstId(pub u32);

/// A variable of a function's frame.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct VariableId {
    /// The function that owns the variable.
    pub function: FunctionId,
    /// Index among the function's variables.
    pub index: u32,
}

/// A program.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Module {
    /// The functions; the first is the program's global code.
    pub functions: Vec<Function>,
    /// Names of the global properties that the program declares.
    pub globals: Vec<Rc<str>>,
    /// Those of them that are functions.
    pub global_functions: Vec<Rc<str>>,
    /// Names of the variables that later scripts see, too.
    pub lexicals: Vec<Rc<str>>,
}

/// How the source defines a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FunctionKind {
    /// An ordinary function, also a method or a generator.
    Function,
    /// A constructor of a class.
    Constructor,
    /// An arrow function.
    Arrow,
    /// A method that is not a constructor.
    Method,
}

/// The code of a function.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// How the source defines it.
    pub kind: FunctionKind,
    /// A name that is unique in the module.
    pub name: Rc<str>,
    /// Parameters.
    pub params: Vec<Named>,
    /// Type of the returned value.
    pub result: Type,
    /// Variables of the frame.
    pub variables: Vec<Named>,
    /// Blocks in layout order; the first is the entry.
    pub blocks: Vec<Block>,
    /// Arena of instructions.
    pub insts: Vec<Inst>,
    /// What dumps do not show.
    pub hidden: Hidden,
    /// Places in inlined functions.
    pub inlined: Vec<Inlined>,
}

/// Marks an offset of the source that is an index in [`Function::inlined`] instead.
pub const INLINED: u32 = 1 << 31;

/// A place in a function whose body replaced a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inlined {
    /// Name of that function as stacks of errors show it.
    pub name: Rc<str>,
    /// Offset of the source, in bytes.
    pub offset: u32,
    /// Offset of the call, or a place that is inlined, too, with [`INLINED`].
    pub call: u32,
}

/// Properties of a function that dumps of `hermesc` do not show; our text has them in a line of its own.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hidden {
    /// True for strict code.
    pub strict: bool,
    /// True for the body of a generator.
    pub generator: bool,
    /// True for a function whose calls start an async function or an async generator.
    pub is_async: bool,
    /// Value of the function's `length`.
    pub length: u32,
    /// Value of the function's `name`, if it differs from its unique name.
    pub source_name: Option<Rc<str>>,
}

/// A parameter or a variable.
#[derive(Clone, PartialEq, Debug)]
pub struct Named {
    /// Name; not always unique.
    pub name: Rc<str>,
    /// Type.
    pub ty: Type,
}

/// A basic block.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Block {
    /// Instructions in order.
    pub insts: Vec<InstId>,
}

/// An instruction.
#[derive(Clone, PartialEq, Debug)]
pub struct Inst {
    /// What it does.
    pub opcode: Opcode,
    /// Operator, for the instructions that have one.
    pub operator: Option<Operator>,
    /// Operands, whose kinds the table gives.
    pub operands: Vec<Operand>,
    /// Type of the result.
    pub ty: Type,
    /// Offset of the source, in bytes; or an index in [`Function::inlined`] with [`INLINED`].
    pub offset: u32,
}

/// An operand.
#[derive(Clone, PartialEq, Debug)]
pub enum Operand {
    /// A value.
    Value(Value),
    /// A block.
    Block(BlockId),
    /// A variable.
    Variable(VariableId),
    /// A function.
    Function(FunctionId),
    /// The frame of a function.
    Scope(FunctionId),
    /// A source name.
    Label(Rc<str>),
    /// A function of the virtual machine, such as `HermesBuiltin.apply`.
    Builtin(Rc<str>),
}

/// A value.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// Result of an instruction.
    Inst(InstId),
    /// A parameter of the function.
    Param(u32),
    /// `this`, as the caller passes it.
    This,
    /// The global object.
    GlobalObject,
    /// A literal.
    Literal(Literal),
}

/// A literal.
#[derive(Clone, PartialEq, Debug)]
pub enum Literal {
    /// `undefined`.
    Undefined,
    /// `null`.
    Null,
    /// A boolean.
    Boolean(bool),
    /// A number.
    Number(f64),
    /// A string of UTF-16 units.
    String(Rc<[u16]>),
    /// An integer of any size, in decimal.
    BigInt(Rc<str>),
    /// The marker of a variable without a value.
    Empty,
    /// The default parent of `AllocObjectInst`; printed as `empty` without a type.
    DefaultParent,
}

impl Literal {
    /// The type that dumps print after the literal.
    pub fn ty(&self) -> Type {
        match self {
            Literal::Undefined => Type::UNDEFINED,
            Literal::Null => Type::NULL,
            Literal::Boolean(_) => Type::BOOLEAN,
            Literal::Number(_) => Type::NUMBER,
            Literal::String(_) => Type::STRING,
            Literal::BigInt(_) => Type::BIGINT,
            Literal::Empty => Type::EMPTY,
            Literal::DefaultParent => Type::ANY,
        }
    }

    /// A string literal.
    pub fn string(text: &str) -> Literal {
        Literal::String(text.encode_utf16().collect())
    }
}

impl Value {
    /// The literal, if the value is one.
    pub fn literal(&self) -> Option<&Literal> {
        match self {
            Value::Literal(literal) => Some(literal),
            _ => None,
        }
    }
}

impl From<Literal> for Value {
    fn from(literal: Literal) -> Value {
        Value::Literal(literal)
    }
}

impl From<InstId> for Value {
    fn from(inst: InstId) -> Value {
        Value::Inst(inst)
    }
}

impl<T: Into<Value>> From<T> for Operand {
    fn from(value: T) -> Operand {
        Operand::Value(value.into())
    }
}

impl From<BlockId> for Operand {
    fn from(block: BlockId) -> Operand {
        Operand::Block(block)
    }
}

impl From<VariableId> for Operand {
    fn from(variable: VariableId) -> Operand {
        Operand::Variable(variable)
    }
}

impl From<FunctionId> for Operand {
    fn from(function: FunctionId) -> Operand {
        Operand::Function(function)
    }
}

impl Module {
    /// The function with an id.
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.0 as usize]
    }

    /// Takes what dumps leave out from the functions of the same names in another module.
    pub fn adopt_hidden(&mut self, other: &Module) {
        let known: HashMap<&str, &Hidden> =
            other.functions.iter().map(|function| (&*function.name, &function.hidden)).collect();
        for function in &mut self.functions {
            if let Some(hidden) = known.get(&*function.name) {
                function.hidden = (*hidden).clone();
            }
        }
    }
}

impl Function {
    /// The function's name as programs see it.
    pub fn source_name(&self) -> &str {
        self.hidden.source_name.as_deref().unwrap_or(&self.name)
    }

    /// The instruction with an id.
    pub fn inst(&self, id: InstId) -> &Inst {
        &self.insts[id.0 as usize]
    }

    /// The last instruction of a block, if it is a terminator.
    pub fn terminator(&self, block: BlockId) -> Option<&Inst> {
        let last = self.blocks[block.0 as usize].insts.last()?;
        let inst = self.inst(*last);
        inst.opcode.row().terminator.then_some(inst)
    }
}

impl Inst {
    /// The blocks that a terminator may branch to.
    pub fn successors(&self) -> impl Iterator<Item = BlockId> + '_ {
        let is_phi = self.opcode == Opcode::Phi;
        self.operands.iter().filter_map(move |operand| match operand {
            Operand::Block(block) if !is_phi => Some(*block),
            _ => None,
        })
    }
}
