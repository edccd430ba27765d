//! The commands: requests to the daemon, and their output.

mod api;
mod connect;
mod devices;
mod dns;
mod line_editor;
mod lists;
mod login;
mod network;
mod portal;
mod profile;
mod program_path;
mod prompts;
mod proxy;
mod qr_code;
mod report;
mod route;
mod settings;
mod show;
mod split_program;
mod stats;

use std::io::ErrorKind;

use serde::Serialize;
use serde_json::{Value, json};

use crate::daemon::{self, Daemon, Failure, Refused};
use crate::exit;
use crate::grammar::{self, Command, Json};
use crate::messages::refusal::refusal;
use crate::protocol::{CommandName, Snapshot, TunnelState};
use crate::screen::{Screen, Stop};
use crate::texts::{account, state as text, usage};
use crate::values::{self, is_short};

/// Why a command failed.
enum End {
    /// Output ended.
    Stop(Stop),
    /// The connection to the daemon, or its reply.
    Failure(Failure),
    /// The reason is printed already.
    Failed,
    /// The command line is invalid; nothing was executed.
    Usage(String),
}

impl From<Stop> for End {
    fn from(stop: Stop) -> Self {
        End::Stop(stop)
    }
}

impl From<Failure> for End {
    fn from(failure: Failure) -> Self {
        End::Failure(failure)
    }
}

type Done = Result<(), End>;

/// Executes a command. Returns the exit code.
pub(crate) fn run(command: Command, verbose: bool, screen: &mut Screen) -> Result<u8, Stop> {
    let command = match checked(command) {
        Ok(command) => command,
        Err(End::Usage(problem)) => return Ok(crate::refuse(&problem, screen)),
        Err(_) => return Ok(exit::FAILED),
    };
    let command = match with_canonical_program(command) {
        Ok(command) => command,
        Err(problem) => {
            screen.print_error(&problem);
            return Ok(exit::FAILED);
        }
    };
    let socket = daemon::socket();
    let connects = matches!(command, Command::Connect(_));
    let mut daemon = match daemon::open(&socket, connects, verbose) {
        Ok(daemon) => daemon,
        Err(error) => {
            let path = socket.to_string_lossy();
            let denied = error.kind() == ErrorKind::PermissionDenied;
            screen.print_error(&if denied {
                text::not_allowed(path)
            } else {
                text::not_running(path)
            });
            return Ok(exit::NOT_RUNNING);
        }
    };
    match execute(command, &mut daemon, screen) {
        Ok(()) => Ok(exit::DONE),
        Err(End::Stop(stop)) => Err(stop),
        Err(End::Failure(failure)) => Ok(print_failure(&failure, screen)),
        Err(End::Failed) => Ok(exit::FAILED),
        Err(End::Usage(problem)) => Ok(crate::refuse(&problem, screen)),
    }
}

fn print_failure(failure: &Failure, screen: &mut Screen) -> u8 {
    match failure {
        Failure::Refused(refused) => screen.print_error(&refusal(refused)),
        Failure::ConnectionLost => screen.print_error(text::CONNECTION_LOST),
        Failure::InvalidReply => screen.print_error(text::NOT_UNDERSTOOD),
        Failure::TimedOut => {
            screen.print_error(text::NOT_ANSWERING);
            return exit::NOT_RUNNING;
        }
    }
    exit::FAILED
}

/// Validates what clap cannot: names that consist of several arguments.
fn checked(command: Command) -> Result<Command, End> {
    let usage = |problem: &str| End::Usage(problem.into());
    match &command {
        Command::Connect(connect) => {
            let via = connect.via.as_deref().map(values::joined);
            if via == Some(None) {
                return Err(End::Usage(usage::needs_value("--via")));
            }
            let locations = [values::joined(&connect.place), via.flatten()];
            if locations.iter().flatten().any(|location| !is_short(location)) {
                return Err(usage(usage::PLACE_FORM));
            }
        }
        Command::Lists {
            change: Some(grammar::Lists::Add { locations, .. } | grammar::Lists::Remove { locations, .. }),
            ..
        } if locations.iter().any(|one| !is_short(one) || one.is_empty()) => {
            return Err(usage(usage::PLACE_FORM));
        }
        Command::Network {
            wanted: Some(wanted), ..
        } => network::checked(wanted).map_err(End::Usage)?,
        Command::Set { setting, .. } => settings::checked(setting).map_err(End::Usage)?,
        Command::Trust { name, .. } => drop(values::network_named(name).map_err(End::Usage)?),
        Command::Distrust { name, .. } => {
            values::network_named(name)
                .map_err(End::Usage)?
                .ok_or_else(|| usage(usage::NETWORK_FORM))
                .map(drop)?;
        }
        Command::Devices {
            change: Some(grammar::Devices::Remove { device }),
            ..
        } if values::joined(device).is_none() => return Err(usage(usage::DEVICE_FORM)),
        Command::Exclude(program) | Command::Include(program) => {
            let word = if matches!(command, Command::Exclude(_)) {
                "exclude"
            } else {
                "include"
            };
            if program.starts_with_option() {
                return Err(End::Usage(usage::command_form(word)));
            }
        }
        Command::Portal {
            wanted: Some(grammar::Portal::Open(program)),
            ..
        } if program.starts_with_option() => return Err(usage(usage::PORTAL_FORM)),
        _ => {}
    }
    Ok(command)
}

/// Resolves the program of `split add-app` and `route add-app` to its canonical path.
fn with_canonical_program(command: Command) -> Result<Command, String> {
    Ok(match command {
        Command::Split {
            change: Some(grammar::Split::AddApp { path }),
            json,
        } => {
            let path = program_path::canonical_path(&path)?;
            Command::Split {
                change: Some(grammar::Split::AddApp { path }),
                json,
            }
        }
        Command::Route {
            wanted: Some(grammar::Route::AddApp { path, to }),
            json,
        } => {
            let path = program_path::canonical_path(&path)?;
            Command::Route {
                wanted: Some(grammar::Route::AddApp { path, to }),
                json,
            }
        }
        other => other,
    })
}

fn execute(command: Command, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    match command {
        Command::Connect(wanted) => connect::connect(&wanted, daemon, screen),
        Command::Disconnect(json) => change(
            daemon,
            screen,
            json,
            (CommandName::Disconnect, &json!({})),
            |after| {
                vec![
                    if after.settings.lockdown {
                        text::STILL_HELD_BACK
                    } else {
                        text::DISCONNECTED
                    }
                    .into(),
                ]
            },
        ),
        Command::Logout(json) => change(daemon, screen, json, (CommandName::Logout, &json!({})), |after| {
            let is_pending = after.sign_out_untold == Some(true);
            [
                Some(account::SIGNED_OUT),
                is_pending.then_some(account::SIGN_OUT_UNTOLD),
            ]
            .into_iter()
            .flatten()
            .map(str::to_owned)
            .collect()
        }),
        Command::Login { email, name } => login::login(email.as_deref(), name.as_deref(), daemon, screen),
        Command::Status {
            watch: true, json, ..
        } => show::watch(Json { json }, daemon, screen),
        Command::Status {
            details: true, json, ..
        } => show::status_with_details(Json { json }, daemon, screen),
        Command::Status { json, .. } => show::status(Json { json }, daemon, screen),
        Command::Account(json) => show::account(json, daemon, screen),
        Command::Devices { change: None, json } => devices::list(json, daemon, screen),
        Command::Devices {
            change: Some(grammar::Devices::Remove { device }),
            json,
        } => {
            let wanted = values::joined(&device).unwrap_or_default();
            devices::remove(&wanted, json, daemon, screen)
        }
        Command::Locations { kind, json } => show::locations(kind.as_deref(), json, daemon, screen),
        Command::Api { wanted, json } => api::run(wanted, json, daemon, screen),
        Command::Lists { change: wanted, json } => lists::run(wanted.as_ref(), json, daemon, screen),
        Command::Dns { wanted, json } => dns::run(wanted.as_ref(), json, daemon, screen),
        Command::Network { wanted, json } => network::run(wanted.as_ref(), json, daemon, screen),
        Command::Profile { wanted, json } => profile::run(wanted.as_ref(), json, daemon, screen),
        Command::Proxy { change: wanted, json } => proxy::run(wanted.as_ref(), json, daemon, screen),
        Command::Route { wanted, json } => route::run(wanted.as_ref(), json, daemon, screen),
        Command::Check(json) => show::check(json, daemon, screen),
        Command::Update(json) => show::update(json, daemon, screen),
        Command::Stats(wanted) => stats::stats(&wanted, daemon, screen),
        Command::Report(wanted) => report::report(&wanted, daemon, screen),
        Command::Portal { wanted: None, json } => portal::check(Json { json }, daemon, screen),
        Command::Portal {
            wanted: Some(grammar::Portal::Open(program)),
            ..
        } => portal::open(&program.command, daemon, screen),
        Command::Exclude(program) => split_program::run("exclude", &program.command, daemon, screen),
        Command::Include(program) => split_program::run("include", &program.command, daemon, screen),
        Command::Help { .. } => Ok(()),
        other => settings::run(other, daemon, screen),
    }
}

/// Sends a request that changes state, and prints the new state.
fn change(
    daemon: &mut Daemon,
    screen: &mut Screen,
    Json { json }: Json,
    (command, params): (CommandName, &impl Serialize),
    describe: impl FnOnce(&Snapshot) -> Vec<String>,
) -> Done {
    let reply = daemon.request(command, params)?;
    if json {
        return print(&reply, screen);
    }
    let after: Snapshot = daemon::read(reply)?;
    for line in describe(&after) {
        screen.print(&line)?;
    }
    Ok(())
}

/// Prints a reply of the daemon as JSON.
fn print(reply: &Value, screen: &mut Screen) -> Done {
    Ok(screen.print(&format!("{reply:#}"))?)
}

fn is_disconnected(snapshot: &Snapshot) -> bool {
    matches!(snapshot.tunnel, TunnelState::Disconnected { .. })
}

fn refused(failure: &Failure) -> Option<&Refused> {
    match failure {
        Failure::Refused(refused) => Some(refused),
        _ => None,
    }
}
