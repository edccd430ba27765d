//! The update: the daemon has fetched and verified it, and the system installs it once an administrator agrees.

use std::process::Command;

use tauri::{AppHandle, Runtime, async_runtime};

/// What pkexec ends with where nobody agreed; see pkexec(1).
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

/// Starts the program anew, as it is installed now.
#[tauri::command]
pub fn restart<R: Runtime>(app: AppHandle<R>) {
    app.request_restart();
}
