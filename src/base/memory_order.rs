//! How atomic accesses and fences order memory accesses.

use std::fmt;

/// The order of an atomic access or a fence, as in the memory model of C and C++.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
#[repr(u8)]
pub enum MemoryOrder {
    /// Orders what the compiler does, and emits no code. Fences only.
    Compiler,
    /// The access is atomic, and orders no other access.
    Relaxed,
    /// Later accesses stay after it. Not for stores.
    Acquire,
    /// Earlier accesses stay before it. Not for loads.
    Release,
    /// Both `Acquire` and `Release`. Not for loads and stores alone.
    AcqRel,
    /// `AcqRel`, and all threads see all sequentially consistent operations in one order. The default.
    #[default]
    SeqCst,
}

impl MemoryOrder {
    /// All orders, in order of their numbers.
    pub const ALL: [MemoryOrder; 6] = [
        MemoryOrder::Compiler,
        MemoryOrder::Relaxed,
        MemoryOrder::Acquire,
        MemoryOrder::Release,
        MemoryOrder::AcqRel,
        MemoryOrder::SeqCst,
    ];

    /// The order with this number; `None` if there is none.
    pub fn from_number(number: u64) -> Option<MemoryOrder> {
        MemoryOrder::ALL.get(usize::try_from(number).ok()?).copied()
    }

    /// The name in the text format.
    pub const fn name(self) -> &'static str {
        match self {
            MemoryOrder::Compiler => "compiler",
            MemoryOrder::Relaxed => "relaxed",
            MemoryOrder::Acquire => "acquire",
            MemoryOrder::Release => "release",
            MemoryOrder::AcqRel => "acq_rel",
            MemoryOrder::SeqCst => "seq_cst",
        }
    }

    /// The order with this name.
    pub fn from_name(name: &str) -> Option<MemoryOrder> {
        MemoryOrder::ALL.into_iter().find(|order| order.name() == name)
    }

    /// True if later accesses stay after it on the machine.
    pub const fn acquires(self) -> bool {
        matches!(self, MemoryOrder::Acquire | MemoryOrder::AcqRel | MemoryOrder::SeqCst)
    }

    /// True if earlier accesses stay before it on the machine.
    pub const fn releases(self) -> bool {
        matches!(self, MemoryOrder::Release | MemoryOrder::AcqRel | MemoryOrder::SeqCst)
    }
}

/// The name: the text format.
impl fmt::Display for MemoryOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_round_trip() {
        for (number, order) in MemoryOrder::ALL.into_iter().enumerate() {
            assert_eq!(MemoryOrder::from_number(number as u64), Some(order));
            assert_eq!((order as usize, MemoryOrder::from_name(order.name())), (number, Some(order)));
        }
        assert_eq!((MemoryOrder::from_number(6), MemoryOrder::from_name("strict")), (None, None));
    }
}
