//! Packages can be published: their manifests say what registries and users need.

use super::documents::read;
use super::source::root;

/// The manifest of a package, by its lines.
struct Manifest {
    path: String,
    lines: Vec<String>,
}

impl Manifest {
    fn read(folder: &str) -> Manifest {
        let path = format!("{folder}Cargo.toml");
        Manifest { lines: read(&path).lines().map(String::from).collect(), path }
    }

    /// The lines of the tables with these names.
    fn tables(&self, is_one: impl Fn(&str) -> bool) -> Vec<&str> {
        let mut inside = false;
        let mut found = Vec::new();
        for line in &self.lines {
            if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                inside = is_one(name.trim_matches(['[', ']']));
            } else if inside {
                found.push(line.as_str());
            }
        }
        found
    }

    fn package(&self, key: &str) -> Option<&str> {
        let lines = self.tables(|name| name == "package").into_iter();
        lines.filter_map(|line| line.split_once(" = ")).find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    fn is_published(&self) -> bool {
        self.package("publish") != Some("false")
    }
}

/// The folders of the members of the workspace.
fn members() -> Vec<String> {
    let mut folders: Vec<String> = root()
        .join("crates")
        .read_dir()
        .expect("the packages")
        .map(|entry| format!("crates/{}/", entry.expect("an entry").file_name().to_string_lossy()))
        .filter(|folder| !folder.contains("yardstick"))
        .chain([String::new()])
        .collect();
    folders.sort();
    folders
}

/// Counts the strings of a list.
fn strings(list: &str) -> usize {
    list.matches('"').count() / 2
}

#[test]
fn published_packages_describe_themselves() {
    let mut published = Vec::new();
    for folder in members() {
        let manifest = Manifest::read(&folder);
        if !manifest.is_published() {
            continue;
        }
        let path = &manifest.path;
        let value = |key: &str| manifest.package(key).unwrap_or_else(|| panic!("{path}: no {key}"));
        assert!(value("description").len() > 30, "{path}: a short description");
        assert!((1..=5).contains(&strings(value("keywords"))), "{path}: keywords");
        assert!((1..=5).contains(&strings(value("categories"))), "{path}: categories");
        value("include");
        assert_eq!(value("readme"), "\"README.md\"", "{path}");
        for inherited in ["version.workspace", "license.workspace", "edition.workspace"] {
            assert_eq!(value(inherited), "true", "{path}");
        }
        let own =
            manifest.package("rust-version").map(|version| version.split('"').nth(1).unwrap_or_default());
        let workspace = manifest.package("rust-version.workspace").is_some();
        assert!(own.is_some() != workspace, "{path}: rust-version");
        let docs = manifest.tables(|name| name == "package.metadata.docs.rs");
        assert!(docs.contains(&"all-features = true"), "{path}: docs.rs");
        for file in ["README.md", "LICENSE-APACHE", "LICENSE-MIT"] {
            assert!(root().join(&folder).join(file).exists(), "{folder}{file} is missing");
        }
        // The README tells the oldest compiler, as the manifest does.
        let oldest = own.unwrap_or("1.90");
        assert!(
            read(&format!("{folder}README.md")).contains(&format!("Rust {oldest}")) || folder.contains("cli"),
            "{path}"
        );
        published.push(folder);
    }
    assert_eq!(published.len(), 11, "{published:?}");
}

/// What is published depends on what is published, by version. Paths alone are for development only.
#[test]
fn published_packages_depend_on_published_ones() {
    let names: Vec<String> = members()
        .iter()
        .map(|folder| Manifest::read(folder))
        .filter(Manifest::is_published)
        .map(|manifest| manifest.package("name").unwrap_or_default().trim_matches('"').to_string())
        .collect();
    for folder in members() {
        let manifest = Manifest::read(&folder);
        if !manifest.is_published() {
            continue;
        }
        let is_dependencies = |name: &str| name == "dependencies" || name.ends_with(".dependencies");
        for line in manifest.tables(|name| is_dependencies(name) && name != "workspace.dependencies") {
            let Some((name, value)) = line.split_once(" = ") else { continue };
            assert!(!value.contains("path ="), "{}: {line}", manifest.path);
            if value.contains("workspace = true") {
                assert!(
                    names.iter().any(|known| known == name),
                    "{}: {name} is not published",
                    manifest.path
                );
            }
        }
    }
    let root = Manifest::read("");
    let versions = root.tables(|name| name == "workspace.dependencies");
    let version = root.tables(|name| name == "workspace.package");
    let version = version.iter().find(|line| line.starts_with("version = ")).expect("a version");
    for line in versions.iter().filter(|line| line.contains("path =")) {
        assert!(line.ends_with(&format!("{version} }}")), "{line} is not of {version}");
    }
    assert_eq!(versions.iter().filter(|line| line.contains("path =")).count(), 9);
}
