//! The conversation with `cometd`: a line of JSON each way (`packages/tunnel-protocol`).

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::os::unix::net::UnixStream;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use signal_hook::consts::SIGINT;
use signal_hook::iterator::Signals;

use crate::protocol::{CommandError, CommandName, Reply, Snapshot};
use crate::texts::state;

const PROTOCOL_VERSION: u8 = 1;
/// How long who connects waits for a daemon that is just being started, as at boot or after an update, and how often it looks.
const LONGEST_START: Duration = Duration::from_secs(1);
const NEXT_LOOK: Duration = Duration::from_millis(1);

/// Why a command came to nothing.
#[derive(Debug)]
pub enum Failure {
    Refused(Refused),
    /// The daemon ended the conversation.
    Lost,
    /// It did not answer what it knows at once.
    Silent,
    /// Its answer is of another version.
    NotUnderstood,
}

#[derive(Debug)]
pub struct Refused {
    pub error: CommandError,
    pub detail: Option<String>,
}

/// What comes while something is waited for.
#[derive(Debug)]
pub enum Event {
    Answered(i64, Result<Value, Refused>),
    Snapshot(Box<Snapshot>),
    /// A first Ctrl-C; the second one ends the program.
    Interrupted,
    Ended,
    NotUnderstood,
}

pub struct Daemon {
    stream: UnixStream,
    events: Receiver<Event>,
    sender: Sender<Event>,
    requests: i64,
    /// Tells on standard error what is asked and how long it takes.
    verbose: bool,
}

/// Where the daemon listens.
pub fn socket() -> OsString {
    let usual = if cfg!(target_os = "macos") {
        "/var/run/comet/cometd.sock"
    } else {
        "/run/comet/cometd.sock"
    };
    std::env::var_os("COMET_SOCKET")
        .filter(|path| !path.is_empty())
        .unwrap_or_else(|| usual.into())
}

/// A connection to the daemon. `patiently`: also to one that is just being started.
pub fn open(socket: &OsStr, patiently: bool, verbose: bool) -> io::Result<Daemon> {
    let stream = reach(socket, if patiently { LONGEST_START } else { Duration::ZERO })?;
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

fn reach(socket: &OsStr, patience: Duration) -> io::Result<UnixStream> {
    let begun = Instant::now();
    let mut looks = 0;
    loop {
        let error = match UnixStream::connect(socket) {
            Ok(stream) => return Ok(stream),
            Err(error) => error,
        };
        let may_come = match error.kind() {
            ErrorKind::NotFound | ErrorKind::ConnectionRefused => true,
            // A socket is born closed to all but root, and opened to the group a moment later.
            ErrorKind::PermissionDenied => looks > 0,
            _ => false,
        };
        if !may_come || begun.elapsed() >= patience {
            return Err(error);
        }
        looks += 1;
        thread::sleep(NEXT_LOOK);
    }
}

fn read_replies(lines: impl BufRead, events: &Sender<Event>) {
    for line in lines.lines().map_while(Result::ok) {
        let event = match serde_json::from_str(&line) {
            Ok(Reply::Result { id, result }) => Event::Answered(id, Ok(result)),
            // A refusal without an id is of a line that the daemon could not read: the last one.
            Ok(Reply::Error { id, error, detail }) => {
                Event::Answered(id.unwrap_or(i64::MAX), Err(Refused { error, detail }))
            }
            Ok(Reply::Snapshot { snapshot, .. }) => Event::Snapshot(Box::new(snapshot)),
            Err(_) => Event::NotUnderstood,
        };
        if events.send(event).is_err() {
            return;
        }
    }
    // A closed receiver needs no more lines.
    let _ = events.send(Event::Ended);
}

impl Daemon {
    /// Sends a request; its number is in the answer.
    pub fn send(&mut self, command: CommandName, params: &impl Serialize) -> Result<i64, Failure> {
        self.requests += 1;
        let id = self.requests;
        let mut line = String::new();
        let request = json!({ "v": PROTOCOL_VERSION, "id": id, "command": command, "params": params });
        writeln!(line, "{request}").map_err(|_| Failure::Lost)?;
        if self.verbose {
            eprintln!("{}", state::asked(command));
        }
        self.stream
            .write_all(line.as_bytes())
            .map_err(|_| Failure::Lost)?;
        Ok(id)
    }

    /// The next that comes; `None` when nothing came within `patience`.
    pub fn next(&self, patience: Option<Duration>) -> Option<Event> {
        match patience {
            None => Some(self.events.recv().unwrap_or(Event::Ended)),
            Some(patience) => match self.events.recv_timeout(patience) {
                Ok(event) => Some(event),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => Some(Event::Ended),
            },
        }
    }

    /// Asks, and waits for the answer as JSON.
    pub fn ask(&mut self, command: CommandName, params: &impl Serialize) -> Result<Value, Failure> {
        let asked = Instant::now();
        let id = self.send(command, params)?;
        loop {
            let answer = match self.next(None) {
                Some(Event::Answered(answered, answer)) if answers(answered, id) => answer,
                Some(Event::Ended) => return Err(Failure::Lost),
                Some(Event::NotUnderstood) => return Err(Failure::NotUnderstood),
                _ => continue,
            };
            self.note(command, asked, &answer);
            return answer.map_err(Failure::Refused);
        }
    }

    /// Asks, and waits for the answer as what it is.
    pub fn call<T: DeserializeOwned>(
        &mut self,
        command: CommandName,
        params: &impl Serialize,
    ) -> Result<T, Failure> {
        read(self.ask(command, params)?)
    }

    pub fn note<T>(&self, command: CommandName, asked: Instant, answer: &Result<T, Refused>) {
        if !self.verbose {
            return;
        }
        let milliseconds = asked.elapsed().as_millis();
        match answer {
            Ok(_) => eprintln!("{}", state::answered(command, milliseconds)),
            Err(refused) => eprintln!("{}", state::refused_after(command, refused.error, milliseconds)),
        }
    }

    /// From now on a first Ctrl-C is an event instead of the end of the program.
    pub fn catch_interrupts(&self) -> io::Result<()> {
        let mut signals = Signals::new([SIGINT])?;
        let events = self.sender.clone();
        thread::spawn(move || {
            for (count, signal) in signals.forever().enumerate() {
                if count > 0 {
                    // It ends the program, or there is nothing left to do about it.
                    let _ = signal_hook::low_level::emulate_default_handler(signal);
                }
                // Nobody listens at the very end of a command.
                let _ = events.send(Event::Interrupted);
            }
        });
        Ok(())
    }
}

/// Whether an answer is to this request, or to a line that could not be read.
pub fn answers(answered: i64, id: i64) -> bool {
    answered == id || answered == i64::MAX
}

pub fn read<T: DeserializeOwned>(answer: Value) -> Result<T, Failure> {
    serde_json::from_value(answer).map_err(|_| Failure::NotUnderstood)
}
