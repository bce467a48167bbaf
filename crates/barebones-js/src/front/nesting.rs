//! A bound of how deep source nests, found without recursion: the parser recurses, and must not exhaust the stack.

/// Maximum nesting of brackets, operators and statements in source.
pub(super) const MAX_NESTING: u32 = 1500;

/// The same on a large stack.
pub(super) const MAX_NESTING_LARGE: u32 = 20_000;

/// What an open bracket belongs to.
struct Level {
    /// Operators and keywords since the last separator: each may nest the next.
    run: u32,
    /// True for the braces of a template's substitution.
    template: bool,
}

/// Offset of the first place that may nest deeper than a limit. Strings, comments, templates and regular
/// expressions are skipped; source that is no JavaScript may be judged wrongly.
pub(crate) fn too_deep(source: &str, limit: u32) -> Option<u32> {
    let bytes = source.as_bytes();
    let mut levels = vec![Level { run: 0, template: false }];
    let mut total = 0;
    let mut at = 0;
    // True if a `/` begins a regular expression, not a division.
    let mut operand = true;
    let mut after_brace = false;
    while let Some(byte) = bytes.get(at).copied() {
        let start = at;
        at += 1;
        let level = levels.last_mut()?;
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' => continue,
            b'/' if bytes.get(at) == Some(&b'/') => {
                at += bytes[at..].iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len() - at);
                continue;
            }
            b'/' if bytes.get(at) == Some(&b'*') => {
                at = end_of(source, at + 1, "*/");
                continue;
            }
            b'/' if operand => {
                at = after_regexp(bytes, at);
                operand = false;
            }
            b'"' | b'\'' => {
                at = after_string(bytes, at, byte);
                operand = false;
            }
            b'`' => {
                let depth = levels.len();
                at = after_template(bytes, at, &mut levels);
                total += u32::from(levels.len() > depth);
                operand = levels.len() > depth;
            }
            b'(' | b'[' | b'{' => {
                levels.push(Level { run: 1, template: false });
                total += 1;
                operand = true;
            }
            b')' | b']' | b'}' => {
                if levels.len() > 1
                    && let Some(level) = levels.pop()
                {
                    total -= level.run;
                    if level.template && byte == b'}' {
                        let depth = levels.len();
                        at = after_template(bytes, at, &mut levels);
                        total += u32::from(levels.len() > depth);
                    }
                }
                operand = byte == b'}';
            }
            b';' | b',' => {
                total -= level.run.saturating_sub(1);
                level.run = level.run.min(1);
                operand = true;
            }
            _ if byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80 => {
                while bytes
                    .get(at)
                    .is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | 0x80..))
                {
                    at += 1;
                }
                let word = &source.as_bytes()[start..at];
                let joins: [&[u8]; 7] =
                    [b"else", b"in", b"of", b"instanceof", b"catch", b"finally", b"while"];
                if after_brace && !joins.contains(&word) {
                    total -= level.run.saturating_sub(1);
                    level.run = level.run.min(1);
                }
                let nests: [&[u8]; 19] = [
                    b"if",
                    b"else",
                    b"for",
                    b"while",
                    b"do",
                    b"new",
                    b"typeof",
                    b"void",
                    b"delete",
                    b"await",
                    b"yield",
                    b"return",
                    b"throw",
                    b"in",
                    b"instanceof",
                    b"async",
                    b"function",
                    b"class",
                    b"case",
                ];
                operand = nests.contains(&word);
                if operand {
                    level.run += 1;
                    total += 1;
                }
            }
            b'.' => operand = false,
            _ => {
                level.run += 1;
                total += 1;
                operand = true;
            }
        }
        after_brace = byte == b'}';
        if total > limit {
            return Some(start as u32);
        }
    }
    None
}

fn end_of(source: &str, from: usize, mark: &str) -> usize {
    let rest = source.as_bytes().get(from..).unwrap_or(&[]);
    let found = rest.windows(mark.len()).position(|window| window == mark.as_bytes());
    found.map_or(source.len(), |position| from + position + mark.len())
}

fn after_string(bytes: &[u8], mut at: usize, quote: u8) -> usize {
    while let Some(byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'\\' => at += 1,
            b'\n' => break,
            byte if *byte == quote => break,
            _ => {}
        }
    }
    at
}

fn after_regexp(bytes: &[u8], mut at: usize) -> usize {
    let mut class = false;
    while let Some(byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'\\' => at += 1,
            b'[' => class = true,
            b']' => class = false,
            b'/' if !class => break,
            b'\n' => break,
            _ => {}
        }
    }
    at
}

/// Skips text of a template, to its end or into its next substitution.
fn after_template(bytes: &[u8], mut at: usize, levels: &mut Vec<Level>) -> usize {
    while let Some(byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'\\' => at += 1,
            b'`' => break,
            b'$' if bytes.get(at) == Some(&b'{') => {
                levels.push(Level { run: 1, template: true });
                return at + 1;
            }
            _ => {}
        }
    }
    at
}
