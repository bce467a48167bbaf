//! Exit states: written down, read again, and handed over when an exit is taken.

mod malformed;
mod pools;
mod round_trip;
