//! The program itself, between a caller and a daemon that the test plays.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long anything of a test may take.
const LONGEST: Duration = Duration::from_secs(30);

static FOLDERS: AtomicU32 = AtomicU32::new(0);

struct Field {
    folder: PathBuf,
    listener: UnixListener,
}

impl Field {
    fn new() -> Self {
        let name = format!(
            "comet-cli-{}-{}",
            std::process::id(),
            FOLDERS.fetch_add(1, Ordering::Relaxed)
        );
        let folder = std::env::temp_dir().join(name);
        fs::create_dir(&folder).unwrap();
        let listener = listen(&folder);
        Field { folder, listener }
    }

    fn comet(&self, words: &[&str]) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_comet"));
        command
            .args(words)
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

    fn conversation(&self) -> Conversation {
        let stream = within(|| self.listener.accept().ok()).0;
        stream.set_nonblocking(false).unwrap();
        stream.set_read_timeout(Some(LONGEST)).unwrap();
        Conversation {
            lines: BufReader::new(stream.try_clone().unwrap()),
            stream,
        }
    }

    /// What comes of a command whose requests are answered in this order.
    fn told(&self, words: &[&str], answers: &[Value]) -> (Vec<Value>, Said) {
        let comet = self.comet(words);
        let mut daemon = self.conversation();
        let asked = answers.iter().map(|answer| {
            let request = daemon.hear();
            daemon.answer(&request, answer);
            json!([request["command"], request["params"]])
        });
        let asked = asked.collect();
        (asked, said(comet))
    }
}

impl Drop for Field {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.folder).unwrap();
    }
}

fn listen(folder: &std::path::Path) -> UnixListener {
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

struct Conversation {
    lines: BufReader<UnixStream>,
    stream: UnixStream,
}

impl Conversation {
    fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("no request: {line:?}"))
    }

    fn say(&mut self, reply: &Value) {
        writeln!(self.stream, "{reply}").unwrap();
    }

    /// `answer`: `{ "error": … }` refuses, anything else is the result.
    fn answer(&mut self, request: &Value, answer: &Value) {
        self.say(&match answer.get("error") {
            None => json!({ "kind": "result", "id": request["id"], "result": answer }),
            Some(error) => json!({
                "kind": "error", "id": request["id"], "error": error, "detail": answer.get("detail"),
            }),
        });
    }
}

#[derive(Debug, PartialEq)]
struct Said {
    code: i32,
    results: String,
    remarks: String,
}

fn said(mut program: Child) -> Said {
    drop(program.stdin.take());
    let begun = Instant::now();
    while program.try_wait().unwrap().is_none() && begun.elapsed() < LONGEST {
        sleep(Duration::from_millis(1));
    }
    // Nothing is done to one that has ended.
    program.kill().unwrap();
    let Output {
        status,
        stdout,
        stderr,
    } = program.wait_with_output().unwrap();
    Said {
        code: status.code().expect("it ended by itself"),
        results: String::from_utf8(stdout).unwrap(),
        remarks: String::from_utf8(stderr).unwrap(),
    }
}

fn results(code: i32, text: &str) -> Said {
    Said {
        code,
        results: text.into(),
        remarks: String::new(),
    }
}

fn remarks(code: i32, text: &str) -> Said {
    Said {
        code,
        results: String::new(),
        remarks: text.into(),
    }
}

fn snapshot(part: Value) -> Value {
    let mut all = json!({
        "tunnel": { "state": "disconnected", "since": "2026-11-21T10:00:00.000Z" },
        "account": null,
        "settings": {
            "lockdown": false, "allowLan": false, "protocol": "automatic", "variant": "automatic",
            "server": "last", "dns": null, "blockLists": { "ads": false, "trackers": false, "malware": false },
            "splitTunnel": { "mode": "off", "apps": [], "networks": [] }, "autoConnect": false,
            "trustedNetworks": [], "localProxies": [], "pausedUntil": null, "postQuantum": true,
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

fn connected() -> Value {
    let place = json!({ "gateway": "g", "location": "nl-ams", "country": "NL", "countryName": "Netherlands", "city": "Amsterdam" });
    let link = json!({ "protocol": "wireguard", "endpoint": "203.0.113.101:51820", "ipv4": "100.64.3.4", "ipv6": "fd00::1" });
    json!({ "state": "connected", "since": "", "place": place, "link": link, "standsInFor": null })
}

fn off() -> Value {
    snapshot(json!({}))
}

#[test]
fn a_connect_goes_to_the_place_that_is_named_and_says_where_it_leads() {
    let field = Field::new();
    let answer = snapshot(json!({ "tunnel": connected() }));
    let line = "Connected to Amsterdam, Netherlands (nl-ams). Gateway 203.0.113.101:51820.\n";
    for (words, params) in [
        (&["connect"][..], json!({ "location": null })),
        (&["connect", "new", "york"], json!({ "location": "new york" })),
        (
            &["connect", "nl-ams", "--via", "jp-tyo"],
            json!({ "location": "nl-ams", "via": "jp-tyo" }),
        ),
        (
            &["connect", "--via=new", "york"],
            json!({ "location": null, "via": "new york" }),
        ),
        (
            &["connect", "--dedicated=2001:db8::7"],
            json!({ "location": null, "dedicated": "2001:db8::7" }),
        ),
    ] {
        let (asked, said) = field.told(words, std::slice::from_ref(&answer));
        assert_eq!(asked, [json!(["connect", params])]);
        assert_eq!(said, results(0, line));
    }
}

#[test]
fn a_connect_that_fails_is_told_as_the_state_has_it_and_homes_are_named() {
    let field = Field::new();
    let tunnel = json!({ "state": "error", "since": "", "reason": "location_unavailable", "blocking": true, "retryAt": null });
    let answers = [
        json!({ "error": "connect_failed", "detail": "location_unavailable" }),
        snapshot(json!({ "tunnel": tunnel })),
        json!({ "codes": ["de-ber-home"] }),
    ];
    let (asked, said) = field.told(&["connect", "germany"], &answers);
    assert_eq!(asked[2], json!(["locations.homes", { "location": "germany" }]));
    assert_eq!((said.code, said.results.as_str()), (1, ""));
    assert!(said.remarks.starts_with(
        "The VPN could not connect.\nThis location is not available right now. Traffic is held back.\n"
    ));
    assert!(
        said.remarks
            .ends_with("Residential lines there are live: `comet connect de-ber-home`.\n")
    );
    let refused = json!({ "state": "disconnected", "since": "", "refusal": "subscription_required" });
    let answers = [
        json!({ "error": "connect_failed", "detail": "subscription_required" }),
        snapshot(json!({ "tunnel": refused })),
    ];
    let (_, said) = field.told(&["connect"], &answers);
    assert_eq!(
        said,
        remarks(
            1,
            "The VPN could not connect.\nYour account has no active subscription. Traffic leaves this machine unprotected.\nChoose a plan in the dashboard, then connect again.\n"
        )
    );
    let (_, said) = field.told(&["connect"], &[json!({ "error": "superseded" })]);
    assert_eq!(
        said,
        remarks(
            1,
            "The VPN is already running. Refresh what you know of it: `comet status`.\nAnother `comet` command took the place of this one.\n"
        )
    );
}

#[test]
fn an_interrupt_takes_a_connect_back_and_waits_for_that() {
    let field = Field::new();
    let comet = field.comet(&["connect"]);
    let mut daemon = field.conversation();
    let connect = daemon.hear();
    let process = rustix::process::Pid::from_child(&comet);
    rustix::process::kill_process(process, rustix::process::Signal::INT).unwrap();
    let disconnect = daemon.hear();
    assert_eq!(disconnect["command"], "disconnect");
    daemon.answer(&connect, &json!({ "error": "superseded" }));
    daemon.answer(&disconnect, &off());
    assert_eq!(
        said(comet),
        remarks(1, "Cancelled. Traffic leaves this machine unprotected.\n")
    );
}

#[test]
fn who_connects_waits_for_a_daemon_that_is_just_coming_and_nobody_else_does() {
    let mut field = Field::new();
    let socket = field.folder.join("daemon.sock");
    fs::remove_file(&socket).unwrap();
    let told = said(field.comet(&["status"]));
    assert_eq!(told.code, 3);
    assert!(told.remarks.contains("systemctl start cometd"), "{told:?}");
    let comet = field.comet(&["connect"]);
    sleep(Duration::from_millis(50));
    field.listener = listen(&field.folder);
    let mut daemon = field.conversation();
    let request = daemon.hear();
    daemon.answer(&request, &snapshot(json!({ "tunnel": connected() })));
    assert_eq!(said(comet).code, 0);
}

#[test]
fn a_daemon_that_does_not_answer_ends_what_it_knows_at_once_with_3() {
    let field = Field::new();
    let waiting = [
        field.comet(&["status"]),
        field.comet(&["settings"]),
        field.comet(&["split"]),
    ];
    for comet in waiting {
        let told = said(comet);
        assert_eq!((told.code, told.results.as_str()), (3, ""));
        assert!(told.remarks.contains("systemctl restart cometd"), "{told:?}");
    }
}

#[test]
fn a_daemon_that_leaves_or_is_of_another_version_is_a_failure_in_a_sentence() {
    let field = Field::new();
    let comet = field.comet(&["disconnect"]);
    let mut daemon = field.conversation();
    daemon.hear();
    drop(daemon);
    assert_eq!(said(comet), remarks(1, "cometd ended the conversation.\n"));
    let comet = field.comet(&["disconnect"]);
    let mut daemon = field.conversation();
    let request = daemon.hear();
    daemon.answer(&request, &json!({ "tunnel": "another" }));
    let told = said(comet);
    assert_eq!(told.code, 1);
    assert!(
        told.remarks.contains("Update both to the same version."),
        "{told:?}"
    );
}

#[test]
fn status_is_told_in_words_or_as_it_came() {
    let field = Field::new();
    let (_, told) = field.told(&["status"], &[off()]);
    assert_eq!(
        told,
        results(
            0,
            "Disconnected. Traffic leaves this machine unprotected.\nNot signed in.\n"
        )
    );
    let mut newer = off();
    newer["unheardOf"] = 7.into();
    let (_, told) = field.told(&["status", "--json"], std::slice::from_ref(&newer));
    assert_eq!(told, results(0, &format!("{newer:#}\n")));
}

#[test]
fn a_watched_status_is_told_again_with_each_change_but_not_for_figures() {
    let field = Field::new();
    let comet = field.comet(&["status", "--watch"]);
    let mut daemon = field.conversation();
    let request = daemon.hear();
    assert_eq!(request["command"], "status.watch");
    daemon.answer(&request, &off());
    let figures = snapshot(json!({ "traffic": { "received": 1, "sent": 2, "lastHandshake": null } }));
    daemon.say(&json!({ "kind": "snapshot", "snapshot": figures }));
    daemon.say(&json!({ "kind": "snapshot", "snapshot": snapshot(json!({ "tunnel": connected() })) }));
    drop(daemon);
    let told = said(comet);
    assert_eq!(
        (told.code, told.remarks.as_str()),
        (1, "cometd ended the conversation.\n")
    );
    let firsts: Vec<&str> = told
        .results
        .lines()
        .filter(|line| !line.starts_with(' '))
        .map(|line| &line[10..])
        .collect();
    assert_eq!(firsts.len(), 2, "{told:?}");
    assert!(firsts[0].starts_with("Disconnected.") && firsts[1].starts_with("Connected to"));
}

#[test]
fn each_change_asks_for_one_thing_and_says_what_holds_then() {
    let field = Field::new();
    let lists = json!({ "ads": true, "trackers": false, "malware": true });
    let networks = json!({ "mode": "exclude", "apps": [], "networks": ["203.0.113.0/24"] });
    let cases = [
        (
            "disconnect",
            json!({}),
            "disconnect",
            json!({}),
            "Disconnected. Traffic leaves this machine unprotected.\n",
        ),
        (
            "lockdown ON",
            json!({ "lockdown": true }),
            "lockdown.set",
            json!({ "on": true }),
            "Lockdown is on: nothing leaves without a tunnel.\nTraffic leaves this machine unprotected: there is no tunnel.\n",
        ),
        (
            "lan off",
            json!({}),
            "allow-lan.set",
            json!({ "on": false }),
            "The local network cannot be reached while connected.\n",
        ),
        (
            "set protocol WireGuard",
            json!({ "protocol": "wireguard" }),
            "protocol.set",
            json!({ "protocol": "wireguard" }),
            "Protocol: WireGuard.\n",
        ),
        (
            "set variant TLS",
            json!({ "variant": "tls" }),
            "variant.set",
            json!({ "variant": "tls" }),
            "Variant: TLS, which looks like a visit to a website.\n",
        ),
        (
            "set server new york",
            json!({ "server": "new york" }),
            "server.set",
            json!({ "server": "new york" }),
            "Where no place is named, Comet connects to new york first.\n",
        ),
        (
            "set dns 9.9.9.9 2620:fe::fe",
            json!({ "dns": { "servers": ["9.9.9.9", "2620:fe::fe"] } }),
            "dns.set",
            json!({ "dns": { "servers": ["9.9.9.9", "2620:fe::fe"] } }),
            "Names are asked at 9.9.9.9, 2620:fe::fe.\n",
        ),
        (
            "set dns Default",
            json!({}),
            "dns.set",
            json!({ "dns": null }),
            "Names are asked at the gateway's resolver.\n",
        ),
        (
            "set block ads Malware",
            json!({ "blockLists": lists }),
            "block-lists.set",
            json!({ "blockLists": lists }),
            "Names on these lists are blocked: ads, malware.\n",
        ),
        (
            "set auto-connect on",
            json!({ "autoConnect": true }),
            "auto-connect.set",
            json!({ "on": true }),
            "Comet connects when this machine starts, and in every network that you do not trust.\n",
        ),
        (
            "set post-quantum off",
            json!({ "postQuantum": false }),
            "post-quantum.set",
            json!({ "on": false }),
            "Tunnels have one key, from the next one on.\n",
        ),
        (
            "trust at home",
            json!({}),
            "network.trust",
            json!({ "name": "at home" }),
            "No network is trusted.\nTraffic leaves this machine unprotected: there is no tunnel.\n",
        ),
        (
            "distrust home",
            json!({}),
            "network.distrust",
            json!({ "name": "home" }),
            "No network is trusted.\n",
        ),
        (
            "pause 15m",
            json!({ "pausedUntil": "2026-11-21T10:15:00.000Z" }),
            "pause",
            json!({ "seconds": 900 }),
            "Paused until 10:15:00. Traffic leaves this machine unprotected. `comet resume` ends it.\n",
        ),
        (
            "resume",
            json!({}),
            "resume",
            json!({}),
            "The pause is over. Comet connects again.\n",
        ),
        (
            "split exclude",
            json!({ "splitTunnel": networks }),
            "split.set",
            json!({ "mode": "exclude" }),
            "Outside of the tunnel go: 203.0.113.0/24.\n",
        ),
        (
            "split add-network 203.0.113.0/24",
            json!({ "splitTunnel": networks }),
            "split.add",
            json!({ "kind": "network", "network": "203.0.113.0/24" }),
            "Outside of the tunnel go: 203.0.113.0/24.\n",
        ),
        (
            "split remove-app /gone",
            json!({}),
            "split.remove",
            json!({ "kind": "app", "path": "/gone" }),
            "All traffic takes the same way.\n",
        ),
        (
            "proxy add 9001 us Sticky",
            json!({}),
            "proxy.add",
            json!({ "port": 9001, "country": "US", "mode": "sticky" }),
            "No port of this machine leads to a residential exit.\n",
        ),
        (
            "proxy add 9002 any rotating",
            json!({}),
            "proxy.add",
            json!({ "port": 9002, "country": null, "mode": "rotating" }),
            "No port of this machine leads to a residential exit.\n",
        ),
        (
            "proxy remove 9001",
            json!({}),
            "proxy.remove",
            json!({ "port": 9001 }),
            "No port of this machine leads to a residential exit.\n",
        ),
        (
            "logout",
            json!({}),
            "logout",
            json!({}),
            "Signed out. This machine has forgotten the account, its key and its tickets.\n",
        ),
    ];
    for (line, settings, command, params, text) in cases {
        let words: Vec<&str> = line.split(' ').collect();
        let answer = snapshot(json!({ "settings": settings }));
        let (asked, told) = field.told(&words, std::slice::from_ref(&answer));
        assert_eq!(asked, [json!([command, params])], "{line}");
        assert_eq!(told, results(0, text), "{line}");
        let (_, told) = field.told(&[&words[..], &["--json"]].concat(), std::slice::from_ref(&answer));
        assert_eq!(told, results(0, &format!("{answer:#}\n")), "{line} --json");
    }
}

#[test]
fn a_choice_that_the_tunnel_does_not_follow_says_when_it_holds() {
    let field = Field::new();
    let told = |more: Value| {
        let mut tunnel = connected();
        more.as_object()
            .unwrap()
            .iter()
            .for_each(|(name, value)| tunnel[name] = value.clone());
        field
            .told(
                &["set", "protocol", "automatic"],
                &[snapshot(json!({ "tunnel": tunnel }))],
            )
            .1
            .results
    };
    assert!(told(json!({ "outdated": true })).ends_with("`comet connect` applies the change now.\n"));
    assert!(
        told(json!({ "outdated": true, "fallbackFrom": "wireguard" }))
            .ends_with("Comet moves to WireGuard as soon as it answers.\n")
    );
    assert_eq!(told(json!({})).lines().count(), 1);
}

#[test]
fn a_refusal_is_told_in_words_and_a_country_that_there_is_not_is_wrong_usage() {
    let field = Field::new();
    let (_, told) = field.told(&["pause", "1h"], &[json!({ "error": "nothing_to_pause" })]);
    assert_eq!(told, remarks(1, "There is no tunnel to pause.\n"));
    let (_, told) = field.told(
        &["proxy", "add", "9001", "uk", "sticky"],
        &[json!({ "error": "country_unknown" })],
    );
    assert_eq!(
        told,
        remarks(
            2,
            "There is no country “uk”. Countries are named as ISO 3166-1 does: us, or gb for the United Kingdom.\nRun `comet --help` for the commands.\n"
        )
    );
}

#[test]
fn the_lists_are_shown_in_words_and_as_json() {
    let field = Field::new();
    let row = |code: &str, kind: &str| {
        json!({ "code": code, "country": "US", "countryName": "United States", "city": "New York",
            "type": kind, "online": true, "lacks": null })
    };
    let listed =
        json!({ "locations": [row("us-nyc", "standard"), row("us-nyc-home", "native_residential")] });
    let (_, told) = field.told(&["locations"], std::slice::from_ref(&listed));
    assert_eq!(told.results.lines().count(), 2);
    let (_, told) = field.told(
        &["locations", "--type", "Native-Residential", "--json"],
        std::slice::from_ref(&listed),
    );
    assert_eq!(
        told,
        results(
            0,
            &format!(
                "{:#}\n",
                json!({ "locations": [row("us-nyc-home", "native_residential")] })
            )
        )
    );
    let (_, told) = field.told(&["locations", "--type", "specialty"], &[listed]);
    assert_eq!(told, results(0, "There is no location of this type right now.\n"));
    let proxy = json!({ "port": 9001, "country": "US", "mode": "sticky", "session": "abcdef012345" });
    let mut stopped = snapshot(json!({ "settings": { "localProxies": [proxy] } }));
    stopped["proxyTrouble"] = "spending_stopped".into();
    let (asked, told) = field.told(&["proxy"], std::slice::from_ref(&stopped));
    assert_eq!(asked, [json!(["proxy.list", {}])]);
    assert_eq!(
        told.results,
        "127.0.0.1:9001 leads to US, by one exit for a day, or not at all.\n"
    );
    assert!(told.remarks.contains("stopped on your account. Write to support"));
    let (_, told) = field.told(&["settings", "--json"], &[stopped.clone()]);
    assert_eq!(told, results(0, &format!("{:#}\n", stopped["settings"])));
}

#[test]
fn an_update_is_fetched_and_what_it_says_of_itself_moves_no_cursor() {
    let field = Field::new();
    let newer = json!({ "version": "0.2.0", "notes": "Faster.\u{1b}[2J", "bytes": 47, "fetched": true });
    let fetched = json!({ "version": "0.2.0", "path": "/var/cache/comet/comet.deb" });
    let answers = [fetched, json!({ "version": "0.1.0", "newer": newer })];
    let (_, told) = field.told(&["update"], &answers);
    assert!(
        told.results
            .starts_with("Comet 0.2.0 is there; this is 0.1.0.\nFaster.[2J\nIt has been fetched"),
        "{told:?}"
    );
    let answers = [
        json!({ "error": "update_none" }),
        json!({ "version": "0.1.0", "newer": null }),
    ];
    let (_, told) = field.told(&["update"], &answers);
    assert_eq!(told, results(0, "Comet 0.1.0 is the newest version.\n"));
    let (_, told) = field.told(
        &["update"],
        &[json!({ "error": "update_refused", "detail": "expired" })],
    );
    assert_eq!((told.code, told.remarks.contains("is out of date.")), (1, true));
}

#[test]
fn password_and_code_may_be_piped_in_a_line_each() {
    let field = Field::new();
    let mut comet = field.comet(&["login", "--email", "ada@example.com", "--name", "laptop"]);
    comet
        .stdin
        .take()
        .unwrap()
        .write_all(b"secret\n000000\n 123456 \n")
        .unwrap();
    let mut daemon = field.conversation();
    let request = daemon.hear();
    assert_eq!(
        request["params"],
        json!({ "email": "ada@example.com", "password": "secret", "deviceName": "laptop" })
    );
    daemon.answer(&request, &json!({ "error": "two_factor_required" }));
    let request = daemon.hear();
    assert_eq!(request["params"], json!({ "code": "000000" }));
    daemon.answer(&request, &json!({ "error": "two_factor_code_wrong" }));
    let request = daemon.hear();
    assert_eq!(request["params"], json!({ "code": "123456" }));
    daemon.answer(
        &request,
        &snapshot(json!({ "account": { "email": "ada@example.com", "device": "laptop" } })),
    );
    let told = said(comet);
    assert_eq!(told.results, "Signed in as ada@example.com.\n");
    assert_eq!(told.remarks, "The one time code you entered was incorrect.\n");
}

#[test]
fn an_answer_that_was_not_given_is_said_to_be_missing() {
    let field = Field::new();
    let comet = field.comet(&["login", "--email", "ada@example.com"]);
    assert_eq!(said(comet), remarks(1, "No password was given.\n"));
}

#[test]
fn a_code_is_approved_elsewhere_and_an_interrupt_says_that_nobody_is_signed_in() {
    let field = Field::new();
    let started = json!({
        "userCode": "BCDF\u{1b}-GHJK", "verificationUri": "https://comet.example/quick",
        "verificationUriComplete": "https://comet.example/quick?code=BCDF-GHJK", "expiresAt": "2026-11-21T10:10:00.000Z",
    });
    let comet = field.comet(&["login"]);
    let mut daemon = field.conversation();
    let request = daemon.hear();
    assert_eq!(request["params"], json!({}));
    daemon.answer(&request, &started);
    assert_eq!(daemon.hear()["command"], "login.wait");
    rustix::process::kill_process(
        rustix::process::Pid::from_child(&comet),
        rustix::process::Signal::INT,
    )
    .unwrap();
    let told = said(comet);
    assert_eq!(
        (told.code, told.remarks.as_str()),
        (1, "Cancelled. You are not signed in.\n")
    );
    assert!(told.results.starts_with(
        "Open https://comet.example/quick and approve the code BCDF-GHJK\nIt holds until 10:10:00."
    ));
}

#[test]
fn an_excluded_program_is_this_process_and_starts_when_the_daemon_has_moved_it() {
    let field = Field::new();
    let comet = field.comet(&["exclude", "sh", "-c", "echo $0 $1 $$; exit 7", "--x", "--help"]);
    let process = comet.id();
    let mut daemon = field.conversation();
    let request = daemon.hear();
    daemon.answer(&request, &off());
    let request = daemon.hear();
    assert_eq!(request["command"], "split.adopt");
    assert_eq!(request["params"], json!({ "pid": process, "mode": "exclude" }));
    daemon.answer(&request, &off());
    let told = said(comet);
    assert_eq!((told.code, told.results), (7, format!("--x --help {process}\n")));
    assert!(told.remarks.contains("`comet split off` ends it."));
    let (_, told) = field.told(
        &["include", "true"],
        &[off(), json!({ "error": "split_locked_down" })],
    );
    assert!(
        told.code == 1 && told.remarks.starts_with("Under lockdown"),
        "{told:?}"
    );
}

#[test]
fn a_program_that_is_not_there_is_refused_before_the_daemon_is_asked() {
    let field = Field::new();
    fs::remove_file(field.folder.join("daemon.sock")).unwrap();
    let path = field.folder.join("nonexistent");
    let told = said(field.comet(&["split", "add-app", path.to_str().unwrap()]));
    assert_eq!(
        told,
        remarks(1, &format!("There is no program “{}”.\n", path.display()))
    );
}

#[test]
fn a_report_is_written_by_the_user_and_never_over_a_file() {
    let field = Field::new();
    let files = json!({ "files": [{ "name": "words.txt", "text": "Grüße" }] });
    let path = field.folder.join("report.tar.gz");
    let (_, told) = field.told(&["report", "report.tar.gz"], std::slice::from_ref(&files));
    assert_eq!(
        (
            told.code,
            told.results
                .starts_with("The report is in report.tar.gz. Read it")
        ),
        (0, true)
    );
    let unpacked = Command::new("tar").args(["-xOzf"]).arg(&path).output().unwrap();
    assert_eq!(String::from_utf8(unpacked.stdout).unwrap(), "Grüße");
    let (_, told) = field.told(&["report", "report.tar.gz"], std::slice::from_ref(&files));
    assert_eq!(
        (
            told.code,
            told.remarks.starts_with("The report could not be written: ")
        ),
        (1, true)
    );
    let (_, told) = field.told(&["report"], &[files]);
    assert!(
        told.results.starts_with("The report is in comet-report-20"),
        "{told:?}"
    );
}

#[test]
fn a_reader_that_left_is_no_failure_and_a_full_disk_is_one() {
    let field = Field::new();
    for words in [&["status"][..], &["status", "--json"], &["status", "--watch"]] {
        let mut comet = field.comet(words);
        drop(comet.stdout.take());
        let mut daemon = field.conversation();
        let request = daemon.hear();
        daemon.answer(&request, &off());
        assert_eq!(said(comet), results(0, ""), "{words:?}");
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_comet"));
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let told = said(
        command
            .arg("--help")
            .stdout(full)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap(),
    );
    assert_eq!(told.code, 1);
    assert!(
        told.remarks.starts_with("The result could not be written: "),
        "{told:?}"
    );
}

#[test]
fn the_version_is_told_and_requests_where_that_is_asked_for() {
    let field = Field::new();
    for words in [["--version"], ["-V"], ["-v"]] {
        assert_eq!(
            said(field.comet(&words)),
            results(0, concat!(env!("CARGO_PKG_VERSION"), "\n"))
        );
    }
    let (_, told) = field.told(&["status", "-v"], &[off()]);
    assert!(
        told.remarks.starts_with("status: asked\nstatus: answered after "),
        "{told:?}"
    );
    let mut comet = field.comet(&["login", "-v", "--email", "ada@example.com"]);
    comet.stdin.take().unwrap().write_all(b"hunter2\n").unwrap();
    let mut daemon = field.conversation();
    let request = daemon.hear();
    daemon.answer(&request, &json!({ "error": "wrong_credentials" }));
    let told = said(comet);
    assert!(
        told.remarks
            .contains("login.email: refused with wrong_credentials")
            && !told.remarks.contains("hunter2")
    );
}
