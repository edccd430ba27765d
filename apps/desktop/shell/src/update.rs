//! Installs an update that the daemon has downloaded and verified, after authorisation by an administrator.

use std::{
    process::Command,
    sync::atomic::{AtomicBool, Ordering},
};

use tauri::{AppHandle, Manager, RunEvent, Runtime, async_runtime, process::current_binary};

/// Exit statuses of pkexec without an authorisation; see pkexec(1).
const NOT_ALLOWED: [i32; 2] = [126, 127];

/// Installs the downloaded package. The window has no influence on the executed command.
#[tauri::command]
pub async fn install_update() -> Result<(), &'static str> {
    let install = || {
        Command::new("/usr/bin/pkexec")
            .arg("/usr/lib/comet/install-update")
            .status()
    };
    match async_runtime::spawn_blocking(install).await {
        Ok(Ok(status)) if status.success() => Ok(()),
        Ok(Ok(status)) if status.code().is_some_and(|code| NOT_ALLOWED.contains(&code)) => Err("not-allowed"),
        _ => Err("failed"),
    }
}

/// Whether to start the app again after the exit.
static AGAIN: AtomicBool = AtomicBool::new(false);

/// Restarts the installed program with its window: not hidden as at the machine's start, and without the link that
/// opened this one. Tauri's own restart would repeat both arguments.
#[tauri::command]
pub fn restart<R: Runtime>(app: AppHandle<R>) {
    AGAIN.store(true, Ordering::Relaxed);
    app.exit(0);
}

/// Starts the app again at the exit, if requested.
pub fn on_event<R: Runtime>(app: &AppHandle<R>, event: RunEvent) {
    if matches!(event, RunEvent::Exit) && AGAIN.load(Ordering::Relaxed) {
        // Otherwise the new instance would detect this one and exit.
        app.cleanup_before_exit();
        if let Err(error) = current_binary(&app.env()).and_then(|program| Command::new(program).spawn()) {
            eprintln!("cannot restart: {error}");
        }
    }
}
