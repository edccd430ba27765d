//! `comet`: parses a command line, sends requests to `cometd` over its socket and prints the replies. All decisions and all state are the
//! daemon's.

mod commands;
mod daemon;
mod domains;
pub mod grammar;
mod messages;
mod older_daemon;
mod printable;
mod screen;
mod usage;
mod values;

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

/// Exit codes.
mod exit {
    pub(crate) const DONE: u8 = 0;
    pub(crate) const FAILED: u8 = 1;
    pub(crate) const USAGE: u8 = 2;
    pub(crate) const NOT_RUNNING: u8 = 3;
}

/// Runs a command line that begins with the program's name. Returns the exit code.
pub fn run(arguments: Vec<OsString>) -> u8 {
    let mut screen = screen::terminal();
    match execute(arguments, &mut screen) {
        Ok(code) => code,
        Err(Stop::BrokenPipe) => exit::DONE,
        Err(Stop::WriteFailed(error)) => {
            screen.print_error(&texts::state::unwritable(error));
            exit::FAILED
        }
    }
}

fn execute(arguments: Vec<OsString>, screen: &mut Screen) -> Result<u8, Stop> {
    let plain: Vec<String> = arguments
        .iter()
        .skip(1)
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let comet = match Comet::try_parse_from(grammar::separated(arguments)) {
        Ok(comet) => comet,
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp) => {
            screen.print(error.to_string().trim_end())?;
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

/// Prints what is wrong with a command line. Nothing was executed.
fn refuse(problem: &str, screen: &mut Screen) -> u8 {
    screen.print_error(&texts::usage::usage(problem));
    exit::USAGE
}

fn version(screen: &mut Screen) -> Result<u8, Stop> {
    screen.print(env!("CARGO_PKG_VERSION"))?;
    Ok(exit::DONE)
}

/// Prints the help of a command, given by its names; of `comet` itself for none.
fn help(names: &[String], screen: &mut Screen) -> Result<u8, Stop> {
    let mut root = Comet::command();
    root.build();
    let mut command = &mut root;
    for name in names {
        let Some(next) = command.find_subcommand_mut(name) else {
            return Ok(refuse(&texts::usage::unknown_command(names.join(" ")), screen));
        };
        command = next;
    }
    screen.print(command.render_help().to_string().trim_end())?;
    Ok(exit::DONE)
}
