//! Fixed ranges: the points at which an instruction fixes or clobbers a register.
//!
//! The clobbers of a call are one point in a list for all registers of its convention, not a range for each.

use super::point::Point;
use crate::base::{Reg, RegSet};

/// Maximum number of clobber classes; further clobber sets become ranges of each register.
pub(super) const MAX_CLASSES: usize = 4;

/// A clobber class: a set of registers, and the points at which instructions clobber all of it.
#[derive(Debug, Default)]
struct Class {
    regs: RegSet,
    points: Vec<Point>,
}

/// The fixed ranges of each register, and the clobber classes. Sorted by [`Fixed::finish`].
#[derive(Debug)]
pub(super) struct Fixed {
    ranges: Vec<Vec<(Point, Point)>>,
    classes: Vec<Class>,
    used_classes: usize,
    /// Registers that any instruction fixes or clobbers.
    pub(super) regs: RegSet,
    /// Those with fixed ranges of their own.
    pub(super) ranged: RegSet,
}

impl Default for Fixed {
    fn default() -> Fixed {
        Fixed {
            ranges: vec![Vec::new(); Reg::COUNT],
            classes: Vec::new(),
            used_classes: 0,
            regs: RegSet::EMPTY,
            ranged: RegSet::EMPTY,
        }
    }
}

impl Fixed {
    pub(super) fn clear(&mut self) {
        self.ranges.iter_mut().for_each(Vec::clear);
        self.used_classes = 0;
        self.regs = RegSet::EMPTY;
        self.ranged = RegSet::EMPTY;
    }

    /// Adds a fixed range. Called in backward order.
    pub(super) fn occupy(&mut self, reg: Reg, start: Point, end: Point) {
        let ranges = &mut self.ranges[reg.index()];
        self.regs.insert(reg);
        self.ranged.insert(reg);
        match ranges.last_mut() {
            Some(next) if next.0 <= end => {
                next.0 = next.0.min(start);
                next.1 = next.1.max(end);
            }
            _ => ranges.push((start, end)),
        }
    }

    /// Adds a clobber of a set of registers. Called in backward order.
    pub(super) fn clobber(&mut self, regs: RegSet, point: Point) {
        let class = self.classes[..self.used_classes].iter().position(|class| class.regs == regs);
        let class = match class {
            Some(class) => class,
            None if self.used_classes < MAX_CLASSES => {
                if self.classes.len() == self.used_classes {
                    self.classes.push(Class::default());
                }
                let class = &mut self.classes[self.used_classes];
                class.regs = regs;
                class.points.clear();
                self.regs = self.regs.union(regs);
                self.used_classes += 1;
                self.used_classes - 1
            }
            None => {
                for reg in regs.iter() {
                    self.occupy(reg, point, point + 1);
                }
                return;
            }
        };
        self.classes[class].points.push(point);
    }

    /// Reverses everything into forward order.
    pub(super) fn finish(&mut self) {
        for reg in self.regs.iter() {
            self.ranges[reg.index()].reverse();
        }
        for class in &mut self.classes[..self.used_classes] {
            class.points.reverse();
        }
    }

    /// The fixed ranges of a register. After [`Fixed::finish`].
    pub(super) fn ranges(&self, reg: Reg) -> &[(Point, Point)] {
        &self.ranges[reg.index()]
    }

    /// The clobber classes with their points. After [`Fixed::finish`].
    pub(super) fn classes(&self) -> impl Iterator<Item = (RegSet, &[Point])> {
        self.classes[..self.used_classes].iter().map(|class| (class.regs, &class.points[..]))
    }

    /// The points of a clobber class. After [`Fixed::finish`].
    pub(super) fn points(&self, class: usize) -> &[Point] {
        &self.classes[class].points
    }

    /// The first point at or after `from` at which the register is fixed or clobbered.
    pub(super) fn next(&self, reg: Reg, from: Point) -> Point {
        if !self.regs.contains(reg) {
            return Point::MAX;
        }
        let ranges = &self.ranges[reg.index()];
        let mut next = match ranges.get(ranges.partition_point(|range| range.1 <= from)) {
            Some(range) => range.0.max(from),
            None => Point::MAX,
        };
        for class in self.classes[..self.used_classes].iter().filter(|class| class.regs.contains(reg)) {
            if let Some(point) = class.points.get(class.points.partition_point(|point| *point < from)) {
                next = next.min(*point);
            }
        }
        next
    }
}
