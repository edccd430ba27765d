//! Client of `cometd`: one line of JSON per message (`packages/tunnel-protocol`).

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::os::unix::net::UnixStream;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::retry_on_intr;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use signal_hook::consts::SIGINT;
use signal_hook::iterator::Signals;

use crate::older_daemon;
use crate::protocol::{CommandError, CommandName, Reply};
use crate::texts::state;

const PROTOCOL_VERSION: u8 = 1;
/// Maximum time to wait for a daemon that is being started, as at boot or after an update, and the time between two attempts.
const MAX_START: Duration = Duration::from_secs(1);
const RETRY_INTERVAL: Duration = Duration::from_millis(1);

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    Refused(Refused),
    /// The daemon closed the connection.
    ConnectionLost,
    /// No reply came in time.
    TimedOut,
    /// The reply does not match the protocol: the daemon has another version.
    InvalidReply,
}

#[derive(Debug)]
pub struct Refused {
    pub error: CommandError,
    pub detail: Option<String>,
}

/// What can arrive while a reply is awaited.
#[derive(Debug)]
pub enum Event {
    Reply(i64, Result<Value, Refused>),
    /// The next snapshot after `status.watch`, as JSON.
    Snapshot(Value),
    /// A first Ctrl-C; the second one ends the program.
    Interrupted,
    /// The reader of standard output has closed it.
    OutputClosed,
    Ended,
    InvalidReply,
}

pub struct Daemon {
    stream: UnixStream,
    events: Receiver<Event>,
    sender: Sender<Event>,
    requests: i64,
    /// Logs requests and their duration to standard error.
    verbose: bool,
}

/// Path of the daemon's socket: `COMET_SOCKET`, or the default of the platform.
pub fn socket() -> OsString {
    let default = if cfg!(target_os = "macos") {
        "/var/run/comet/cometd.sock"
    } else {
        "/run/comet/cometd.sock"
    };
    std::env::var_os("COMET_SOCKET")
        .filter(|path| !path.is_empty())
        .unwrap_or_else(|| default.into())
}

/// Connects to the daemon. `waits`: retries for up to `MAX_START` while the daemon is being started.
pub fn open(socket: &OsStr, waits: bool, verbose: bool) -> io::Result<Daemon> {
    let stream = connect(socket, if waits { MAX_START } else { Duration::ZERO })?;
    let (sender, events) = mpsc::channel();
    let lines = BufReader::new(stream.try_clone()?);
    let replies = sender.clone();
    thread::spawn(move || read_replies(lines, &replies));
    Ok(Daemon {
        stream,
        events,
        sender,
        requests: 0,
        verbose,
    })
}

fn connect(socket: &OsStr, timeout: Duration) -> io::Result<UnixStream> {
    let started = Instant::now();
    let mut attempts = 0;
    loop {
        let error = match UnixStream::connect(socket) {
            Ok(stream) => return Ok(stream),
            Err(error) => error,
        };
        let may_retry = match error.kind() {
            ErrorKind::NotFound | ErrorKind::ConnectionRefused => true,
            // The daemon creates its socket for root only and changes the group a moment later.
            ErrorKind::PermissionDenied => attempts > 0,
            _ => false,
        };
        if !may_retry || started.elapsed() >= timeout {
            return Err(error);
        }
        attempts += 1;
        thread::sleep(RETRY_INTERVAL);
    }
}

fn read_replies(lines: impl BufRead, events: &Sender<Event>) {
    for line in lines.lines().map_while(Result::ok) {
        if events.send(event_of(&line)).is_err() {
            return;
        }
    }
    // The receiver may be closed already.
    let _ = events.send(Event::Ended);
}

fn event_of(line: &str) -> Event {
    let Ok(mut reply) = serde_json::from_str::<Value>(line) else {
        return Event::InvalidReply;
    };
    // With the fields of a newer daemon, which JSON output contains.
    if reply["kind"] == "snapshot" {
        return Event::Snapshot(reply["snapshot"].take());
    }
    match Reply::deserialize(reply) {
        Ok(Reply::Result { id, result }) => Event::Reply(id, Ok(result)),
        // A refusal without an id concerns a line that the daemon could not parse: the last one.
        Ok(Reply::Error { id, error, detail }) => {
            Event::Reply(id.unwrap_or(i64::MAX), Err(Refused { error, detail }))
        }
        Ok(Reply::Snapshot { .. }) | Err(_) => Event::InvalidReply,
    }
}

impl Daemon {
    /// Sends a request. Returns its id, which the reply repeats.
    pub fn send(&mut self, command: CommandName, params: &impl Serialize) -> Result<i64, Failure> {
        self.requests += 1;
        let id = self.requests;
        let mut line = String::new();
        let request = json!({ "v": PROTOCOL_VERSION, "id": id, "command": command, "params": params });
        writeln!(line, "{request}").map_err(|_| Failure::ConnectionLost)?;
        if self.verbose {
            eprintln!("{}", state::asked(command));
        }
        self.stream
            .write_all(line.as_bytes())
            .map_err(|_| Failure::ConnectionLost)?;
        Ok(id)
    }

    /// Waits for the next event, `None` after `timeout`.
    pub fn next(&self, timeout: Option<Duration>) -> Option<Event> {
        match timeout {
            None => Some(self.events.recv().unwrap_or(Event::Ended)),
            Some(timeout) => match self.events.recv_timeout(timeout) {
                Ok(event) => Some(event),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => Some(Event::Ended),
            },
        }
    }

    /// Sends a request and waits for its reply as JSON.
    pub fn request(&mut self, command: CommandName, params: &impl Serialize) -> Result<Value, Failure> {
        let started = Instant::now();
        let id = self.send(command, params)?;
        loop {
            let reply = match self.next(None) {
                Some(Event::Reply(replied, reply)) if is_reply_to(replied, id) => reply,
                Some(Event::Ended) => return Err(Failure::ConnectionLost),
                Some(Event::InvalidReply) => return Err(Failure::InvalidReply),
                _ => continue,
            };
            self.log(command, started, &reply);
            return reply.map_err(Failure::Refused);
        }
    }

    /// Sends a request and waits for its typed reply.
    pub fn call<T: DeserializeOwned>(
        &mut self,
        command: CommandName,
        params: &impl Serialize,
    ) -> Result<T, Failure> {
        read(self.request(command, params)?)
    }

    pub fn log<T>(&self, command: CommandName, started: Instant, reply: &Result<T, Refused>) {
        if !self.verbose {
            return;
        }
        let milliseconds = started.elapsed().as_millis();
        match reply {
            Ok(_) => eprintln!("{}", state::answered(command, milliseconds)),
            Err(refused) => eprintln!("{}", state::refused_after(command, refused.error, milliseconds)),
        }
    }

    /// From now on, the first Ctrl-C is an event and the second one ends the program.
    pub fn catch_interrupts(&self) -> io::Result<()> {
        let mut signals = Signals::new([SIGINT])?;
        let events = self.sender.clone();
        thread::spawn(move || {
            for (count, signal) in signals.forever().enumerate() {
                if count > 0 {
                    // Ends the program; an error has no remedy.
                    let _ = signal_hook::low_level::emulate_default_handler(signal);
                }
                // The receiver may be closed at the end of a command.
                let _ = events.send(Event::Interrupted);
            }
        });
        Ok(())
    }

    /// From now on, it is an event that the reader of standard output closes it, also while nothing is written.
    pub fn watch_output(&self) {
        let events = self.sender.clone();
        thread::spawn(move || {
            let output = io::stdout();
            // poll(2) reports errors and hang-ups without a request.
            let mut polled = [PollFd::new(&output, PollFlags::empty())];
            let ready = retry_on_intr(|| poll(&mut polled, None));
            let closed = PollFlags::ERR | PollFlags::HUP;
            if ready.is_ok() && polled[0].revents().intersects(closed) {
                let _ = events.send(Event::OutputClosed);
            }
        });
    }
}

/// Whether a reply belongs to this request, or to a line that the daemon could not parse.
pub fn is_reply_to(replied: i64, id: i64) -> bool {
    replied == id || replied == i64::MAX
}

/// Returns the typed reply without the line feeds in its strings: a name that the API returns cannot pretend to be a line of this program.
pub fn read<T: DeserializeOwned>(mut reply: Value) -> Result<T, Failure> {
    without_line_feeds(&mut reply);
    read_verbatim(reply)
}

/// Returns the typed reply with its strings as they are.
pub fn read_verbatim<T: DeserializeOwned>(mut reply: Value) -> Result<T, Failure> {
    older_daemon::complete(&mut reply);
    serde_json::from_value(reply).map_err(|_| Failure::InvalidReply)
}

fn without_line_feeds(value: &mut Value) {
    match value {
        Value::String(text) => text.retain(|character| character != '\n'),
        Value::Array(items) => items.iter_mut().for_each(without_line_feeds),
        Value::Object(fields) => fields.values_mut().for_each(without_line_feeds),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
#[path = "tests/daemon.rs"]
mod tests;
