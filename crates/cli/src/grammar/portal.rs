//! The arguments of `comet portal`.

use clap::Subcommand;

use super::{Program, examples};
use crate::texts::help::commands;

#[derive(Debug, Subcommand)]
pub enum Portal {
    #[command(about = commands::portal_open::ABOUT, after_help = examples(commands::portal_open::EXAMPLES))]
    Open(Program),
}
