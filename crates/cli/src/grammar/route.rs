//! The arguments of `comet route`.

use clap::Subcommand;

use super::examples;
use crate::texts::help::{commands, values};
use crate::values::program;

#[derive(Debug, Subcommand)]
pub enum Route {
    #[command(about = commands::route_list::ABOUT, after_help = examples(commands::route_list::EXAMPLES))]
    List,
    #[command(about = commands::route_add::ABOUT, after_help = examples(commands::route_add::EXAMPLES))]
    Add {
        #[arg(value_name = "SITE", help = values::SITE)]
        site: String,
        #[arg(value_name = "DESTINATION", help = values::ROUTE_TO)]
        to: String,
    },
    #[command(about = commands::route_add_app::ABOUT, after_help = examples(commands::route_add_app::EXAMPLES))]
    AddApp {
        #[arg(value_name = "PATH", help = values::PROGRAM, value_parser = program)]
        path: String,
        #[arg(value_name = "DESTINATION", help = values::ROUTE_TO)]
        to: String,
    },
    #[command(about = commands::route_remove::ABOUT, after_help = examples(commands::route_remove::EXAMPLES))]
    Remove {
        #[arg(value_name = "SITE_OR_PATH", help = values::ROUTED)]
        subject: String,
    },
}
