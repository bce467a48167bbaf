//! The page for a browser: one file without references to others.

use crate::json::to_json;
use crate::recording::Recording;

/// The page. It contains its style, its programs and the data.
pub fn to_page(recording: &Recording) -> String {
    let scripts = [
        include_str!("page/model.js"),
        include_str!("page/list.js"),
        include_str!("page/graph.js"),
        include_str!("page/ranges.js"),
        include_str!("page/details.js"),
        include_str!("page/main.js"),
    ];
    let name = escaped(&recording.name);
    // In this order, because the data may contain the other words.
    include_str!("page/page.html")
        .replace("{{title}}", &name)
        .replace("{{style}}", include_str!("page/page.css"))
        .replace("{{scripts}}", &scripts.join("\n"))
        .replace("{{data}}", to_json(recording).trim_end())
}

/// Text for HTML.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '&' => out += "&amp;",
            '"' => out += "&quot;",
            // A name must not be taken for a placeholder.
            '{' => out += "&#123;",
            c => out.push(c),
        }
    }
    out
}
