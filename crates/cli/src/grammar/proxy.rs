use clap::Subcommand;

use super::examples;
use crate::protocol::ProxyMode;
use crate::texts;
use crate::texts::help::{commands, values};
use crate::values::{country, location, one_of, port};

#[derive(Debug, Subcommand)]
pub enum Proxy {
    #[command(about = commands::proxy_list::ABOUT, after_help = examples(commands::proxy_list::EXAMPLES))]
    List,
    #[command(about = commands::proxy_add::ABOUT, after_help = examples(commands::proxy_add::EXAMPLES))]
    Add {
        #[arg(value_name = "PORT", help = values::PORT, value_parser = port)]
        port: i64,
        #[arg(value_name = "COUNTRY", help = values::COUNTRY, value_parser = country)]
        country: String,
        #[arg(value_name = "MODE", help = values::MODE, value_parser = one_of::<ProxyMode>(texts::PROXY_MODES), ignore_case = true)]
        mode: ProxyMode,
    },
    #[command(about = commands::proxy_add_location::ABOUT, after_help = examples(commands::proxy_add_location::EXAMPLES))]
    AddLocation {
        #[arg(value_name = "LOCATION", help = values::PROXY_LOCATION, value_parser = location)]
        location: String,
        #[arg(value_name = "PORT", help = values::PROXY_PORT, value_parser = port)]
        port: Option<i64>,
    },
    #[command(about = commands::proxy_remove::ABOUT, after_help = examples(commands::proxy_remove::EXAMPLES))]
    Remove {
        #[arg(value_name = "PORT", help = values::PORT, value_parser = port)]
        port: i64,
    },
}
