//! The arguments of `comet network`.

use clap::{Args, Subcommand};

use super::examples;
use crate::texts::TRANSPORT_CHOICES;
use crate::texts::help::{commands, options, values};
use crate::values::{RuleSwitch, RuleTransport, or_default, rule_switch};

#[derive(Debug, Subcommand)]
pub enum Network {
    #[command(about = commands::network_list::ABOUT, after_help = examples(commands::network_list::EXAMPLES))]
    List,
    #[command(about = commands::network_set::ABOUT, after_help = examples(commands::network_set::EXAMPLES))]
    Set(NetworkRuleChange),
    #[command(about = commands::network_remove::ABOUT, after_help = examples(commands::network_remove::EXAMPLES))]
    Remove {
        #[arg(value_name = "NAME", required = true, help = values::NETWORK)]
        name: Vec<String>,
    },
}

/// The choices that a change names; the others stay as they are.
#[derive(Debug, Args)]
pub struct NetworkRuleChange {
    #[arg(long, value_name = "NAME", num_args = 1.., help = options::RULE_NAME)]
    pub name: Option<Vec<String>>,
    #[arg(long, value_name = "on|off|default", help = options::RULE_CONNECT, value_parser = rule_switch(), ignore_case = true, hide_possible_values = true)]
    pub connect: Option<RuleSwitch>,
    #[arg(long, value_name = "LOCATION", num_args = 1.., help = options::RULE_LOCATION)]
    pub location: Option<Vec<String>>,
    #[arg(long, value_name = "TRANSPORT", help = options::RULE_TRANSPORT, value_parser = or_default(TRANSPORT_CHOICES), ignore_case = true)]
    pub transport: Option<RuleTransport>,
    #[arg(long, value_name = "on|off|default", help = options::RULE_LAN, value_parser = rule_switch(), ignore_case = true, hide_possible_values = true)]
    pub lan: Option<RuleSwitch>,
    #[arg(long, value_name = "ADDRESS", num_args = 1..=3, help = options::RULE_DNS)]
    pub dns: Option<Vec<String>>,
}
