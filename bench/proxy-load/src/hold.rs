//! Idle tunnels.

use std::io::{Read, Result, stdin};

use crate::Proxy;
use crate::sockets::tunnels;

const AT_A_TIME: usize = 50;

pub fn hold(proxy: &Proxy, count: usize) -> Result<()> {
    let tunnels = tunnels(proxy, count, AT_A_TIME)?;
    println!("{}", tunnels.len());
    stdin().read_to_end(&mut Vec::new())?;
    Ok(())
}
