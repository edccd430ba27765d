//! Completions and manual of the package.

use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::Command;

use clap::CommandFactory;
use comet::grammar::Comet;
use flate2::read::GzDecoder;

struct Pages(PathBuf);

impl Pages {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("comet-pages-{name}-{}", std::process::id()));
        let written = Command::new(env!("CARGO_BIN_EXE_comet-pages"))
            .arg(&folder)
            .status()
            .unwrap();
        assert!(written.success());
        Pages(folder)
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

/// Returns the completions of bash for the last word of a command line.
fn completed(pages: &Pages, args: &[&str]) -> String {
    let script = pages.0.join("comet.bash");
    let last = args.len() - 1;
    let line = format!(
        "source {}; COMP_WORDS=({}); COMP_CWORD={last}; _comet comet '{}' '{}'; echo \"${{COMPREPLY[*]}}\"",
        script.display(),
        args.iter()
            .map(|word| format!("'{word}'"))
            .collect::<Vec<_>>()
            .join(" "),
        args[last],
        args[last - 1],
    );
    let output = Command::new("bash")
        .args(["--norc", "-c", &line])
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

#[test]
fn bash_completes_commands_options_and_values() {
    let pages = Pages::new("bash");
    assert_eq!(completed(&pages, &["comet", "con"]), "connect");
    assert_eq!(completed(&pages, &["comet", "status", "--w"]), "--watch");
    assert_eq!(completed(&pages, &["comet", "set", "pro"]), "protocol");
    assert_eq!(
        completed(&pages, &["comet", "set", "protocol", "wi"]),
        "wireguard"
    );
    assert_eq!(
        completed(&pages, &["comet", "locations", "--type", "nat"]),
        "native-residential"
    );
}

#[test]
fn completions_of_zsh_and_fish_contain_every_command() {
    let pages = Pages::new("others");
    let (zsh, fish) = (pages.text("_comet"), pages.text("comet.fish"));
    assert!(zsh.starts_with("#compdef comet"));
    for command in Comet::command().get_subcommands() {
        let name = command.get_name();
        assert!(zsh.contains(&format!("({name})")), "zsh: {name}");
        assert!(fish.contains(&format!("-a \"{name}\"")), "fish: {name}");
    }
}

#[test]
fn the_manual_explains_every_command_and_what_each_exit_code_means() {
    let pages = Pages::new("manual");
    let mut page = String::new();
    let file = fs::File::open(pages.0.join("comet.1.gz")).unwrap();
    GzDecoder::new(file).read_to_string(&mut page).unwrap();
    assert!(page.contains(".SH NAME") && page.contains(".TH comet 1"));
    for command in Comet::command().get_subcommands() {
        assert!(
            page.contains(&format!(".SS \"comet {}\"", command.get_name())),
            "{}",
            command.get_name()
        );
    }
    let (_, codes) = page.split_once(".SH \"EXIT STATUS\"").unwrap();
    for code in ["0: ", "1: ", "2: ", "3: "] {
        assert!(codes.contains(code), "{code}");
    }
    assert!(page.contains("COMET_SOCKET"));
}
