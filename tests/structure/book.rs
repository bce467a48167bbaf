//! The book: what `docs/SUMMARY.md` lists, where links lead, which programs are compiled and run.

use super::documents::read;
use super::report;
use super::source::root;
use std::collections::{BTreeMap, BTreeSet};

/// Maximum size of a picture.
const MAX_PICTURE_BYTES: usize = 64 << 10;

/// The documents outside of the book whose links are checked.
const OUTSIDE: [&str; 6] = [
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "benches/RESULTS.md",
    "findings/README.md",
];

/// The files below a folder of the project with this extension, as paths from the project's folder.
fn files(folder: &str, extension: &str) -> BTreeSet<String> {
    let mut pending = vec![String::from(folder)];
    let mut found = BTreeSet::new();
    while let Some(folder) = pending.pop() {
        for entry in root().join(&folder).read_dir().expect("a folder of the project") {
            let entry = entry.expect("an entry of a folder");
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                pending.push(path);
            } else if path.ends_with(&format!(".{extension}")) {
                found.insert(path);
            }
        }
    }
    found
}

/// The lines of a document outside of fenced code, with their numbers and without inline code.
fn prose(text: &str) -> Vec<(usize, String)> {
    let mut fenced = false;
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            // Every second part is between back quotes.
            let outside: Vec<&str> = line.split('`').step_by(2).collect();
            lines.push((number, outside.join("`")));
        }
    }
    lines
}

/// The targets of the links and pictures of a document, with their lines.
fn links(text: &str) -> Vec<(usize, String)> {
    let targets = |(number, line): (usize, String)| {
        let ends: Vec<String> = line
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split_once(')'))
            .map(|(target, _)| target.into())
            .collect();
        ends.into_iter().map(move |target| (number, target))
    };
    prose(text).into_iter().flat_map(targets).collect()
}

/// The anchors of the headings of a document: lower case, words joined by hyphens, repeated ones numbered.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut found = BTreeSet::new();
    let mut fenced = false;
    for line in text.lines() {
        fenced ^= line.trim_start().starts_with("```");
        let Some(heading) = line.strip_prefix('#').filter(|_| !fenced) else { continue };
        let heading = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
        let anchor: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
        let count = counts.entry(anchor.clone()).or_default();
        found.insert(if *count == 0 { anchor } else { format!("{anchor}-{count}") });
        *count += 1;
    }
    found
}

/// The path that a link of a document leads to, from the project's folder; `None` if it leaves the project.
fn resolved(document: &str, target: &str) -> Option<String> {
    let mut parts: Vec<&str> = document.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "." | "" => {}
            ".." => _ = parts.pop()?,
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// What is wrong with the links of a document.
fn broken_links(document: &str, text: &str) -> Vec<String> {
    let wrong = |(number, target): (usize, String)| {
        if target.contains("://") {
            return None;
        }
        let (path, anchor) = target.split_once('#').unwrap_or((&target, ""));
        let path = if path.is_empty() { Some(String::from(document)) } else { resolved(document, path) };
        let exists = path.as_ref().is_some_and(|path| root().join(path).exists());
        let leads = exists && (anchor.is_empty() || anchors(&read(&path?)).contains(anchor));
        (!leads).then(|| format!("{document}:{number}: {target}"))
    };
    links(text).into_iter().filter_map(wrong).collect()
}

#[test]
fn the_summary_lists_every_page_once() {
    let summary = read("docs/SUMMARY.md");
    let mut listed: Vec<String> =
        links(&summary).into_iter().map(|(_, target)| format!("docs/{target}")).collect();
    listed.sort();
    let mut pages: Vec<String> = files("docs", "md").into_iter().collect();
    pages.retain(|page| page != "docs/SUMMARY.md");
    assert_eq!(listed, pages);
    assert!(pages.len() > 50, "{} pages", pages.len());
}

#[test]
fn every_link_leads_somewhere() {
    let documents = files("docs", "md").into_iter().chain(OUTSIDE.map(String::from));
    report(documents.flat_map(|document| broken_links(&document, &read(&document))).collect());
}

/// The tests that a document names: a link whose text is the name of a function in code leads to its file.
fn missing_tests(document: &str, text: &str) -> Vec<String> {
    let mut missing = Vec::new();
    for part in text.split("[`").skip(1) {
        let Some((name, rest)) = part.split_once("`](") else { continue };
        let target = rest.split_once(')').map_or("", |(target, _)| target);
        if !target.ends_with(".rs") {
            continue;
        }
        let code = resolved(document, target).map(|path| read(&path)).unwrap_or_default();
        let place = code.find(&format!("fn {name}()"));
        let is_test = place.is_some_and(|place| code[..place].trim_end().ends_with("#[test]"));
        if !is_test {
            missing.push(format!("{document}: {target} has no test {name}"));
        }
    }
    missing
}

#[test]
fn each_promise_of_security_has_its_tests() {
    let document = "docs/security.md";
    let text = read(document);
    report(missing_tests(document, &text));
    let rows = text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| promise"));
    let untested = rows.filter(|row| !row.contains(".rs)")).map(String::from);
    report(untested.collect());
    let broken = text.replace("(../tests/bombs.rs)", "(../tests/random.rs)");
    assert_eq!(missing_tests(document, &broken).len(), 2);
}

#[test]
fn broken_links_are_found() {
    let found = |text: &str| broken_links("docs/hello.md", text);
    assert_eq!(found("a\n[b](nowhere.md)"), ["docs/hello.md:2: nowhere.md"]);
    assert_eq!(found("[b](calls.md#nothing)"), ["docs/hello.md:1: calls.md#nothing"]);
    assert_eq!(found("[b](../../etc/passwd)"), ["docs/hello.md:1: ../../etc/passwd"]);
    assert_eq!(
        found("[b](#levels), [c](calls.md#typed-handles), `x[0](y)`, [d](https://example.org)"),
        [""; 0]
    );
    assert_eq!(found("```text\n[b](nowhere.md)\n```"), [""; 0]);
    let headings = anchors("# A `b`, c!\n## A b c\n```sh\n# comment\n```\n### a_b-c\n");
    assert_eq!(headings.into_iter().collect::<Vec<_>>(), ["a-b-c", "a-b-c-1", "a_b-c"]);
}

/// Each page with a program in Rust is a documentation test of the package that it is about, and each of its programs
/// is compiled and run.
#[test]
fn every_program_of_the_book_runs() {
    let fences = |page: &String| -> Vec<String> {
        let text = read(page);
        text.lines().filter_map(|line| line.trim_start().strip_prefix("```rust")).map(String::from).collect()
    };
    let pages: Vec<(String, Vec<String>)> =
        files("docs", "md").into_iter().map(|page| (page.clone(), fences(&page))).collect();
    let qualified = pages.iter().filter(|(_, fences)| fences.iter().any(|attributes| !attributes.is_empty()));
    report(qualified.map(|(page, _)| format!("{page}: a program that is not run")).collect());

    let libraries = files("crates", "rs").into_iter().filter(|path| path.ends_with("/src/lib.rs"));
    let sources: Vec<String> =
        libraries.chain([String::from("src/lib.rs")]).map(|path| read(&path)).collect();
    let tested: BTreeSet<String> = sources
        .iter()
        .flat_map(|source| source.lines())
        .filter_map(|line| line.split_once("docs/")?.1.split_once(".md\""))
        .map(|(page, _)| format!("docs/{page}.md"))
        .collect();
    let with_programs: BTreeSet<String> =
        pages.into_iter().filter(|(_, fences)| !fences.is_empty()).map(|(page, _)| page).collect();
    assert_eq!(with_programs, tested);
    assert!(tested.len() > 30, "{} pages with programs", tested.len());
}

#[test]
fn pictures_are_used_and_small() {
    let pages = files("docs", "md").into_iter();
    let used: BTreeSet<String> = pages
        .flat_map(|page| {
            let targets = links(&read(&page)).into_iter();
            targets.filter_map(move |(_, target)| resolved(&page, &target)).collect::<Vec<_>>()
        })
        .filter(|target| target.starts_with("docs/pictures/"))
        .collect();
    let pictures = files("docs/pictures", "svg");
    assert_eq!(used, pictures);
    let large = pictures.iter().filter(|picture| read(picture).len() > MAX_PICTURE_BYTES);
    report(large.map(|picture| format!("{picture}: more than {MAX_PICTURE_BYTES} bytes")).collect());
}
