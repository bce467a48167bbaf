//! Parses left sides of rules as samples, and instantiates them.

use crate::base::Type;
use crate::ir::opcode::{ResultRule, Rule};
use crate::ir::testing::target;
use crate::ir::{Opcode, Procedure, ValueId};
use crate::opt::scalar::reduce_strength::arithmetic::Arithmetic;
use std::collections::HashMap;

#[derive(Clone, Debug)]
enum Node {
    Operation(Opcode, Vec<Node>),
    Variable(String, Option<Type>),
    Constant(String),
    Number(i64),
}

fn parse(text: &str) -> Node {
    let mut rest = text;
    let node = parse_one(&mut rest).unwrap_or_else(|| panic!("{text}: found {rest:?}"));
    assert!(rest.is_empty(), "{text}: found {rest:?}");
    node
}

fn parse_one(rest: &mut &str) -> Option<Node> {
    let end = rest.find(['(', ')', ',']).unwrap_or(rest.len());
    let word = rest[..end].trim();
    *rest = &rest[end..];
    if let Some(inner) = rest.strip_prefix('(') {
        let opcode = Opcode::from_name(word)?;
        *rest = inner;
        let mut children = Vec::new();
        loop {
            children.push(parse_one(rest)?);
            let (separator, after) = (rest.chars().next()?, &rest[1..]);
            *rest = after;
            if separator == ')' {
                return Some(Node::Operation(opcode, children));
            }
        }
    }
    if let Some(hex) = word.strip_prefix("0x") {
        return i64::from_str_radix(hex, 16).ok().map(Node::Number);
    }
    if let Ok(number) = word.parse() {
        return Some(Node::Number(number));
    }
    let (name, ty) = match word.split_once(':') {
        Some((name, ty)) => {
            let ty = Type::SCALARS.into_iter().find(|it| it.to_string().eq_ignore_ascii_case(ty))?;
            (name, Some(ty))
        }
        None => (word, None),
    };
    match name {
        "x" | "y" | "z" => Some(Node::Variable(name.into(), ty)),
        "n" | "m" => Some(Node::Variable(name.into(), Some(Type::Int32))),
        "c" | "d" | "e" | "k" | "j" => Some(Node::Constant(name.into())),
        _ => None,
    }
}

/// A left side with types.
pub(super) struct Sample {
    text: String,
    node: Node,
    default: Type,
    types: HashMap<String, Type>,
    /// Names that are constants in each instance, sorted.
    pub(super) constants: Vec<(String, Type)>,
    pub(super) has_floats: bool,
}

/// A sample with values for its constants.
pub(super) struct Instance {
    pub(super) text: String,
    pub(super) proc: Procedure,
    pub(super) variables: Vec<ValueId>,
    pub(super) types: Vec<Type>,
}

impl Sample {
    /// Types a sample with `default` for names of any type; `None` if it does not fit.
    pub(super) fn of(text: &str, default: Type) -> Option<Sample> {
        let (node, types) = (parse(text), HashMap::new());
        let mut sample =
            Sample { text: text.into(), node, default, types, constants: Vec::new(), has_floats: false };
        let node = sample.node.clone();
        sample.infer(&node, None)?;
        let is_constant = |name: &str| matches!(name, "c" | "d" | "e" | "k" | "j");
        let named = sample.types.iter().filter(|(name, _)| is_constant(name));
        sample.constants = named.map(|(name, ty)| (name.clone(), *ty)).collect();
        sample.constants.sort_by(|a, b| a.0.cmp(&b.0));
        Some(sample)
    }

    fn bind(&mut self, name: &str, expected: Option<Type>) -> Option<Type> {
        let ty = *self.types.entry(name.into()).or_insert(expected.unwrap_or(self.default));
        (expected.is_none() || expected == Some(ty)).then_some(ty)
    }

    /// The type of an expression, if it is already determined.
    fn peek(&self, node: &Node) -> Option<Type> {
        match node {
            Node::Variable(_, Some(ty)) => Some(*ty),
            Node::Variable(name, None) | Node::Constant(name) => self.types.get(name).copied(),
            Node::Number(_) => None,
            Node::Operation(opcode, children) => match opcode.row().result {
                ResultRule::Int32 => Some(Type::Int32),
                ResultRule::Int64 => Some(Type::Int64),
                ResultRule::Float => Some(Type::Float),
                ResultRule::Double => Some(Type::Double),
                ResultRule::T => self.peek_operands(*opcode, children),
                _ => None,
            },
        }
    }

    fn peek_operands(&self, opcode: Opcode, children: &[Node]) -> Option<Type> {
        let of_type = opcode.row().operands.iter().zip(children).filter(|(rule, _)| **rule == Rule::T);
        of_type.into_iter().find_map(|(_, child)| self.peek(child))
    }

    /// Infers the type of an expression where this type is expected.
    fn infer(&mut self, node: &Node, expected: Option<Type>) -> Option<Type> {
        let ty = match node {
            Node::Variable(name, annotated) => {
                let expected = match (annotated, expected) {
                    (Some(ty), Some(expected)) if *ty != expected => return None,
                    (Some(ty), _) => Some(*ty),
                    (None, expected) => expected,
                };
                self.bind(name, expected)?
            }
            Node::Constant(name) => self.bind(name, expected)?,
            Node::Number(_) => expected.unwrap_or(self.default),
            Node::Operation(opcode, children) => return self.infer_operation(*opcode, children, expected),
        };
        self.has_floats |= ty.is_float();
        Some(ty)
    }

    fn infer_operation(&mut self, opcode: Opcode, children: &[Node], expected: Option<Type>) -> Option<Type> {
        let row = opcode.row();
        assert_eq!(row.operands.len(), children.len(), "{}", row.name);
        let inside = self.peek_operands(opcode, children).unwrap_or(self.default);
        let twin = |ty: Type| match ty {
            Type::Int32 => Type::Float,
            Type::Int64 => Type::Double,
            Type::Float => Type::Int32,
            _ => Type::Int64,
        };
        let (t, result) = match row.result {
            ResultRule::T => {
                let t = expected.unwrap_or(inside);
                (t, t)
            }
            ResultRule::Int32 => (inside, Type::Int32),
            ResultRule::Int64 => (inside, Type::Int64),
            ResultRule::Float => (inside, Type::Float),
            ResultRule::Double => (inside, Type::Double),
            ResultRule::Opposite => {
                let t = expected.map_or(inside, twin);
                (t, twin(t))
            }
            ResultRule::Half => match (expected, inside) {
                (Some(Type::Int32), _) | (None, Type::Int64) => (Type::Int64, Type::Int32),
                (Some(Type::Float), _) | (None, Type::Double) => (Type::Double, Type::Float),
                _ => return None,
            },
            ResultRule::Own => (inside, expected.unwrap_or(self.default)),
            _ => return None,
        };
        let class = if row.result == ResultRule::Own { result } else { t };
        let uses_t = row.operands.contains(&Rule::T) || row.result == ResultRule::Own;
        if uses_t && !row.class.contains(class) || expected.is_some_and(|expected| expected != result) {
            return None;
        }
        for (rule, child) in row.operands.iter().zip(children) {
            let (wanted, kind): (_, fn(Type) -> bool) = match rule {
                Rule::T => (Some(t), |_| true),
                Rule::Int32 => (Some(Type::Int32), |_| true),
                Rule::Int64 => (Some(Type::Int64), |_| true),
                Rule::Float => (Some(Type::Float), |_| true),
                Rule::Double => (Some(Type::Double), |_| true),
                Rule::V128 => (Some(Type::V128), |_| true),
                Rule::AnyInt => (None, Type::is_int),
                Rule::AnyFloat => (None, Type::is_float),
                Rule::AnyTuple => return None,
            };
            let ty = self.infer(child, wanted)?;
            if !kind(ty) {
                return None;
            }
        }
        self.has_floats |= result.is_float();
        Some(result)
    }

    /// Builds the procedure that returns the expression, with these constants.
    pub(super) fn instance(&self, arithmetic: Arithmetic, constants: &[u64]) -> Instance {
        let mut proc = Procedure::new(&target());
        let root = proc.add_block();
        let mut names: Vec<(&String, Type)> = self.types.iter().map(|(name, ty)| (name, *ty)).collect();
        names.retain(|(name, _)| !self.constants.iter().any(|(constant, _)| constant == *name));
        names.sort();
        // Nothing is known of the value of a Phi.
        let variables: Vec<ValueId> =
            names.iter().map(|(_, ty)| proc.at(root).apply_typed(Opcode::Phi, *ty, &[])).collect();
        let mut building = Building { sample: self, arithmetic, constants, proc, made: HashMap::new() };
        for ((name, _), id) in names.iter().zip(&variables) {
            building.made.insert((*name).clone(), *id);
        }
        let mut types = Typing(self);
        let result = building.build(&self.node, None, &mut types);
        let mut proc = building.proc;
        proc.at(root).apply_typed(Opcode::Return, Type::Void, &[result]);
        let text = format!("{} with {constants:x?}", self.text);
        Instance { text, proc, variables, types: names.into_iter().map(|(_, ty)| ty).collect() }
    }
}

/// Types of expressions once all names are bound.
struct Typing<'a>(&'a Sample);

impl Typing<'_> {
    fn of(&mut self, node: &Node, expected: Option<Type>) -> Type {
        let Sample { types, default, .. } = self.0;
        let mut again = Sample {
            text: String::new(),
            node: Node::Number(0),
            default: *default,
            types: types.clone(),
            constants: Vec::new(),
            has_floats: false,
        };
        again.infer(node, expected).expect("had a type before")
    }
}

struct Building<'a> {
    sample: &'a Sample,
    arithmetic: Arithmetic,
    constants: &'a [u64],
    proc: Procedure,
    /// Values built so far, by the text of their expression: equal expressions are one value.
    made: HashMap<String, ValueId>,
}

impl Building<'_> {
    fn build(&mut self, node: &Node, expected: Option<Type>, types: &mut Typing) -> ValueId {
        let root = Procedure::ROOT;
        let ty = types.of(node, expected);
        let mask = if ty.is_int() { self.arithmetic.mask(ty) } else { u64::MAX };
        match node {
            Node::Variable(name, _) => self.made[name],
            Node::Constant(name) => {
                let place = self.sample.constants.iter().position(|(constant, _)| constant == name);
                let bits = self.constants[place.expect("is one")] & mask;
                self.proc.at(root).constant(ty, bits)
            }
            Node::Number(number) => {
                let bits = match ty {
                    Type::Float => u64::from((*number as f32).to_bits()),
                    Type::Double => (*number as f64).to_bits(),
                    _ => *number as u64 & mask,
                };
                self.proc.at(root).constant(ty, bits)
            }
            Node::Operation(opcode, children) => {
                let key = format!("{node:?}");
                if let Some(id) = self.made.get(&key) {
                    return *id;
                }
                let row = opcode.row();
                let inside = types.0.peek_operands(*opcode, children).unwrap_or(types.0.default);
                let t = match row.result {
                    ResultRule::T => ty,
                    ResultRule::Half if ty == Type::Int32 => Type::Int64,
                    ResultRule::Half => Type::Double,
                    ResultRule::Opposite => match ty {
                        Type::Int32 => Type::Float,
                        Type::Int64 => Type::Double,
                        Type::Float => Type::Int32,
                        _ => Type::Int64,
                    },
                    _ => inside,
                };
                let fixed = |rule: &Rule| match rule {
                    Rule::T => Some(t),
                    Rule::Int32 => Some(Type::Int32),
                    Rule::Int64 => Some(Type::Int64),
                    Rule::Float => Some(Type::Float),
                    Rule::Double => Some(Type::Double),
                    _ => None,
                };
                let children: Vec<ValueId> = row
                    .operands
                    .iter()
                    .zip(children)
                    .map(|(rule, child)| self.build(child, fixed(rule), types))
                    .collect();
                let id = self.proc.at(root).apply_typed(*opcode, ty, &children);
                self.made.insert(key, id);
                id
            }
        }
    }
}
