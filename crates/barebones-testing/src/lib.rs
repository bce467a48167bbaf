//! Filetests and random procedures.
