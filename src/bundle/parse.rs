//! Reads the text of a bundle.

use super::print::{BUDGET, HEADER};
use super::{Bundle, BundleError, Fault, InlinedCall, OptionRow, Outcome, PassRecord, Record, digest};
use crate::base::{Features, Origin, Target, Targets};
use crate::ir::{ValueId, parse_module};
use crate::isa::TARGETS;
use crate::opt::InlineBudget;
use crate::options::Options;
use crate::pipeline::Stage;
use crate::support::lex::{Cursor, ParseError, Token};
use std::collections::BTreeSet;

/// Maximum number of characters of a found text in an error.
const SHOWN: usize = 40;

/// Lines of code that are being collected: the line of the record, and the expected size and digest.
struct Code {
    line: u32,
    size: u64,
    digest: u64,
}

struct Parser {
    version: Option<String>,
    target: Option<Target>,
    is_module: Option<bool>,
    options: Options,
    inlining: Option<InlineBudget>,
    inlined: Vec<InlinedCall>,
    callees: BTreeSet<String>,
    seeds: Vec<(String, u64)>,
    calls: Vec<String>,
    procedures: Vec<Record>,
    /// True if the last record has its outcome.
    is_complete: bool,
    /// The code of the last record, if its outcome is code.
    code: Option<Code>,
    fault: Option<Fault>,
}

/// The error of a line, without its number: what was found, and what was expected.
struct Unexpected(String, String);

impl From<ParseError> for Unexpected {
    fn from(error: ParseError) -> Unexpected {
        Unexpected(error.found, error.expected)
    }
}

type Line = Result<(), Unexpected>;

fn unexpected(found: &str, expected: impl Into<String>) -> Unexpected {
    let cut = found.char_indices().nth(SHOWN).map(|(at, _)| at);
    let dots = if cut.is_some() { "..." } else { "" };
    Unexpected(format!("`{}{dots}`", &found[..cut.unwrap_or(found.len())]), expected.into())
}

/// Fails unless the cursor is at the end of its line.
fn end(cursor: &Cursor<'_>) -> Line {
    match cursor.token() {
        Token::End => Ok(()),
        _ => Err(cursor.error("the end of the line").into()),
    }
}

/// Parses `name=integer`.
fn field(cursor: &mut Cursor<'_>, name: &str, max: u64) -> Result<u64, ParseError> {
    cursor.expect_word(name)?;
    cursor.expect("=")?;
    cursor.integer(0, max)
}

impl Bundle {
    /// Reads a bundle. Generators have no closures.
    ///
    /// # Errors
    /// The first error, with its line. No text makes this function panic.
    pub fn parse(text: &str) -> Result<Bundle, BundleError> {
        let mut lines = text.split_inclusive('\n');
        let mut offset = lines.next().map_or(0, str::len);
        if text[..offset].trim_end() != HEADER {
            return Err(BundleError::Header);
        }
        let mut parser = Parser {
            version: None,
            target: None,
            is_module: None,
            options: Options::default(),
            inlining: None,
            inlined: Vec::new(),
            callees: BTreeSet::new(),
            seeds: Vec::new(),
            calls: Vec::new(),
            procedures: Vec::new(),
            is_complete: true,
            code: None,
            fault: None,
        };
        // All lines of the file end alike; else the character belongs to a message.
        let has_carriage_returns = text[..offset].ends_with("\r\n");
        let mut number = 1;
        for line in lines {
            number += 1;
            offset += line.len();
            let line = line.strip_suffix('\n').unwrap_or(line);
            let line = if has_carriage_returns { line.strip_suffix('\r').unwrap_or(line) } else { line };
            if line == "ir" {
                parser.end_record(number)?;
                return parser.finish(&text[offset..], number);
            }
            parser.line(line, number)?;
        }
        Err(BundleError::Missing { keyword: "ir" })
    }
}

impl Parser {
    fn line(&mut self, line: &str, number: u32) -> Result<(), BundleError> {
        let (keyword, rest) = line.split_once(' ').unwrap_or((line, ""));
        if matches!(keyword, "procedure" | "fault") {
            self.end_record(number)?;
        }
        self.item(keyword, rest, number).map_err(|Unexpected(found, expected)| BundleError::Line {
            line: number,
            found,
            expected,
        })
    }

    fn item(&mut self, keyword: &str, rest: &str, number: u32) -> Line {
        let mut cursor = Cursor::new(rest);
        match keyword {
            "version" if !rest.is_empty() => self.version = Some(rest.into()),
            "target" => self.target = Some(target(rest)?),
            "unit" => {
                self.is_module = Some(match rest {
                    "module" => true,
                    "procedure" => false,
                    _ => return Err(unexpected(rest, "`module` or `procedure`")),
                });
            }
            "option" => self.option(rest)?,
            "inlining" => {
                let mut budget = InlineBudget::default();
                for (name, place) in BUDGET {
                    *place(&mut budget) = field(&mut cursor, name, u64::from(u32::MAX))? as u32;
                }
                end(&cursor)?;
                self.inlining = Some(budget);
            }
            "inline" => {
                let callee = cursor.name("the name of a callee")?.into_owned();
                let procedure = cursor.name("the name of a procedure")?.into_owned();
                end(&cursor)?;
                self.inlined.push(InlinedCall { callee, procedure });
            }
            "callee" => {
                let name = cursor.name("the name of a callee")?.into_owned();
                end(&cursor)?;
                self.callees.insert(name);
            }
            "seed" => {
                let name = cursor.name("the name of a seed")?.into_owned();
                let seed = cursor.integer(0, u64::MAX)?;
                end(&cursor)?;
                self.seeds.push((name, seed));
            }
            "call" => self.calls.push(rest.into()),
            "procedure" => {
                let name = cursor.name("the name of a procedure")?.into_owned();
                end(&cursor)?;
                let outcome = Outcome::Failed { stage: Stage::Validate, message: String::new() };
                self.procedures.push(Record { name, closures: Vec::new(), passes: Vec::new(), outcome });
                (self.is_complete, self.code) = (false, None);
            }
            "closure" | "pass" | "error" | "message" | "code" | "bytes" => {
                return self.item_of_record(keyword, rest, number);
            }
            "fault" => {
                let procedure = cursor.name("the name of a procedure")?.into_owned();
                let offset = field(&mut cursor, "offset", u64::from(u32::MAX))? as u32;
                end(&cursor)?;
                let (inst, value, origin) = (None, None, Origin::NONE);
                self.fault = Some(Fault { procedure, offset, inst, value, origin });
            }
            "instruction" | "value" | "origin" => return self.item_of_fault(keyword, rest),
            "" if rest.is_empty() => {}
            other => return Err(unexpected(other, "a keyword of a bundle")),
        }
        Ok(())
    }

    fn option(&mut self, rest: &str) -> Line {
        let (name, value) = rest.split_once(' ').unwrap_or((rest, ""));
        let row = OptionRow::all().iter().find(|row| row.name == name);
        let row = row.ok_or_else(|| unexpected(name, "the name of an option"))?;
        row.read(value, &mut self.options).ok_or_else(|| unexpected(value, row.expected))
    }

    /// A line of the last procedure's record.
    fn item_of_record(&mut self, keyword: &str, rest: &str, number: u32) -> Line {
        let is_complete = self.is_complete;
        let record = self.procedures.last_mut();
        let record = record.ok_or_else(|| unexpected(keyword, "`procedure` before it"))?;
        let mut cursor = Cursor::new(rest);
        match (keyword, &mut record.outcome) {
            ("closure", _) if !is_complete => {
                record.closures.push(cursor.name("the name of a generator")?.into_owned());
            }
            ("pass", _) if !is_complete => {
                let name = cursor.word("the name of a pass")?.into();
                let work = field(&mut cursor, "work", u64::MAX)?;
                let rewrites = field(&mut cursor, "rewrites", u64::MAX)?;
                record.passes.push(PassRecord { name, work, rewrites });
            }
            ("error", Outcome::Failed { stage, .. }) if !is_complete => {
                let name = cursor.word("the name of a stage")?;
                let found = Stage::ALL.into_iter().find(|stage| stage.name() == name);
                *stage = found.ok_or_else(|| unexpected(name, "the name of a stage"))?;
                self.is_complete = true;
            }
            ("message", Outcome::Failed { message, .. }) if is_complete => {
                // An empty first line cannot be told from no line; messages do not begin with one.
                message.push_str(if message.is_empty() { "" } else { "\n" });
                message.push_str(rest);
                return Ok(());
            }
            ("code", _) if !is_complete => {
                let size = field(&mut cursor, "size", u64::from(u32::MAX))?;
                let code_size = field(&mut cursor, "instructions", size)? as u32;
                let digest = field(&mut cursor, "digest", u64::MAX)?;
                let stand_ins = match cursor.token() {
                    Token::Word("stand_ins") => Some(field(&mut cursor, "stand_ins", u64::MAX)?),
                    _ => None,
                };
                record.outcome = Outcome::Compiled { bytes: Vec::new(), code_size, stand_ins };
                self.code = Some(Code { line: number, size, digest });
                self.is_complete = true;
            }
            ("bytes", Outcome::Compiled { bytes, .. }) => {
                let (offset, digits) = rest.split_once(": ").unwrap_or(("", rest));
                let expected = format!("{:#06x}", bytes.len());
                if offset != expected {
                    return Err(unexpected(offset, format!("the offset {expected}")));
                }
                for pair in digits.as_bytes().chunks(2) {
                    let byte = std::str::from_utf8(pair).ok().filter(|pair| pair.len() == 2);
                    let byte = byte.and_then(|pair| u8::from_str_radix(pair, 16).ok());
                    bytes.push(byte.ok_or_else(|| unexpected(digits, "pairs of hexadecimal digits"))?);
                }
                return Ok(());
            }
            _ => return Err(unexpected(keyword, "another line of a procedure")),
        }
        end(&cursor)
    }

    fn item_of_fault(&mut self, keyword: &str, rest: &str) -> Line {
        let fault = self.fault.as_mut().ok_or_else(|| unexpected(keyword, "`fault` before it"))?;
        match keyword {
            "instruction" => fault.inst = Some(rest.into()),
            "value" => {
                let (id, text) = rest.split_once(' ').unwrap_or((rest, ""));
                let mut cursor = Cursor::new(id);
                let Token::Numbered('@', number) = cursor.advance() else {
                    return Err(unexpected(id, "a value, such as `@12`"));
                };
                end(&cursor)?;
                fault.value = Some((ValueId::new(number), text.into()));
            }
            _ => {
                let mut cursor = Cursor::new(rest);
                fault.origin = Origin(cursor.u32()?);
                end(&cursor)?;
            }
        }
        Ok(())
    }

    /// Checks that the last record is complete. `number` is the line after it.
    fn end_record(&mut self, number: u32) -> Result<(), BundleError> {
        let Some(record) = self.procedures.last() else { return Ok(()) };
        if !self.is_complete {
            let expected = String::from("`code` or `error` before it");
            return Err(BundleError::Line {
                line: number,
                found: String::from("the end of a record"),
                expected,
            });
        }
        match (&record.outcome, self.code.take()) {
            (Outcome::Compiled { bytes, .. }, Some(code))
                if bytes.len() as u64 != code.size || digest(bytes) != code.digest =>
            {
                Err(BundleError::Code { line: code.line, procedure: record.name.clone() })
            }
            _ => Ok(()),
        }
    }

    fn finish(self, ir: &str, before: u32) -> Result<Bundle, BundleError> {
        let missing = |keyword| BundleError::Missing { keyword };
        let target = self.target.ok_or_else(|| missing("target"))?;
        let targets = Targets { all: &TARGETS, host: target };
        let module = parse_module(ir, &targets).map_err(|error| {
            let ParseError { line, column, found, expected } = error;
            BundleError::Ir { line: before.saturating_add(line), column, found, expected }
        })?;
        Ok(Bundle {
            version: self.version.ok_or_else(|| missing("version"))?,
            target,
            options: self.options,
            is_module: self.is_module.ok_or_else(|| missing("unit"))?,
            inlining: self.inlining,
            inlined: self.inlined,
            callees: self.callees,
            seeds: self.seeds,
            calls: self.calls,
            procedures: self.procedures,
            fault: self.fault,
            module,
        })
    }
}

/// A name of a target, followed by names of features.
fn target(text: &str) -> Result<Target, Unexpected> {
    let mut words = text.split(' ');
    let name = words.next().unwrap_or_default();
    let desc = TARGETS.iter().find(|desc| desc.name == name);
    let desc = desc.ok_or_else(|| {
        let names: Vec<&str> = TARGETS.iter().map(|desc| desc.name).collect();
        unexpected(name, format!("a target: {}", names.join(", ")))
    })?;
    let mut features = Features::empty();
    for word in words {
        let feature = Features::NAMES.iter().find(|(name, _)| *name == word);
        features |= feature.ok_or_else(|| unexpected(word, "the name of a feature"))?.1;
    }
    Ok(Target { desc, features })
}
