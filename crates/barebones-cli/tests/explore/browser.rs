//! The page in headless Chromium, by the WebDriver protocol: `.ci/full` runs these tests.

use super::json::Json;
use super::output;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

/// A session of a browser. The driver ends with it.
struct Browser {
    driver: Child,
    /// What it prints: a closed pipe would end it.
    _output: BufReader<ChildStdout>,
    port: u16,
    session: String,
}

/// A string of JSON.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c < ' ' => write!(out, "\\u{:04x}", u32::from(c)).expect("a string grows"),
            c => out.push(c),
        }
    }
    out + "\""
}

impl Browser {
    fn start() -> Browser {
        let mut driver = Command::new("chromedriver")
            .args(["--port=0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the package chromium-driver is installed");
        let mut output = BufReader::new(driver.stdout.take().expect("it is a pipe"));
        let port = output.by_ref().lines().map_while(Result::ok).find_map(|line| {
            let digits = line.split("successfully on port ").nth(1)?.trim_end_matches('.').to_string();
            digits.parse().ok()
        });
        let mut browser = Browser {
            driver,
            port: port.expect("it prints its port"),
            session: String::new(),
            _output: output,
        };
        let options = "{\"capabilities\":{\"alwaysMatch\":{\"goog:chromeOptions\":{\"args\":[\"--headless=new\",\
                       \"--no-sandbox\",\"--disable-gpu\",\"--window-size=1720,980\"]},\
                       \"goog:loggingPrefs\":{\"browser\":\"ALL\"}}}}";
        let made = browser.request("POST", "/session", options);
        browser.session = format!("/session/{}", made.get("sessionId").text());
        browser
    }

    /// Sends a request, and returns the value of the response.
    fn request(&self, method: &str, path: &str, body: &str) -> Json {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the driver listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time");
        let length = body.len();
        let head = format!("{method} {path} HTTP/1.1\r\nHost: localhost:{}\r\n", self.port);
        let request = format!("{head}Connection: close\r\nContent-Length: {length}\r\n\r\n{body}");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut reader = BufReader::new(stream);
        let (mut line, mut length) = (String::new(), 0);
        while reader.read_line(&mut line).expect("a head") > 2 {
            if let Some(digits) = line.to_lowercase().strip_prefix("content-length:") {
                length = digits.trim().parse().expect("a length");
            }
            line.clear();
        }
        let mut text = vec![0; length];
        reader.read_exact(&mut text).expect("a body");
        let response = Json::read(std::str::from_utf8(&text).expect("UTF-8"));
        let value = response.get("value").clone();
        if let Json::Object(fields) = &value
            && let Some(error) = fields.get("error")
        {
            panic!("{method} {path} {body}: {error:?} {:?}", fields.get("message"));
        }
        value
    }

    fn post(&self, path: &str, body: &str) -> Json {
        self.request("POST", &format!("{}{path}", self.session), body)
    }

    /// Evaluates an expression in the page.
    fn get(&self, expression: &str) -> Json {
        let script = quoted(&format!("return {expression};"));
        self.post("/execute/sync", &format!("{{\"script\":{script},\"args\":[]}}"))
    }

    #[track_caller]
    fn holds(&self, expression: &str) {
        assert_eq!(self.get(expression), Json::Bool(true), "{expression}");
    }

    /// Presses keys, one after the other.
    fn press(&self, keys: &[&str]) {
        let mut actions = Vec::new();
        for key in keys {
            for kind in ["keyDown", "keyUp"] {
                actions.push(format!("{{\"type\":\"{kind}\",\"value\":{}}}", quoted(key)));
            }
        }
        let actions = actions.join(",");
        self.post(
            "/actions",
            &format!("{{\"actions\":[{{\"type\":\"key\",\"id\":\"k\",\"actions\":[{actions}]}}]}}"),
        );
    }

    /// Clicks the first element that a selector finds.
    fn click(&self, selector: &str) {
        let found =
            self.post("/element", &format!("{{\"using\":\"css selector\",\"value\":{}}}", quoted(selector)));
        let Json::Object(fields) = found else { panic!("{selector}") };
        let id = fields.values().next().expect("an id").text().to_string();
        self.post(&format!("/element/{id}/click"), "{}");
    }

    /// Opens a page, and waits until its programs have run.
    fn open(&self, page: &Page) {
        self.post("/url", &format!("{{\"url\":{}}}", quoted(&format!("file://{}", page.0.display()))));
        self.holds("explorer.ready > 0 && explorer.errors.length === 0");
    }

    /// Checks that the page reported nothing.
    #[track_caller]
    fn is_silent(&self) {
        self.holds("explorer.errors.length === 0");
        let log = self.post("/se/log", "{\"type\":\"browser\"}");
        assert!(log.list().is_empty(), "{log:?}");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.request("DELETE", &self.session, "");
        }
        self.driver.kill().ok();
        self.driver.wait().ok();
    }
}

/// A page that is gone in the end.
struct Page(PathBuf);

impl Page {
    fn of(name: &str, args: &[&str]) -> Page {
        let path = std::env::temp_dir().join(format!("barebones-page-{}-{name}.html", std::process::id()));
        let mut all = vec!["explore", "-o", path.to_str().expect("UTF-8")];
        all.extend(args);
        output(&all);
        Page(path)
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        std::fs::remove_file(&self.0).ok();
    }
}

const RIGHT: &str = "\u{e014}";
const LEFT: &str = "\u{e012}";

#[test]
#[ignore = "needs Chromium: .ci/full"]
fn the_page_works_in_a_browser() {
    let browser = Browser::start();
    let page = Page::of("sha256", &["tests/programs/sha256.bb"]);
    browser.open(&page);
    // All stages are in the list, and something is drawn everywhere.
    browser.holds("document.querySelectorAll('#stages button').length === explorer.data.stages.length");
    for list in ["ir", "air", "code", "ranges"] {
        browser.holds(&format!("document.querySelectorAll('#{list} .row').length > 5"));
    }
    let pixels = "document.querySelector('canvas').getContext('2d').getImageData(0, 0, 4000, 4000).data";
    browser.holds(&format!("new Set(new Uint32Array({pixels}.buffer)).size > 8"));
    // The slider.
    browser.get("(element('slider').value = 7, element('slider').dispatchEvent(new Event('input')))");
    browser.holds(
        "explorer.state.stage === 7 && element('current').textContent.includes(explorer.data.stages[7].name)",
    );
    browser.holds("document.querySelector('#ir h2').textContent.includes(explorer.data.stages[7].name)");
    browser
        .holds("document.querySelectorAll('#ir .row.added, #ir .row.changed, #ir .row.removed').length > 0");
    // Keys.
    browser.press(&[RIGHT, RIGHT, LEFT]);
    browser.holds("explorer.state.stage === 8");
    browser.press(&["n"]);
    browser.holds("explorer.state.stage > 8 && explorer.data.stages[explorer.state.stage].rewrites > 0");
    browser.press(&["t"]);
    let dark = browser.get("document.documentElement.classList.contains('dark')");
    browser.press(&["t"]);
    assert_ne!(dark, browser.get("document.documentElement.classList.contains('dark')"));
    browser.press(&["d"]);
    browser.holds("element('only').checked");
    browser.press(&["d", "?"]);
    browser.holds("element('keys').open");
    browser.click("#keys button");
    browser.holds("!element('keys').open");
    // A value is followed to its passes, registers and code.
    browser.click("#ranges .row .id");
    browser.holds("explorer.state.value >= 0");
    browser.holds("document.querySelectorAll('#ranges .row.selected').length > 0");
    browser.holds("document.querySelector('#details').textContent.includes('Registers and slots')");
    browser.holds("document.querySelector('#details').textContent.includes('gets %')");
    browser.holds("document.querySelector('#details').textContent.includes('Through the passes')");
    browser.click("#details .stage");
    browser.holds("explorer.data.stages[explorer.state.stage].kind === 'ir'");
    browser.click("#ir .row .id");
    browser.holds("document.querySelectorAll('#ir .row.selected').length === 1");
    browser.click("#stages button[data-stage='0']");
    browser.holds("explorer.state.stage === 0");
    browser.press(&["\u{e00c}"]);
    browser.holds("explorer.state.value === -1");
    browser.is_silent();
    // Exit states.
    let page = Page::of("exits", &["tests/files/asm/changed_bases/exits.bb"]);
    browser.open(&page);
    browser.get("explorer.select(explorer.data.exits[0].frames[0].entries[0].value)");
    browser.holds("document.querySelector('#details').textContent.includes('Exit states')");
    browser.is_silent();
}

/// A procedure with so many blocks of a hundred values, each of which may leave to the last one.
fn large(blocks: usize) -> String {
    let mut text = String::from("barebones 1\nproc large(Int64, Int64) -> Int64 {\n#0:\n");
    text += "    Int64 @0 = ArgumentReg(%a0)\n    Int64 @1 = ArgumentReg(%a1)\n";
    let mut integers = vec![0, 1];
    let mut next = 2;
    for block in 0..blocks {
        for _ in 0..98 {
            let operation = ["Add", "BitXor", "Mul", "Sub"][next % 4];
            let (last, other) = (integers[integers.len() - 1], integers[next * 7 % integers.len()]);
            writeln!(text, "    Int64 @{next} = {operation}(@{last}, @{other})").expect("a string grows");
            integers.push(next);
            next += 1;
        }
        writeln!(text, "    Int64 @{next} = BitAnd(@{}, @1)", next - 1).expect("a string grows");
        let targets = format!("#{}, #{}", block + 1, blocks + 1);
        writeln!(text, "    Void @{} = Branch(@{next}, {targets})\n#{}:", next + 1, block + 1)
            .expect("a string grows");
        integers.push(next);
        next += 2;
    }
    let last = integers[integers.len() - 1];
    writeln!(text, "    Void @{next} = Return(@{last})\n#{}:", blocks + 1).expect("a string grows");
    writeln!(text, "    Void @{} = Return(@1)\n}}", next + 1).expect("a string grows");
    text
}

#[test]
#[ignore = "needs Chromium: .ci/full"]
fn a_large_procedure_opens_in_two_seconds() {
    let path = std::env::temp_dir().join(format!("barebones-page-{}-large.bb", std::process::id()));
    std::fs::write(&path, large(200)).expect("there is room");
    let browser = Browser::start();
    for level in ["1", "2"] {
        let page = Page::of("large", &["-O", level, path.to_str().expect("UTF-8")]);
        browser.open(&page);
        browser.holds("explorer.data.inputValues >= 20000");
        let Json::Number(ready) = browser.get("explorer.ready") else { panic!("no time") };
        let bytes = std::fs::metadata(&page.0).expect("it exists").len();
        println!("O{level}: {bytes} bytes, ready after {ready:.0} ms");
        assert!(ready < 2000.0, "O{level}: ready after {ready} ms");
        // Following a value and changing the stage are immediate, too.
        let time = "(began => (explorer.select(500, 500), explorer.show(5), performance.now() - began))(performance.now())";
        let Json::Number(taken) = browser.get(time) else { panic!("no time") };
        println!("O{level}: {taken:.0} ms to follow a value");
        assert!(taken < 1000.0, "O{level}: {taken} ms");
        browser.is_silent();
    }
    std::fs::remove_file(&path).expect("it exists");
}
