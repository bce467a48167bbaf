//! Cases of [`super::cases`] for weights and cold blocks.

use super::Rule;
use super::cases::{Case, body, start};
use crate::ir::{BlockId, Procedure};

pub(super) const CASES: &[Case] = &[
    (Rule::Hints, |broken| {
        let (mut p, root, a, _) = start();
        let end = p.add_block();
        p.at(end).ret([]);
        let mut b = p.at(root);
        b.branch(a, end, end);
        b.weights(if broken { [1, 2, 3].as_slice() } else { &[0, 1] });
        p
    }),
    (Rule::Hints, |broken| {
        let (mut p, root, a, _) = start();
        let end = p.add_block();
        p.at(end).ret([]);
        p.at(root).branch(a, end, end);
        p.set_weights(root, if broken { &[0, 0] } else { &[] });
        p
    }),
    (Rule::Hints, |broken| {
        let mut p = body(|_, _, _, _| {});
        p.set_weights(BlockId::new(9), if broken { &[1] } else { &[] });
        p
    }),
    (Rule::Hints, |broken| {
        let mut p = body(|_, _, _, _| {});
        p.set_cold(if broken { BlockId::new(9) } else { Procedure::ROOT }, true);
        p
    }),
];
