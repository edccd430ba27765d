//! The end of the parent process.

use tokio::io::AsyncReadExt;

/// Returns when standard input ends: the parent process has exited.
pub async fn parent_end() {
    let mut input = tokio::io::stdin();
    while matches!(input.read(&mut [0; 64]).await, Ok(1..)) {}
}
