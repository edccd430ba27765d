use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;

use rustix::fs::OFlags;
use rustix::ioctl::{Setter, ioctl};

/// `TUNSETIFF` and its flags: linux/if_tun.h.
const TUNSETIFF: rustix::ioctl::Opcode = 0x4004_54ca;
const IFF_TUN: u16 = 0x0001;
const IFF_NO_PI: u16 = 0x1000;

/// `struct ifreq` with `ifr_flags`.
#[repr(C)]
struct InterfaceRequest {
    name: [u8; 16],
    flags: u16,
    unused: [u8; 22],
}

/// Creates a TUN device that carries IP packets without a header, in this network namespace. Reads do not block.
pub fn create(name: &str) -> io::Result<File> {
    let mut request = InterfaceRequest {
        name: [0; 16],
        flags: IFF_TUN | IFF_NO_PI,
        unused: [0; 22],
    };
    if name.is_empty() || name.len() >= request.name.len() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "a link has a name of 1 to 15 bytes",
        ));
    }
    request.name[..name.len()].copy_from_slice(name.as_bytes());
    let device = OpenOptions::new()
        .read(true)
        .write(true)
        .custom_flags(OFlags::NONBLOCK.bits().cast_signed())
        .open("/dev/net/tun")?;
    // SAFETY: TUNSETIFF reads a `struct ifreq`, which the request has the layout of.
    unsafe { ioctl(&device, Setter::<TUNSETIFF, InterfaceRequest>::new(request)) }?;
    Ok(device)
}
