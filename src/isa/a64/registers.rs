//! Registers of AArch64, numbered as in the encoding.

use crate::base::{Reg, RegNames};

macro_rules! registers {
    ($($bank:ident { $($name:ident = $number:literal $text:literal)* })*) => {
        $($(
            #[doc = concat!("`", $text, "`.")]
            pub const $name: Reg = Reg::$bank($number);
        )*)*
        /// The names of all registers: the 64-bit ones, and `v0` to `v31`.
        pub static NAMES: RegNames = RegNames { $($bank: &[$($text),*]),* };
    };
}

registers! {
    gp {
        X0 = 0 "x0" X1 = 1 "x1" X2 = 2 "x2" X3 = 3 "x3" X4 = 4 "x4" X5 = 5 "x5" X6 = 6 "x6" X7 = 7 "x7"
        X8 = 8 "x8" X9 = 9 "x9" X10 = 10 "x10" X11 = 11 "x11" X12 = 12 "x12" X13 = 13 "x13"
        X14 = 14 "x14" X15 = 15 "x15" X16 = 16 "x16" X17 = 17 "x17" X18 = 18 "x18" X19 = 19 "x19"
        X20 = 20 "x20" X21 = 21 "x21" X22 = 22 "x22" X23 = 23 "x23" X24 = 24 "x24" X25 = 25 "x25"
        X26 = 26 "x26" X27 = 27 "x27" X28 = 28 "x28" X29 = 29 "x29" X30 = 30 "x30" SP = 31 "sp"
    }
    fp {
        V0 = 0 "v0" V1 = 1 "v1" V2 = 2 "v2" V3 = 3 "v3" V4 = 4 "v4" V5 = 5 "v5" V6 = 6 "v6" V7 = 7 "v7"
        V8 = 8 "v8" V9 = 9 "v9" V10 = 10 "v10" V11 = 11 "v11" V12 = 12 "v12" V13 = 13 "v13"
        V14 = 14 "v14" V15 = 15 "v15" V16 = 16 "v16" V17 = 17 "v17" V18 = 18 "v18" V19 = 19 "v19"
        V20 = 20 "v20" V21 = 21 "v21" V22 = 22 "v22" V23 = 23 "v23" V24 = 24 "v24" V25 = 25 "v25"
        V26 = 26 "v26" V27 = 27 "v27" V28 = 28 "v28" V29 = 29 "v29" V30 = 30 "v30" V31 = 31 "v31"
    }
}

/// The zero register. It has the same number as [`SP`]; the operand position determines which of the two an
/// instruction means, as documented at the assembler's methods.
pub const ZR: Reg = SP;

/// The frame pointer.
pub const FP: Reg = X29;

/// The link register, which receives the return address of a call.
pub const LR: Reg = X30;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn register_numbers_index_the_name_table() {
        for (reg, name) in [(X0, "x0"), (LR, "x30"), (SP, "sp"), (V0, "v0"), (V31, "v31")] {
            assert_eq!((NAMES.name(reg), NAMES.reg(name)), (name, Some(reg)));
        }
        assert_eq!((NAMES.gp.len(), NAMES.fp.len(), NAMES.reg("w0")), (32, 32, None));
    }
}
