//! The arguments of `comet profile`.

use clap::Subcommand;

use super::examples;
use crate::texts::help::{commands, values};
use crate::values::saved_name;

#[derive(Debug, Subcommand)]
pub enum Profile {
    #[command(about = commands::profile_list::ABOUT, after_help = examples(commands::profile_list::EXAMPLES))]
    List,
    #[command(about = commands::profile_save::ABOUT, after_help = examples(commands::profile_save::EXAMPLES))]
    Save {
        #[arg(value_name = "NAME", help = values::PROFILE_NAME, value_parser = saved_name)]
        name: String,
    },
    #[command(about = commands::profile_use::ABOUT, after_help = examples(commands::profile_use::EXAMPLES))]
    Use {
        #[arg(value_name = "NAME", help = values::PROFILE_NAME, value_parser = saved_name)]
        name: String,
    },
    #[command(about = commands::profile_rename::ABOUT, after_help = examples(commands::profile_rename::EXAMPLES))]
    Rename {
        #[arg(value_name = "NAME", help = values::PROFILE_NAME, value_parser = saved_name)]
        name: String,
        #[arg(value_name = "NEW_NAME", help = values::PROFILE_TO, value_parser = saved_name)]
        to: String,
    },
    #[command(about = commands::profile_remove::ABOUT, after_help = examples(commands::profile_remove::EXAMPLES))]
    Remove {
        #[arg(value_name = "NAME", help = values::PROFILE_NAME, value_parser = saved_name)]
        name: String,
    },
}
