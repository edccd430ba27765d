//! Writes the completions of bash, zsh and fish and the man page into a folder, for the package.

use std::error::Error;
use std::io::Write;
use std::path::PathBuf;
use std::{env, fs};

use clap::{Command, CommandFactory};
use clap_complete::{Shell, generate_to};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use flate2::Compression;
use flate2::write::GzEncoder;

use comet::grammar::Comet;
use comet::texts::help::manual::{commands, environment, exit_status};

fn main() -> Result<(), Box<dyn Error>> {
    let folder: PathBuf = env::args_os().nth(1).ok_or("comet-pages FOLDER")?.into();
    fs::create_dir_all(&folder)?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
        generate_to(shell, &mut Comet::command(), "comet", &folder)?;
    }
    let page = manual(Comet::command().version(env!("CARGO_PKG_VERSION")).term_width(78))?;
    // Compressed as packages install it, without a timestamp for reproducible builds.
    let mut file = GzEncoder::new(fs::File::create(folder.join("comet.1.gz"))?, Compression::best());
    file.write_all(&page)?;
    file.finish()?;
    Ok(())
}

/// Returns the manual: the description of `comet`, and the help of each command.
fn manual(mut root: Command) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut page = Vec::new();
    // The title and the synopsis need the command as declared; the help of subcommands needs the built one.
    let man = Man::new(root.clone().after_help(""));
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_options_section(&mut page)?;
    root.build();
    let mut section = Roff::new();
    section.control("SH", [commands::HEADING]);
    for command in root.get_subcommands_mut() {
        describe(command, &mut section);
    }
    for (heading, body) in [
        (exit_status::HEADING, exit_status::BODY),
        (environment::HEADING, environment::BODY),
    ] {
        section.control("SH", [heading]);
        for line in body.lines() {
            section.control("PP", []).text([roman(line)]);
        }
    }
    section.to_writer(&mut page)?;
    Ok(page)
}

fn describe(command: &mut Command, section: &mut Roff) {
    let help = command.render_help().to_string();
    section
        .control("SS", [command.get_bin_name().unwrap_or_default()])
        .control("nf", []);
    section.text([roman(help.trim_end())]).control("fi", []);
    for each in command.get_subcommands_mut() {
        describe(each, section);
    }
}
