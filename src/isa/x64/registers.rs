//! Registers of x86-64, numbered as in the encoding.

use crate::base::{Reg, RegNames};

macro_rules! registers {
    ($($bank:ident { $($name:ident = $number:literal $text:literal)* })*) => {
        $($(
            #[doc = concat!("`", $text, "`.")]
            pub const $name: Reg = Reg::$bank($number);
        )*)*
        /// The names of all registers: the 64-bit ones, and `xmm0` to `xmm15`.
        pub static NAMES: RegNames = RegNames { $($bank: &[$($text),*]),* };
    };
}

registers! {
    gp {
        RAX = 0 "rax" RCX = 1 "rcx" RDX = 2 "rdx" RBX = 3 "rbx"
        RSP = 4 "rsp" RBP = 5 "rbp" RSI = 6 "rsi" RDI = 7 "rdi"
        R8 = 8 "r8" R9 = 9 "r9" R10 = 10 "r10" R11 = 11 "r11"
        R12 = 12 "r12" R13 = 13 "r13" R14 = 14 "r14" R15 = 15 "r15"
    }
    fp {
        XMM0 = 0 "xmm0" XMM1 = 1 "xmm1" XMM2 = 2 "xmm2" XMM3 = 3 "xmm3"
        XMM4 = 4 "xmm4" XMM5 = 5 "xmm5" XMM6 = 6 "xmm6" XMM7 = 7 "xmm7"
        XMM8 = 8 "xmm8" XMM9 = 9 "xmm9" XMM10 = 10 "xmm10" XMM11 = 11 "xmm11"
        XMM12 = 12 "xmm12" XMM13 = 13 "xmm13" XMM14 = 14 "xmm14" XMM15 = 15 "xmm15"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn register_numbers_index_the_name_table() {
        for (reg, name) in [(RAX, "rax"), (RSP, "rsp"), (R15, "r15"), (XMM0, "xmm0"), (XMM15, "xmm15")] {
            assert_eq!((NAMES.name(reg), NAMES.reg(name)), (name, Some(reg)));
        }
        assert_eq!((NAMES.gp.len(), NAMES.fp.len(), NAMES.reg("eax")), (16, 16, None));
    }
}
