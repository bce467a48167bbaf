//! Side effects of operations, as [`Effects`].

use super::HeapRange;

bitflags::bitflags! {
    /// The yes-or-no effects.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
    pub struct EffectFlags: u16 {
        /// Ends its block.
        const TERMINAL = 1;
        /// May leave the procedure other than through its successors: by an exit, a trap or a throw.
        const EXITS_SIDEWAYS = 1 << 1;
        /// Must not be hoisted above the branches that guard it: it could fault there, or its operands could be
        /// invalid. It may be sunk freely.
        const CONTROL_DEPENDENT = 1 << 2;
        /// Writes a variable or the location of a Phi.
        const WRITES_LOCAL = 1 << 3;
        /// Reads a variable or the location of a Phi.
        const READS_LOCAL = 1 << 4;
        /// May change a pinned register.
        const WRITES_PINNED = 1 << 5;
        /// Depends on a pinned register.
        const READS_PINNED = 1 << 6;
        /// Orders memory accesses with respect to other threads.
        const FENCE = 1 << 7;
        /// The garbage collector may run here.
        const SAFEPOINT = 1 << 8;
        /// Answers requests of other threads, so it is kept where it is.
        const POLLS = 1 << 9;
    }
}

/// The side effects of an operation (B3's `Effects`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Effects {
    /// The yes-or-no effects.
    pub flags: EffectFlags,
    /// Memory that it may read.
    pub reads: HeapRange,
    /// Memory that it may write.
    pub writes: HeapRange,
}

impl Effects {
    /// No effects.
    pub const NONE: Effects = Effects::of(EffectFlags::empty());

    /// Effects with only these flags.
    pub const fn of(flags: EffectFlags) -> Effects {
        Effects { flags, reads: HeapRange::EMPTY, writes: HeapRange::EMPTY }
    }

    /// The effects of a call of unknown code: all but ending the block.
    pub const fn for_call() -> Effects {
        Effects {
            flags: EffectFlags::EXITS_SIDEWAYS
                .union(EffectFlags::CONTROL_DEPENDENT)
                .union(EffectFlags::WRITES_PINNED)
                .union(EffectFlags::READS_PINNED)
                .union(EffectFlags::FENCE)
                .union(EffectFlags::SAFEPOINT),
            reads: HeapRange::TOP,
            writes: HeapRange::TOP,
        }
    }

    /// The effects of a guard: it may exit, and the code that continues there may read all memory.
    pub const fn for_check() -> Effects {
        Effects { flags: EffectFlags::EXITS_SIDEWAYS, reads: HeapRange::TOP, writes: HeapRange::EMPTY }
    }

    /// The effects of a safepoint poll: the collector may run, and reads all memory. It does not change what the
    /// program finds in objects.
    pub const fn for_poll() -> Effects {
        Effects { reads: HeapRange::TOP, ..Effects::of(EffectFlags::POLLS.union(EffectFlags::SAFEPOINT)) }
    }

    /// True if the operation must be kept even if its result is unused.
    pub const fn must_execute(self) -> bool {
        const KEPT: EffectFlags = EffectFlags::TERMINAL
            .union(EffectFlags::EXITS_SIDEWAYS)
            .union(EffectFlags::WRITES_LOCAL)
            .union(EffectFlags::WRITES_PINNED)
            .union(EffectFlags::FENCE)
            .union(EffectFlags::POLLS);
        self.flags.intersects(KEPT) || !self.writes.is_empty()
    }

    /// True if the two operations must not be reordered. Symmetric.
    pub const fn interferes(self, other: Effects) -> bool {
        self.blocks(other) || other.blocks(self)
    }

    /// One direction of [`Effects::interferes`].
    const fn blocks(self, other: Effects) -> bool {
        use EffectFlags as E;
        const WRITES: EffectFlags = E::WRITES_LOCAL.union(E::WRITES_PINNED);
        let other_writes = !other.writes.is_empty();
        if self.flags.contains(E::TERMINAL)
            && (other.flags.intersects(E::TERMINAL.union(E::CONTROL_DEPENDENT).union(WRITES)) || other_writes)
        {
            return true;
        }
        if self.flags.contains(E::EXITS_SIDEWAYS)
            && (other.flags.intersects(E::CONTROL_DEPENDENT.union(E::WRITES_PINNED)) || other_writes)
        {
            return true;
        }
        (self.flags.contains(E::WRITES_LOCAL)
            && other.flags.intersects(E::WRITES_LOCAL.union(E::READS_LOCAL)))
            || (self.flags.contains(E::WRITES_PINNED)
                && other.flags.intersects(E::WRITES_PINNED.union(E::READS_PINNED)))
            || (self.flags.contains(E::FENCE) && other.flags.contains(E::FENCE))
            || (self.flags.contains(E::POLLS) && other.flags.contains(E::POLLS))
            || self.writes.overlaps(other.writes)
            || self.writes.overlaps(other.reads)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loads_interfere_with_checks_and_pure_values_do_not() {
        let load = Effects { reads: HeapRange::new(1, 2), ..Effects::of(EffectFlags::CONTROL_DEPENDENT) };
        let store = Effects { writes: HeapRange::new(1, 5), ..Effects::NONE };
        let elsewhere = Effects { writes: HeapRange::new(2, 5), ..Effects::NONE };
        assert!(load.interferes(Effects::for_check()) && Effects::for_check().interferes(load));
        assert!(!Effects::NONE.interferes(Effects::for_call()));
        assert!(load.interferes(store) && !load.interferes(elsewhere) && elsewhere.interferes(store));
        assert!(!Effects::for_check().interferes(Effects::for_check()));
        assert!(store.interferes(Effects::for_check()));
        assert!(store.must_execute() && !load.must_execute() && Effects::for_check().must_execute());
    }
}
