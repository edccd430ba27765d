//! Runs the relay and reads its notifications as its parent process does.

use std::io::Read;
use std::net::{Ipv4Addr, TcpStream};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

const TIMEOUT: Duration = Duration::from_secs(5);

/// A frame: kind and body.
pub type Frame = (u8, Vec<u8>);

pub struct Relay {
    child: Child,
    /// The relay exits when this closes.
    _input: ChildStdin,
    output: Option<ChildStdout>,
    sender: Sender<Frame>,
    notifications: Receiver<Frame>,
    port: u16,
}

impl Drop for Relay {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_frame(output: &mut ChildStdout) -> Option<Frame> {
    let mut head = [0; 5];
    output.read_exact(&mut head).ok()?;
    let length = u32::from_le_bytes([head[1], head[2], head[3], head[4]]);
    let mut body = vec![0; length as usize];
    output.read_exact(&mut body).ok()?;
    Some((head[0], body))
}

impl Relay {
    /// Starts a relay whose notifications are not read before `read_notifications`.
    pub fn start() -> Relay {
        let mut child = Command::new(env!("CARGO_BIN_EXE_comet-relay"))
            .args(["127.0.0.1", "0", "0", "-", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let mut output = child.stdout.take().unwrap();
        let (10, listening) = read_frame(&mut output).unwrap() else {
            panic!("the first notification is not `listening`");
        };
        let (sender, notifications) = channel();
        Relay {
            child,
            _input: input,
            output: Some(output),
            sender,
            notifications,
            port: u16::from_le_bytes([listening[0], listening[1]]),
        }
    }

    pub fn read_notifications(&mut self) {
        let (mut output, sender) = (self.output.take().unwrap(), self.sender.clone());
        thread::spawn(move || {
            while let Some(frame) = read_frame(&mut output) {
                if sender.send(frame).is_err() {
                    return;
                }
            }
        });
    }

    pub fn connect(&self) -> TcpStream {
        let client = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).unwrap();
        client.set_read_timeout(Some(TIMEOUT)).unwrap();
        client
    }

    /// Returns the body of the next notification of a kind, `None` if none comes in time.
    pub fn notification(&self, kind: u8) -> Option<Vec<u8>> {
        loop {
            let (received, body) = self.notifications.recv_timeout(TIMEOUT).ok()?;
            if received == kind {
                return Some(body);
            }
        }
    }

    /// Number of open descriptors.
    pub fn descriptors(&self) -> usize {
        std::fs::read_dir(format!("/proc/{}/fd", self.child.id()))
            .unwrap()
            .count()
    }
}
