//! `comet api`: how the daemon reaches the API.

use serde_json::{Value, json};

use super::prompts::Prompts;
use super::show::request_with_timeout;
use super::{Done, End, print};
use crate::daemon::{Daemon, read};
use crate::grammar::{Addition, Api, Json, MAX_TEXT, ProxyAddress};
use crate::messages::api;
use crate::protocol::{ApiStatusResult, ApiTestResult, CommandName};
use crate::screen::Screen;
use crate::texts::{api_access as text, usage};

pub(super) fn run(wanted: Option<Api>, json: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    match wanted.unwrap_or(Api::Status) {
        Api::Status => {
            let reply = request_with_timeout(CommandName::ApiStatus, daemon, screen)?;
            show(&reply, None, json, screen)
        }
        Api::Test => test(json, daemon, screen),
        Api::Add {
            addition: Addition::Text(given),
        } => add_text(&given, json, daemon, screen),
        Api::Add {
            addition: Addition::Input,
        } => {
            let given = Prompts::default().read_hidden(text::TEXT).ok_or(End::Failed)?;
            add_text(&given, json, daemon, screen)
        }
        Api::Add {
            addition: Addition::Socks5(proxy),
        } => {
            let login = login_of(&proxy, screen)?;
            let (address, port) = (proxy.address.ip(), proxy.address.port());
            let params = json!({ "address": address, "port": port, "login": login });
            let reply = daemon.request(CommandName::ApiAdd, &params)?;
            show(&reply, Some(text::ADDED), json, screen)
        }
        Api::Remove { method } => {
            let reply = daemon.request(CommandName::ApiRemove, &json!({ "method": method }))?;
            show(&reply, Some(text::REMOVED), json, screen)
        }
        Api::Use { choice } => {
            let reply = daemon.request(CommandName::ApiUse, &json!({ "choice": choice }))?;
            show(&reply, None, json, screen)
        }
    }
}

/// Adds what a text contains; the daemon downloads the file of an https address first.
fn add_text(given: &str, json: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    if given.trim().is_empty() || given.len() > MAX_TEXT {
        screen.print_error(usage::API_ADDITION_FORM);
        return Err(End::Failed);
    }
    let reply = daemon.request(CommandName::ApiAddText, &json!({ "text": given }))?;
    show(&reply, Some(text::ADDED), json, screen)
}

/// The user name with the password from standard input; null without a user name.
fn login_of(proxy: &ProxyAddress, screen: &mut Screen) -> Result<Value, End> {
    let Some(user) = &proxy.user else {
        return Ok(Value::Null);
    };
    let password = Prompts::default()
        .read_hidden(text::PASSWORD)
        .ok_or(End::Failed)?;
    if password.is_empty() {
        screen.print_error(text::NO_PASSWORD);
        return Err(End::Failed);
    }
    Ok(json!({ "user": user, "password": password }))
}

fn test(Json { json }: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    if !json {
        screen.progress(text::TESTING);
    }
    let reply = daemon.request(CommandName::ApiTest, &json!({}))?;
    if json {
        return print(&reply["results"], screen);
    }
    let tested: ApiTestResult = read(reply)?;
    Ok(screen.print(&api::results(&tested.results))?)
}

fn show(reply: &Value, change: Option<&str>, Json { json }: Json, screen: &mut Screen) -> Done {
    if json {
        return print(reply, screen);
    }
    let access: ApiStatusResult = read(reply.clone())?;
    if let Some(change) = change {
        screen.print(change)?;
    }
    Ok(screen.print(&api::status(&access))?)
}
