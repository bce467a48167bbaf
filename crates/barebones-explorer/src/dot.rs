//! The control-flow graph for graphviz.

use crate::recording::{Graph, Kind, Recording};
use std::fmt::{self, Display, Formatter, Write};

/// The recording has no such stage with a graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownStage {
    /// The name that was asked for.
    pub name: String,
    /// The names that exist.
    pub known: Vec<String>,
}

impl Display for UnknownStage {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "found `{}`, expected one of {}", self.name, self.known.join(", "))
    }
}

impl std::error::Error for UnknownStage {}

/// The control-flow graph after a stage, the last one of that name; without a name, of the IR after all passes.
///
/// # Errors
/// If no stage of that name has a graph.
pub fn to_dot(recording: &Recording, after: Option<&str>) -> Result<String, UnknownStage> {
    let fits = |name: &str, kind| match after {
        Some(after) => name == after,
        None => kind == Kind::Ir,
    };
    let found =
        recording.stages.iter().rev().find(|stage| stage.graph.is_some() && fits(&stage.name, stage.kind));
    let graph = found.and_then(|stage| recording.graphs.get(stage.graph? as usize));
    let Some(graph) = graph else {
        let mut known: Vec<String> = Vec::new();
        for stage in recording.stages.iter().filter(|stage| stage.graph.is_some()) {
            if !known.contains(&stage.name) {
                known.push(stage.name.clone());
            }
        }
        return Err(UnknownStage { name: after.unwrap_or("validate").into(), known });
    };
    Ok(write(recording, graph))
}

fn write(recording: &Recording, graph: &Graph) -> String {
    let mut out = format!("digraph {} {{\n", Quoted(&recording.name));
    out += "    node [shape=box fontname=monospace fontsize=10]\n";
    for (number, block) in graph.blocks.iter().enumerate() {
        let mut label = format!("{}:\n", block.heading);
        for line in &recording.lists[block.lines as usize] {
            label += &recording.lines[*line as usize].text;
            label.push('\n');
        }
        // Writing to a string does not fail.
        let _ = writeln!(out, "    b{number} [label={}]", Quoted(&label));
    }
    for (number, block) in graph.blocks.iter().enumerate() {
        for (place, to) in block.successors.iter().enumerate() {
            let label = match block.successors.len() {
                1 => String::new(),
                _ => format!(" [label=\"{place}\"]"),
            };
            let _ = writeln!(out, "    b{number} -> b{to}{label}");
        }
    }
    out + "}\n"
}

/// A string in quotation marks. The end of a line aligns it to the left.
struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\l")?,
                c => f.write_char(c)?,
            }
        }
        f.write_char('"')
    }
}
