//! The program itself, between a terminal and a daemon that the test plays.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

unsafe extern "C" {
    fn kill(process: i32, signal: i32) -> i32;
}

/// How long anything of a test may take: one that waits for ever keeps all others from being told of.
const LONGEST: Duration = Duration::from_secs(30);

static FOLDERS: AtomicU32 = AtomicU32::new(0);

/// Held while a program is written, while one is started and while a pipe is closed: a child that is forked in between holds open
/// what we had open until it has become another program; whoever starts that file meanwhile is told that it is busy, and whoever
/// writes to that pipe that it is read.
fn alone() -> MutexGuard<'static, ()> {
    static FORKING: Mutex<()> = Mutex::new(());
    FORKING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A folder with the launcher, and beside it a client that says with what it was started.
struct Installed {
    folder: PathBuf,
    listener: UnixListener,
}

impl Installed {
    fn new() -> Self {
        let name = format!(
            "comet-launcher-{}-{}",
            std::process::id(),
            FOLDERS.fetch_add(1, Ordering::Relaxed)
        );
        let folder = std::env::temp_dir().join(name);
        fs::create_dir(&folder).unwrap();
        let _written = alone();
        fs::copy(env!("CARGO_BIN_EXE_comet"), folder.join("comet")).unwrap();
        let client = folder.join("comet-client");
        fs::write(&client, "#!/bin/sh\necho \"client: $*\"\nexit 7\n").unwrap();
        fs::set_permissions(&client, fs::Permissions::from_mode(0o755)).unwrap();
        let listener = listen(&folder);
        Installed { folder, listener }
    }

    fn comet(&self, words: &[&str]) -> Child {
        let _started = alone();
        Command::new(self.folder.join("comet"))
            .args(words)
            .env("COMET_SOCKET", self.folder.join("daemon.sock"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    fn conversation(&self) -> Conversation {
        let stream = within(|| self.listener.accept().ok()).0;
        stream.set_nonblocking(false).unwrap();
        stream.set_read_timeout(Some(LONGEST)).unwrap();
        Conversation {
            lines: BufReader::new(stream.try_clone().unwrap()),
            stream,
        }
    }
}

impl Drop for Installed {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.folder).unwrap();
    }
}

/// A socket that is asked whether anybody came.
fn listen(folder: &Path) -> UnixListener {
    let listener = UnixListener::bind(folder.join("daemon.sock")).unwrap();
    listener.set_nonblocking(true).unwrap();
    listener
}

/// What comes of a question that has an answer before long.
fn within<T>(mut asked: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(answer) = asked() {
            return answer;
        }
        assert!(begun.elapsed() < LONGEST, "what was waited for did not come");
        sleep(Duration::from_millis(1));
    }
}

/// What a program that ends by itself said; one that does not is ended. All that it says has room in a pipe.
fn ended(mut program: Child) -> Output {
    let begun = Instant::now();
    while program.try_wait().unwrap().is_none() && begun.elapsed() < LONGEST {
        sleep(Duration::from_millis(1));
    }
    // Nothing is done to one that has ended.
    program.kill().unwrap();
    program.wait_with_output().unwrap()
}

struct Conversation {
    lines: BufReader<UnixStream>,
    stream: UnixStream,
}

impl Conversation {
    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        line
    }

    fn say(&mut self, line: &str) {
        writeln!(self.stream, "{line}").unwrap();
    }
}

fn said(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (
        output.status.code().expect("it ended by itself"),
        text(&output.stdout),
        text(&output.stderr),
    )
}

#[test]
fn what_the_daemon_says_is_printed_where_it_belongs() {
    let installed = Installed::new();
    let comet = installed.comet(&["connect", "new", "york"]);
    let mut daemon = installed.conversation();
    let asked: serde_json::Value = serde_json::from_str(&daemon.hear()).unwrap();
    assert_eq!(asked["command"], "run");
    assert_eq!(
        asked["params"]["words"],
        serde_json::json!(["connect", "new", "york"])
    );
    assert_eq!(asked["params"]["watched"], false);
    daemon.say(r#"{"kind":"said","id":1,"channel":"progress","text":"unseen"}"#);
    daemon.say(r#"{"kind":"said","id":1,"channel":"result","text":"Connected to \"X\" \u2013 ok"}"#);
    daemon.say(r#"{"kind":"said","id":1,"channel":"remark","text":"Mind this."}"#);
    daemon.say(r#"{"kind":"result","id":1,"result":{"exitCode":4}}"#);
    let expected = (4, "Connected to \"X\" – ok\n".into(), "Mind this.\n".into());
    assert_eq!(said(&ended(comet)), expected);
}

#[test]
fn nothing_that_is_said_moves_the_cursor_or_turns_the_writing_round() {
    let installed = Installed::new();
    let comet = installed.comet(&["account"]);
    let mut daemon = installed.conversation();
    daemon.hear();
    daemon.say(r#"{"kind":"said","id":1,"channel":"result","text":"a\u001b[2Kb\r\u009bc\u202ed\ne"}"#);
    daemon.say(r#"{"kind":"result","id":1,"result":{"exitCode":0}}"#);
    let expected = (0, "a[2Kbcd\ne\n".into(), String::new());
    assert_eq!(said(&ended(comet)), expected);
}

#[test]
fn an_interrupt_takes_the_command_back_and_waits_for_that() {
    let installed = Installed::new();
    let comet = installed.comet(&["connect"]);
    let mut daemon = installed.conversation();
    daemon.hear();
    // SAFETY: the process is our child and has not been waited for.
    unsafe { kill(comet.id() as i32, 2) };
    let asked: serde_json::Value = serde_json::from_str(&daemon.hear()).unwrap();
    assert_eq!(
        (&asked["id"], &asked["params"]["takeBack"]),
        (&2.into(), &true.into())
    );
    daemon.say(r#"{"kind":"said","id":1,"channel":"remark","text":"superseded"}"#);
    daemon.say(r#"{"kind":"result","id":1,"result":{"exitCode":1}}"#);
    daemon.say(r#"{"kind":"said","id":2,"channel":"remark","text":"Cancelled."}"#);
    daemon.say(r#"{"kind":"result","id":2,"result":{"exitCode":1}}"#);
    assert_eq!(said(&ended(comet)), (1, String::new(), "Cancelled.\n".into()));
}

#[test]
fn the_client_takes_over_where_a_relay_is_not_enough() {
    let installed = Installed::new();
    let comet = installed.comet(&["login", "--email", "a@b.c"]);
    assert_eq!(
        said(&ended(comet)),
        (7, "client: login --email a@b.c\n".into(), String::new())
    );
}

#[test]
fn the_client_takes_over_from_a_daemon_that_does_not_understand_or_is_not_there() {
    let installed = Installed::new();
    let comet = installed.comet(&["status"]);
    let mut daemon = installed.conversation();
    daemon.hear();
    daemon.say(r#"{"kind":"error","id":1,"error":"unknown_command","detail":null}"#);
    assert_eq!(said(&ended(comet)).1, "client: status\n");
    fs::remove_file(installed.folder.join("daemon.sock")).unwrap();
    assert_eq!(said(&ended(installed.comet(&["status"]))).1, "client: status\n");
}

#[test]
fn the_client_takes_over_from_a_daemon_that_does_not_answer_what_it_knows_at_once() {
    let installed = Installed::new();
    let comet = installed.comet(&["status"]);
    let mut daemon = installed.conversation();
    daemon.hear();
    assert_eq!(said(&ended(comet)).1, "client: status\n");
    drop(daemon);
}

#[test]
fn who_connects_waits_for_a_daemon_that_is_just_coming_and_is_told_by_the_client_where_none_comes() {
    let mut installed = Installed::new();
    let socket = installed.folder.join("daemon.sock");
    fs::remove_file(&socket).unwrap();
    let comet = installed.comet(&["connect"]);
    sleep(Duration::from_millis(50));
    installed.listener = listen(&installed.folder);
    let mut daemon = installed.conversation();
    daemon.hear();
    daemon.say(r#"{"kind":"result","id":1,"result":{"exitCode":0}}"#);
    assert_eq!(said(&ended(comet)).0, 0);
    fs::remove_file(&socket).unwrap();
    assert_eq!(said(&ended(installed.comet(&["connect"]))).1, "client: connect\n");
}

#[test]
fn a_daemon_that_leaves_in_the_middle_is_a_failure_and_nothing_is_done_twice() {
    let installed = Installed::new();
    let comet = installed.comet(&["logout"]);
    let mut daemon = installed.conversation();
    daemon.hear();
    daemon.say(r#"{"kind":"said","id":1,"channel":"remark","text":"One moment."}"#);
    drop(daemon);
    assert_eq!(said(&ended(comet)), (1, String::new(), "One moment.\n".into()));
}

#[test]
fn a_reader_that_left_is_no_failure() {
    let installed = Installed::new();
    let mut comet = installed.comet(&["status"]);
    {
        // A child that is just being forked would hold our end of the pipe a moment longer, and be the reader.
        let _left = alone();
        drop(comet.stdout.take());
    }
    let mut daemon = installed.conversation();
    daemon.hear();
    daemon.say(r#"{"kind":"said","id":1,"channel":"result","text":"Connected."}"#);
    // Whoever was heard by a reader after all ends by this, and with another code than is hoped for.
    let _ = writeln!(
        daemon.stream,
        r#"{{"kind":"result","id":1,"result":{{"exitCode":3}}}}"#
    );
    assert_eq!(said(&ended(comet)), (0, String::new(), String::new()));
}
