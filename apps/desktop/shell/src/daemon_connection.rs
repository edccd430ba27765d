//! Relays lines between the daemon's socket and the window, without parsing them.

use std::{ffi::OsString, io};

use serde::Serialize;
use tauri::{State, async_runtime, ipc::Channel};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{
        UnixStream,
        unix::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::Mutex,
};

/// Maximum line length in bytes, in both directions; see the tunnel protocol.
const MAX_LINE_BYTES: u64 = 4 * 1024 * 1024;

/// The sender for messages of the window; none while there is no daemon.
#[derive(Default)]
pub struct DaemonConnection(Mutex<Option<OwnedWriteHalf>>);

/// Events of the connection for the window.
#[derive(Clone, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ConnectionEvent {
    Line(String),
    Closed,
}

/// Opens the connection and replaces the previous sender.
#[tauri::command]
pub async fn open_line(
    line: State<'_, DaemonConnection>,
    events: Channel<ConnectionEvent>,
) -> Result<(), String> {
    let stream = UnixStream::connect(socket()).await.map_err(to_message)?;
    // Only the system's service or the user's own process is accepted at the socket.
    let peer = stream.peer_cred().map_err(to_message)?.uid();
    if peer != 0 && peer != own_user() {
        return Err("another user listens at the daemon's socket".into());
    }
    let (from, to) = stream.into_split();
    *line.0.lock().await = Some(to);
    async_runtime::spawn(async move {
        let _ended = relay(from, &events).await;
        // The window may be closed already.
        let _gone = events.send(ConnectionEvent::Closed);
    });
    Ok(())
}

/// Sends one line including its line break.
#[tauri::command]
pub async fn send_line(line: State<'_, DaemonConnection>, text: String) -> Result<(), String> {
    if text.find('\n') != Some(text.len() - 1) {
        return Err("not one line".into());
    }
    let mut sender = line.0.lock().await;
    let to = sender.as_mut().ok_or("the line is closed")?;
    let sent = to.write_all(text.as_bytes()).await.map_err(to_message);
    if sent.is_err() {
        *sender = None;
    }
    sent
}

async fn relay(from: OwnedReadHalf, events: &Channel<ConnectionEvent>) -> io::Result<()> {
    let mut from = BufReader::new(from);
    loop {
        let mut line = Vec::new();
        let length = (&mut from)
            .take(MAX_LINE_BYTES)
            .read_until(b'\n', &mut line)
            .await?;
        if length == 0 || line.pop() != Some(b'\n') {
            return Ok(());
        }
        let text = String::from_utf8(line).map_err(io::Error::other)?;
        events
            .send(ConnectionEvent::Line(text))
            .map_err(io::Error::other)?;
    }
}

fn socket() -> OsString {
    match std::env::var_os("COMET_SOCKET") {
        Some(path) if !path.is_empty() => path,
        _ => "/run/comet/cometd.sock".into(),
    }
}

fn own_user() -> u32 {
    std::fs::metadata("/proc/self").map_or(u32::MAX, |own| std::os::unix::fs::MetadataExt::uid(&own))
}

fn to_message(error: impl std::fmt::Display) -> String {
    error.to_string()
}
