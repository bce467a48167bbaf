//! The recording as JSON. `docs/explorer.md` has the schema; it is compact, because pages contain it.

use crate::recording::{Exit, Graph, Recording, Temporary};
use std::fmt::Write;

/// The recording as JSON in one line. The text contains no `</`, so that a page can contain it.
pub fn to_json(recording: &Recording) -> String {
    let mut json = Json::default();
    json.object(|json| {
        json.field("format", |json| json.string("barebones-explorer 1"));
        json.field("name", |json| json.string(&recording.name));
        json.field("target", |json| json.string(&recording.target));
        json.field("level", |json| json.number(recording.level.into()));
        json.field("inputValues", |json| json.number(recording.input_values.into()));
        json.field("clientOrigins", |json| {
            json.list(&recording.client_origins, |json, (value, origin)| {
                json.object(|json| {
                    json.field("value", |json| json.number((*value).into()));
                    json.field("origin", |json| json.string(origin));
                });
            });
        });
        json.field("lines", |json| {
            json.object(|json| {
                json.field("text", |json| json.list(&recording.lines, |json, line| json.string(&line.text)));
                json.field("value", |json| json.list(&recording.lines, |json, line| json.id(line.value)));
                json.field("origin", |json| json.list(&recording.lines, |json, line| json.id(line.origin)));
            });
        });
        json.field("lists", |json| json.list(&recording.lists, |json, list| json.numbers(list)));
        json.field("graphs", |json| json.list(&recording.graphs, graph));
        json.field("stages", |json| {
            json.list(&recording.stages, |json, stage| {
                json.object(|json| {
                    json.field("name", |json| json.string(&stage.name));
                    json.field("kind", |json| json.string(stage.kind.name()));
                    json.field("ns", |json| json.number(stage.nanoseconds));
                    json.field("work", |json| json.number(stage.work));
                    json.field("rewrites", |json| json.number(stage.rewrites));
                    json.field("graph", |json| json.id(stage.graph));
                });
            });
        });
        json.field("exactRanges", |json| json.out += if recording.exact_ranges { "true" } else { "false" });
        json.field("temporaries", |json| json.list(&recording.temporaries, temporary));
        json.field("decisions", |json| {
            json.list(&recording.decisions, |json, decision| {
                json.object(|json| {
                    json.field("inst", |json| json.number(decision.inst.into()));
                    json.field("temporary", |json| json.id(decision.temporary));
                    json.field("kind", |json| json.string(decision.kind));
                    json.field("text", |json| json.string(&decision.text));
                });
            });
        });
        json.field("combinations", |json| {
            json.list(&recording.combinations, |json, combination| {
                json.object(|json| {
                    json.field("root", |json| json.number(combination.root.into()));
                    json.field("parts", |json| json.numbers(&combination.parts));
                    json.field("rule", |json| json.string(combination.rule));
                    json.field("meaning", |json| json.string(combination.meaning));
                });
            });
        });
        json.field("missed", |json| {
            json.list(&recording.missed, |json, missed| {
                json.object(|json| {
                    json.field("producer", |json| json.number(missed.producer.into()));
                    json.field("consumer", |json| json.number(missed.consumer.into()));
                    json.field("reason", |json| json.string(&missed.reason));
                });
            });
        });
        json.field("code", |json| {
            json.list(&recording.code, |json, inst| {
                json.object(|json| {
                    json.field("offset", |json| json.number(inst.offset.into()));
                    json.field("bytes", |json| json.string(&inst.bytes));
                    json.field("text", |json| json.string(&inst.text));
                    json.field("origin", |json| json.id(inst.origin));
                    json.field("inst", |json| json.id(inst.inst));
                });
            });
        });
        json.field("constants", |json| json.string(&recording.constants));
        json.field("entries", |json| json.numbers(&recording.entries));
        json.field("frameBytes", |json| json.number(recording.frame_bytes.into()));
        json.field("exits", |json| json.list(&recording.exits, exit));
    });
    json.out.push('\n');
    json.out
}

fn graph(json: &mut Json, graph: &Graph) {
    json.object(|json| {
        json.field("header", |json| json.list(&graph.header, |json, line| json.string(line)));
        json.field("blocks", |json| {
            json.list(&graph.blocks, |json, block| {
                json.object(|json| {
                    json.field("heading", |json| json.string(&block.heading));
                    json.field("list", |json| json.number(block.lines.into()));
                    json.field("first", |json| json.number(block.first.into()));
                    json.field("successors", |json| json.numbers(&block.successors));
                });
            });
        });
    });
}

fn temporary(json: &mut Json, temporary: &Temporary) {
    json.object(|json| {
        json.field("name", |json| json.string(&temporary.name));
        json.field("value", |json| json.id(temporary.value));
        json.field("representative", |json| json.id(temporary.representative));
        json.field("ranges", |json| json.numbers(temporary.ranges.as_flattened()));
        json.field("pieces", |json| {
            json.list(&temporary.pieces, |json, piece| {
                json.object(|json| {
                    json.field("from", |json| json.number(piece.from.into()));
                    json.field("to", |json| json.number(piece.to.into()));
                    json.field("register", |json| json.string(&piece.register));
                });
            });
        });
        json.field("slots", |json| json.list(&temporary.slots, |json, slot| json.string(slot)));
    });
}

fn exit(json: &mut Json, exit: &Exit) {
    json.object(|json| {
        json.field("kind", |json| json.string(&exit.kind));
        json.field("offset", |json| json.id(exit.offset));
        json.field("state", |json| json.id(exit.state));
        json.field("frames", |json| {
            json.list(&exit.frames, |json, frame| {
                json.object(|json| {
                    json.field("function", |json| json.number(frame.function.into()));
                    json.field("pc", |json| json.number(frame.pc.into()));
                    json.field("entries", |json| {
                        json.list(&frame.entries, |json, entry| {
                            json.object(|json| {
                                json.field("value", |json| json.id(entry.value));
                                json.field("place", |json| json.string(&entry.place));
                            });
                        });
                    });
                });
            });
        });
    });
}

/// JSON text. Writing to a string does not fail, so results of `write!` are not used.
#[derive(Default)]
struct Json {
    out: String,
    /// True if a comma is due before the next field.
    comma: bool,
}

impl Json {
    fn object(&mut self, fields: impl FnOnce(&mut Json)) {
        self.out.push('{');
        self.comma = false;
        fields(self);
        self.out.push('}');
        self.comma = true;
    }

    fn field(&mut self, name: &str, value: impl FnOnce(&mut Json)) {
        if self.comma {
            self.out.push(',');
        }
        let _ = write!(self.out, "\"{name}\":");
        value(self);
        self.comma = true;
    }

    fn list<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Json, &T)) {
        self.out.push('[');
        for (place, item) in items.iter().enumerate() {
            if place > 0 {
                self.out.push(',');
            }
            write(self, item);
        }
        self.out.push(']');
    }

    fn numbers(&mut self, numbers: &[u32]) {
        self.list(numbers, |json, number| json.number((*number).into()));
    }

    fn number(&mut self, number: u64) {
        let _ = write!(self.out, "{number}");
    }

    /// A number, or -1 for none.
    fn id(&mut self, id: Option<u32>) {
        match id {
            Some(id) => self.number(id.into()),
            None => self.out += "-1",
        }
    }

    fn string(&mut self, text: &str) {
        self.out.push('"');
        for c in text.chars() {
            match c {
                '"' => self.out += "\\\"",
                '\\' => self.out += "\\\\",
                '\n' => self.out += "\\n",
                // A page ends at `</script`, and comments change how it is read.
                c if c < ' ' || c == '<' || c == '\u{7f}' => {
                    let _ = write!(self.out, "\\u{:04x}", u32::from(c));
                }
                c => self.out.push(c),
            }
        }
        self.out.push('"');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_end_the_data() {
        let mut json = Json::default();
        json.string("</script><!-- \"\\\n\t");
        assert_eq!(json.out, r#""\u003c/script>\u003c!-- \"\\\n\u0009""#);
    }

    #[test]
    fn lists_and_objects_have_their_commas() {
        let mut json = Json::default();
        json.object(|json| {
            json.field("a", |json| json.list(&[[1, 2], [3, 4]], |json, pair| json.numbers(pair)));
            json.field("b", |json| json.object(|_| {}));
            json.field("c", |json| json.id(None));
        });
        assert_eq!(json.out, r#"{"a":[[1,2],[3,4]],"b":{},"c":-1}"#);
    }
}
