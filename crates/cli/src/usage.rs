//! Errors of a command line, in the product's sentences instead of those of clap.

use std::error::Error as _;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory, Error};

use crate::grammar::Comet;
use crate::texts::{self, usage};

/// Returns the sentence about a refused command line, with a suggestion if there is one.
pub fn problem(error: &Error, arguments: &[String]) -> String {
    let path = path_of(arguments);
    let sentence = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            form(&path).unwrap_or_else(|| usage::unknown_command(word(error, ContextKind::InvalidSubcommand)))
        }
        ErrorKind::UnknownArgument => {
            let extra_argument = word(error, ContextKind::InvalidArg);
            let follows_via = arguments
                .windows(2)
                .any(|pair| pair[0] == "--via" && pair[1] == extra_argument);
            if follows_via {
                usage::needs_value("--via")
            } else {
                unexpected_argument(&extra_argument, &path)
            }
        }
        ErrorKind::ArgumentConflict if path == ["connect"] => usage::DEDICATED_FORM.into(),
        ErrorKind::ArgumentConflict => usage::not_together("--details", "--watch"),
        ErrorKind::ValueValidation => error.source().map_or_else(String::new, ToString::to_string),
        ErrorKind::InvalidUtf8 => usage::NOT_TEXT.into(),
        _ => missing(
            &word(error, ContextKind::InvalidArg),
            &word(error, ContextKind::InvalidValue),
            &path,
        ),
    };
    let meant = suggestion(error).map(usage::did_you_mean);
    [Some(sentence), meant]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join("\n")
}

/// Returns the names of the command and its subcommands. Options may stand between them.
fn path_of(arguments: &[String]) -> Vec<&str> {
    let root = Comet::command();
    let (mut command, mut path): (&Command, _) = (&root, Vec::new());
    for word in arguments.iter().filter(|word| !word.starts_with('-')) {
        let Some(next) = command.find_subcommand(word) else {
            break;
        };
        command = next;
        path.push(word.as_str());
    }
    path
}

/// Returns the usage of a command that accepts only certain arguments.
fn form(path: &[&str]) -> Option<String> {
    let sentence = match path {
        ["set"] => usage::SETTABLE,
        ["set", "protocol"] => return Some(one_of("set protocol", texts::PROTOCOL_CHOICES)),
        ["set", "variant"] => return Some(one_of("set variant", texts::VARIANT_CHOICES)),
        ["set", "port"] => return Some(one_of("set port", texts::WIREGUARD_PORT_CHOICES)),
        ["set", "wireguard-over"] => {
            return Some(one_of("set wireguard-over", texts::WIREGUARD_OVER_CHOICES));
        }
        ["set", "metered"] => return Some(one_of("set metered", texts::METERED_CHOICES)),
        ["set", "server"] => usage::SERVER_FORM,
        ["set", "dns"] => usage::DNS_FORM,
        ["set", "block"] => usage::BLOCK_FORM,
        [command @ ("lockdown" | "lan")] => return Some(usage::on_or_off(command)),
        ["set", setting] => {
            let command = format!("set {setting}");
            return Some(usage::on_or_off(command));
        }
        ["pause"] => usage::PAUSE_FORM,
        ["distrust"] => usage::NETWORK_FORM,
        ["devices", ..] => usage::DEVICE_FORM,
        ["split", ..] => usage::SPLIT_FORM,
        ["proxy", ..] => usage::PROXY_FORM,
        ["api", "use"] => return Some(one_of("api use", texts::ACCESS_CHOICES)),
        ["api", "remove"] => return Some(one_of("api remove", texts::ADDED_ACCESS_METHODS)),
        ["api", ..] => usage::API_FORM,
        ["dns", ..] => usage::DNS_LISTS_FORM,
        ["lists", ..] => usage::LISTS_FORM,
        ["network", ..] => usage::NETWORK_RULE_FORM,
        ["profile", ..] => usage::PROFILE_FORM,
        ["route", ..] => usage::ROUTE_FORM,
        ["forward", ..] => usage::FORWARD_FORM,
        ["portal", ..] => usage::PORTAL_FORM,
        ["locations"] => return Some(usage::type_form(texts::LOCATION_TYPES.join(", "))),
        [word @ ("exclude" | "include")] => return Some(usage::command_form(word)),
        _ => return None,
    };
    Some(sentence.into())
}

fn one_of(command: &str, values: &[&str]) -> String {
    usage::one_of(command, values.join(", "))
}

/// Describes an argument or option that the command does not accept.
fn unexpected_argument(word: &str, path: &[&str]) -> String {
    if word.starts_with('-') {
        return usage::unknown_option(word);
    }
    let takes_a_form = matches!(
        path,
        ["pause" | "proxy" | "forward" | "api" | "dns", ..]
            | [
                "split",
                "add-app" | "add-network" | "remove-app" | "remove-network"
            ]
            | ["set", "auto-connect" | "post-quantum"]
    );
    form(path)
        .filter(|_| takes_a_form)
        .unwrap_or_else(|| usage::too_many(word))
}

/// Describes a missing or invalid value. `argument` is `--name <NAME>` or `<NAME>`.
fn missing(argument: &str, value: &str, path: &[&str]) -> String {
    let option = argument.split([' ', '=']).next().unwrap_or_default();
    match option {
        "--dedicated" => usage::DEDICATED_FORM.into(),
        "--type" if !value.is_empty() => form(path).unwrap_or_default(),
        _ if option.starts_with('-') => usage::needs_value(option),
        _ => form(path).unwrap_or_else(|| usage::needs_value(argument)),
    }
}

fn word(error: &Error, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::String(word)) => word.clone(),
        Some(ContextValue::Strings(values)) => values.first().cloned().unwrap_or_default(),
        _ => String::new(),
    }
}

fn suggestion(error: &Error) -> Option<String> {
    [
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedArg,
        ContextKind::SuggestedValue,
    ]
    .into_iter()
    .find_map(|kind| match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word.clone()),
        // The best match is the last one.
        Some(ContextValue::Strings(values)) => values.last().cloned(),
        _ => None,
    })
}

#[cfg(test)]
#[path = "tests/usage.rs"]
mod tests;
