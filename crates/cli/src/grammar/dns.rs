//! The arguments of `comet dns`.

use std::net::IpAddr;

use clap::Subcommand;

use super::examples;
use crate::domains::{allowed_name, dns_server, domain};
use crate::texts::help::{commands, options, values};

#[derive(Debug, Subcommand)]
pub enum Dns {
    #[command(about = commands::dns_block::ABOUT, after_help = examples(commands::dns_block::EXAMPLES))]
    Block {
        #[command(subcommand)]
        change: Option<DnsBlock>,
    },
    #[command(about = commands::dns_allow::ABOUT, after_help = examples(commands::dns_allow::EXAMPLES))]
    Allow {
        #[command(subcommand)]
        change: Option<DnsAllow>,
    },
    #[command(about = commands::dns_split::ABOUT, after_help = examples(commands::dns_split::EXAMPLES))]
    Split {
        #[command(subcommand)]
        change: Option<DnsSplit>,
    },
    #[command(about = commands::dns_counts::ABOUT, after_help = examples(commands::dns_counts::EXAMPLES))]
    Counts {
        #[arg(long, help = options::CLEAR)]
        clear: bool,
    },
}

#[derive(Debug, Subcommand)]
pub enum DnsBlock {
    #[command(about = commands::dns_block_list::ABOUT, after_help = examples(commands::dns_block_list::EXAMPLES))]
    List,
    #[command(about = commands::dns_block_add::ABOUT, after_help = examples(commands::dns_block_add::EXAMPLES))]
    Add {
        #[arg(value_name = "URL|FILE|-", help = values::BLOCK_SOURCE)]
        source: String,
    },
    #[command(about = commands::dns_block_remove::ABOUT, after_help = examples(commands::dns_block_remove::EXAMPLES))]
    Remove {
        #[arg(value_name = "LIST", help = values::OWN_LIST)]
        list: String,
    },
    #[command(about = commands::dns_block_update::ABOUT, after_help = examples(commands::dns_block_update::EXAMPLES))]
    Update,
}

#[derive(Debug, Subcommand)]
pub enum DnsAllow {
    #[command(about = commands::dns_allow_list::ABOUT, after_help = examples(commands::dns_allow_list::EXAMPLES))]
    List,
    #[command(about = commands::dns_allow_add::ABOUT, after_help = examples(commands::dns_allow_add::EXAMPLES))]
    Add {
        #[arg(value_name = "DOMAIN|URL", required = true, help = values::ALLOWED, value_parser = allowed_name)]
        names: Vec<Allowed>,
    },
    #[command(about = commands::dns_allow_remove::ABOUT, after_help = examples(commands::dns_allow_remove::EXAMPLES))]
    Remove {
        #[arg(value_name = "DOMAIN|URL", required = true, help = values::ALLOWED, value_parser = allowed_name)]
        names: Vec<Allowed>,
    },
}

#[derive(Debug, Subcommand)]
pub enum DnsSplit {
    #[command(about = commands::dns_split_list::ABOUT, after_help = examples(commands::dns_split_list::EXAMPLES))]
    List,
    #[command(about = commands::dns_split_add::ABOUT, after_help = examples(commands::dns_split_add::EXAMPLES))]
    Add {
        #[arg(value_name = "DOMAIN", help = values::SPLIT_DOMAIN, value_parser = domain)]
        domain: String,
        #[arg(value_name = "ADDRESS", help = values::SPLIT_SERVER, value_parser = dns_server)]
        server: IpAddr,
    },
    #[command(about = commands::dns_split_remove::ABOUT, after_help = examples(commands::dns_split_remove::EXAMPLES))]
    Remove {
        #[arg(value_name = "DOMAIN", help = values::SPLIT_DOMAIN, value_parser = domain)]
        domain: String,
    },
}

/// What `comet dns allow` adds or removes.
#[derive(Clone, Debug)]
pub enum Allowed {
    Name(String),
    /// The URL of a list.
    List(String),
}
