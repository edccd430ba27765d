use clap::{Args, Subcommand, ValueEnum};

use super::{Json, examples};
use crate::texts::help::{commands, options, values};

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Stats {
    #[arg(long, value_name = "MONTH", help = options::MONTH, value_parser = crate::values::month)]
    pub month: Option<String>,
    #[arg(long, help = options::SESSIONS)]
    pub sessions: bool,
    #[command(flatten)]
    pub json: Json,
    #[command(subcommand)]
    pub change: Option<StatsChange>,
}

#[derive(Debug, Subcommand)]
pub enum StatsChange {
    #[command(about = commands::stats_export::ABOUT, after_help = examples(commands::stats_export::EXAMPLES))]
    Export {
        #[arg(value_name = "FILE", help = values::EXPORT_FILE)]
        file: String,
        #[arg(long, value_name = "FORMAT", help = options::FORMAT, ignore_case = true)]
        format: Option<Format>,
    },
    #[command(about = commands::stats_forget::ABOUT, after_help = examples(commands::stats_forget::EXAMPLES))]
    Forget {
        #[arg(long, help = options::YES)]
        yes: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Csv,
    Json,
}
