//! The table of instructions: names, operands, results, effects and stages of Hermes IR, each declared once.

use super::types::Type;
use Effect::{None as Pure, Read, Unknown, Write};
use Kind::{
    Block, Boolean, Builtin, Function, Label, Literal, Number, Scope, Stack, StringLiteral as Text, Value,
    Variable,
};
use Operators::{Binary, Compare, No, Unary};
use Stage::{High, Lowered, Registers};

/// Kind of an operand, which its position determines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Any value: an instruction, a parameter, a literal, the global object.
    Value,
    /// A literal.
    Literal,
    /// A literal number.
    Number,
    /// A literal string.
    StringLiteral,
    /// A literal boolean.
    Boolean,
    /// An `AllocStackInst`.
    Stack,
    /// A block.
    Block,
    /// A variable of a frame.
    Variable,
    /// The code of a function.
    Function,
    /// The frame of a function, named by the function.
    Scope,
    /// The source name of a stack variable.
    Label,
    /// A function of the virtual machine.
    Builtin,
}

/// Which operators follow the mnemonic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operators {
    /// None.
    No,
    /// An operator with one operand.
    Unary,
    /// An operator with two operands.
    Binary,
    /// A comparison.
    Compare,
}

/// Effect on memory and on control, from the weakest to the strongest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Effect {
    /// Reads and writes nothing that existed before.
    None,
    /// Reads memory.
    Read,
    /// Reads and writes memory.
    Write,
    /// Runs any code, or throws.
    Unknown,
}

/// The first stage in which the instruction occurs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    /// High-level IR.
    High,
    /// Lowered IR.
    Lowered,
    /// IR after register allocation.
    Registers,
}

/// Row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The instruction.
    pub opcode: Opcode,
    /// Name in dumps of `hermesc` 0.12.
    pub name: &'static str,
    /// Spellings of the reference, read but not printed.
    pub aliases: &'static [&'static str],
    /// Operators.
    pub operators: Operators,
    /// Kinds of the fixed operands.
    pub operands: &'static [Kind],
    /// Kinds of a group that follows any number of times.
    pub group: &'static [Kind],
    /// Type of the result where the front end creates the instruction.
    pub result: Type,
    /// Effect.
    pub effect: Effect,
    /// True if the instruction ends its block.
    pub terminator: bool,
    /// First stage.
    pub stage: Stage,
}

macro_rules! opcodes {
    ($($opcode:ident $name:literal $(| $alias:literal)*: $operators:ident
        [$($operand:ident),*] $([* $($group:ident),+])? $result:ident $effect:ident $stage:ident $($end:ident)?;)*) => {
        /// An instruction of Hermes IR; docs/hermes.md has the meaning of each.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs)]
        pub enum Opcode { $($opcode),* }

        /// All instructions, in the order of [`Opcode`].
        pub const ROWS: &[Row] = &[$(Row {
            opcode: Opcode::$opcode,
            name: $name,
            aliases: &[$($alias),*],
            operators: $operators,
            operands: &[$($operand),*],
            group: &[$($($group),+)?],
            result: Type::$result,
            effect: $effect,
            terminator: opcodes!(@end $($end)?),
            stage: $stage,
        }),*];
    };
    (@end) => { false };
    (@end end) => { true };
}

opcodes! {
    // Control.
    Branch "BranchInst": No [Block] ANY Pure High end;
    Return "ReturnInst": No [Value] ANY Pure High end;
    CondBranch "CondBranchInst" | "CondBranch": No [Value, Block, Block] ANY Pure High end;
    CompareBranch "CompareBranchInst" | "CompareBranch": Compare [Value, Value, Block, Block] ANY Unknown High end;
    Switch "SwitchInst": No [Value, Block] [* Literal, Block] ANY Pure High end;
    Phi "PhiInst": No [] [* Value, Block] ANY Pure High;
    Throw "ThrowInst": No [Value] ANY Unknown High end;
    Catch "CatchInst": No [] ANY Unknown High;
    TryStart "TryStartInst": No [Block, Block] ANY Pure High end;
    TryEnd "TryEndInst": No [] ANY Unknown High;
    Unreachable "UnreachableInst": No [] ANY Write High;
    Debugger "DebuggerInst": No [] ANY Unknown High;
    // Variables.
    AllocStack "AllocStackInst": No [Label] ANY Pure High;
    LoadStack "LoadStackInst" | "LoadInst": No [Stack] ANY Read High;
    StoreStack "StoreStackInst": No [Value, Stack] ANY Write High;
    LoadFrame "LoadFrameInst": No [Variable] ANY Read High;
    StoreFrame "StoreFrameInst": No [Value, Variable] ANY Write High;
    // Scopes of blocks: extensions, near those of later versions of Hermes.
    CreateScope "CreateScopeInst": No [Scope, Scope, Value] ANY Pure High;
    CreateScopedFunction "CreateScopedFunctionInst": No [Function, Scope, Value] CLOSURE Pure High;
    LoadScope "LoadScopeInst": No [Value, Variable] ANY Read High;
    StoreScope "StoreScopeInst": No [Value, Value, Variable] ANY Write High;
    Mov "MovInst": No [Value] ANY Pure Registers;
    ImplicitMov "ImplicitMovInst": No [Value] ANY Pure Registers;
    // Conversions and operators.
    AsNumber "AsNumberInst": No [Value] NUMBER Unknown High;
    AsNumeric "AsNumericInst": No [Value] NUMERIC Unknown High;
    AsInt32 "AsInt32Inst": No [Value] NUMBER Unknown High;
    AddEmptyString "AddEmptyStringInst": No [Value] STRING Unknown High;
    BinaryOperator "BinaryOperatorInst": Binary [Value, Value] ANY Unknown High;
    UnaryOperator "UnaryOperatorInst": Unary [Value] ANY Unknown High;
    CoerceThisNS "CoerceThisNSInst" | "CoerceThisNS": No [Value] ANY Pure High;
    ThrowIfEmpty "ThrowIfEmptyInst": No [Value] ANY Unknown High;
    GetNewTarget "GetNewTargetInst": No [] ANY Pure High;
    // Functions and calls.
    CreateFunction "CreateFunctionInst" | "CreateFunction": No [Function] CLOSURE Pure High;
    Call "CallInst": No [Value, Value] [* Value] ANY Unknown High;
    Construct "ConstructInst": No [Value, Value] [* Value] OBJECT Unknown High;
    CallBuiltin "CallBuiltinInst": No [Builtin, Value] [* Value] ANY Unknown High;
    GetBuiltinClosure "GetBuiltinClosureInst": No [Builtin] CLOSURE Pure High;
    DirectEval "DirectEvalInst": No [Value] ANY Unknown High;
    CreateArguments "CreateArgumentsInst": No [] OBJECT Pure High;
    CallIntrinsic "CallIntrinsicInst": No [Number] [* Value] ANY Unknown High;
    // Objects.
    LoadProperty "LoadPropertyInst": No [Value, Value] ANY Unknown High;
    TryLoadGlobalProperty "TryLoadGlobalPropertyInst": No [Value, Value] ANY Unknown High;
    StoreProperty "StorePropertyInst": No [Value, Value, Value] ANY Unknown High;
    TryStoreGlobalProperty "TryStoreGlobalPropertyInst": No [Value, Value, Value] ANY Unknown High;
    DeleteProperty "DeletePropertyInst": No [Value, Value] ANY Unknown High;
    StoreOwnProperty "StoreOwnPropertyInst": No [Value, Value, Value, Boolean] ANY Unknown High;
    StoreNewOwnProperty "StoreNewOwnPropertyInst": No [Value, Value, Literal, Boolean] ANY Unknown High;
    StoreGetterSetter "StoreGetterSetterInst": No [Value, Value, Value, Value, Boolean] ANY Unknown High;
    AllocObject "AllocObjectInst": No [Number, Value] OBJECT Pure High;
    AllocObjectLiteral "AllocObjectLiteralInst": No [] [* Literal, Value] OBJECT Pure High;
    AllocArray "AllocArrayInst": No [Number] [* Literal] OBJECT Pure High;
    CreateRegExp "CreateRegExpInst": No [Text, Text] REGEXP Pure High;
    // Enumeration, instanceof, iteration.
    GetPNames "GetPNamesInst" | "GetPNamesInt": No [Stack, Stack, Stack, Stack, Block, Block] ANY Unknown High end;
    GetNextPName "GetNextPNameInst": No [Stack, Stack, Stack, Stack, Stack, Block, Block] ANY Unknown High end;
    CheckHasInstance "CheckHasInstanceInst": No [Stack, Value, Value, Block, Block] ANY Unknown High end;
    IteratorBegin "IteratorBeginInst" | "IteratorBegin": No [Stack] ANY Unknown High;
    IteratorNext "IteratorNextInst" | "IteratorNext": No [Stack, Stack] ANY Unknown High;
    IteratorClose "IteratorCloseInst" | "IteratorClose": No [Stack, Boolean] ANY Unknown High;
    // Generators.
    CreateGenerator "CreateGeneratorInst" | "CreateGenerator": No [Function] OBJECT Pure High;
    StartGenerator "StartGeneratorInst" | "StartGenerator": No [] ANY Unknown High;
    SaveAndYield "SaveAndYieldInst" | "SaveAndYield": No [Value, Block] ANY Unknown High end;
    ResumeGenerator "ResumeGeneratorInst" | "ResumeGenerator": No [Stack] ANY Unknown High;
    // Target instructions.
    HbcGetGlobalObject "HBCGetGlobalObjectInst": No [] OBJECT Pure Lowered;
    HbcCreateFunction "HBCCreateFunctionInst" | "HBCCreateFunction": No [Function, Value] CLOSURE Pure Lowered;
    HbcCreateGenerator "HBCCreateGeneratorInst" | "HBCCreateGenerator": No [Function, Value] OBJECT Pure Lowered;
    HbcAllocObjectFromBuffer "HBCAllocObjectFromBufferInst": No [Number] [* Literal, Literal] OBJECT Pure Lowered;
    HbcCallN "HBCCallNInst": No [Value, Value] [* Value] ANY Unknown Lowered;
    HbcLoadConst "HBCLoadConstInst": No [Literal] ANY Pure Lowered;
    HbcLoadParam "HBCLoadParamInst": No [Number] ANY Pure Lowered;
    HbcCreateEnvironment "HBCCreateEnvironmentInst": No [] ANY Pure Lowered;
    HbcResolveEnvironment "HBCResolveEnvironment": No [Scope] ANY Pure Lowered;
    HbcLoadFromEnvironment "HBCLoadFromEnvironmentInst": No [Value, Variable] ANY Read Lowered;
    HbcStoreToEnvironment "HBCStoreToEnvironmentInst": No [Value, Value, Variable] ANY Write Lowered;
    HbcGetThisNS "HBCGetThisNSInst": No [] ANY Pure Lowered;
    HbcCreateThis "HBCCreateThisInst": No [Value, Value] ANY Unknown Lowered;
    HbcConstruct "HBCConstructInst": No [Value, Value] [* Value] ANY Unknown Lowered;
    HbcGetConstructedObject "HBCGetConstructedObjectInst": No [Value, Value] ANY Pure Lowered;
    HbcGetArgumentsLength "HBCGetArgumentsLengthInst": No [Stack] ANY Read Lowered;
    HbcGetArgumentsPropByVal "HBCGetArgumentsPropByValInst": No [Value, Stack] ANY Unknown Lowered;
    HbcReifyArguments "HBCReifyArgumentsInst": No [Stack] ANY Unknown Lowered;
    SwitchImm "SwitchImmInst": No [Value, Block, Number, Number] [* Number, Block] ANY Pure Lowered end;
    HbcSpillMov "HBCSpillMovInst": No [Value] ANY Pure Registers;
    HbcCallDirect "HBCCallDirectInst": No [Function, Value] [* Value] ANY Unknown Lowered;
    HbcProfilePoint "HBCProfilePointInst": No [] ANY Unknown Lowered;
}

impl Opcode {
    /// The row of the instruction.
    pub fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The instruction with a name or an alias.
    pub fn named(name: &str) -> Option<Opcode> {
        ROWS.iter().find(|row| row.name == name || row.aliases.contains(&name)).map(|row| row.opcode)
    }
}

impl Row {
    /// Kind of the operand at a position; `None` past the last operand of an instruction without a group.
    pub fn kind(&self, position: usize) -> Option<Kind> {
        if let Some(kind) = self.operands.get(position) {
            return Some(*kind);
        }
        let past = position - self.operands.len();
        (!self.group.is_empty()).then(|| self.group[past % self.group.len()])
    }
}

macro_rules! operators {
    ($($operator:ident $text:literal)*) => {
        /// An operator of JavaScript.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs)]
        pub enum Operator { $($operator),* }

        impl Operator {
            /// The text of the operator.
            pub fn text(self) -> &'static str {
                match self { $(Operator::$operator => $text),* }
            }

            /// The operator with a text, among those of a class.
            pub fn named(text: &str, class: Operators) -> Option<Operator> {
                let list: &[Operator] = match class { No => &[], Unary => UNARY, Binary => BINARY, Compare => COMPARE };
                list.iter().copied().find(|operator| operator.text() == text)
            }
        }
    };
}

operators! {
    Delete "delete" Void "void" TypeOf "typeof" Plus "+" Minus "-" Tilde "~" Bang "!" Increment "++" Decrement "--"
    Equal "==" NotEqual "!=" StrictlyEqual "===" StrictlyNotEqual "!==" Less "<" LessEqual "<=" Greater ">"
    GreaterEqual ">=" ShiftLeft "<<" ShiftRight ">>" UnsignedShiftRight ">>>" Add "+" Subtract "-" Multiply "*"
    Divide "/" Modulo "%" Or "|" Xor "^" And "&" In "in" InstanceOf "instanceof" Exponent "**"
}

use Operator::*;

const UNARY: &[Operator] = &[Delete, Void, TypeOf, Plus, Minus, Tilde, Bang, Increment, Decrement];
const COMPARE: &[Operator] =
    &[Equal, NotEqual, StrictlyEqual, StrictlyNotEqual, Less, LessEqual, Greater, GreaterEqual];
const BINARY: &[Operator] = &[
    Equal,
    NotEqual,
    StrictlyEqual,
    StrictlyNotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    ShiftLeft,
    ShiftRight,
    UnsignedShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Or,
    Xor,
    And,
    In,
    InstanceOf,
    Exponent,
];
