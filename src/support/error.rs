//! How all error types of the library are printed.
//!
//! `Display` is one complete sentence or a list: it includes the text of an error that the error wraps, which is then
//! not its `source`. A source is an error whose text is not included. `Debug` is the text of the error and its sources,
//! because that is what a `main` prints that returns it.

use std::error::Error;
use std::fmt;

/// Writes an error and its sources, separated by colons: the `Debug` of errors.
///
/// # Errors
/// Those of the formatter.
pub fn write_chain(f: &mut fmt::Formatter<'_>, error: &dyn Error) -> fmt::Result {
    write!(f, "{error}")?;
    let mut next = error.source();
    while let Some(source) = next {
        write!(f, ": {source}")?;
        next = source.source();
    }
    Ok(())
}

/// Implements `Error` and `Debug` for a type that has `Display`. A table of messages after the type implements
/// `Display`, too: a pattern for each variant, and the arguments of `write!`.
macro_rules! error_type {
    ($ty:ty) => {
        impl std::error::Error for $ty {}
        $crate::support::error_type!(@debug $ty);
    };
    ($ty:ty, source: $source:expr) => {
        impl std::error::Error for $ty {
            fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
                let source: fn(&$ty) -> Option<&(dyn std::error::Error + 'static)> = $source;
                source(self)
            }
        }
        $crate::support::error_type!(@debug $ty);
    };
    ($ty:ty { $($pattern:pat => $format:literal $(, $argument:expr)*;)* }) => {
        impl std::fmt::Display for $ty {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $($pattern => write!(f, $format $(, $argument)*),)*
                }
            }
        }
        $crate::support::error_type!($ty);
    };
    (@debug $ty:ty) => {
        impl std::fmt::Debug for $ty {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                $crate::support::write_chain(f, self)
            }
        }
    };
}

pub(crate) use error_type;

/// Text that follows a name if there is one: `prefix`, the name, and `suffix`.
pub(crate) struct Named<'a>(pub(crate) &'a str, pub(crate) &'a str, pub(crate) &'a str);

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Named(prefix, name, suffix) = self;
        if name.is_empty() { Ok(()) } else { write!(f, "{prefix}`{name}`{suffix}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Outer(Inner);
    struct Inner;

    error_type!(Inner { Inner => "the file {}", "is missing"; });

    impl fmt::Display for Outer {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("no configuration")
        }
    }

    error_type!(Outer, source: |outer| Some(&outer.0));

    #[test]
    fn debug_is_the_chain() {
        let outer = Outer(Inner);
        assert_eq!(format!("{outer:?}"), "no configuration: the file is missing");
        assert_eq!(format!("{outer:#?}"), "no configuration: the file is missing");
        assert_eq!(format!("{outer} {:?}", outer.0), "no configuration the file is missing");
    }
}
