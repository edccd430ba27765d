//! `comet report`: this process writes the report with the rights of its user, never over an existing file. The daemon, which runs as root,
//! writes nothing to a path that a user chooses.

use std::fs::OpenOptions;
use std::io;
use std::os::unix::fs::OpenOptionsExt;

use chrono::{DateTime, Utc};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;

use super::prompts::Prompts;
use super::{Done, End};
use crate::daemon::{Daemon, read, read_verbatim};
use crate::grammar::Report;
use crate::protocol::{CommandName, ReportResult, ReportResultFilesItem, ReportSendResult};
use crate::screen::Screen;
use crate::texts::diagnosis;

/// Writes the file first: a report that cannot be sent is not lost, and its user can read it before the confirmation.
pub(super) fn report(wanted: &Report, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let report: ReportResult = read_verbatim(daemon.request(CommandName::Report, &json!({}))?)?;
    let now = Utc::now();
    let default = now.format("comet-report-%Y%m%d-%H%M%S.tar.gz").to_string();
    let path = wanted.file.as_deref().unwrap_or(&default);
    if let Err(error) = write(path, &report.files, now) {
        screen.print_error(&diagnosis::report_unwritable(error));
        return Err(End::Failed);
    }
    screen.print(&diagnosis::reported(path))?;
    if wanted.send {
        return send(&report, wanted.yes, daemon, screen);
    }
    Ok(())
}

fn send(report: &ReportResult, confirmed: bool, daemon: &mut Daemon, screen: &mut Screen) -> Done {
    let Some(id) = &report.id else {
        screen.print_error(diagnosis::REPORT_OLD_DAEMON);
        return Err(End::Failed);
    };
    let bytes: usize = report.files.iter().map(|file| file.text.len()).sum();
    let size = bytes.div_ceil(1000);
    screen.print(&diagnosis::report_parts(report.files.len(), size))?;
    for file in &report.files {
        screen.print(&diagnosis::report_part(&file.name, file.text.len()))?;
    }
    if !confirmed && !Prompts::default().confirms(diagnosis::REPORT_QUESTION) {
        screen.print_error(diagnosis::REPORT_NOT_SENT);
        return Err(End::Failed);
    }
    let sent: ReportSendResult = read(daemon.request(CommandName::ReportSend, &json!({ "id": id }))?)?;
    Ok(screen.print(&diagnosis::report_sent(&sent.ticket))?)
}

fn write(path: &str, files: &[ReportResultFilesItem], now: DateTime<Utc>) -> io::Result<()> {
    let archive = packed(files, now)?;
    let mut options = OpenOptions::new();
    let mut file = options.write(true).create_new(true).mode(0o600).open(path)?;
    io::Write::write_all(&mut file, &archive)
}

/// Returns a gzipped tar archive of the files, readable by their owner only.
fn packed(files: &[ReportResultFilesItem], now: DateTime<Utc>) -> io::Result<Vec<u8>> {
    let mut archive = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::default()));
    for file in files {
        let mut header = tar::Header::new_ustar();
        header.set_mode(0o600);
        header.set_mtime(now.timestamp().try_into().unwrap_or_default());
        header.set_size(file.text.len() as u64);
        header.set_entry_type(tar::EntryType::Regular);
        archive.append_data(
            &mut header,
            format!("comet-report/{}", file.name),
            file.text.as_bytes(),
        )?;
    }
    archive.into_inner()?.finish()
}

#[cfg(test)]
#[path = "tests/report.rs"]
mod tests;
