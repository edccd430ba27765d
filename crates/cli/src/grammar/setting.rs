//! The arguments of `comet set`.

use clap::{ArgAction, Subcommand};

use super::examples;
use crate::protocol::{
    MeteredChoice, ProtocolChoice, VariantChoice, WireguardOverChoice, WireguardPortChoice,
};
use crate::texts;
use crate::texts::help::{commands, values};
use crate::values::{DataBudget, Listed, block_list, data_budget, on_or_off, one_of};

#[derive(Debug, Subcommand)]
pub enum Setting {
    #[command(about = commands::set_protocol::ABOUT, after_help = examples(commands::set_protocol::EXAMPLES))]
    Protocol {
        #[arg(value_name = "PROTOCOL", value_parser = one_of::<ProtocolChoice>(texts::PROTOCOL_CHOICES), ignore_case = true)]
        value: ProtocolChoice,
    },
    #[command(about = commands::set_variant::ABOUT, after_help = examples(commands::set_variant::EXAMPLES))]
    Variant {
        #[arg(value_name = "VARIANT", value_parser = one_of::<VariantChoice>(texts::VARIANT_CHOICES), ignore_case = true)]
        value: VariantChoice,
    },
    #[command(about = commands::set_port::ABOUT, after_help = examples(commands::set_port::EXAMPLES))]
    Port {
        #[arg(value_name = "PORT", value_parser = one_of::<WireguardPortChoice>(texts::WIREGUARD_PORT_CHOICES), ignore_case = true)]
        value: WireguardPortChoice,
    },
    #[command(about = commands::set_wireguard_over::ABOUT, after_help = examples(commands::set_wireguard_over::EXAMPLES))]
    WireguardOver {
        #[arg(value_name = "TRANSPORT", value_parser = one_of::<WireguardOverChoice>(texts::WIREGUARD_OVER_CHOICES), ignore_case = true)]
        value: WireguardOverChoice,
    },
    #[command(about = commands::set_cover_traffic::ABOUT, after_help = examples(commands::set_cover_traffic::EXAMPLES))]
    CoverTraffic {
        #[arg(value_name = "on|off", help = values::ON_OFF, action = ArgAction::Set, value_parser = on_or_off(), ignore_case = true, hide_possible_values = true)]
        on: bool,
    },
    #[command(about = commands::set_server::ABOUT, after_help = examples(commands::set_server::EXAMPLES))]
    Server {
        #[arg(value_name = "SERVER", required = true, help = values::SERVER)]
        server: Vec<String>,
    },
    #[command(about = commands::set_dns::ABOUT, after_help = examples(commands::set_dns::EXAMPLES))]
    Dns {
        #[arg(value_name = "ADDRESS", required = true, help = values::RESOLVERS)]
        servers: Vec<String>,
    },
    #[command(about = commands::set_block::ABOUT, after_help = examples(commands::set_block::EXAMPLES))]
    Block {
        #[arg(value_name = "LIST", required = true, help = values::LISTS, value_parser = block_list(), ignore_case = true, hide_possible_values = true)]
        lists: Vec<Listed>,
    },
    #[command(about = commands::set_auto_connect::ABOUT, after_help = examples(commands::set_auto_connect::EXAMPLES))]
    AutoConnect {
        #[arg(value_name = "on|off", help = values::ON_OFF, action = ArgAction::Set, value_parser = on_or_off(), ignore_case = true, hide_possible_values = true)]
        on: bool,
    },
    #[command(about = commands::set_post_quantum::ABOUT, after_help = examples(commands::set_post_quantum::EXAMPLES))]
    PostQuantum {
        #[arg(value_name = "on|off", help = values::ON_OFF, action = ArgAction::Set, value_parser = on_or_off(), ignore_case = true, hide_possible_values = true)]
        on: bool,
    },
    #[command(about = commands::set_metered::ABOUT, after_help = examples(commands::set_metered::EXAMPLES))]
    Metered {
        #[arg(value_name = "METERED", value_parser = one_of::<MeteredChoice>(texts::METERED_CHOICES), ignore_case = true)]
        value: MeteredChoice,
    },
    #[command(about = commands::set_statistics::ABOUT, after_help = examples(commands::set_statistics::EXAMPLES))]
    Statistics {
        #[arg(value_name = "on|off", help = values::ON_OFF, action = ArgAction::Set, value_parser = on_or_off(), ignore_case = true, hide_possible_values = true)]
        on: bool,
    },
    #[command(about = commands::set_data_budget::ABOUT, after_help = examples(commands::set_data_budget::EXAMPLES))]
    DataBudget {
        #[arg(value_name = "DATA|off", help = values::BUDGET, value_parser = data_budget)]
        budget: DataBudget,
    },
}
