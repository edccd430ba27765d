//! Rules that apply in one network.

use crate::protocol::{NetworkRule, Snapshot, TransportChoice};
use crate::texts::{self, settings as text};

/// Describes all rules, one per line.
pub fn all(snapshot: &Snapshot) -> String {
    let rules = &snapshot.settings.network_rules;
    if rules.is_empty() {
        return text::RULES_NONE.into();
    }
    let lines: Vec<String> = rules.iter().map(|rule| line(rule, snapshot)).collect();
    lines.join("\n")
}

pub fn removed(name: &str) -> String {
    text::rule_removed(name)
}

/// Describes the rule in force, if there is one.
pub fn active(snapshot: &Snapshot) -> Option<String> {
    let name = snapshot.network_rule.as_ref()?;
    let rule = snapshot
        .settings
        .network_rules
        .iter()
        .find(|rule| rule.name == *name)?;
    Some(text::rule_active(name, parts(rule)))
}

fn line(rule: &NetworkRule, snapshot: &Snapshot) -> String {
    if snapshot.network_rule.as_ref() == Some(&rule.name) {
        text::rule_in_force(&rule.name, parts(rule))
    } else {
        text::rule(&rule.name, parts(rule))
    }
}

fn parts(rule: &NetworkRule) -> String {
    let switch = |choice: Option<bool>, on: &'static str, off: &'static str| {
        choice.map(|is_on| if is_on { on } else { off }.to_owned())
    };
    let parts = [
        switch(rule.connect, text::RULE_CONNECTS, text::RULE_DISCONNECTS),
        rule.server.as_deref().map(super::profiles::server),
        rule.transport.map(transport),
        switch(rule.allow_lan, text::RULE_LAN_ON, text::RULE_LAN_OFF),
        rule.dns
            .as_ref()
            .map(|dns| text::profile_dns(dns.servers.join(", "))),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

fn transport(choice: TransportChoice) -> String {
    texts::choice(&choice.to_string()).map_or_else(|| text::PROFILE_AUTOMATIC.into(), str::to_owned)
}
