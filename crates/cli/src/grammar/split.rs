//! The arguments of `comet split`.

use clap::Subcommand;

use super::examples;
use crate::texts::help::{commands, values};
use crate::values::{network, program};

#[derive(Debug, Subcommand)]
pub enum Split {
    #[command(about = commands::split_off::ABOUT, after_help = examples(commands::split_off::EXAMPLES))]
    Off,
    #[command(about = commands::split_exclude::ABOUT, after_help = examples(commands::split_exclude::EXAMPLES))]
    Exclude,
    #[command(about = commands::split_include::ABOUT, after_help = examples(commands::split_include::EXAMPLES))]
    Include,
    #[command(about = commands::split_add_app::ABOUT, after_help = examples(commands::split_add_app::EXAMPLES))]
    AddApp {
        #[arg(value_name = "PATH", help = values::PROGRAM, value_parser = program)]
        path: String,
    },
    #[command(about = commands::split_add_network::ABOUT, after_help = examples(commands::split_add_network::EXAMPLES))]
    AddNetwork {
        #[arg(value_name = "CIDR", help = values::CIDR, value_parser = network)]
        network: String,
    },
    #[command(about = commands::split_remove_app::ABOUT, after_help = examples(commands::split_remove_app::EXAMPLES))]
    RemoveApp {
        #[arg(value_name = "PATH", help = values::PROGRAM, value_parser = program)]
        path: String,
    },
    #[command(about = commands::split_remove_network::ABOUT, after_help = examples(commands::split_remove_network::EXAMPLES))]
    RemoveNetwork {
        #[arg(value_name = "CIDR", help = values::CIDR, value_parser = network)]
        network: String,
    },
}
