//! `comet api`: how the daemon reaches the API.

use serde_json::{Value, json};

use super::prompts::Prompts;
use super::show::request_with_timeout;
use super::{Done, End, print};
use crate::daemon::{Daemon, read};
use crate::grammar::{Api, Json, ProxyAddress};
use crate::messages::api;
use crate::protocol::{ApiStatusResult, ApiTestResult, CommandName};
use crate::screen::Screen;
use crate::texts::api_access as text;

pub(super) fn run(wanted: Option<Api>, json: Json, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    match wanted.unwrap_or(Api::Status) {
        Api::Status => {
            let reply = request_with_timeout(CommandName::ApiStatus, daemon, screen)?;
            show(&reply, None, json, screen)
        }
        Api::Test => test(json, daemon, screen),
        Api::Add { proxy } => {
            let login = login_of(&proxy, screen)?;
            let (address, port) = (proxy.address.ip(), proxy.address.port());
            let params = json!({ "address": address, "port": port, "login": login });
            let reply = daemon.request(CommandName::ApiAdd, &params)?;
            show(&reply, Some(text::ADDED), json, screen)
        }
        Api::Remove => {
            let reply = daemon.request(CommandName::ApiRemove, &json!({}))?;
            show(&reply, Some(text::REMOVED), json, screen)
        }
        Api::Use { choice } => {
            let reply = daemon.request(CommandName::ApiUse, &json!({ "choice": choice }))?;
            show(&reply, None, json, screen)
        }
    }
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
