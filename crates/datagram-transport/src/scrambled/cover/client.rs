//! The client's end of cover traffic. Nothing but handshakes leaves it before the gateway has sent its machines.

use std::io;
use std::net::SocketAddr;
use std::sync::OnceLock;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval};

use super::super::client::UNANSWERED;
use super::super::clients::current_hour;
use super::super::keys::{Mask, NameKey, PairKeys, PublicKey};
use super::super::last_time::LastTime;
use super::super::random::Random;
use super::counts::Counts;
use super::datagram::{Contents, Run, Sender, open};
use super::idle::Role;
use super::limits;
use super::queue::Outgoing;
use super::sending::{Cover, Output};
use crate::Failure;
use crate::client::Transport;
use crate::outer_socket::{OuterReceiver, OuterSender, OuterSocket, client_socket};
use crate::wireguard_socket::{RECEIVE_BUFFER, WireGuardSocket};

/// Time after which the client asks for its machines again, if those of the gateway's first response were lost, or repeats that it has
/// paused or resumed.
const REQUEST: Duration = Duration::from_millis(200);
/// Dummies that tell the gateway of a pause or of its end, since some may be lost. Later datagrams tell it too.
const NOTICES: u8 = 3;
const REPORT: Duration = Duration::from_secs(1);

pub struct CoverTransport {
    to: SocketAddr,
    mark: Option<u32>,
    keys: PairKeys,
    name: NameKey,
    names: Mask,
    run: Run,
    cover: Cover,
    paused: watch::Receiver<bool>,
    counts: Counts,
}

impl CoverTransport {
    /// `paused` changes while the program runs.
    pub fn new(
        to: SocketAddr,
        server: &PublicKey,
        client: &PublicKey,
        mark: Option<u32>,
        paused: watch::Receiver<bool>,
    ) -> Self {
        let mut run = Run::default();
        let length = run.len();
        run.copy_from_slice(Random::new().bytes(length));
        Self {
            to,
            mark,
            keys: PairKeys::new(server, client),
            name: NameKey::new(server, client),
            names: Mask::of_names(server),
            run,
            cover: Cover::new(Role::Client),
            paused,
            counts: Counts::new(to),
        }
    }

    async fn receive(
        &self,
        socket: OuterSocket,
        wireguard: &WireGuardSocket,
        received: &Received,
    ) -> io::Error {
        let mut receiver = OuterReceiver::new(socket);
        let mut batch = wireguard.batch();
        let mut buffer = Vec::new();
        loop {
            let result = receiver
                .receive(|meta, message| {
                    if meta.addr != self.to {
                        return;
                    }
                    for datagram in message.chunks(meta.stride.max(1)) {
                        let Some(opened) = open(&self.keys.to_client.cover, datagram, &mut buffer) else {
                            continue;
                        };
                        if opened.run != self.run {
                            continue;
                        }
                        received.now();
                        match opened.contents {
                            Contents::Message(message) => {
                                self.counts.received(Some(message.len()));
                                self.cover.received(Some(message));
                                wireguard.add(&mut batch, message);
                            }
                            Contents::Dummy => {
                                self.counts.received(None);
                                self.cover.received(None);
                            }
                            Contents::Machines(text) => {
                                self.counts.received(None);
                                if !self.cover.is_running() {
                                    self.start(text);
                                }
                            }
                        }
                    }
                    wireguard.send_now(&mut batch);
                })
                .await;
            if let Err(error) = result {
                return error;
            }
        }
    }

    fn start(&self, text: &[u8]) {
        match limits::parse(text) {
            Some(machines) => self.cover.start(machines),
            None => eprintln!("the gateway's machines for cover traffic are not acceptable"),
        }
    }

    async fn send(
        &self,
        socket: &OuterSocket,
        wireguard: &WireGuardSocket,
        received: &Received,
    ) -> io::Result<()> {
        let mut output = Output::new(OuterSender::new(socket, self.to, None), Some(&self.counts));
        let mut buffer = vec![0; RECEIVE_BUFFER];
        let mut requests = interval(REQUEST);
        requests.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut paused = self.paused.clone();
        self.cover.pause(*paused.borrow_and_update());
        let mut notices = 0;
        loop {
            let is_running = self.cover.is_running();
            let mut is_dummy = false;
            tokio::select! {
                messages = wireguard.receive(&mut buffer) => {
                    for message in messages? {
                        self.cover.send(message);
                    }
                }
                () = self.cover.next() => {}
                Ok(()) = paused.changed() => {
                    self.cover.pause(*paused.borrow_and_update());
                    requests.reset_immediately();
                    notices = NOTICES;
                }
                _ = requests.tick(), if !is_running || notices > 0 => {
                    // Only a gateway whose WireGuard has answered sends machines.
                    is_dummy = received.is_any();
                    notices = notices.saturating_sub(1);
                }
            }
            let mut outgoing = self.cover.take();
            if is_dummy {
                outgoing.push(Outgoing::Dummy);
            }
            let sender = Sender {
                key: &self.keys.to_server.cover,
                run: self.run,
                has_machines: self.cover.is_running(),
                is_paused: self.cover.is_paused(),
                name: received
                    .is_over(UNANSWERED)
                    .then(|| (&self.names, self.name.name(current_hour()))),
            };
            output.send(&sender, &outgoing).await?;
        }
    }

    /// Prints the counts of bytes, when they have changed, and whether the machines run and are paused.
    async fn report(&self) {
        let mut ticks = interval(REPORT);
        let mut printed = None;
        loop {
            ticks.tick().await;
            let report = (
                self.counts.report(),
                self.cover.is_running(),
                self.cover.is_paused(),
            );
            if printed != Some(report) {
                printed = Some(report);
                let (counts, running, paused) = report;
                println!(
                    "{}",
                    serde_json::json!({ "cover": { "running": running, "paused": paused, "sent": counts.sent, "received": counts.received } })
                );
            }
        }
    }
}

/// When the gateway's last datagram arrived.
#[derive(Default)]
struct Received(OnceLock<LastTime>);

impl Received {
    fn now(&self) {
        self.0.get_or_init(LastTime::new).now();
    }

    fn is_any(&self) -> bool {
        self.0.get().is_some()
    }

    /// Whether none arrived for a time.
    fn is_over(&self, time: Duration) -> bool {
        self.0.get().is_none_or(|last| last.is_over(time))
    }
}

impl Transport for CoverTransport {
    type Connection = OuterSocket;

    async fn connect(&self) -> Result<OuterSocket, Failure> {
        Ok(client_socket(self.to, self.mark)?)
    }

    async fn carry(&self, socket: OuterSocket, wireguard: &WireGuardSocket) -> Failure {
        let received = Received::default();
        tokio::select! {
            error = self.receive(socket.clone(), wireguard, &received) => error.into(),
            Err(error) = self.send(&socket, wireguard, &received) => error.into(),
            () = self.report() => "unreachable".into(),
        }
    }

    /// The server forgets a client that sends nothing.
    async fn close(&self) {}
}
