//! Maps by the numbers of entities.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

/// A numbered entity of a function.
pub trait Entity: Copy {
    /// The entity with this number.
    fn with_number(number: u32) -> Self;
    /// Its number.
    fn number(self) -> u32;
}

/// Numbers below this are always in the dense part.
const SMALL: usize = 64;

/// A map from entities to values.
///
/// Its dense part is a list indexed by number, which has at most eight places per entry. Numbers that are too large for
/// it, which only a strange text has, are in a sorted map.
#[derive(Clone)]
pub struct EntityMap<K, V> {
    dense: Vec<Option<V>>,
    /// Entries whose numbers are not below the length of `dense`.
    others: BTreeMap<u32, V>,
    len: usize,
    kind: PhantomData<K>,
}

impl<K: Entity, V> EntityMap<K, V> {
    /// An empty map.
    pub const fn new() -> Self {
        EntityMap { dense: Vec::new(), others: BTreeMap::new(), len: 0, kind: PhantomData }
    }

    /// An empty map with room for numbers below this.
    pub(crate) fn with_numbers(numbers: usize) -> Self
    where
        V: Clone,
    {
        EntityMap { dense: vec![None; numbers], ..EntityMap::new() }
    }

    /// The value of an entity.
    #[inline]
    pub fn get(&self, key: K) -> Option<&V> {
        match self.dense.get(key.number() as usize) {
            Some(value) => value.as_ref(),
            None if self.others.is_empty() => None,
            None => self.others.get(&key.number()),
        }
    }

    /// True if the entity has a value.
    pub fn contains(&self, key: K) -> bool {
        self.get(key).is_some()
    }

    /// Sets the value of an entity, and returns its former one.
    #[inline]
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.dense.get_mut(key.number() as usize) {
            Some(place) => {
                let former = place.replace(value);
                self.len += usize::from(former.is_none());
                former
            }
            None => self.insert_beyond(key.number(), value),
        }
    }

    /// Sets the value of an entity whose number the dense part does not have yet.
    fn insert_beyond(&mut self, number: u32, value: V) -> Option<V> {
        let index = number as usize;
        if index < SMALL + 8 * self.len {
            self.dense.resize_with(index + 1, || None);
            while let Some(entry) = self.others.first_entry()
                && (*entry.key() as usize) < self.dense.len()
            {
                let (number, value) = entry.remove_entry();
                self.dense[number as usize] = Some(value);
            }
        }
        let former = match self.dense.get_mut(index) {
            Some(place) => place.replace(value),
            None => self.others.insert(number, value),
        };
        self.len += usize::from(former.is_none());
        former
    }

    /// The entries, by ascending number.
    pub fn iter(&self) -> impl Iterator<Item = (K, &V)> {
        let dense = (0..).zip(&self.dense).filter_map(|(number, value)| Some((number, value.as_ref()?)));
        let all = dense.chain(self.others.iter().map(|(number, value)| (*number, value)));
        all.map(|(number, value)| (K::with_number(number), value))
    }

    /// The values, by ascending number.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.dense.iter().flatten().chain(self.others.values())
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.len
    }

    /// True if there is no entry.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// A number above those of most entries: the capacity that another map by the same entities needs.
    pub(crate) fn numbers(&self) -> usize {
        self.dense.len()
    }
}

impl<K: Entity, V> Default for EntityMap<K, V> {
    fn default() -> Self {
        EntityMap::new()
    }
}

impl<K: Entity, V: PartialEq> PartialEq for EntityMap<K, V> {
    fn eq(&self, other: &Self) -> bool {
        let entries = |map: &Self| map.iter().map(|(key, _)| key.number()).collect::<Vec<u32>>();
        self.len == other.len && entries(self) == entries(other) && self.values().eq(other.values())
    }
}

impl<K: Entity, V: Eq> Eq for EntityMap<K, V> {}

impl<K: Entity + fmt::Debug, V: fmt::Debug> fmt::Debug for EntityMap<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<K: Entity, V> FromIterator<(K, V)> for EntityMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = EntityMap::new();
        for (key, value) in entries {
            map.insert(key, value);
        }
        map
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::Value;

    #[test]
    fn is_a_map_for_any_numbers() {
        let mut map: EntityMap<Value, usize> = EntityMap::new();
        let mut expected = BTreeMap::new();
        let mut number = 1_u32;
        for step in 0..2_000 {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // Small numbers in any order, and some of any size.
            let key = if step % 5 == 0 { number } else { number % 1_500 };
            assert_eq!(map.insert(Value(key), step), expected.insert(key, step));
            assert_eq!(map.len(), expected.len());
            assert!(map.numbers() <= SMALL + 8 * map.len(), "memory follows the number of entries");
        }
        assert!(map.iter().map(|(key, value)| (key.0, *value)).eq(expected.iter().map(|(k, v)| (*k, *v))));
        assert!(map.values().eq(expected.values()));
        for key in (0..2_000).chain([u32::MAX, number]) {
            assert_eq!(map.get(Value(key)), expected.get(&key), "{key}");
        }
    }

    #[test]
    fn equality_ignores_the_order_of_insertion() {
        let one: EntityMap<Value, u8> =
            [(Value(u32::MAX), 1), (Value(70), 2), (Value(0), 3)].into_iter().collect();
        let other: EntityMap<Value, u8> =
            [(Value(0), 3), (Value(70), 2), (Value(u32::MAX), 1)].into_iter().collect();
        assert_eq!(one, other);
        let third: EntityMap<Value, u8> =
            [(Value(0), 3), (Value(71), 2), (Value(u32::MAX), 1)].into_iter().collect();
        assert_ne!(one, third);
    }
}
