//! Register code of the interpreter: operations of at most 12 bytes, with the tables that they index.

use super::objects::Key;
use super::trace::Source;
use crate::hir::Operator;
use std::cell::Cell;
use std::rc::Rc;

/// A register of a frame.
pub(crate) type Reg = u16;

/// How an operation uses a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Read,
    Write,
    /// Read and written: a stack variable.
    Update,
}

/// One operation. The first register of those that have a result is the destination.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Op {
    Move(Reg, Reg),
    Constant(Reg, u32),
    Int(Reg, i32),
    /// An argument, from 0.
    Param(Reg, u16),
    /// `this` as the caller passes it.
    RawThis(Reg),
    /// `this`, which sloppy code coerces to an object.
    This(Reg),
    Global(Reg),
    NewTarget(Reg),
    Jump(u32),
    If(Reg, u32),
    Unless(Reg, u32),
    /// Branches if a comparison has the given result.
    Compare(Operator, bool, Reg, Reg, u32),
    Less(Reg, Reg, u32),
    NotLess(Reg, Reg, u32),
    LessEqual(Reg, Reg, u32),
    NotLessEqual(Reg, Reg, u32),
    Same(Reg, Reg, u32),
    NotSame(Reg, Reg, u32),
    /// Index in [`Code::switches`].
    Switch(Reg, u32),
    Return(Reg),
    Throw(Reg),
    Catch(Reg),
    Unreachable,
    NewEnvironment(Reg),
    /// The environment of an outer function: the number of functions outwards, from 1.
    OuterEnvironment(Reg, u16),
    /// An environment for a block: the one around it, number of slots.
    NewScope(Reg, Reg, u16),
    LoadSlot(Reg, Reg, u16),
    StoreSlot(Reg, Reg, u16),
    LoadOuter(Reg, u16, u16),
    StoreOuter(Reg, u16, u16),
    /// Function, with an environment.
    Closure(Reg, Reg, u32),
    CreateGenerator(Reg, Reg, u32),
    Add(Reg, Reg, Reg),
    Subtract(Reg, Reg, Reg),
    Multiply(Reg, Reg, Reg),
    Divide(Reg, Reg, Reg),
    Modulo(Reg, Reg, Reg),
    And(Reg, Reg, Reg),
    Or(Reg, Reg, Reg),
    Xor(Reg, Reg, Reg),
    ShiftLeft(Reg, Reg, Reg),
    ShiftRight(Reg, Reg, Reg),
    UnsignedShiftRight(Reg, Reg, Reg),
    Binary(Operator, Reg, Reg, Reg),
    Increment(Reg, Reg),
    Decrement(Reg, Reg),
    Not(Reg, Reg),
    Unary(Operator, Reg, Reg),
    AsNumber(Reg, Reg),
    AsNumeric(Reg, Reg),
    AsInt32(Reg, Reg),
    AddEmptyString(Reg, Reg),
    CoerceThis(Reg, Reg),
    ThrowIfEmpty(Reg, Reg),
    /// The key of a property that is read and then written: object, key.
    Key(Reg, Reg, Reg),
    /// First operand in [`Code::operands`] and number of operands: callee, `this`, arguments.
    Call(Reg, u32, u16),
    Construct(Reg, u32, u16),
    /// A call of a constructor with an object that it initialises.
    ConstructWith(Reg, u32, u16),
    /// Index in [`Code::helpers`], first operand.
    Helper(Reg, u16, u32, u16),
    BuiltinClosure(Reg, u16),
    DirectEval(Reg, Reg),
    CreateThis(Reg, Reg, Reg),
    SelectObject(Reg, Reg, Reg),
    CreateArguments(Reg),
    ArgumentsLength(Reg, Reg),
    ArgumentsAt(Reg, Reg, Reg),
    ReifyArguments(Reg),
    /// An object and a site.
    GetName(Reg, Reg, u32),
    GetValue(Reg, Reg, Reg),
    TryGetGlobal(Reg, u32),
    /// A value, an object and a site.
    PutName(Reg, Reg, u32),
    PutValue(Reg, Reg, Reg),
    TryPutGlobal(Reg, u32),
    Delete(Reg, Reg, Reg),
    /// Value, object, site, enumerable.
    DefineName(Reg, Reg, u32, bool),
    DefineValue(Reg, Reg, Reg, bool),
    /// Getter, setter, object, key.
    DefineAccessor(Reg, Reg, Reg, Reg, bool),
    NewObject(Reg),
    NewObjectWithParent(Reg, Reg),
    /// Index in [`Code::literals`], first operand.
    NewLiteral(Reg, u16, u32),
    NewArray(Reg, u32),
    /// Constants of pattern and flags: the second follows the first.
    NewRegExp(Reg, u32),
    /// First of the operands names, base, index, size; the target if there are no names.
    GetNames(u32, u32),
    /// First of the operands name, base, index, size, names; the target at the end.
    NextName(u32, u32),
    CheckHasInstance(Reg, Reg, Reg, u32),
    IteratorBegin(Reg, Reg),
    IteratorNext(Reg, Reg, Reg),
    IteratorClose(Reg, bool),
    StartGenerator,
    /// The value, where the generator goes on, and the list in [`Code::saved`].
    Yield(Reg, u32, u32),
    Resume(Reg, Reg),
}

/// Functions of the virtual machine that operations call.
#[derive(Clone, Debug)]
pub(crate) enum Helper {
    SpawnAsync,
    CopyRestArgs,
    ThrowTypeError,
    Apply,
    ArraySpread,
    CopyDataProperties,
    EnsureObject,
    GetMethod,
    SetDelegated,
    TemplateObject,
    Exponent,
    /// A function for classes and private names.
    Builtin(super::classes::Builtin),
    /// An intrinsic of asm.js.
    Intrinsic(u32),
    /// A function of the library, by the names that lead to it from the global object.
    Library(String),
}

/// An access by name, with what it has seen: an inline cache, which compiled code reads.
#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) key: Key,
    /// Hidden class of the object; [`NO_SHAPE`] in an empty cache.
    pub(crate) shape: Cell<u32>,
    pub(crate) slot: Cell<u32>,
    /// What an access of an object of that class does.
    pub(crate) hit: Cell<Hit>,
    /// Hidden classes of the prototypes on the path, up to the owner, or to the end for a store that adds.
    pub(crate) path: Cell<[u32; 3]>,
    /// Hidden class after a store that adds the property.
    pub(crate) next: Cell<u32>,
    /// Number of accesses that the cache did not answer.
    pub(crate) misses: Cell<u16>,
}

/// No hidden class.
pub(crate) const NO_SHAPE: u32 = u32::MAX;

/// Compiled code reads the number and the depth behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Hit {
    /// The slot of the object itself.
    Own,
    /// The slot of a prototype, which is that many steps away.
    Inherited(u8),
    /// A new slot; the object has that many prototypes.
    Added(u8),
}

impl Hit {
    /// Number of kinds.
    pub(crate) const KINDS: usize = 3;
    /// Their numbers, which are those of the layout.
    pub(crate) const OWN: usize = 0;
    pub(crate) const INHERITED: usize = 1;
    pub(crate) const ADDED: usize = 2;
}

impl Site {
    pub(crate) fn new(key: Key) -> Site {
        Site {
            key,
            shape: Cell::new(NO_SHAPE),
            slot: Cell::new(0),
            hit: Cell::new(Hit::Own),
            path: Cell::new([0; 3]),
            next: Cell::new(0),
            misses: Cell::new(0),
        }
    }
}

/// Cases of a switch.
#[derive(Clone, Debug, Default)]
pub(crate) struct Switch {
    /// Constants with targets.
    pub(crate) cases: Vec<(u32, u32)>,
    /// Targets of the integers from the first, if all cases are near one another; `u32::MAX` stands for the default.
    pub(crate) dense: Vec<u32>,
    pub(crate) first: i32,
    pub(crate) default: u32,
}

/// The code of a function.
#[derive(Debug, Default)]
pub(crate) struct Code {
    pub(crate) ops: Vec<Op>,
    /// Places in inlined functions, which offsets of the source may name.
    pub(crate) inlined: Vec<crate::hir::Inlined>,
    /// Offset of the source of each operation, while the code is made.
    pub(crate) offsets: Vec<u32>,
    /// Operations from which on the offset of the source is another one, with that.
    pub(crate) places: Vec<(u32, u32)>,
    pub(crate) source: Rc<Source>,
    pub(crate) operands: Vec<Reg>,
    pub(crate) sites: Vec<Site>,
    pub(crate) switches: Vec<Switch>,
    pub(crate) helpers: Vec<Helper>,
    /// Keys of object literals.
    pub(crate) literals: Vec<Vec<Key>>,
    /// Hidden class of the object of each literal; [`NO_SHAPE`] until one was made.
    pub(crate) literal_shapes: Vec<Cell<u32>>,
    /// Array literals: constants.
    pub(crate) arrays: Vec<Vec<u32>>,
    /// Ranges of operations and their handlers, which are disjoint and in order.
    pub(crate) handlers: Vec<(u32, u32, u32)>,
    pub(crate) registers: u32,
    /// Registers that yields save.
    pub(crate) saved: Vec<Box<[Reg]>>,
    /// Number of slots of the function's environment.
    pub(crate) slots: u32,
    pub(crate) strict: bool,
    pub(crate) arrow: bool,
    /// True if `new` accepts the function.
    pub(crate) constructs: bool,
    /// True if a call creates a generator.
    pub(crate) generator: bool,
    /// True if the function is the body of a generator that yields results of others.
    pub(crate) delegates: bool,
    /// True for async functions, which are called as those that create a generator.
    pub(crate) is_async: bool,
    pub(crate) length: u32,
    pub(crate) name: String,
    /// Constant of the name.
    pub(crate) name_constant: u32,
    /// Number of calls.
    pub(crate) calls: Cell<u32>,
    /// Number of jumps backwards.
    pub(crate) iterations: Cell<u32>,
    /// Machine code of the function, if it has any.
    pub(crate) compiled: crate::tier1::State,
}

impl Code {
    /// The registers that a yield with this number of a list saves.
    pub(crate) fn saved_registers(&self, list: u32) -> &[Reg] {
        self.saved.get(list as usize).map_or(&[], |saved| saved)
    }

    /// The operation at which a generator goes on after a yield that has it continue at an operation. The virtual machine executes
    /// the resumption there itself, unless it throws.
    pub(crate) fn resumed_at(&self, next: u32) -> usize {
        let next = next as usize;
        next + usize::from(matches!(self.ops.get(next), Some(Op::Resume(..))))
    }

    /// The handler of an operation.
    pub(crate) fn handler(&self, at: usize) -> Option<usize> {
        let at = at as u32;
        let after = self.handlers.partition_point(|(_, end, _)| *end <= at);
        self.handlers.get(after).filter(|(start, _, _)| *start <= at).map(|(_, _, handler)| *handler as usize)
    }
}

impl Op {
    /// Calls a function with each register of the operation, but for those in tables.
    pub(crate) fn registers(&mut self, f: &mut dyn FnMut(&mut Reg, Role)) {
        use Op::*;
        use Role::{Read, Update, Write};
        match self {
            Jump(_) | Unreachable | StartGenerator | GetNames(..) | NextName(..) => {}
            Constant(to, _)
            | Int(to, _)
            | Param(to, _)
            | RawThis(to)
            | This(to)
            | Global(to)
            | NewTarget(to)
            | Catch(to)
            | NewEnvironment(to)
            | OuterEnvironment(to, _)
            | LoadOuter(to, ..)
            | Call(to, ..)
            | Construct(to, ..)
            | ConstructWith(to, ..)
            | Helper(to, ..)
            | BuiltinClosure(to, _)
            | CreateArguments(to)
            | TryGetGlobal(to, _)
            | NewObject(to)
            | NewLiteral(to, ..)
            | NewArray(to, _)
            | NewRegExp(to, _) => {
                f(to, Write);
            }
            If(a, _)
            | Unless(a, _)
            | Switch(a, _)
            | Return(a)
            | Throw(a)
            | StoreOuter(a, ..)
            | TryPutGlobal(a, _)
            | Yield(a, ..) => f(a, Read),
            Compare(_, _, a, b, _)
            | Less(a, b, _)
            | NotLess(a, b, _)
            | LessEqual(a, b, _)
            | NotLessEqual(a, b, _)
            | Same(a, b, _)
            | NotSame(a, b, _)
            | StoreSlot(a, b, _)
            | PutName(a, b, _)
            | DefineName(a, b, ..) => {
                f(a, Read);
                f(b, Read);
            }
            Move(to, a)
            | LoadSlot(to, a, _)
            | NewScope(to, a, _)
            | Closure(to, a, _)
            | CreateGenerator(to, a, _)
            | Increment(to, a)
            | Decrement(to, a)
            | Not(to, a)
            | Unary(_, to, a)
            | AsNumber(to, a)
            | AsNumeric(to, a)
            | AsInt32(to, a)
            | AddEmptyString(to, a)
            | CoerceThis(to, a)
            | ThrowIfEmpty(to, a)
            | DirectEval(to, a)
            | ArgumentsLength(to, a)
            | GetName(to, a, _)
            | NewObjectWithParent(to, a) => {
                f(a, Read);
                f(to, Write);
            }
            Add(to, a, b)
            | Subtract(to, a, b)
            | Multiply(to, a, b)
            | Divide(to, a, b)
            | Modulo(to, a, b)
            | And(to, a, b)
            | Or(to, a, b)
            | Xor(to, a, b)
            | ShiftLeft(to, a, b)
            | ShiftRight(to, a, b)
            | UnsignedShiftRight(to, a, b)
            | Binary(_, to, a, b)
            | CreateThis(to, a, b)
            | SelectObject(to, a, b)
            | ArgumentsAt(to, a, b)
            | Key(to, a, b)
            | GetValue(to, a, b)
            | Delete(to, a, b)
            | CheckHasInstance(to, a, b, _) => {
                f(a, Read);
                f(b, Read);
                f(to, Write);
            }
            PutValue(a, b, c) | DefineValue(a, b, c, _) => {
                f(a, Read);
                f(b, Read);
                f(c, Read);
            }
            DefineAccessor(a, b, c, d, _) => {
                f(a, Read);
                f(b, Read);
                f(c, Read);
                f(d, Read);
            }
            ReifyArguments(a) | IteratorClose(a, _) => f(a, Update),
            IteratorBegin(to, source) => {
                f(source, Update);
                f(to, Write);
            }
            IteratorNext(to, iterator, source) => {
                f(iterator, Update);
                f(source, Update);
                f(to, Write);
            }
            Resume(to, is_return) => {
                f(is_return, Update);
                f(to, Write);
            }
        }
    }

    /// First, number and role of the operation's registers in [`Code::operands`].
    pub(crate) fn listed(&self, literals: &[Vec<Key>]) -> Option<(usize, usize, Role)> {
        use Op::*;
        Some(match self {
            Call(_, start, count)
            | Construct(_, start, count)
            | ConstructWith(_, start, count)
            | Helper(_, _, start, count) => (*start as usize, usize::from(*count), Role::Read),
            NewLiteral(_, literal, start) => {
                (*start as usize, literals[usize::from(*literal)].len(), Role::Read)
            }
            GetNames(start, _) => (*start as usize, 4, Role::Update),
            NextName(start, _) => (*start as usize, 5, Role::Update),
            _ => return None,
        })
    }

    /// The operation's branch target.
    pub(crate) fn target(&mut self) -> Option<&mut u32> {
        use Op::*;
        match self {
            Jump(to)
            | If(_, to)
            | Unless(_, to)
            | Compare(_, _, _, _, to)
            | Less(_, _, to)
            | NotLess(_, _, to)
            | LessEqual(_, _, to)
            | NotLessEqual(_, _, to)
            | Same(_, _, to)
            | NotSame(_, _, to)
            | GetNames(_, to)
            | NextName(_, to)
            | CheckHasInstance(_, _, _, to)
            | Yield(_, to, _) => Some(to),
            _ => None,
        }
    }

    /// The branch with the opposite condition.
    pub(crate) fn inverted(self) -> Option<Op> {
        use Op::*;
        Some(match self {
            If(a, to) => Unless(a, to),
            Unless(a, to) => If(a, to),
            Compare(operator, sense, a, b, to) => Compare(operator, !sense, a, b, to),
            Less(a, b, to) => NotLess(a, b, to),
            NotLess(a, b, to) => Less(a, b, to),
            LessEqual(a, b, to) => NotLessEqual(a, b, to),
            NotLessEqual(a, b, to) => LessEqual(a, b, to),
            Same(a, b, to) => NotSame(a, b, to),
            NotSame(a, b, to) => Same(a, b, to),
            _ => return None,
        })
    }
}
