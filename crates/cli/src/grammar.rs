//! The command line of `comet`, for clap. Every word of help comes from `packages/texts`.

mod api;
mod devices;
mod dns;
mod forward;
mod lists;
mod network;
mod portal;
mod profile;
mod proxy;
mod report;
mod route;
mod setting;
mod split;
mod stats;

use std::ffi::OsString;
use std::net::IpAddr;

use clap::{ArgAction, Args, Parser, Subcommand};

use crate::texts::help::{self, commands, options, values};
use crate::values::{is_address, location_type, on_or_off, pause};

pub use api::{Addition, Api, MAX_TEXT, ProxyAddress};
pub use devices::Devices;
pub use dns::{Allowed, Dns, DnsAllow, DnsBlock, DnsSplit};
pub use forward::{Forward, Forwarded};
pub use lists::Lists;
pub use network::{Network, NetworkRuleChange};
pub use portal::Portal;
pub use profile::Profile;
pub use proxy::Proxy;
pub use report::Report;
pub use route::Route;
pub use setting::Setting;
pub use split::Split;
pub use stats::{Format, Stats, StatsChange};

/// The parsed arguments of `comet`.
#[derive(Debug, Parser)]
#[command(
    name = "comet",
    about = help::ABOUT,
    after_help = help::AFTER,
    disable_help_flag = true,
    disable_help_subcommand = true,
    disable_version_flag = true,
    args_override_self = true
)]
pub struct Comet {
    #[arg(short = 'V', long, display_order = 997, help = options::VERSION)]
    pub version: bool,
    #[arg(short, long, global = true, display_order = 998, help = options::VERBOSE)]
    pub verbose: bool,
    #[arg(short, long, global = true, action = ArgAction::Help, display_order = 999, help = options::HELP)]
    pub help: Option<bool>,
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// `--json`, for commands with output.
#[derive(Clone, Copy, Debug, Args)]
pub struct Json {
    #[arg(long, global = true, help = options::JSON)]
    pub json: bool,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    #[command(about = commands::login::ABOUT, after_help = examples(commands::login::EXAMPLES))]
    Login {
        #[arg(long, value_name = "ADDRESS", help = options::EMAIL, value_parser = crate::values::email)]
        email: Option<String>,
        #[arg(long, value_name = "NAME", help = options::NAME, value_parser = crate::values::device_name)]
        name: Option<String>,
    },
    #[command(about = commands::logout::ABOUT, after_help = examples(commands::logout::EXAMPLES))]
    Logout(Json),
    #[command(about = commands::account::ABOUT, after_help = examples(commands::account::EXAMPLES))]
    Account(Json),
    #[command(about = commands::devices::ABOUT, after_help = examples(commands::devices::EXAMPLES))]
    Devices {
        #[command(subcommand)]
        change: Option<Devices>,
        #[command(flatten)]
        json: Json,
    },
    #[command(about = commands::locations::ABOUT, after_help = examples(commands::locations::EXAMPLES))]
    Locations {
        #[arg(
            long = "type", value_name = "TYPE", help = options::TYPE,
            value_parser = location_type(), ignore_case = true
        )]
        kind: Option<String>,
        #[command(flatten)]
        json: Json,
    },
    #[command(about = commands::connect::ABOUT, after_help = examples(commands::connect::EXAMPLES))]
    Connect(Connect),
    #[command(about = commands::lists::ABOUT, after_help = examples(commands::lists::EXAMPLES))]
    Lists {
        #[command(subcommand)]
        change: Option<Lists>,
        #[command(flatten)]
        json: Json,
    },
    #[command(about = commands::dns::ABOUT, after_help = examples(commands::dns::EXAMPLES))]
    Dns {
        #[command(subcommand)]
        wanted: Option<Dns>,
        #[command(flatten)]
        json: Json,
    },
    #[command(about = commands::profile::ABOUT, after_help = examples(commands::profile::EXAMPLES))]
    Profile {
        #[command(subcommand)]
        wanted: Option<Profile>,
        #[command(flatten)]
        json: Json,
    },
    #[command(about = commands::route::ABOUT, after_help = examples(commands::route::EXAMPLES))]
    Route {
        #[command(subcommand)]
        wanted: Option<Route>,
        #[command(flatten)]
        json: Json,
    },
    #[command(about = commands::network::ABOUT, after_help = examples(commands::network::EXAMPLES))]
    Network {
        #[command(subcommand)]
        wanted: Option<Network>,
        #[command(flatten)]
        json: Json,
    },
    #[command(about = commands::disconnect::ABOUT, after_help = examples(commands::disconnect::EXAMPLES))]
    Disconnect(Json),
    #[command(about = commands::status::ABOUT, after_help = examples(commands::status::EXAMPLES))]
    Status {
        #[arg(long, help = options::WATCH)]
        watch: bool,
        #[arg(long, help = options::DETAILS, conflicts_with = "watch")]
        details: bool,
        #[arg(long, help = options::JSON)]
        json: bool,
    },
    #[command(about = commands::lockdown::ABOUT, after_help = examples(commands::lockdown::EXAMPLES))]
    Lockdown(Switch),
    #[command(about = commands::lan::ABOUT, after_help = examples(commands::lan::EXAMPLES))]
    Lan(Switch),
    #[command(about = commands::settings::ABOUT, after_help = examples(commands::settings::EXAMPLES))]
    Settings(Json),
    #[command(about = commands::set::ABOUT, after_help = examples(commands::set::EXAMPLES))]
    Set {
        #[command(subcommand)]
        setting: Setting,
        #[command(flatten)]
        json: Json,
    },
    #[command(about = commands::trust::ABOUT, after_help = examples(commands::trust::EXAMPLES))]
    Trust {
        #[arg(value_name = "NAME", help = values::NETWORK)]
        name: Vec<String>,
        #[command(flatten)]
        json: Json,
    },
    #[command(about = commands::distrust::ABOUT, after_help = examples(commands::distrust::EXAMPLES))]
    Distrust {
        #[arg(value_name = "NAME", required = true, help = values::NETWORK)]
        name: Vec<String>,
        #[command(flatten)]
        json: Json,
    },
    #[command(about = commands::pause::ABOUT, after_help = examples(commands::pause::EXAMPLES))]
    Pause {
        #[arg(value_name = "DURATION", help = values::DURATION, value_parser = pause)]
        seconds: i64,
        #[command(flatten)]
        json: Json,
    },
    #[command(about = commands::resume::ABOUT, after_help = examples(commands::resume::EXAMPLES))]
    Resume(Json),
    #[command(about = commands::split::ABOUT, after_help = examples(commands::split::EXAMPLES))]
    Split {
        #[command(subcommand)]
        change: Option<Split>,
        #[command(flatten)]
        json: Json,
    },
    #[command(about = commands::proxy::ABOUT, after_help = examples(commands::proxy::EXAMPLES))]
    Proxy {
        #[command(subcommand)]
        change: Option<Proxy>,
        #[command(flatten)]
        json: Json,
    },
    #[command(about = commands::forward::ABOUT, after_help = examples(commands::forward::EXAMPLES))]
    Forward {
        #[command(subcommand)]
        change: Option<Forward>,
        #[command(flatten)]
        json: Json,
    },
    #[command(about = commands::api::ABOUT, after_help = examples(commands::api::EXAMPLES))]
    Api {
        #[command(subcommand)]
        wanted: Option<Api>,
        #[command(flatten)]
        json: Json,
    },
    #[command(about = commands::check::ABOUT, after_help = examples(commands::check::EXAMPLES))]
    Check(Json),
    #[command(about = commands::stats::ABOUT, after_help = examples(commands::stats::EXAMPLES))]
    Stats(Stats),
    #[command(about = commands::report::ABOUT, after_help = examples(commands::report::EXAMPLES))]
    Report(Report),
    #[command(
        about = commands::portal::ABOUT, after_help = examples(commands::portal::EXAMPLES),
        args_conflicts_with_subcommands = true
    )]
    Portal {
        #[command(subcommand)]
        wanted: Option<Portal>,
        #[arg(long, help = options::JSON)]
        json: bool,
    },
    #[command(about = commands::exclude::ABOUT, after_help = examples(commands::exclude::EXAMPLES))]
    Exclude(Program),
    #[command(about = commands::include::ABOUT, after_help = examples(commands::include::EXAMPLES))]
    Include(Program),
    #[command(about = commands::update::ABOUT, after_help = examples(commands::update::EXAMPLES))]
    Update(Json),
    #[command(about = commands::help::ABOUT, after_help = examples(commands::help::EXAMPLES))]
    Help {
        #[arg(value_name = "COMMAND", help = values::SUBCOMMAND)]
        command: Vec<String>,
    },
}

#[derive(Debug, Args)]
pub struct Connect {
    #[arg(value_name = "LOCATION", help = values::PLACE)]
    pub place: Vec<String>,
    #[arg(long, value_name = "LOCATION", num_args = 1.., help = options::VIA)]
    pub via: Option<Vec<String>>,
    #[arg(
        long, value_name = "ADDRESS", help = options::DEDICATED,
        value_parser = is_address, conflicts_with_all = ["place", "via"]
    )]
    pub dedicated: Option<IpAddr>,
    #[command(flatten)]
    pub json: Json,
}

#[derive(Debug, Args)]
pub struct Switch {
    #[arg(value_name = "on|off", help = values::ON_OFF, action = ArgAction::Set, value_parser = on_or_off(), ignore_case = true, hide_possible_values = true)]
    pub on: bool,
    #[command(flatten)]
    pub json: Json,
}

#[derive(Debug, Args)]
pub struct Program {
    #[arg(
        value_name = "COMMAND", required = true, help = values::COMMAND,
        trailing_var_arg = true, allow_hyphen_values = true
    )]
    pub command: Vec<OsString>,
}

impl Program {
    pub fn starts_with_option(&self) -> bool {
        let first = self.command.first();
        first.is_none_or(|first| first.to_string_lossy().starts_with('-'))
    }
}

fn examples(lines: &str) -> String {
    let lines: Vec<String> = lines.lines().map(|line| format!("  {line}")).collect();
    format!("{}\n{}", help::EXAMPLES_HEADING, lines.join("\n"))
}

/// Splits `--via=PLACE` of a connect into two arguments, so that a location of several words can follow either.
pub fn separated(arguments: Vec<OsString>) -> Vec<OsString> {
    let connects = arguments
        .iter()
        .skip(1)
        .find(|word| !word.to_string_lossy().starts_with('-'));
    if connects.is_none_or(|word| word != "connect") {
        return arguments;
    }
    let apart = |word: OsString| match word.to_str().and_then(|word| word.strip_prefix("--via=")) {
        Some(place) if !place.is_empty() => vec!["--via".into(), place.into()],
        _ => vec![word],
    };
    arguments.into_iter().flat_map(apart).collect()
}
