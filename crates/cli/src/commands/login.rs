//! `comet login`: by email and password, or by a code that is approved in the dashboard.

use serde_json::json;

use super::code_picture::code_picture;
use super::questions::Questions;
use super::{Done, End, refused};
use crate::daemon::{Daemon, Event, Failure, answers, read};
use crate::printable::on_one_line;
use crate::protocol::{CommandError, CommandName, LoginStartResult, Snapshot};
use crate::screen::Screen;
use crate::texts::account as words;
use crate::words::{refusal, time_of};

/// After so many wrong codes a person has to start anew.
const MOST_TRIES: usize = 3;

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
    Ok(screen.say(&words::signed_in(
        signed_in.as_deref().or(email).unwrap_or_default(),
    ))?)
}

fn by_email(
    email: &str,
    name: Option<&str>,
    daemon: &mut Daemon,
    screen: &mut Screen,
) -> Result<Snapshot, End> {
    let mut questions = Questions::default();
    let password = questions.hidden(words::PASSWORD).ok_or(End::Failed)?;
    if password.is_empty() {
        screen.complain(words::NO_PASSWORD);
        return Err(End::Failed);
    }
    let mut params = json!({ "email": email, "password": password });
    if let Some(name) = name {
        params["deviceName"] = name.into();
    }
    let mut done = daemon.call(CommandName::LoginEmail, &params);
    for tries in 0..MOST_TRIES {
        let Err(failure) = &done else { break };
        let Some(why) = refused(failure).filter(|why| asks_again(why.error)) else {
            break;
        };
        if tries > 0 {
            screen.complain(&refusal::refusal(why));
        }
        let code = questions.shown(words::SECOND_FACTOR).ok_or(End::Failed)?;
        if code.trim().is_empty() {
            screen.complain(words::NO_SECOND_FACTOR);
            return Err(End::Failed);
        }
        done = daemon.call(CommandName::LoginSecondFactor, &json!({ "code": code.trim() }));
    }
    Ok(done?)
}

/// Whether another code may follow.
fn asks_again(error: CommandError) -> bool {
    matches!(
        error,
        CommandError::TwoFactorRequired | CommandError::TwoFactorCodeWrong | CommandError::RecoveryCodeWrong
    )
}

fn by_code(name: Option<&str>, daemon: &mut Daemon, screen: &mut Screen) -> Result<Snapshot, End> {
    let params = name.map_or_else(|| json!({}), |name| json!({ "deviceName": name }));
    let started: LoginStartResult = daemon.call(CommandName::LoginStart, &params)?;
    let (uri, code) = (
        on_one_line(&started.verification_uri),
        on_one_line(&started.user_code),
    );
    screen.say(&words::approve(uri, code, time_of(&started.expires_at)))?;
    if let Some(picture) = code_picture(&started.verification_uri_complete, screen.picture_width) {
        screen.say(words::OR_SCAN)?;
        screen.draw(&picture)?;
    }
    screen.progress(words::WAITING);
    // Without it, a Ctrl-C ends the program without a word.
    let _ = daemon.catch_interrupts();
    let id = daemon.send(CommandName::LoginWait, &json!({}))?;
    loop {
        match daemon.next(None) {
            Some(Event::Answered(answered, answer)) if answers(answered, id) => {
                return Ok(answer.map_err(Failure::Refused).and_then(read)?);
            }
            Some(Event::Interrupted) => {
                screen.complain(words::LOGIN_CANCELLED);
                return Err(End::Failed);
            }
            Some(Event::Ended) => return Err(Failure::Lost.into()),
            Some(Event::NotUnderstood) => return Err(Failure::NotUnderstood.into()),
            _ => {}
        }
    }
}
