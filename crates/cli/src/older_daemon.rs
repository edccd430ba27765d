//! Replies of a daemon of an earlier release, which lack later settings.

use serde_json::{Map, Value};

use crate::protocol::SETTINGS_DEFAULTS;

/// The setting whose value got fields later, also in profiles and in rules of networks.
const BLOCK_LISTS: &str = "blockLists";

/// Adds the defaults of settings that a reply lacks.
pub fn complete(reply: &mut Value) {
    let Ok(Value::Object(defaults)) = serde_json::from_str(SETTINGS_DEFAULTS) else {
        return;
    };
    if let Some(Value::Object(lists)) = defaults.get(BLOCK_LISTS) {
        complete_lists(reply, lists);
    }
    if let Some(Value::Object(settings)) = reply.get_mut("settings") {
        add_missing(settings, &defaults);
    }
}

fn complete_lists(value: &mut Value, lists: &Map<String, Value>) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| complete_lists(item, lists)),
        Value::Object(fields) => {
            for (name, field) in fields {
                match field {
                    Value::Object(chosen) if name == BLOCK_LISTS => add_missing(chosen, lists),
                    field => complete_lists(field, lists),
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn add_missing(fields: &mut Map<String, Value>, defaults: &Map<String, Value>) {
    for (name, default) in defaults {
        fields.entry(name).or_insert_with(|| default.clone());
    }
}
