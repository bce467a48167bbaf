//! Cards: which old cells may refer to young ones. The write barrier is card marking, as `docs/gc.md` of the library describes it:
//! a store to a cell sets a byte that belongs to the cell and its neighbours, without a look at either value.

/// A card covers so many cells, as a power of two. Compiled code shifts the index of a cell by it.
pub(crate) const CARD_SHIFT: u32 = 3;

/// Number of cards in a group, which a collection skips at once if none is marked.
const GROUP: usize = 8;

/// Number of cells of a group.
pub(super) const GROUP_CELLS: usize = GROUP << CARD_SHIFT;

/// What a store sets a card to.
pub(crate) const MARKED: u8 = 1;

/// A byte for each card.
#[derive(Default)]
pub(crate) struct Cards(Vec<u8>);

impl Cards {
    /// Notes that a cell may have got a reference.
    #[inline]
    pub(super) fn mark(&mut self, index: u32) {
        if let Some(card) = self.0.get_mut((index >> CARD_SHIFT) as usize) {
            *card = MARKED;
        }
    }

    /// True if a cell may have got a reference since the last collection.
    pub(super) fn is_marked(&self, index: usize) -> bool {
        self.0.get(index >> CARD_SHIFT).is_some_and(|card| *card == MARKED)
    }

    /// Makes cards for a number of cells.
    pub(super) fn cover(&mut self, cells: usize) {
        let count = (cells >> CARD_SHIFT) + 1;
        if count > self.0.len() {
            self.0.resize(count, 0);
        }
    }

    /// Forgets all marks.
    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Ranges of cells below a limit whose cards are marked, in order.
    pub(super) fn marked(&self, limit: usize) -> Vec<std::ops::Range<usize>> {
        let mut ranges = Vec::new();
        let last = self.0.len().min(limit.div_ceil(1 << CARD_SHIFT));
        for (group, cards) in self.0[..last].chunks(GROUP).enumerate() {
            if *cards == [0; GROUP] {
                continue;
            }
            for (at, _) in cards.iter().enumerate().filter(|(_, card)| **card == MARKED) {
                let first = (group * GROUP + at) << CARD_SHIFT;
                ranges.push(first..(first + (1 << CARD_SHIFT)).min(limit));
            }
        }
        ranges
    }

    /// Address of the first card, for compiled code.
    pub(crate) fn first(&mut self) -> *mut u8 {
        self.0.as_mut_ptr()
    }
}

#[cfg(test)]
mod tests {
    use super::Cards;

    #[test]
    fn cards_cover_their_cells() {
        let mut cards = Cards::default();
        cards.mark(5);
        assert!(!cards.is_marked(5));
        cards.cover(200);
        for index in [0, 7, 8, 130, 199] {
            cards.mark(index);
        }
        assert_eq!(cards.marked(196), [0..8, 8..16, 128..136, 192..196]);
        assert_eq!((cards.marked(8).len(), cards.marked(8).pop()), (1, Some(0..8)));
        assert!(cards.is_marked(135) && !cards.is_marked(136));
        cards.cover(1000);
        assert!(cards.is_marked(135));
        cards.clear();
        assert_eq!(cards.marked(1000), []);
    }
}
