use clap::Parser;

use super::*;

fn problem_of(line: &str) -> String {
    let args: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let all = ["comet".to_owned()].into_iter().chain(args.iter().cloned());
    problem(&Comet::try_parse_from(all).unwrap_err(), &args)
}

#[test]
fn describes_each_problem_of_a_command_line() {
    for (line, sentence) in [
        ("fly", "Unknown command “fly”."),
        ("conect", "Unknown command “conect”.\nDid you mean `connect`?"),
        ("--fast", "Unknown option “--fast”."),
        ("connect --fast", "Unknown option “--fast”."),
        ("connect nl-ams --via", "--via needs a value."),
        ("connect nl-ams --via --fast", "--via needs a value."),
        ("connect --dedicated", usage::DEDICATED_FORM),
        ("connect --dedicated mine", usage::DEDICATED_FORM),
        ("connect nl-ams --dedicated 198.51.100.7", usage::DEDICATED_FORM),
        ("locations --type", "--type needs a value."),
        ("locations all", "Unexpected argument “all”."),
        ("disconnect now", "Unexpected argument “now”."),
        ("lockdown", "Use `comet lockdown on` or `comet lockdown off`."),
        ("portal open", usage::PORTAL_FORM),
        ("portal shut", usage::PORTAL_FORM),
        ("lan maybe", "Use `comet lan on` or `comet lan off`."),
        ("set", usage::SETTABLE),
        ("set colour red", usage::SETTABLE),
        (
            "set protocol ipsec",
            "Use `comet set protocol` with one of automatic, wireguard, openvpn.",
        ),
        ("set protocol openvpn now", "Unexpected argument “now”."),
        (
            "set variant",
            "Use `comet set variant` with one of automatic, udp, tcp, tls, shadowsocks, obfs4.",
        ),
        (
            "set wireguard-over udp",
            "Use `comet set wireguard-over` with one of automatic, direct, scrambled, quic, tcp, shadowsocks, shadowsocks_tcp, cover.",
        ),
        (
            "set port 22",
            "Use `comet set port` with one of 53, 80, 123, 443, 4500, 51820, automatic.",
        ),
        (
            "set metered maybe",
            "Use `comet set metered` with one of automatic, yes, no.",
        ),
        ("set server", usage::SERVER_FORM),
        ("set dns", usage::DNS_FORM),
        ("set block evil", usage::BLOCK_FORM),
        (
            "set auto-connect maybe",
            "Use `comet set auto-connect on` or `comet set auto-connect off`.",
        ),
        (
            "set post-quantum on on",
            "Use `comet set post-quantum on` or `comet set post-quantum off`.",
        ),
        ("login --email", "--email needs a value."),
        ("login --email=", "--email needs a value."),
        ("login --name \u{1b}[31m", usage::NAME_FORM),
        ("pause", usage::PAUSE_FORM),
        ("pause 25h", usage::PAUSE_FORM),
        ("distrust", usage::NETWORK_FORM),
        ("split maybe", usage::SPLIT_FORM),
        ("split off now", "Unexpected argument “now”."),
        ("split add-app", usage::SPLIT_FORM),
        ("split add-app x", usage::SPLIT_APP),
        ("split remove-network 1.2.3.4", usage::SPLIT_NETWORK),
        ("proxy x", usage::PROXY_FORM),
        ("proxy add 80 us sticky", usage::PROXY_PORT),
        ("proxy add 9001 usa sticky", usage::PROXY_COUNTRY),
        ("proxy remove 9001 us", usage::PROXY_FORM),
        ("exclude", "Enter a command to run: `comet exclude COMMAND`."),
        ("report --all", "Unknown option “--all”."),
        (
            "status --details --watch",
            "--details can’t be used with --watch.",
        ),
        ("devices remove", usage::DEVICE_FORM),
        ("devices x", usage::DEVICE_FORM),
        ("lists add", usage::LISTS_FORM),
        ("lists add work", usage::LISTS_FORM),
        ("lists x", usage::LISTS_FORM),
    ] {
        assert_eq!(problem_of(line), sentence, "comet {line}");
    }
    assert!(
        problem_of("locations --type cheap").starts_with("Choose a type: `comet locations --type` standard,")
    );
}

#[test]
fn accepts_valid_command_lines() {
    for line in [
        "status --json --json",
        "status --watch --json",
        "devices remove old laptop --json",
        "-v status",
        "proxy",
        "split --json",
        "set --json protocol OPENVPN",
        "set protocol openvpn --json",
        "exclude ls --json -h",
        "locations --type=native_residential",
    ] {
        let args = ["comet"].into_iter().chain(line.split(' '));
        if let Err(error) = Comet::try_parse_from(args) {
            panic!("comet {line}: {error}");
        }
    }
}
