//! Atomic operations and fences, sequentially consistent unless noted.

use super::{Address, AtomicOp, Fence, Gpr, MacroAssembler, Operand};
use crate::base::Width;
use crate::isa::Label;

macro_rules! exchanges {
    ($($bits:literal $exchange:ident $add:ident $cas:ident $branch_cas:ident $load:ident $store:ident
        = $width:ident;)*) => {
        $(#[doc = concat!("`dst` = the ", $bits, " bits at the address, zero-extended, which become `src`.")]
        #[track_caller]
        pub fn $exchange(&mut self, dst: Gpr<'g>, address: Address<'g>, src: Gpr<'g>) {
            self.begin(stringify!($exchange));
            self.emit([dst.set(), address.set(), src.set()], |target| {
                target.atomic_exchange(Width::$width, dst.reg(), address, src.reg());
            });
        }

        #[doc = concat!("`dst` = the ", $bits, " bits at the address, zero-extended, to which `src` is added.")]
        #[track_caller]
        pub fn $add(&mut self, dst: Gpr<'g>, address: Address<'g>, src: Gpr<'g>) {
            self.begin(stringify!($add));
            self.emit([dst.set(), address.set(), src.set()], |target| {
                target.atomic_exchange_add(Width::$width, dst.reg(), address, src.reg());
            });
        }

        #[doc = concat!("If the ", $bits, " bits at the address are `expected`, sets them to `new`. ")]
        /// `expected` becomes the old value, zero-extended.
        #[track_caller]
        pub fn $cas(&mut self, expected: Gpr<'g>, new: Gpr<'g>, address: Address<'g>) {
            self.begin(stringify!($cas));
            self.emit([expected.set(), new.set(), address.set()], |target| {
                target.atomic_cas(Width::$width, expected.reg(), new.reg(), address, None);
            });
        }

        #[doc = concat!("If the ", $bits, " bits at the address are `expected`, sets them to `new`. ")]
        /// `expected` becomes the old value, zero-extended. Branches to `target` if the outcome is `success`.
        #[track_caller]
        pub fn $branch_cas(
            &mut self,
            success: bool,
            expected: Gpr<'g>,
            new: Gpr<'g>,
            address: Address<'g>,
            target: Label,
        ) {
            self.begin(stringify!($branch_cas));
            self.emit([expected.set(), new.set(), address.set()], |backend| {
                let (expected, new, target) = (expected.reg(), new.reg(), Some((success, target)));
                backend.atomic_cas(Width::$width, expected, new, address, target);
            });
        }

        #[doc = concat!("`dst` = the ", $bits, " bits at the address, zero-extended; orders later accesses after it.")]
        #[track_caller]
        pub fn $load(&mut self, dst: Gpr<'g>, address: Address<'g>) {
            self.begin(stringify!($load));
            self.emit([dst.set(), address.set()], |target| {
                target.load_acquire(Width::$width, dst.reg(), address);
            });
        }

        #[doc = concat!("Stores the low ", $bits, " bits of `src`; orders earlier accesses before it.")]
        #[track_caller]
        pub fn $store(&mut self, address: Address<'g>, src: Gpr<'g>) {
            self.begin(stringify!($store));
            self.emit([src.set(), address.set()], |target| {
                target.store_release(Width::$width, address, src.reg());
            });
        })*
    };
}

macro_rules! in_memory {
    ($($what:literal $name8:ident $name16:ident $name32:ident $name64:ident = $op:ident;)*) => {
        $(in_memory! { $what 8 $name8 $op W8 }
        in_memory! { $what 16 $name16 $op W16 }
        in_memory! { $what 32 $name32 $op W32 }
        in_memory! { $what 64 $name64 $op W64 })*
    };
    ($what:literal $bits:literal $name:ident $op:ident $width:ident) => {
        #[doc = concat!("Atomically ", $what, " the ", $bits, " bits at the address.")]
        #[track_caller]
        pub fn $name(&mut self, address: Address<'g>, src: impl Into<Operand<'g>>) {
            self.begin(stringify!($name));
            let src = src.into();
            self.emit([address.set(), src.set()], |target| {
                target.atomic(AtomicOp::$op, Width::$width, address, src);
            });
        }
    };
}

/// Atomic operations. The address must be aligned to the width. AArch64 needs scratch registers: one for an address
/// that is not a plain register, one for an unused old value, and one or two more without LSE.
impl<'g> MacroAssembler<'g> {
    exchanges! {
        "8" atomic_exchange8 atomic_exchange_add8 atomic_strong_cas8 branch_atomic_strong_cas8
            load_acquire8 store_release8 = W8;
        "16" atomic_exchange16 atomic_exchange_add16 atomic_strong_cas16 branch_atomic_strong_cas16
            load_acquire16 store_release16 = W16;
        "32" atomic_exchange32 atomic_exchange_add32 atomic_strong_cas32 branch_atomic_strong_cas32
            load_acquire32 store_release32 = W32;
        "64" atomic_exchange64 atomic_exchange_add64 atomic_strong_cas64 branch_atomic_strong_cas64
            load_acquire64 store_release64 = W64;
    }

    in_memory! {
        "adds `src` to"
        atomic_add8 atomic_add16 atomic_add32 atomic_add64 = Add;
        "ands `src` into"
        atomic_and8 atomic_and16 atomic_and32 atomic_and64 = And;
        "ors `src` into"
        atomic_or8 atomic_or16 atomic_or32 atomic_or64 = Or;
        "xors `src` into"
        atomic_xor8 atomic_xor16 atomic_xor32 atomic_xor64 = Xor;
    }

    /// Orders all accesses before the fence with all accesses after it.
    #[track_caller]
    pub fn memory_fence(&mut self) {
        self.begin("memory_fence");
        self.emit([], |target| target.fence(Fence::Full));
    }

    /// Orders loads before the fence with all accesses after it.
    #[track_caller]
    pub fn load_fence(&mut self) {
        self.begin("load_fence");
        self.emit([], |target| target.fence(Fence::Acquire));
    }

    /// Orders all accesses before the fence with stores after it.
    #[track_caller]
    pub fn store_fence(&mut self) {
        self.begin("store_fence");
        self.emit([], |target| target.fence(Fence::Release));
    }
}
