//! Typed ids, and tables indexed by them.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A 32-bit id of one kind of entity.
pub trait Entity: Copy + Eq + fmt::Debug {
    /// The id with this index.
    fn from_index(index: usize) -> Self;
    /// The index of this id.
    fn index(self) -> usize;
}

/// Declares an id type: a `u32` that the text format writes as a prefix and a number.
macro_rules! entity {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl $name {
            /// Names no entity; looking it up yields `None`.
            pub const INVALID: $name = $name(u32::MAX);

            /// The id with this number.
            pub const fn new(number: u32) -> $name {
                $name(number)
            }

            /// The number of this id.
            pub const fn number(self) -> u32 {
                self.0
            }

            /// False for [`Self::INVALID`].
            pub const fn is_valid(self) -> bool {
                self.0 != u32::MAX
            }
        }

        impl Default for $name {
            fn default() -> $name {
                $name::INVALID
            }
        }

        impl $crate::support::Entity for $name {
            fn from_index(index: usize) -> $name {
                $name(index as u32)
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                if self.is_valid() {
                    write!(f, concat!($prefix, "{}"), self.0)
                } else {
                    f.write_str(concat!($prefix, "?"))
                }
            }
        }

        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(self, f)
            }
        }
    };
}
pub(crate) use entity;

/// The entities of one kind, indexed by id.
///
/// # Panics
/// Indexing panics if the id is not of this table. Code that handles ids from outside uses [`Table::get`].
#[derive(Clone)]
pub struct Table<K, V> {
    items: Vec<V>,
    key: PhantomData<K>,
}

impl<K: Entity, V> Table<K, V> {
    /// An empty table.
    pub const fn new() -> Self {
        Table { items: Vec::new(), key: PhantomData }
    }

    /// An empty table with capacity for `items` items.
    pub fn with_capacity(items: usize) -> Self {
        Table { items: Vec::with_capacity(items), key: PhantomData }
    }

    /// Adds an item and returns its id.
    pub fn push(&mut self, item: V) -> K {
        let id = K::from_index(self.items.len());
        self.items.push(item);
        id
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// True if the table is empty.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The item with this id, if any.
    pub fn get(&self, id: K) -> Option<&V> {
        self.items.get(id.index())
    }

    /// The item with this id, if any.
    pub fn get_mut(&mut self, id: K) -> Option<&mut V> {
        self.items.get_mut(id.index())
    }

    /// True if the id is of this table.
    pub fn contains(&self, id: K) -> bool {
        id.index() < self.items.len()
    }

    /// All ids, ascending.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = K> + ExactSizeIterator + use<K, V> {
        (0..self.items.len()).map(K::from_index)
    }

    /// All ids and items, ascending by id.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (K, &V)> + ExactSizeIterator {
        self.items.iter().enumerate().map(|(i, v)| (K::from_index(i), v))
    }

    /// All items, ascending by id.
    pub fn values(&self) -> std::slice::Iter<'_, V> {
        self.items.iter()
    }

    /// All items, indexed by the index of their id.
    pub fn as_slice(&self) -> &[V] {
        &self.items
    }

    /// Removes all items; keeps the memory.
    pub fn clear(&mut self) {
        self.items.clear();
    }

    /// Removes and returns all items; keeps the memory.
    pub fn drain(&mut self) -> std::vec::Drain<'_, V> {
        self.items.drain(..)
    }
}

impl<K: Entity, V> Default for Table<K, V> {
    fn default() -> Self {
        Table::new()
    }
}

impl<K: Entity, V> Index<K> for Table<K, V> {
    type Output = V;
    fn index(&self, id: K) -> &V {
        &self.items[id.index()]
    }
}

impl<K: Entity, V> IndexMut<K> for Table<K, V> {
    fn index_mut(&mut self, id: K) -> &mut V {
        &mut self.items[id.index()]
    }
}

impl<K: Entity + fmt::Display, V: fmt::Debug> fmt::Debug for Table<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// Per-entity data of a pass. Every id has an entry, which is the default until it is set.
#[derive(Clone, Debug)]
pub struct SideTable<K, V> {
    items: Vec<V>,
    default: V,
    key: PhantomData<K>,
}

impl<K: Entity, V: Clone> SideTable<K, V> {
    /// A table in which every entry is `default`.
    pub fn new(default: V) -> Self {
        SideTable { items: Vec::new(), default, key: PhantomData }
    }

    /// As [`SideTable::new`], with memory for ids below `len`.
    pub fn with_len(default: V, len: usize) -> Self {
        SideTable { items: vec![default.clone(); len], default, key: PhantomData }
    }

    /// Resets all entries to the default, with memory for ids below `len`; the memory is kept.
    pub fn reset(&mut self, len: usize) {
        self.items.clear();
        self.items.resize(len, self.default.clone());
    }

    /// Sets the entry of an id.
    pub fn set(&mut self, id: K, value: V) {
        self[id] = value;
    }
}

impl<K: Entity, V: Clone + Default> Default for SideTable<K, V> {
    fn default() -> Self {
        SideTable::new(V::default())
    }
}

impl<K: Entity, V> Index<K> for SideTable<K, V> {
    type Output = V;
    fn index(&self, id: K) -> &V {
        self.items.get(id.index()).unwrap_or(&self.default)
    }
}

impl<K: Entity, V: Clone> IndexMut<K> for SideTable<K, V> {
    fn index_mut(&mut self, id: K) -> &mut V {
        let index = id.index();
        if index >= self.items.len() {
            self.items.resize(index + 1, self.default.clone());
        }
        &mut self.items[index]
    }
}
