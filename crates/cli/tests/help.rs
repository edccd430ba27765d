//! Compares the help of each command with `tests/help.txt`. `COMET_UPDATE_HELP=1 cargo test -p comet --test help` updates the file.

use std::fs;
use std::path::Path;

use clap::{Command, CommandFactory};
use comet::grammar::Comet;

fn all_help(command: &mut Command, into: &mut String) {
    let help = command.render_help();
    into.push_str(&format!(
        "# {}\n\n{help}\n",
        command.get_bin_name().unwrap_or("comet")
    ));
    for each in command.get_subcommands_mut() {
        all_help(each, into);
    }
}

#[test]
fn the_help_of_each_command_matches_the_reviewed_file() {
    let mut root = Comet::command().term_width(100);
    root.build();
    let mut text = String::new();
    all_help(&mut root, &mut text);
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/help.txt");
    if std::env::var_os("COMET_UPDATE_HELP").is_some() {
        fs::write(&golden, &text).unwrap();
    }
    assert_eq!(text, fs::read_to_string(golden).unwrap());
}

#[test]
fn the_grammar_is_consistent() {
    Comet::command().debug_assert();
}

#[test]
fn every_command_has_an_example_that_can_be_parsed() {
    let mut root = Comet::command();
    root.build();
    let mut text = String::new();
    all_help(&mut root, &mut text);
    let examples: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("  comet "))
        .collect();
    assert!(examples.len() > 40, "{examples:?}");
    for example in examples {
        let args = ["comet"].into_iter().chain(example.split(' '));
        if let Err(error) = <Comet as clap::Parser>::try_parse_from(args) {
            panic!("comet {example}: {error}");
        }
    }
}

#[test]
fn the_version_is_the_version_of_the_package() {
    let manifest =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../package.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"));
}
