//! Reading of machine descriptions.

use super::constraint::{mode_of, names, read};
use super::print::arch_name;
use super::{Description, Operand, Pattern, Shape};
use crate::base::semantics::Operator;
use crate::base::{Arch, Features};
use crate::support::error_type;
use std::fmt;

/// Why a text is no machine description.
#[derive(Clone, PartialEq, Eq)]
pub struct MachineError {
    /// The line, from 1 on.
    pub line: u32,
    /// What was expected, or what is wrong.
    pub message: String,
}

impl fmt::Display for MachineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

error_type!(MachineError);

type Result<T> = std::result::Result<T, MachineError>;

/// Lists within lists that are read.
const DEPTH: u32 = 32;

/// A list, an atom or a string.
#[derive(Clone, Debug)]
enum Item {
    List(u32, Vec<Item>),
    Atom(u32, String),
    Text(u32, String),
}

impl Item {
    fn line(&self) -> u32 {
        let (Item::List(line, _) | Item::Atom(line, _) | Item::Text(line, _)) = self;
        *line
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(MachineError { line: self.line(), message: message.into() })
    }

    fn atom(&self) -> Result<&str> {
        match self {
            Item::Atom(_, text) => Ok(text),
            _ => self.error("expected a word"),
        }
    }

    fn text(&self) -> Result<&str> {
        match self {
            Item::Text(_, text) => Ok(text),
            _ => self.error("expected a string"),
        }
    }

    /// A list that begins with a word.
    fn list(&self) -> Result<(&str, &[Item])> {
        match self {
            Item::List(_, items) => match items.split_first() {
                Some((head, rest)) => Ok((head.atom()?, rest)),
                None => self.error("expected a word"),
            },
            _ => self.error("expected a list"),
        }
    }

    fn number<T: std::str::FromStr>(&self) -> Result<T> {
        self.atom()?.parse().or_else(|_| self.error("expected a number"))
    }
}

/// Words, strings and parentheses as in the text.
impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Atom(_, text) => f.write_str(text),
            Item::Text(_, text) => write!(f, "{text:?}"),
            Item::List(_, items) => {
                f.write_str("(")?;
                for (number, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if number == 0 { "" } else { " " })?;
                }
                f.write_str(")")
            }
        }
    }
}

struct Reader<'t> {
    rest: std::iter::Peekable<std::str::Chars<'t>>,
    line: u32,
}

impl Reader<'_> {
    fn error<T>(&self, message: &str) -> Result<T> {
        Err(MachineError { line: self.line, message: String::from(message) })
    }

    fn next(&mut self) -> Option<char> {
        let next = self.rest.next();
        self.line += u32::from(next == Some('\n'));
        next
    }

    fn skip_space(&mut self) {
        while let Some(next) = self.rest.peek() {
            match next {
                ';' => while self.next().is_some_and(|next| next != '\n') {},
                next if next.is_whitespace() => {
                    self.next();
                }
                _ => break,
            }
        }
    }

    /// The next item; `None` at the end of the text or of a list.
    fn item(&mut self, depth: u32) -> Result<Option<Item>> {
        self.skip_space();
        let line = self.line;
        match self.rest.peek() {
            None | Some(')') => Ok(None),
            Some('(') if depth == DEPTH => self.error("lists are nested too deeply"),
            Some('(') => {
                self.next();
                let mut items = Vec::new();
                while let Some(item) = self.item(depth + 1)? {
                    items.push(item);
                }
                match self.next() {
                    Some(_) => Ok(Some(Item::List(line, items))),
                    None => Err(MachineError { line, message: String::from("the list has no end") }),
                }
            }
            Some('"') => {
                self.next();
                let mut text = String::new();
                loop {
                    match self.next() {
                        Some('"') => return Ok(Some(Item::Text(line, text))),
                        Some('\\') => text.extend(self.next()),
                        Some(next) => text.push(next),
                        None => {
                            return Err(MachineError {
                                line,
                                message: String::from("the string has no end"),
                            });
                        }
                    }
                }
            }
            Some(_) => {
                let mut text = String::new();
                while let Some(next) = self.rest.peek() {
                    if next.is_whitespace() || "()\";".contains(*next) {
                        break;
                    }
                    text.extend(self.next());
                }
                Ok(Some(Item::Atom(line, text)))
            }
        }
    }
}

impl Description {
    /// Reads a description, as it is printed; comments begin with `;`.
    ///
    /// # Errors
    ///
    /// The first line that is not understood.
    pub fn parse(text: &str) -> Result<Description> {
        let mut reader = Reader { rest: text.chars().peekable(), line: 1 };
        let mut items = Vec::new();
        while let Some(item) = reader.item(0)? {
            items.push(item);
        }
        if reader.rest.peek().is_some() {
            return reader.error("a list ends that did not begin");
        }
        let Some((head, patterns)) = items.split_first() else {
            return reader.error("expected `(machine NAME)`");
        };
        let arch = match head.list()? {
            ("machine", [name]) => {
                let name = name.atom()?;
                [Arch::X64, Arch::A64].into_iter().find(|arch| arch_name(*arch) == name)
            }
            _ => None,
        };
        let Some(arch) = arch else {
            return head.error("expected `(machine x86-64)` or `(machine aarch64)`");
        };
        let patterns = patterns.iter().map(|item| pattern(item, arch)).collect::<Result<_>>()?;
        Ok(Description { arch, patterns })
    }
}

fn words(items: &[Item]) -> Result<Vec<String>> {
    items.iter().map(|item| Ok(item.atom()?.to_string())).collect()
}

fn numbers<T: std::str::FromStr>(items: &[Item]) -> Result<Vec<T>> {
    items.iter().map(Item::number).collect()
}

fn pattern(item: &Item, arch: Arch) -> Result<Pattern> {
    let ("pattern", [name, parts @ ..]) = item.list()? else {
        return item.error("expected `(pattern NAME ..)`");
    };
    let mut pattern = Pattern {
        name: name.atom()?.to_string(),
        standard: Vec::new(),
        words: String::new(),
        properties: Vec::new(),
        semantics: String::new(),
        shapes: Vec::new(),
    };
    for part in parts {
        match part.list()? {
            ("names", names) => pattern.standard = words(names)?,
            ("properties", properties) => pattern.properties = words(properties)?,
            ("words", [text]) => pattern.words = text.text()?.to_string(),
            ("does", effects) => pattern.semantics = semantics(effects)?,
            ("as", parts) => pattern.shapes.push(shape(parts, arch)?),
            (other, _) => return part.error(format!("`{other}` is no part of a pattern")),
        }
    }
    Ok(pattern)
}

/// The text of effects, whose operators must be known; or the reason why there are none, in quotes.
fn semantics(effects: &[Item]) -> Result<String> {
    for effect in effects {
        if let Item::Text(..) = effect {
            continue;
        }
        let (_, values) = effect.list()?;
        values.iter().try_for_each(operators)?;
    }
    Ok(effects.iter().map(Item::to_string).collect::<Vec<_>>().join(" "))
}

fn operators(value: &Item) -> Result<()> {
    let Item::List(..) = value else { return Ok(()) };
    let (name, arguments) = value.list()?;
    match Operator::from_name(name) {
        None => value.error(format!("`{name}` is no operator")),
        Some(operator) if operator.parameters().len() != arguments.len() => {
            value.error(format!("`{name}` takes {} arguments", operator.parameters().len()))
        }
        Some(_) => arguments.iter().try_for_each(operators),
    }
}

fn shape(parts: &[Item], arch: Arch) -> Result<Shape> {
    let mut shape = Shape {
        operands: Vec::new(),
        tied: None,
        commutes: false,
        features: Features::empty(),
        clobbers: Vec::new(),
        semantics: None,
        costs: Vec::new(),
        sizes: Vec::new(),
        outputs: Vec::new(),
    };
    for part in parts {
        match part.list()? {
            ("needs", features) => {
                for feature in features {
                    let name = feature.atom()?;
                    let known = Features::NAMES.iter().find(|(known, _)| *known == name);
                    let Some((_, bit)) = known else {
                        return feature.error(format!("`{name}` is no feature"));
                    };
                    shape.features |= *bit;
                }
            }
            ("clobbers", registers) => {
                for register in registers {
                    let Some(reg) = names(arch).reg(register.atom()?) else {
                        return register.error("expected a register");
                    };
                    shape.clobbers.push(reg);
                }
            }
            ("does", effects) => shape.semantics = Some(semantics(effects)?),
            ("cost", costs) => shape.costs = numbers(costs)?,
            ("size", sizes) => shape.sizes = numbers(sizes)?,
            ("output", outputs) => {
                shape.outputs =
                    outputs.iter().map(|output| Ok(output.text()?.to_string())).collect::<Result<_>>()?;
            }
            (number, [mode, constraint]) => {
                if number.parse() != Ok(shape.operands.len()) {
                    return part.error(format!("expected operand {}", shape.operands.len()));
                }
                let Some((bank, width)) = mode_of(mode.atom()?) else { return mode.error("expected a mode") };
                let text = constraint.text()?;
                let found = read(arch, text)
                    .or_else(|letter| constraint.error(format!("`{letter}` in {text:?} has no meaning")))?;
                if let Some(result) = found.tied {
                    shape.tied = Some((shape.operands.len() as u8, result));
                }
                shape.commutes |= found.commutes;
                let (role, fixed, kinds) = (found.role, found.fixed, found.kinds);
                shape.operands.push(Operand { role, bank, width, fixed, kinds });
            }
            (other, _) => return part.error(format!("`{other}` is no part of operands")),
        }
    }
    if shape.outputs.is_empty() {
        shape.outputs = vec![String::new(); shape.sizes.len()];
    }
    Ok(shape)
}
