//! Identifies what code was compiled from.

use crate::support::Sha256;
use std::fmt;

/// A digest (SHA-256) of everything that determines some code: what saved code is looked up by.
///
/// [`Compiler::content_key`](crate::Compiler::content_key) has that of a module and the options. A client that does not
/// want to build the IR takes that of its source, with everything else that its IR depends on:
///
/// ```
/// use barebones::saved_code::ContentKey;
///
/// let key = ContentKey::of(b"fn main() {}").with(b"compiler 1.2").with(b"-O2");
/// assert_ne!(key, ContentKey::of(b"fn main() {}").with(b"compiler 1.3").with(b"-O2"));
/// let file_name = format!("{key}.saved");
/// # assert_eq!(file_name.len(), 70);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ContentKey(pub [u8; 32]);

impl ContentKey {
    /// The key of some content.
    pub fn of(content: &[u8]) -> ContentKey {
        ContentKey(Sha256::of(content))
    }

    /// The key of this content and more. The order matters, and so do the ends of the parts.
    #[must_use]
    pub fn with(self, content: &[u8]) -> ContentKey {
        let mut digest = Sha256::new();
        digest.update(&self.0);
        digest.update(content);
        ContentKey(digest.finish())
    }
}

/// 64 hexadecimal digits.
impl fmt::Display for ContentKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for ContentKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ContentKey({self})")
    }
}
