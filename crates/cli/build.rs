//! Generates types from the JSON Schema of the daemon's protocol, and constants and functions from the sentences of `packages/texts`. Both
//! inputs are generated and committed in their packages, whose tests check that they are current.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::{Map, Value};
use typify::{TypeSpace, TypeSpaceSettings};

const SCHEMA: &str = "../../packages/tunnel-protocol/schema.json";
const TEXTS: &str = "../../packages/texts/comet.json";

fn main() -> Result<(), Box<dyn Error>> {
    for path in ["build.rs", SCHEMA, TEXTS] {
        println!("cargo::rerun-if-changed={path}");
    }
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let mut schema = read(SCHEMA)?;
    let defaults = settings_defaults(&schema)?;
    simplify(&mut schema);
    let mut types = TypeSpace::new(&TypeSpaceSettings::default());
    types.add_root_schema(serde_json::from_value(schema.clone())?)?;
    let protocol = format!("{} {defaults}", types.to_stream());
    fs::write(out.join("protocol.rs"), protocol)?;
    fs::write(out.join("texts.rs"), texts(&read(TEXTS)?, &schema)?)?;
    Ok(())
}

/// Generates the JSON of the settings that have a default: an older daemon does not have all of them.
fn settings_defaults(schema: &Value) -> Result<String, Box<dyn Error>> {
    let settings = object(&schema["$defs"]["Settings"]["properties"])?;
    let defaults: Map<String, Value> = settings
        .iter()
        .filter_map(|(name, setting)| Some((name.clone(), setting.get("default")?.clone())))
        .collect();
    let json = Value::Object(defaults).to_string();
    Ok(format!("pub const SETTINGS_DEFAULTS: &str = {json:?};"))
}

fn read(path: &str) -> Result<Value, Box<dyn Error>> {
    let path = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join(path);
    Ok(serde_json::from_str(&fs::read_to_string(path)?)?)
}

/// Removes bounds, patterns and defaults, which the daemon checks and fills in.
fn simplify(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if let Some(constant) = fields.remove("const").filter(Value::is_string) {
                fields.insert("enum".into(), Value::Array(vec![constant]));
            }
            if fields.contains_key("allOf") {
                fields.remove("default");
            }
            for name in BOUNDS {
                if !fields.get(name).is_some_and(|bound| bound.is_object()) || name == "default" {
                    fields.remove(name);
                }
            }
            if fields.get("type").is_some_and(|kind| kind == "number") {
                fields.insert("type".into(), "integer".into());
            }
            fields.values_mut().for_each(simplify);
        }
        Value::Array(parts) => parts.iter_mut().for_each(simplify),
        _ => {}
    }
}

const BOUNDS: [&str; 9] = [
    "default",
    "format",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "pattern",
];

/// Generates constants, functions for sentences with placeholders, and one `match` for each list of the protocol.
fn texts(texts: &Value, schema: &Value) -> Result<String, Box<dyn Error>> {
    let mut code = String::from("use crate::protocol;\n");
    module(&mut code, object(&texts["sentences"])?)?;
    module(&mut code, object(&texts["single"])?)?;
    for (list, records) in object(&texts["byCode"])? {
        for (name, sentences) in object(records)? {
            by_code(&mut code, (name, list), object(sentences)?, schema)?;
        }
    }
    for (name, sentences) in object(&texts["byWord"])? {
        writeln!(
            code,
            "pub fn {}(word: &str) -> Option<&'static str> {{ match word {{",
            snake(name)
        )?;
        for (word, sentence) in object(sentences)? {
            writeln!(code, "{word:?} => Some({sentence}),")?;
        }
        writeln!(code, "_ => None }} }}")?;
    }
    for list in [
        "AccessChoice",
        "AddedAccessMethod",
        "BlockListName",
        "MeteredChoice",
        "PortProtocol",
        "ProtocolChoice",
        "ProxyMode",
        "TransportChoice",
        "VariantChoice",
        "WireguardOverChoice",
        "WireguardPortChoice",
    ] {
        let values = &schema["$defs"][list]["enum"];
        writeln!(
            code,
            "pub const {}S: &[&str] = &{values};",
            snake(list).trim_start_matches('_').to_uppercase()
        )?;
    }
    writeln!(
        code,
        "pub const LOCATION_TYPES: &[&str] = &{};",
        texts["locationTypes"]
    )?;
    Ok(code)
}

fn module(code: &mut String, entries: &Map<String, Value>) -> Result<(), Box<dyn Error>> {
    for (name, entry) in entries {
        let Some(sentence) = entry.as_str() else {
            writeln!(code, "pub mod {} {{", snake(name))?;
            module(code, object(entry)?)?;
            writeln!(code, "}}")?;
            continue;
        };
        let values = values_of(sentence);
        if values.is_empty() {
            writeln!(
                code,
                "pub const {}: &str = {sentence:?};",
                snake(name).to_uppercase()
            )?;
            continue;
        }
        let arguments: Vec<String> = values
            .iter()
            .map(|value| format!("{value}: impl ::std::fmt::Display"))
            .collect();
        writeln!(
            code,
            "pub fn {}({}) -> String {{ format!({sentence:?}) }}",
            snake(name),
            arguments.join(", ")
        )?;
    }
    Ok(())
}

/// Generates an exhaustive `match`: a value without a sentence does not compile.
fn by_code(
    code: &mut String,
    (name, list): (&str, &str),
    sentences: &Map<String, Value>,
    schema: &Value,
) -> Result<(), Box<dyn Error>> {
    let known: BTreeSet<&str> = schema["$defs"][list]["enum"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    writeln!(
        code,
        "pub fn {}(code: protocol::{list}) -> &'static str {{ match code {{",
        snake(name)
    )?;
    for (value, sentence) in sentences
        .iter()
        .filter(|(value, _)| known.contains(value.as_str()))
    {
        writeln!(code, "protocol::{list}::{} => {sentence},", pascal(value))?;
    }
    writeln!(code, "}} }}")?;
    Ok(())
}

/// Returns the names in braces, without duplicates, in their order.
fn values_of(sentence: &str) -> Vec<&str> {
    let mut values = Vec::new();
    for part in sentence.split('{').skip(1) {
        let value = part.split('}').next().unwrap_or_default();
        if !values.contains(&value) {
            values.push(value);
        }
    }
    values
}

fn object(value: &Value) -> Result<&Map<String, Value>, String> {
    value.as_object().ok_or_else(|| format!("not an object: {value}"))
}

/// `setAutoConnect` becomes `set_auto_connect`.
fn snake(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

/// `not_signed_in` becomes `NotSignedIn`, as typify names it.
fn pascal(value: &str) -> String {
    let parts = value.split('_').map(|part| {
        let mut letters = part.chars();
        letters
            .next()
            .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    });
    parts.collect()
}
