//! The classes of programs that are run, so that results of many programs of one kind do not hide others.

/// The class of a program that has none in the table.
pub(crate) const OTHER: &str = "other";

/// The programs of the published results and their classes.
pub(crate) fn programs() -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = include_str!("../classes.tsv").lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|row| row.split_once('\t'))
}

/// The class of a program.
pub(crate) fn class_of(program: &str) -> &'static str {
    programs().find(|(name, _)| *name == program).map_or(OTHER, |(_, class)| class)
}

/// The classes, in the order of their first programs.
pub(crate) fn classes() -> Vec<&'static str> {
    let mut classes = Vec::new();
    for class in programs().map(|(_, class)| class).chain([OTHER]) {
        if !classes.contains(&class) {
            classes.push(class);
        }
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_program_has_one_class() {
        let all: Vec<_> = programs().collect();
        for (i, (name, class)) in all.iter().enumerate() {
            assert!(all[..i].iter().all(|(other, _)| other != name), "{name}");
            assert_eq!(class_of(name), *class);
        }
        assert_eq!(all.len(), 37);
        assert_eq!(classes().len(), 8);
        assert_eq!(class_of("unknown"), OTHER);
    }
}
