//! Moves, loads and stores.

use super::{Address, Extension, Fpr, Gpr, MacroAssembler, Operand};
use crate::base::Width;
use crate::isa::Label;

const fn zero(from: Width, to: Width) -> Extension {
    Extension { from, to, signed: false }
}

const fn sign(from: Width, to: Width) -> Extension {
    Extension { from, to, signed: true }
}

macro_rules! loads {
    ($($(#[$doc:meta])* $name:ident = $kind:ident $from:ident $to:ident;)*) => {
        $($(#[$doc])*
        #[track_caller]
        pub fn $name(&mut self, dst: Gpr<'g>, address: Address<'g>) {
            self.begin(stringify!($name));
            self.load($kind(Width::$from, Width::$to), dst, address);
        })*
    };
}

macro_rules! extensions {
    ($($(#[$doc:meta])* $name:ident = $kind:ident $from:ident $to:ident;)*) => {
        $($(#[$doc])*
        #[track_caller]
        pub fn $name(&mut self, dst: Gpr<'g>, src: Gpr<'g>) {
            self.begin(stringify!($name));
            self.emit([dst.set(), src.set()], |target| {
                target.extend($kind(Width::$from, Width::$to), dst.reg(), src.reg());
            });
        })*
    };
}

macro_rules! stores {
    ($($(#[$doc:meta])* $name:ident = $width:ident;)*) => {
        $($(#[$doc])*
        #[track_caller]
        pub fn $name(&mut self, address: Address<'g>, value: impl Into<Operand<'g>>) {
            self.begin(stringify!($name));
            let value = value.into();
            self.emit([address.set(), value.set()], |target| target.store(Width::$width, address, value));
        })*
    };
}

macro_rules! float_moves {
    ($($(#[$load_doc:meta])* $load:ident, $(#[$store_doc:meta])* $store:ident = $width:ident;)*) => {
        $($(#[$load_doc])*
        #[track_caller]
        pub fn $load(&mut self, dst: Fpr<'g>, address: Address<'g>) {
            self.begin(stringify!($load));
            self.emit([dst.set(), address.set()], |target| target.load_float(Width::$width, dst.reg(), address));
        }

        $(#[$store_doc])*
        #[track_caller]
        pub fn $store(&mut self, address: Address<'g>, src: Fpr<'g>) {
            self.begin(stringify!($store));
            self.emit([src.set(), address.set()], |target| target.store_float(Width::$width, address, src.reg()));
        })*
    };
}

/// Moves, loads and stores. None of them changes the flags.
impl<'g> MacroAssembler<'g> {
    /// `dst = src`, 64 bits.
    #[track_caller]
    pub fn mov(&mut self, dst: Gpr<'g>, src: impl Into<Operand<'g>>) {
        self.begin("mov");
        self.mov_at(Width::W64, dst, src.into());
    }

    /// `dst = src`, 32 bits; the upper half becomes zero.
    #[track_caller]
    pub fn mov32(&mut self, dst: Gpr<'g>, src: impl Into<Operand<'g>>) {
        self.begin("mov32");
        self.mov_at(Width::W32, dst, src.into());
    }

    #[track_caller]
    fn mov_at(&mut self, width: Width, dst: Gpr<'g>, src: Operand<'g>) {
        match src {
            Operand::Mem(address) => self.load(zero(width, width), dst, address),
            _ => self.emit([dst.set(), src.set()], |target| target.mov(width, dst.reg(), src)),
        }
    }

    #[track_caller]
    fn load(&mut self, extension: Extension, dst: Gpr<'g>, address: Address<'g>) {
        self.emit([dst.set(), address.set()], |target| target.load(extension, dst.reg(), address));
    }

    /// `dst` = the address itself.
    #[track_caller]
    pub fn lea(&mut self, dst: Gpr<'g>, address: Address<'g>) {
        self.begin("lea");
        self.emit([dst.set(), address.set()], |target| target.lea(dst.reg(), address));
    }

    /// `dst` = the address of a label in this code.
    #[track_caller]
    pub fn lea_label(&mut self, dst: Gpr<'g>, label: Label) {
        self.begin("lea_label");
        self.emit([dst.set()], |target| target.lea_label(dst.reg(), label));
    }

    /// Swaps all 64 bits of two registers.
    #[track_caller]
    pub fn swap(&mut self, a: Gpr<'g>, b: Gpr<'g>) {
        self.begin("swap");
        self.emit([a.set(), b.set()], |target| target.swap(a.reg(), b.reg()));
    }

    loads! {
        /// `dst` = the byte at the address, zero-extended.
        load8 = zero W8 W32;
        /// `dst` = the byte at the address, sign-extended to 32 bits; the upper half becomes zero.
        load8_signed_to_32 = sign W8 W32;
        /// `dst` = the byte at the address, sign-extended to 64 bits.
        load8_signed_to_64 = sign W8 W64;
        /// `dst` = the 16 bits at the address, zero-extended.
        load16 = zero W16 W32;
        /// `dst` = the 16 bits at the address, sign-extended to 32 bits; the upper half becomes zero.
        load16_signed_to_32 = sign W16 W32;
        /// `dst` = the 16 bits at the address, sign-extended to 64 bits.
        load16_signed_to_64 = sign W16 W64;
        /// `dst` = the 32 bits at the address, zero-extended.
        load32 = zero W32 W32;
        /// `dst` = the 32 bits at the address, sign-extended to 64 bits.
        load32_signed_to_64 = sign W32 W64;
        /// `dst` = the 64 bits at the address.
        load64 = zero W64 W64;
    }

    stores! {
        /// Stores the low 8 bits of a register or an immediate.
        store8 = W8;
        /// Stores the low 16 bits of a register or an immediate.
        store16 = W16;
        /// Stores the low 32 bits of a register or an immediate.
        store32 = W32;
        /// Stores a register or an immediate of 64 bits.
        store64 = W64;
    }

    float_moves! {
        /// `dst` = the float at the address; the rest of the register becomes zero.
        load_float,
        /// Stores a float.
        store_float = W32;
        /// `dst` = the double at the address; the rest of the register becomes zero.
        load_double,
        /// Stores a double.
        store_double = W64;
        /// `dst` = the 128 bits at the address, which need not be aligned.
        load_vector,
        /// Stores 128 bits to an address that need not be aligned.
        store_vector = W128;
    }

    extensions! {
        /// `dst` = the low 8 bits of `src`, zero-extended.
        zero_extend8 = zero W8 W32;
        /// `dst` = the low 16 bits of `src`, zero-extended.
        zero_extend16 = zero W16 W32;
        /// `dst` = the low 32 bits of `src`, zero-extended.
        zero_extend32_to_64 = zero W32 W64;
        /// `dst` = the low 8 bits of `src`, sign-extended to 32 bits; the upper half becomes zero.
        sign_extend8_to_32 = sign W8 W32;
        /// `dst` = the low 8 bits of `src`, sign-extended to 64 bits.
        sign_extend8_to_64 = sign W8 W64;
        /// `dst` = the low 16 bits of `src`, sign-extended to 32 bits; the upper half becomes zero.
        sign_extend16_to_32 = sign W16 W32;
        /// `dst` = the low 16 bits of `src`, sign-extended to 64 bits.
        sign_extend16_to_64 = sign W16 W64;
        /// `dst` = the low 32 bits of `src`, sign-extended to 64 bits.
        sign_extend32_to_64 = sign W32 W64;
    }
}
