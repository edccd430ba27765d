//! `comet`: parses a command line, asks `cometd` over its socket, and prints what it answers. It decides nothing: what may be done, and what
//! is true, is the daemon's to say.

mod commands;
mod daemon;
pub mod grammar;
mod printable;
mod screen;
mod usage;
mod values;
mod words;

/// The daemon's messages (`packages/tunnel-protocol/schema.json`).
#[allow(clippy::all, clippy::pedantic, unused_qualifications)]
pub mod protocol {
    include!(concat!(env!("OUT_DIR"), "/protocol.rs"));
}

/// Every sentence (`packages/texts/comet.json`).
#[allow(dead_code)]
pub mod texts {
    include!(concat!(env!("OUT_DIR"), "/texts.rs"));
}

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};

use grammar::{Comet, Command};
use screen::{Screen, Stop};

/// What `comet` ends with.
mod exit {
    pub(crate) const DONE: u8 = 0;
    pub(crate) const FAILED: u8 = 1;
    pub(crate) const USAGE: u8 = 2;
    pub(crate) const NOT_RUNNING: u8 = 3;
}

/// Runs a command line, the program's name first; returns the exit code.
pub fn run(words: Vec<OsString>) -> u8 {
    let mut screen = screen::terminal();
    match carry_out(words, &mut screen) {
        Ok(code) => code,
        Err(Stop::ReaderLeft) => exit::DONE,
        Err(Stop::Unwritable(error)) => {
            screen.complain(&texts::state::unwritable(error));
            exit::FAILED
        }
    }
}

fn carry_out(words: Vec<OsString>, screen: &mut Screen) -> Result<u8, Stop> {
    let plain: Vec<String> = words
        .iter()
        .skip(1)
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let comet = match Comet::try_parse_from(grammar::separated(words)) {
        Ok(comet) => comet,
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp) => {
            screen.say(error.to_string().trim_end())?;
            return Ok(exit::DONE);
        }
        Err(error) => return Ok(refuse(&usage::problem(&error, &plain), screen)),
    };
    match comet.command {
        _ if comet.version => version(screen),
        None if comet.verbose => version(screen),
        None => help(&[], screen),
        Some(Command::Help { command }) => help(&command, screen),
        Some(command) => commands::run(command, comet.verbose, screen),
    }
}

/// Says what is wrong with a command line. Nothing was done.
fn refuse(problem: &str, screen: &mut Screen) -> u8 {
    screen.complain(&texts::usage::usage(problem));
    exit::USAGE
}

fn version(screen: &mut Screen) -> Result<u8, Stop> {
    screen.say(env!("CARGO_PKG_VERSION"))?;
    Ok(exit::DONE)
}

/// The help of the command that the words name; of `comet` itself where they name none.
fn help(words: &[String], screen: &mut Screen) -> Result<u8, Stop> {
    let mut root = Comet::command();
    root.build();
    let mut command = &mut root;
    for word in words {
        let Some(next) = command.find_subcommand_mut(word) else {
            return Ok(refuse(&texts::usage::unknown_command(words.join(" ")), screen));
        };
        command = next;
    }
    screen.say(command.render_help().to_string().trim_end())?;
    Ok(exit::DONE)
}
