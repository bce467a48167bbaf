//! Tables of values in order of insertion: maps and sets, also weak ones.

use super::{Heap, Kind, Value};
use num_bigint::BigInt;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// A value by which a table finds an entry; it stays the same when cells move.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum TableKey {
    Text(Rc<[u16]>),
    Integer(Rc<BigInt>),
    Identity(u64),
    /// A value that is no cell.
    Bits(u64),
}

/// Entries by the time of their insertion, which never changes, so that an iterator survives every change.
#[derive(Default)]
pub(crate) struct Table {
    entries: BTreeMap<u64, (Value, Value)>,
    times: HashMap<TableKey, u64>,
    next: u64,
}

impl Table {
    pub(crate) fn get(&self, key: &TableKey) -> Option<Value> {
        self.entries.get(self.times.get(key)?).map(|(_, value)| *value)
    }

    pub(crate) fn insert(&mut self, key: TableKey, name: Value, value: Value) {
        let next = self.next;
        let time = *self.times.entry(key).or_insert(next);
        if time == next {
            self.next += 1;
        }
        self.entries.entry(time).or_insert((name, value)).1 = value;
    }

    pub(crate) fn remove(&mut self, key: &TableKey) -> bool {
        match self.times.remove(key) {
            Some(time) => self.entries.remove(&time).is_some(),
            None => false,
        }
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.times.clear();
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The first entry at or after a time: the time after it, key, value.
    pub(crate) fn from(&self, time: u64) -> Option<(u64, Value, Value)> {
        self.entries.range(time..).next().map(|(time, (key, value))| (time + 1, *key, *value))
    }

    pub(super) fn values(&mut self, visit: &mut dyn FnMut(&mut Value)) {
        for (key, value) in self.entries.values_mut() {
            visit(key);
            visit(value);
        }
    }

    pub(super) fn entries_mut(&mut self) -> impl Iterator<Item = &mut (Value, Value)> {
        self.entries.values_mut()
    }

    /// Drops the entries whose keys a function refuses.
    pub(super) fn retain(&mut self, mut keep: impl FnMut(Value) -> bool) {
        let dead: Vec<u64> =
            self.entries.iter().filter(|(_, (key, _))| !keep(*key)).map(|(time, _)| *time).collect();
        if !dead.is_empty() {
            for time in dead {
                self.entries.remove(&time);
            }
            let entries = &self.entries;
            self.times.retain(|_, time| entries.contains_key(time));
        }
    }
}

impl Heap {
    /// The key of a value; zeros are equal, and so are all NaNs.
    pub(crate) fn table_key(&mut self, value: Value) -> TableKey {
        match value.kind() {
            Kind::Number(0.0) => TableKey::Bits(Value::number(0.0).bits()),
            Kind::Cell => match (self.string(value), self.bigint(value)) {
                (Some(text), _) => TableKey::Text(text.clone()),
                (None, Some(number)) => TableKey::Integer(number.clone()),
                _ => TableKey::Identity(self.identity(value)),
            },
            _ => TableKey::Bits(value.bits()),
        }
    }
}
