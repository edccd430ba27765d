//! The daemon's protocol, as far as a relay needs it: a line of JSON each way (packages/tunnel-protocol).

use std::ffi::OsStr;
use std::io::{self, ErrorKind, IsTerminal, Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The longest line the daemon may send; see `longestFrame`.
const LONGEST_FRAME: usize = 256 * 1024;
/// A Ctrl-C that comes just before a read does not end it; the next look at it comes after this time.
const LONGEST_SLEEP: Duration = Duration::from_millis(100);
const COMMAND: u64 = 1;
const TAKE_BACK: u64 = 2;

/// How long who wants to connect waits for a daemon that is just being started, as at boot or after an update, and how often it looks.
const LONGEST_START: Duration = Duration::from_secs(1);
const NEXT_LOOK: Duration = Duration::from_millis(1);

/// What the daemon answers from memory, at once, and how long it is waited for before the full client says that it does not answer.
const ANSWERED_AT_ONCE: [&str; 2] = ["status", "settings"];
const LONGEST_SILENCE: Duration = Duration::from_secs(2);

/// The command's exit code; `None` when the full client should say what is the matter: no daemon, one that does not answer, or one that
/// does not understand. Once the daemon has spoken, the answer is final.
pub fn run(socket: &OsStr, words: &[&str]) -> Option<i32> {
    let patience = if words.first() == Some(&"connect") {
        LONGEST_START
    } else {
        Duration::ZERO
    };
    let mut daemon = reach(socket, patience)?;
    daemon.set_read_timeout(Some(LONGEST_SLEEP)).ok()?;
    let watched = io::stderr().is_terminal();
    hear_interrupts();
    daemon
        .write_all(request(COMMAND, words, watched, false).as_bytes())
        .ok()?;
    let mut frames = Frames {
        source: daemon.try_clone().ok()?,
        unread: Vec::new(),
        deadline: words
            .first()
            .filter(|word| ANSWERED_AT_ONCE.contains(word))
            .map(|_| Instant::now() + LONGEST_SILENCE),
    };
    let mut screen = Screen { progress: false };
    let mut awaited = COMMAND;
    let mut spoken = false;
    loop {
        let reply = match frames.next() {
            Next::Frame(reply) if reply["id"].as_u64() == Some(awaited) => reply,
            Next::Frame(_) => continue,
            // The first Ctrl-C takes the command back; the next one ends this program as usual.
            Next::Interrupted if awaited == COMMAND => {
                awaited = TAKE_BACK;
                daemon
                    .write_all(request(TAKE_BACK, words, watched, true).as_bytes())
                    .ok()?;
                continue;
            }
            Next::Interrupted => continue,
            Next::End => return spoken.then_some(1),
        };
        match reply["kind"].as_str() {
            Some("said") => {
                spoken = true;
                frames.deadline = None;
                if let Err(error) = screen.show(reply["channel"].as_str()?, reply["text"].as_str()?) {
                    return Some(if error.kind() == ErrorKind::BrokenPipe {
                        0
                    } else {
                        1
                    });
                }
            }
            Some("result") => return i32::try_from(reply["result"]["exitCode"].as_i64()?).ok(),
            _ => return spoken.then_some(1),
        }
    }
}

/// A connection to the daemon, as soon as it listens; `None` where it does not, or would not hear us.
fn reach(socket: &OsStr, patience: Duration) -> Option<UnixStream> {
    let begun = Instant::now();
    let mut looks = 0;
    loop {
        let error = match UnixStream::connect(socket) {
            Ok(daemon) => return Some(daemon),
            Err(error) => error,
        };
        let may_come = match error.kind() {
            ErrorKind::NotFound | ErrorKind::ConnectionRefused => true,
            // A socket is born closed to all but root, and opened to the group a moment later.
            ErrorKind::PermissionDenied => looks > 0,
            _ => false,
        };
        if !may_come || begun.elapsed() >= patience {
            return None;
        }
        looks += 1;
        thread::sleep(NEXT_LOOK);
    }
}

enum Next {
    Frame(Value),
    Interrupted,
    End,
}

/// The daemon's lines, one by one. Reads by itself, because the standard library's line reader sleeps through signals.
struct Frames {
    source: UnixStream,
    unread: Vec<u8>,
    /// When silence counts as the end.
    deadline: Option<Instant>,
}

impl Frames {
    fn next(&mut self) -> Next {
        let mut chunk = [0; 4096];
        loop {
            if let Some(end) = self.unread.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.unread.drain(..=end).collect();
                return serde_json::from_slice(&line).map_or(Next::End, Next::Frame);
            }
            if self.unread.len() > LONGEST_FRAME {
                return Next::End;
            }
            match self.source.read(&mut chunk) {
                Ok(0) => return Next::End,
                Ok(length) => self.unread.extend_from_slice(&chunk[..length]),
                Err(error) if !matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock) => {
                    return Next::End;
                }
                Err(_) if INTERRUPTED.swap(false, Ordering::Relaxed) => return Next::Interrupted,
                Err(_) if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) => {
                    return Next::End;
                }
                Err(_) => {}
            }
        }
    }
}

fn request(id: u64, words: &[&str], watched: bool, take_back: bool) -> String {
    let params = json!({ "words": words, "watched": watched, "takeBack": take_back });
    format!(
        "{}\n",
        json!({ "v": 1, "id": id, "command": "run", "params": params })
    )
}

/// Results to standard output, remarks to standard error, progress only where a person sees it, wiped by the next line.
struct Screen {
    progress: bool,
}

impl Screen {
    fn show(&mut self, channel: &str, text: &str) -> io::Result<()> {
        let mut remarks = io::stderr();
        let text = &printable(text);
        if std::mem::take(&mut self.progress) {
            remarks.write_all(b"\r\x1b[2K")?;
        }
        match channel {
            "result" => writeln!(io::stdout(), "{text}"),
            "remark" => writeln!(remarks, "{text}"),
            _ if remarks.is_terminal() => {
                self.progress = true;
                write!(remarks, "{text} …")
            }
            _ => Ok(()),
        }
    }
}

/// A text without what a terminal would obey, and without what turns the direction of writing. Lines stay.
fn printable(text: &str) -> String {
    let obeyed = |shown: char| {
        (shown.is_control() && shown != '\n')
            || matches!(shown, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars().filter(|&shown| !obeyed(shown)).collect()
}

mod signals {
    use std::ffi::c_int;

    pub const SIGINT: c_int = 2;

    // What the C library, which the standard library links anyway, offers under these names (signal(7)).
    unsafe extern "C" {
        pub fn signal(number: c_int, handler: usize) -> usize;
        pub fn siginterrupt(number: c_int, flag: c_int) -> c_int;
    }
}

extern "C" fn note_interrupt(number: std::ffi::c_int) {
    INTERRUPTED.store(true, Ordering::Relaxed);
    // SAFETY: signal(2) may be called in a handler; 0 is SIG_DFL.
    unsafe { signals::signal(number, 0) };
}

/// From now on Ctrl-C makes the wait for the daemon return instead of ending the program, once.
fn hear_interrupts() {
    let handler: extern "C" fn(std::ffi::c_int) = note_interrupt;
    // SAFETY: the handler does nothing but store a flag and restore the default.
    unsafe {
        signals::signal(signals::SIGINT, handler as usize);
        signals::siginterrupt(signals::SIGINT, 1);
    }
}
