use std::collections::HashSet;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream, UdpSocket};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use super::entropy_test::is_tls_or_http;
use super::openvpn_fingerprint::is_server_reset;
use super::wireguard_fingerprint::is_wireguard;
use super::{Rule, Seen, Verdict};
use crate::packet::{Transport, UDP};

const DNS: u16 = 53;
/// Time until the first probe: a replay that overtook the client's data would be accepted in its place.
const DELAY: Duration = Duration::from_millis(500);
/// Time for a connection, and for a response.
const TIMEOUT: Duration = Duration::from_millis(700);
/// Lengths of garbage: those of the probes that China's firewall sends (Alice et al., "How China Detects and Blocks Shadowsocks", IMC
/// 2020, §3.2).
const GARBAGE: [usize; 3] = [8, 50, 221];

/// Where a server listens: IP protocol number and address.
type Endpoint = (u8, SocketAddr);

/// Probes each server to which a client sends something other than TLS, HTTP and DNS: replays the client's first data, and sends garbage.
/// A server that responds as OpenVPN or WireGuard is blocked from then on. Its probes leave from this machine's own addresses.
pub struct ActiveProbing {
    probed: HashSet<Endpoint>,
    blocked: HashSet<Endpoint>,
    found: Receiver<Endpoint>,
    finder: Sender<Endpoint>,
}

impl Default for ActiveProbing {
    fn default() -> Self {
        let (finder, found) = channel();
        Self {
            probed: HashSet::new(),
            blocked: HashSet::new(),
            found,
            finder,
        }
    }
}

impl Rule for ActiveProbing {
    fn name(&self) -> &'static str {
        "active_probing"
    }

    fn judge(&mut self, seen: &Seen<'_>) -> Verdict {
        self.blocked.extend(self.found.try_iter());
        let flow = seen.packet.flow;
        let endpoint = (flow.protocol, flow.server);
        let is_suspicious = match seen.packet.transport {
            Transport::Tcp(segment) => seen.is_first_data && !is_tls_or_http(segment.payload),
            Transport::Udp(payload) => {
                let is_dns = flow.server.port() == DNS && !is_wireguard(payload);
                seen.packet.is_outgoing() && !is_dns
            }
            Transport::Other => false,
        };
        if is_suspicious && self.probed.insert(endpoint) {
            let replay = seen.packet.payload().to_vec();
            let finder = self.finder.clone();
            thread::spawn(move || {
                thread::sleep(DELAY);
                if responds_as_vpn(endpoint, replay) {
                    // The receiver lives as long as the process.
                    let _ = finder.send(endpoint);
                }
            });
        }
        Verdict::drop_if(self.blocked.contains(&endpoint))
    }
}

/// Sends the replay, then garbage, each on its own connection. Blocks for up to six seconds.
fn responds_as_vpn((protocol, server): Endpoint, replay: Vec<u8>) -> bool {
    // Not random, but neither text nor a known protocol.
    let garbage = GARBAGE.map(|length| (0..length).map(|index| (index * 151 + 183) as u8).collect());
    let is_tcp = protocol != UDP;
    [replay].into_iter().chain(garbage).any(|probe: Vec<u8>| {
        let response = if is_tcp {
            ask_tcp(server, &probe)
        } else {
            ask_udp(server, &probe)
        };
        response.is_ok_and(|response| is_vpn_response(&response, is_tcp))
    })
}

/// Whether a server's first bytes are those of OpenVPN or of WireGuard, which follows a length of two bytes over TCP.
pub fn is_vpn_response(response: &[u8], is_tcp: bool) -> bool {
    let datagram = if is_tcp {
        response.get(2..).unwrap_or_default()
    } else {
        response
    };
    is_server_reset(response, is_tcp) || is_wireguard(datagram)
}

fn ask_tcp(server: SocketAddr, probe: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut connection = TcpStream::connect_timeout(&server, TIMEOUT)?;
    connection.set_read_timeout(Some(TIMEOUT))?;
    connection.write_all(probe)?;
    let mut response = vec![0; 1_500];
    let length = connection.read(&mut response)?;
    response.truncate(length);
    Ok(response)
}

fn ask_udp(server: SocketAddr, probe: &[u8]) -> std::io::Result<Vec<u8>> {
    let any = if server.is_ipv4() { "0.0.0.0:0" } else { "[::]:0" };
    let socket = UdpSocket::bind(any)?;
    socket.connect(server)?;
    socket.set_read_timeout(Some(TIMEOUT))?;
    socket.send(probe)?;
    let mut response = vec![0; 1_500];
    let length = socket.recv(&mut response)?;
    response.truncate(length);
    Ok(response)
}
