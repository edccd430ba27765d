//! The arguments of `comet forward`.

use clap::{Args, Subcommand};

use super::examples;
use crate::protocol::PortProtocol;
use crate::texts;
use crate::texts::help::{commands, values};
use crate::values::{any_port, one_of};

#[derive(Debug, Subcommand)]
pub enum Forward {
    #[command(about = commands::forward_list::ABOUT, after_help = examples(commands::forward_list::EXAMPLES))]
    List,
    #[command(about = commands::forward_add::ABOUT, after_help = examples(commands::forward_add::EXAMPLES))]
    Add(Forwarded),
    #[command(about = commands::forward_remove::ABOUT, after_help = examples(commands::forward_remove::EXAMPLES))]
    Remove(Forwarded),
}

/// A port of this computer.
#[derive(Debug, Args)]
pub struct Forwarded {
    #[arg(value_name = "PROTOCOL", help = values::PORT_PROTOCOL, value_parser = one_of::<PortProtocol>(texts::PORT_PROTOCOLS), ignore_case = true, hide_possible_values = true)]
    pub protocol: PortProtocol,
    #[arg(value_name = "PORT", help = values::FORWARDED_PORT, value_parser = any_port)]
    pub port: i64,
}
