use clap::Subcommand;

use super::examples;
use crate::texts::help::{commands, values};

#[derive(Debug, Subcommand)]
pub enum Devices {
    #[command(about = commands::devices_remove::ABOUT, after_help = examples(commands::devices_remove::EXAMPLES))]
    Remove {
        #[arg(value_name = "NAME", required = true, help = values::DEVICE)]
        device: Vec<String>,
    },
}
