//! A simulated daemon, and the output of a command that connects to it.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Maximum duration of a step.
pub const TIMEOUT: Duration = Duration::from_secs(30);

static FOLDERS: AtomicU32 = AtomicU32::new(0);

pub struct Fixture {
    pub folder: PathBuf,
    pub listener: UnixListener,
}

impl Fixture {
    pub fn new() -> Self {
        let name = format!(
            "comet-cli-{}-{}",
            std::process::id(),
            FOLDERS.fetch_add(1, Ordering::Relaxed)
        );
        let folder = std::env::temp_dir().join(name);
        fs::create_dir(&folder).unwrap();
        let listener = listen(&folder);
        Fixture { folder, listener }
    }

    pub fn comet(&self, args: &[&str]) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_comet"));
        command
            .args(args)
            .env("COMET_SOCKET", self.folder.join("daemon.sock"))
            .env("TZ", "UTC")
            .current_dir(&self.folder);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    pub fn connection(&self) -> Connection {
        let stream = within(|| self.listener.accept().ok()).0;
        stream.set_nonblocking(false).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        Connection {
            lines: BufReader::new(stream.try_clone().unwrap()),
            stream,
        }
    }

    /// Runs a command and replies to its requests in this order. Returns the requests and the output.
    pub fn run(&self, args: &[&str], replies: &[Value]) -> (Vec<Value>, CommandOutput) {
        let comet = self.comet(args);
        let mut daemon = self.connection();
        let requests = replies.iter().map(|reply| {
            let request = daemon.receive();
            daemon.respond(&request, reply);
            json!([request["command"], request["params"]])
        });
        let requests = requests.collect();
        (requests, output_of(comet))
    }
}

impl Drop for Fixture {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.folder).unwrap();
    }
}

pub fn listen(folder: &std::path::Path) -> UnixListener {
    let listener = UnixListener::bind(folder.join("daemon.sock")).unwrap();
    listener.set_nonblocking(true).unwrap();
    listener
}

/// Polls until there is a value.
pub fn within<T>(mut requests: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(reply) = requests() {
            return reply;
        }
        assert!(started.elapsed() < TIMEOUT, "what was waited for did not come");
        sleep(Duration::from_millis(1));
    }
}

pub struct Connection {
    pub lines: BufReader<UnixStream>,
    pub stream: UnixStream,
}

impl Connection {
    pub fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("no request: {line:?}"))
    }

    pub fn send(&mut self, reply: &Value) {
        writeln!(self.stream, "{reply}").unwrap();
    }

    /// `reply`: `{ "error": … }` refuses, anything else is the result.
    pub fn respond(&mut self, request: &Value, reply: &Value) {
        self.send(&match reply.get("error") {
            None => json!({ "kind": "result", "id": request["id"], "result": reply }),
            Some(error) => json!({
                "kind": "error", "id": request["id"], "error": error, "detail": reply.get("detail"),
            }),
        });
    }
}

#[derive(Debug, PartialEq)]
pub struct CommandOutput {
    pub code: i32,
    pub results: String,
    pub errors: String,
}

pub fn output_of(mut program: Child) -> CommandOutput {
    drop(program.stdin.take());
    let started = Instant::now();
    while program.try_wait().unwrap().is_none() && started.elapsed() < TIMEOUT {
        sleep(Duration::from_millis(1));
    }
    // The process may have ended already.
    program.kill().unwrap();
    let Output {
        status,
        stdout,
        stderr,
    } = program.wait_with_output().unwrap();
    CommandOutput {
        code: status.code().expect("it ended by itself"),
        results: String::from_utf8(stdout).unwrap(),
        errors: String::from_utf8(stderr).unwrap(),
    }
}

pub fn results(code: i32, text: &str) -> CommandOutput {
    CommandOutput {
        code,
        results: text.into(),
        errors: String::new(),
    }
}

pub fn errors(code: i32, text: &str) -> CommandOutput {
    CommandOutput {
        code,
        results: String::new(),
        errors: text.into(),
    }
}

pub fn snapshot(part: Value) -> Value {
    let mut all = json!({
        "tunnel": { "state": "disconnected", "since": "2026-11-21T10:00:00.000Z" },
        "account": null,
        "settings": {
            "lockdown": false, "allowLan": false, "protocol": "automatic", "variant": "automatic",
            "wireguardPort": "automatic", "wireguardOver": "automatic", "server": "last", "dns": null, "blockLists": { "ads": false, "trackers": false, "malware": false, "adult": false, "gambling": false, "social": false },
            "splitTunnel": { "mode": "off", "apps": [], "networks": [] }, "autoConnect": false,
            "trustedNetworks": [], "localProxies": [], "locationProxies": [], "forwardedPorts": [], "pausedUntil": null, "postQuantum": true, "metered": "automatic", "locationLists": [], "profiles": [], "networkRules": [], "routes": [], "nameLists": [], "allowedNames": [], "splitDns": [], "statistics": true, "dataBudget": null,
        },
        "traffic": null,
    });
    for (name, value) in part.as_object().unwrap() {
        match value.as_object().filter(|_| name == "settings") {
            Some(settings) => settings
                .iter()
                .for_each(|(name, value)| all["settings"][name] = value.clone()),
            None => all[name] = value.clone(),
        }
    }
    all
}

pub fn connected() -> Value {
    let place = json!({ "gateway": "g", "location": "nl-ams", "country": "NL", "countryName": "Netherlands", "city": "Amsterdam" });
    let link = json!({ "protocol": "wireguard", "endpoint": "203.0.113.101:51820", "ipv4": "100.64.3.4", "ipv6": "fd00::1" });
    json!({ "state": "connected", "since": "", "place": place, "link": link, "standsInFor": null })
}

pub fn off() -> Value {
    snapshot(json!({}))
}
