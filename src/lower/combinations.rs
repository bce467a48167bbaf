//! What selection combines: which values became one instruction, by which rule, and which did not.
//!
//! The rules are data: each row of the table is a rule with its description.

use crate::air::Tmp;
use crate::ir::{Opcode, ValueId};
use std::fmt;
use std::ops::Range;

/// Defines the rules with their descriptions, and a list of them.
macro_rules! rules {
    ($($name:ident $meaning:literal,)*) => {
        /// A rule by which selection combines values, or selects a cheaper instruction.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Rule {
            $(#[doc = $meaning] $name,)*
        }

        impl Rule {
            /// All rules, in order.
            pub const ALL: &[Rule] = &[$(Rule::$name),*];

            /// The name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Rule::$name => stringify!($name),)*
                }
            }

            /// What the rule combines.
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Rule::$name => $meaning,)*
                }
            }
        }
    };
}

rules! {
    ImmediateInOperand "a constant is an immediate of its user",
    FloatConstantInOperand "a floating-point constant in memory is an operand",
    SlotInAddress "the address of a stack slot is part of a memory operand",
    FramePointerInAddress "the frame pointer is the base of a memory operand",
    ConstantInAddress "the addition of a constant is the offset of a memory operand",
    SumInAddress "a sum is the base and index of a memory operand",
    ShiftInAddress "a shift or small product is the scale of an index",
    ExtensionInAddress "an extension from 32 bits is that of an index",
    SumAsAddress "a sum of several values is an address computation",
    ProductAsAddress "a product with 3, 5 or 9 is an address computation",
    LoadInOperand "a load is an operand of an operation",
    LoadInCast "a load also extends, converts or counts",
    LoadInComparison "a load is an operand of a comparison",
    NarrowLoadInComparison "a load of 8 or 16 bits is an operand of a comparison of its width",
    ModifyInPlace "a load, an operation and a store are one operation on memory",
    ComparisonInBranch "a comparison is the condition of a branch",
    ComparisonInSelect "a comparison is the condition of a select",
    ComparisonInTrap "a comparison is the condition of a trap",
    ComparisonInCheck "a comparison is the condition of a check",
    ComparisonInComparison "a comparison is compared with zero, or inverted",
    BitTest "a shift and a mask are a test of bits",
    SignTest "the sign of an extension or shift is a test of a bit",
    BranchOnBoth "two joined comparisons are two branches",
    SelectOnBoth "two joined comparisons are two selects",
    ExitOnEither "joined comparisons are several traps or checks",
    ConditionChain "joined comparisons are a chain of conditional comparisons",
    SelectAndCompute "a select also increments, inverts or negates",
    MultiplyAdd "a product and a sum or difference are one instruction",
    MultiplyNegate "a product and a negation are one instruction",
    MultiplyExtended "a product also extends its factors",
    WideProduct "both halves of a product are one instruction",
    ShiftedOperand "an operation also shifts its second operand",
    ExtendedOperand "an operation also extends its second operand",
    InvertedOperand "an operation also inverts its second operand",
    ExtractField "a shift and a mask, shift or extension are a bitfield instruction",
    ReplaceField "two masked values joined are the replacement of a bitfield",
    JoinHalves "two shifts joined are one shift of two registers",
    ChangedBit "one bit of a value is set, cleared or inverted by one instruction",
    LowestBit "the lowest bit is isolated or cleared by one instruction",
    TwoLimbs "two sums with a carry between them are one instruction",
    DifferenceAsSum "the subtraction of a constant is an addition",
    ProductAsShift "a product with a power of two is a shift or a sum",
    MaskAsExtension "a mask of 8, 16 or 32 low bits is a zero extension",
    XorAsNot "an exclusive or with -1 inverts",
    DivisionByConstant "a division by a constant is shifts or a product",
    FreeExtension "a zero extension needs no instruction, because its operand is extended already",
    OverflowInFlags "the overflow of an operation is tested in the flags",
    SwapInBranch "a compare-and-swap and the branch on its success are one instruction",
    SwapInComparison "a compare-and-swap and the comparison of its result are one instruction",
}

/// Defines the reasons with their descriptions, and a list of them.
macro_rules! reasons {
    ($($name:ident $meaning:literal,)*) => {
        /// Why a value and its user did not become one instruction.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Reason {
            $(#[doc = $meaning] $name,)*
        }

        impl Reason {
            /// All reasons, in order.
            pub const ALL: &[Reason] = &[$(Reason::$name),*];
        }

        impl fmt::Display for Reason {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(Reason::$name => $meaning,)*
                })
            }
        }
    };
}

reasons! {
    OtherUsers "more than one use",
    CrossesEffect "a load crosses a store or another effect",
    ImmediateTooWide "no form takes an immediate of that size",
    NoImmediate "no form takes an immediate there",
    NoForm "no instruction of the machine does both",
    NoPattern "no pattern",
}

/// A value and its operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Part {
    /// The value, in the IR after all passes.
    pub value: ValueId,
    /// Its operation.
    pub opcode: Opcode,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.opcode.name(), self.value)
    }
}

/// An application of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Taken {
    /// The rule.
    pub rule: Rule,
    /// The values that need no instruction of their own here.
    pub parts: Vec<Part>,
}

/// The instructions selected for one value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The value.
    pub root: Part,
    /// Indices of the instructions in the code.
    pub insts: Range<u32>,
    /// The rules that were applied.
    pub taken: Vec<Taken>,
}

/// A value with an instruction of its own, and its user in the same block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Missed {
    /// The value.
    pub producer: Part,
    /// Its user, or a value that became part of the user.
    pub consumer: Part,
    /// Why they are not one instruction.
    pub reason: Reason,
}

/// What selection combined in a procedure, and what it did not.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Combinations {
    /// The values with instructions or rules, per block from the last to the first.
    pub groups: Vec<Group>,
    /// The adjacent pairs that no rule takes. Copies, calls and results are not among them.
    pub missed: Vec<Missed>,
    /// The values that have a temporary, with it. Values that are part of an instruction only have none.
    pub tmps: Vec<(ValueId, Tmp)>,
    /// The first group of the current block.
    pub(super) block_start: usize,
    /// Constants that a value needs in a register, in the current block: user and constant.
    pub(super) in_register: Vec<(ValueId, ValueId)>,
}

impl Combinations {
    /// A comment for each instruction that several values became, for [`Code::with_comments`]: sorted by instruction.
    ///
    /// [`Code::with_comments`]: crate::air::Code::with_comments
    pub fn comments(&self) -> Vec<(u32, String)> {
        let mut comments = Vec::new();
        for Group { root, insts, taken } in self.groups.iter().filter(|group| !group.insts.is_empty()) {
            for Taken { rule, parts } in taken {
                let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
                let parts = if parts.is_empty() { String::new() } else { format!(" {}", parts.join(", ")) };
                comments.push((insts.start, format!("{root}: {}{parts}", rule.name())));
            }
        }
        comments.sort_by_key(|comment| comment.0);
        comments
    }
}
