//! Tables in Markdown.

use crate::measure::geometric_mean;
use std::fmt::Write;

/// A table with a row per module or kernel, and a column per engine.
pub(crate) struct Table<'a> {
    title: String,
    columns: Vec<&'a str>,
    rows: Vec<(String, Vec<Option<f64>>)>,
    /// The column that the others are compared with; empty if the cells are already ratios.
    base: &'static str,
    decimals: usize,
}

impl<'a> Table<'a> {
    pub(crate) fn new(
        title: String,
        columns: Vec<&'a str>,
        base: &'static str,
        decimals: usize,
    ) -> Table<'a> {
        Table { title, columns, rows: Vec::new(), base, decimals }
    }

    /// Adds a row; `None` for an engine without a number.
    pub(crate) fn row(&mut self, name: &str, cells: Vec<Option<f64>>) {
        self.rows.push((name.to_string(), cells));
    }

    /// The ratio of each column to the base: the geometric mean over the rows that have both.
    fn ratios(&self) -> Vec<Option<f64>> {
        let base = self.columns.iter().position(|column| *column == self.base);
        let ratio = |column: usize| {
            let ratios: Vec<f64> = self
                .rows
                .iter()
                .filter_map(|(_, cells)| Some(cells[column]? / cells[base?]?))
                .filter(|ratio| ratio.is_finite() && *ratio > 0.0)
                .collect();
            geometric_mean(&ratios)
        };
        (0..self.columns.len()).map(ratio).collect()
    }

    pub(crate) fn print(&self) {
        print!("{}", self.text());
    }

    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        let line = |name: &str, cells: Vec<String>| format!("| {name} | {} |\n", cells.join(" | "));
        let number = |cell: &Option<f64>, decimals: usize| match cell {
            Some(value) => format!("{value:.decimals$}"),
            None => String::from("-"),
        };
        // Writing to a string does not fail.
        let _ = writeln!(out, "\n### {}\n", self.title);
        out += &line("", self.columns.iter().map(|column| column.to_string()).collect());
        out += &line("---", self.columns.iter().map(|_| String::from("---:")).collect());
        for (name, cells) in &self.rows {
            out += &line(name, cells.iter().map(|cell| number(cell, self.decimals)).collect());
        }
        if self.base.is_empty() {
            return out;
        }
        let name = format!("geometric mean, {} = 1", self.base);
        out += &line(&name, self.ratios().iter().map(|cell| number(cell, 3)).collect());
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_ratios() {
        let mut table = Table::new(String::from("times"), vec!["a", "b", "c"], "b", 1);
        table.row("one", vec![Some(1.0), Some(2.0), None]);
        table.row("two", vec![Some(8.0), Some(4.0), None]);
        let expected = "\n### times\n\n|  | a | b | c |\n| --- | ---: | ---: | ---: |\n| one | 1.0 | 2.0 | - |\n\
                        | two | 8.0 | 4.0 | - |\n| geometric mean, b = 1 | 1.000 | 1.000 | - |\n";
        assert_eq!(table.text(), expected);
    }
}
