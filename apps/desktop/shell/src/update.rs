//! The update: the daemon has fetched and verified it, and the system installs it once an administrator agrees.

use std::{
    process::Command,
    sync::atomic::{AtomicBool, Ordering},
};

use tauri::{AppHandle, Manager, RunEvent, Runtime, async_runtime, process::current_binary};

/// Exit statuses of pkexec without an authorisation; see pkexec(1).
const NOT_ALLOWED: [i32; 2] = [126, 127];

/// Installs the one package that lies ready. Nothing of what is run comes from the window.
#[tauri::command]
pub async fn install_update() -> Result<(), &'static str> {
    let asked = || {
        Command::new("/usr/bin/pkexec")
            .arg("/usr/lib/comet/install-update")
            .status()
    };
    match async_runtime::spawn_blocking(asked).await {
        Ok(Ok(status)) if status.success() => Ok(()),
        Ok(Ok(status)) if status.code().is_some_and(|code| NOT_ALLOWED.contains(&code)) => Err("not-allowed"),
        _ => Err("failed"),
    }
}

/// Whether another start follows this one's end.
static AGAIN: AtomicBool = AtomicBool::new(false);

/// Restarts the installed program with its window: not hidden as at the machine's start, and without the link that
/// opened this one. Tauri's own restart would repeat both arguments.
#[tauri::command]
pub fn restart<R: Runtime>(app: AppHandle<R>) {
    AGAIN.store(true, Ordering::Relaxed);
    app.exit(0);
}

/// At the end, the next start.
pub fn on_event<R: Runtime>(app: &AppHandle<R>, event: RunEvent) {
    if matches!(event, RunEvent::Exit) && AGAIN.load(Ordering::Relaxed) {
        // Otherwise the next one would find this one, and leave it to it.
        app.cleanup_before_exit();
        if let Err(error) = current_binary(&app.env()).and_then(|program| Command::new(program).spawn()) {
            eprintln!("not started anew: {error}");
        }
    }
}
