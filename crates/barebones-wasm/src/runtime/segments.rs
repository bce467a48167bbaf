//! Operators on memories, tables and segments that compiled code leaves to the runtime.

use super::Store;
use crate::error::{Error, TrapKind};

impl Store {
    /// `memory.grow`.
    pub(crate) fn grow_memory(&mut self, instance: usize, memory: u32, pages: u64) -> Option<u64> {
        let index = self.instances[instance].memories[memory as usize];
        self.memories[index].grow(pages)
    }

    /// `memory.atomic.wait` in a shared memory, at an aligned index in bounds.
    pub(crate) fn wait(
        &self,
        instance: usize,
        memory: u32,
        bytes: u32,
        at: u64,
        [expected, timeout]: [u64; 2],
    ) -> u32 {
        let index = self.instances[instance].memories[memory as usize];
        let is_interrupted = || self.interrupt.is_interrupted();
        let is_interruptible = self.engine.config().interruption;
        let look: Option<&dyn Fn() -> bool> = if is_interruptible { Some(&is_interrupted) } else { None };
        // Only shared memories are waited for.
        self.memories[index].shared().map_or(0, |it| it.wait(at, bytes, expected, timeout as i64, look))
    }

    /// `memory.atomic.notify` in a shared memory.
    pub(crate) fn notify(&self, instance: usize, memory: u32, count: u32, at: u64) -> u32 {
        let index = self.instances[instance].memories[memory as usize];
        self.memories[index].shared().map_or(0, |it| it.notify(at, count))
    }

    /// `memory.init`.
    pub(crate) fn init_memory(
        &mut self,
        instance: usize,
        memory: u32,
        segment: u32,
        to: u64,
        [from, count]: [u32; 2],
    ) -> Result<(), Error> {
        let data = &self.instances[instance];
        let index = data.memories[memory as usize];
        let module = data.module.clone();
        let gone = data.dropped_data[segment as usize];
        let all = if gone { &[][..] } else { &module.inner.sections.data[segment as usize].bytes };
        let part = (from as usize).checked_add(count as usize).and_then(|end| all.get(from as usize..end));
        let part = part.ok_or(TrapKind::MemoryOutOfBounds)?;
        Ok(self.memories[index].write(to, part)?)
    }

    /// `data.drop`.
    pub(crate) fn drop_data(&mut self, instance: usize, segment: u32) {
        self.instances[instance].dropped_data[segment as usize] = true;
    }

    /// `table.grow`.
    pub(crate) fn grow_table(
        &mut self,
        instance: usize,
        table: u32,
        element: u64,
        count: u64,
    ) -> Option<u64> {
        let index = self.instances[instance].tables[table as usize];
        self.grow_table_at(index, count, element)
    }

    /// `table.fill`.
    pub(crate) fn fill_table(
        &mut self,
        instance: usize,
        table: u32,
        to: u64,
        element: u64,
        count: u64,
    ) -> Result<(), Error> {
        let index = self.instances[instance].tables[table as usize];
        self.tables[index].range(to, count)?.iter().for_each(|cell| cell.set(element));
        Ok(())
    }

    /// `table.copy`.
    pub(crate) fn copy_table(
        &mut self,
        instance: usize,
        tables: [u32; 2],
        [to, from, count]: [u64; 3],
    ) -> Result<(), Error> {
        let [target, source] = tables.map(|table| self.instances[instance].tables[table as usize]);
        let source = self.tables[source].range(from, count)?;
        let target = self.tables[target].range(to, count)?;
        // The ranges may overlap.
        if to <= from {
            source.iter().zip(target).for_each(|(from, to)| to.set(from.get()));
        } else {
            source.iter().zip(target).rev().for_each(|(from, to)| to.set(from.get()));
        }
        Ok(())
    }

    /// `table.init`.
    pub(crate) fn init_table(
        &mut self,
        instance: usize,
        table: u32,
        segment: u32,
        to: u64,
        [from, count]: [u32; 2],
    ) -> Result<(), Error> {
        let data = &self.instances[instance];
        let module = data.module.clone();
        let gone = data.dropped_elements[segment as usize];
        let all = if gone { &[][..] } else { &module.inner.sections.elements[segment as usize].items };
        let part = (from as usize).checked_add(count as usize).and_then(|end| all.get(from as usize..end));
        let part = part.ok_or(TrapKind::TableOutOfBounds)?;
        let cells = self.tables[data.tables[table as usize]].range(to, count.into())?;
        cells.iter().zip(part).for_each(|(cell, item)| cell.set(self.evaluate(instance, item)));
        Ok(())
    }

    /// `elem.drop`.
    pub(crate) fn drop_elements(&mut self, instance: usize, segment: u32) {
        self.instances[instance].dropped_elements[segment as usize] = true;
    }
}
