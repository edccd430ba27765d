//! `comet`: hands a command line to the daemon and prints what it says. Everything else (signing in, watching, help, a daemon
//! that does not answer) is the full client's, `comet-client` beside this program. It decides nothing and knows no words, so that
//! a short command takes a millisecond instead of an interpreter's start.

mod relay;

use std::env;
use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::process::Command;

/// Commands that need neither a keyboard nor a reader that stays.
const RELAYED: [&str; 16] = [
    "connect",
    "disconnect",
    "status",
    "account",
    "locations",
    "lockdown",
    "lan",
    "logout",
    "settings",
    "set",
    "pause",
    "resume",
    "trust",
    "distrust",
    "split",
    "check",
];

fn main() {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    if let Some(words) = relayable(&arguments)
        && let Some(code) = relay::run(&socket(), &words)
    {
        std::process::exit(code);
    }
    let client = env::current_exe().map(|path| path.with_file_name("comet-client"));
    let error = match client {
        Ok(path) => Command::new(path).args(&arguments).exec(),
        Err(error) => error,
    };
    eprintln!("comet-client: {error}");
    std::process::exit(1);
}

/// The words, where the daemon can carry them out alone. Options are the full client's, and so is a program that is named: whether
/// there is one is for the user's own process to see.
fn relayable(arguments: &[OsString]) -> Option<Vec<&str>> {
    let words: Vec<&str> = arguments
        .iter()
        .map(|word| word.to_str())
        .collect::<Option<_>>()?;
    let command = words.first()?;
    let plain = words
        .iter()
        .all(|word| !word.is_empty() && !word.starts_with('-') && word.len() <= 200);
    let names_program = *command == "split" && words.get(1) == Some(&"add-app");
    (RELAYED.contains(command) && !names_program && words.len() <= 20 && plain).then_some(words)
}

fn socket() -> OsString {
    match env::var_os("COMET_SOCKET") {
        Some(path) if !path.is_empty() => path,
        _ => "/run/comet/cometd.sock".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::relayable;
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;

    fn words(list: &[&str]) -> Vec<OsString> {
        list.iter().map(OsString::from).collect()
    }

    #[test]
    fn plain_commands_are_relayed() {
        assert_eq!(
            relayable(&words(&["connect", "new", "york"])),
            Some(vec!["connect", "new", "york"])
        );
        assert_eq!(relayable(&words(&["status"])), Some(vec!["status"]));
        assert_eq!(
            relayable(&words(&["split", "exclude"])),
            Some(vec!["split", "exclude"])
        );
    }

    #[test]
    fn options_questions_and_the_unknown_are_the_clients() {
        for line in [
            &["status", "--watch"][..],
            &["login"],
            &["--help"],
            &[],
            &["connect", ""],
            &["conect"],
            &["split", "add-app", "/usr/bin/firefox"],
        ] {
            assert_eq!(relayable(&words(line)), None, "{line:?}");
        }
        assert_eq!(relayable(&words(&["connect", &"x".repeat(201)])), None);
        assert_eq!(
            relayable(&["connect".into(), OsString::from_vec(vec![0xff])]),
            None
        );
    }
}
