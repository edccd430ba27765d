//! The arguments of `comet lists`.

use clap::Subcommand;

use super::examples;
use crate::texts::help::{commands, values};
use crate::values::saved_name;

#[derive(Debug, Subcommand)]
pub enum Lists {
    #[command(about = commands::lists_add::ABOUT, after_help = examples(commands::lists_add::EXAMPLES))]
    Add {
        #[arg(value_name = "NAME", help = values::LIST_NAME, value_parser = saved_name)]
        name: String,
        #[arg(value_name = "LOCATION", required = true, help = values::LISTED)]
        locations: Vec<String>,
    },
    #[command(about = commands::lists_remove::ABOUT, after_help = examples(commands::lists_remove::EXAMPLES))]
    Remove {
        #[arg(value_name = "NAME", help = values::LIST_NAME, value_parser = saved_name)]
        name: String,
        #[arg(value_name = "LOCATION", help = values::LISTED)]
        locations: Vec<String>,
    },
}
