use clap::Args;

use crate::texts::help::{options, values};

#[derive(Debug, Args)]
pub struct Report {
    #[arg(value_name = "FILE", help = values::FILE)]
    pub file: Option<String>,
    #[arg(long, help = options::SEND)]
    pub send: bool,
    #[arg(long, requires = "send", help = options::YES)]
    pub yes: bool,
}
