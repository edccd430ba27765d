//! `comet-dns-filter USER RESOLVER FOLDER FILTER...`: see the README.
#![forbid(unsafe_code)]

use std::collections::HashMap;
use std::error::Error;
use std::net::{SocketAddr, TcpListener, UdpSocket};
use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;

use rustix::process::{Gid, Uid};
use rustix::thread::{set_thread_groups, set_thread_res_gid, set_thread_res_uid};
use tokio::runtime::Builder;
use tokio::task::LocalSet;

use comet_dns_filter::block_list::BlockList;
use comet_dns_filter::cache::Cache;
use comet_dns_filter::filter::Filter;
use comet_dns_filter::{Upstream, parent_end, serve};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [user, resolver, folder, filters @ ..] = arguments.as_slice() else {
        eprintln!("comet-dns-filter USER RESOLVER FOLDER ADDRESS=LIST,LIST...");
        return ExitCode::from(2);
    };
    match run(user, resolver, Path::new(folder), filters) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("comet-dns-filter: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(user: &str, resolver: &str, folder: &Path, filters: &[String]) -> Result<(), Box<dyn Error>> {
    let upstream = Rc::new(Upstream::new(resolver.parse()?));
    let mut lists: HashMap<&str, Rc<BlockList>> = HashMap::new();
    // One for all sets of lists: it has the answers for names that no list blocks.
    let cache = Rc::new(Cache::default());
    let mut sockets = Vec::new();
    for filter in filters {
        let (address, names) = filter.split_once('=').ok_or("A filter is ADDRESS=LIST,LIST.")?;
        let address: SocketAddr = address.parse()?;
        let listed = names.split(',').filter(|name| !name.is_empty()).map(|name| {
            let list = || Rc::new(BlockList::read(&folder.join(format!("{name}.txt"))));
            (name.to_owned(), lists.entry(name).or_insert_with(list).clone())
        });
        let filter = Rc::new(Filter::new(listed.collect(), upstream.clone(), cache.clone()));
        sockets.push((filter, UdpSocket::bind(address)?, TcpListener::bind(address)?));
    }
    if user != "-" {
        become_user(user.parse()?)?;
    }
    let runtime = Builder::new_current_thread().enable_all().build()?;
    LocalSet::new().block_on(&runtime, async {
        for (filter, udp, tcp) in sockets {
            serve(filter, udp, tcp)?;
        }
        parent_end().await;
        Ok(())
    })
}

/// Drops all privileges. The process has no other thread yet.
fn become_user(id: u32) -> rustix::io::Result<()> {
    let (uid, gid) = (Uid::from_raw(id), Gid::from_raw(id));
    set_thread_groups(&[])?;
    set_thread_res_gid(gid, gid, gid)?;
    set_thread_res_uid(uid, uid, uid)
}
