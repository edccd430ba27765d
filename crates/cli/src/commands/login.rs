//! `comet login`: with email and password, or with a code that the user approves in the dashboard.

use serde_json::json;

use super::prompts::Prompts;
use super::qr_code::qr_code;
use super::{Done, End, refused};
use crate::daemon::{Daemon, Event, Failure, is_reply_to, read};
use crate::messages::{refusal, time_of};
use crate::protocol::{CommandError, CommandName, LoginStartResult, Snapshot};
use crate::screen::Screen;
use crate::texts::account as text;

/// Number of second-factor codes before the sign-in has to start again.
const MAX_ATTEMPTS: usize = 3;

pub(super) fn login(
    email: Option<&str>,
    name: Option<&str>,
    daemon: &mut Daemon,
    screen: &mut Screen,
) -> Done {
    let after = match email {
        Some(email) => by_email(email, name, daemon, screen)?,
        None => by_code(name, daemon, screen)?,
    };
    let signed_in = after.account.map(|account| account.email);
    Ok(screen.print(&text::signed_in(
        signed_in.as_deref().or(email).unwrap_or_default(),
    ))?)
}

fn by_email(
    email: &str,
    name: Option<&str>,
    daemon: &mut Daemon,
    screen: &mut Screen,
) -> Result<Snapshot, End> {
    let mut prompts = Prompts::default();
    let password = prompts.read_hidden(text::PASSWORD).ok_or(End::Failed)?;
    if password.is_empty() {
        screen.print_error(text::NO_PASSWORD);
        return Err(End::Failed);
    }
    let mut params = json!({ "email": email, "password": password });
    if let Some(name) = name {
        params["deviceName"] = name.into();
    }
    let mut done = daemon.call(CommandName::LoginEmail, &params);
    for attempt in 0..MAX_ATTEMPTS {
        let Err(failure) = &done else { break };
        let Some(why) = refused(failure).filter(|why| allows_another_code(why.error)) else {
            break;
        };
        if attempt > 0 {
            screen.print_error(&refusal::refusal(why));
        }
        let code = prompts.read_visible(text::SECOND_FACTOR).ok_or(End::Failed)?;
        if code.trim().is_empty() {
            screen.print_error(text::NO_SECOND_FACTOR);
            return Err(End::Failed);
        }
        done = daemon.call(CommandName::LoginSecondFactor, &json!({ "code": code.trim() }));
    }
    Ok(done?)
}

/// Whether another code can be entered.
fn allows_another_code(error: CommandError) -> bool {
    matches!(
        error,
        CommandError::TwoFactorRequired | CommandError::TwoFactorCodeWrong | CommandError::RecoveryCodeWrong
    )
}

fn by_code(name: Option<&str>, daemon: &mut Daemon, screen: &mut Screen) -> Result<Snapshot, End> {
    let params = name.map_or_else(|| json!({}), |name| json!({ "deviceName": name }));
    let started: LoginStartResult = daemon.call(CommandName::LoginStart, &params)?;
    let expiry = time_of(&started.expires_at);
    screen.print(&text::approve(
        started.verification_uri,
        started.user_code,
        expiry,
    ))?;
    if let Some(code) = qr_code(&started.verification_uri_complete, screen.qr_code_width) {
        screen.print(text::OR_SCAN)?;
        screen.print_qr_code(&code)?;
    }
    screen.progress(text::WAITING);
    // Failures are ignored: Ctrl-C would then end the program without a message.
    let _ = daemon.catch_interrupts();
    let id = daemon.send(CommandName::LoginWait, &json!({}))?;
    loop {
        match daemon.next(None) {
            Some(Event::Reply(replied, reply)) if is_reply_to(replied, id) => {
                return Ok(reply.map_err(Failure::Refused).and_then(read)?);
            }
            Some(Event::Interrupted) => {
                screen.print_error(text::LOGIN_CANCELLED);
                return Err(End::Failed);
            }
            Some(Event::Ended) => return Err(Failure::ConnectionLost.into()),
            Some(Event::InvalidReply) => return Err(Failure::InvalidReply.into()),
            _ => {}
        }
    }
}
