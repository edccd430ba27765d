//! `comet-resolver fetch`: downloads a list. It has the user of the resolver, whose packets leave through the tunnel only.

use std::error::Error;
use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use comet_dns_filter::block_list::BlockList;
use http::header::{ACCEPT_ENCODING, ETAG, HOST, IF_NONE_MATCH, LOCATION, USER_AGENT};
use http::{Request, Response, StatusCode};
use http_body_util::{BodyExt, Empty};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use rustls::ClientConfig;
use rustls::pki_types::ServerName;
use serde::{Deserialize, Serialize};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use url::{Host, Url};

use crate::lookup::Lookup;
use crate::servers::client_config;

const MAX_BYTES: usize = 16 << 20;
const MAX_LINES: usize = 1_000_000;
const MAX_REDIRECTS: usize = 3;
/// Timeout of the whole download, and of a connection to one address with its handshake.
const TIMEOUT: Duration = Duration::from_secs(60);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum length of an entity tag that is kept, in bytes.
const MAX_ETAG: usize = 256;

/// One line of JSON on standard input.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FetchConfig {
    pub url: String,
    /// The entity tag of the text that the caller has.
    pub etag: Option<String>,
    /// Plain resolvers in the tunnel.
    pub resolvers: Vec<IpAddr>,
    pub certificate_authorities: Vec<String>,
}

#[derive(Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FetchFailure {
    NotHttps,
    Unreachable,
    /// Any status except 200 and 304.
    Status,
    TooManyRedirects,
    TooLarge,
    TooManyLines,
    /// A page, or an empty file.
    NoNames,
    Timeout,
}

/// Standard output: this as one line of JSON, and for `New` the text.
#[derive(Serialize)]
#[serde(tag = "result", rename_all = "snake_case")]
enum Outcome {
    New { etag: Option<String>, names: usize },
    Unchanged,
    Failed { failure: FetchFailure },
}

/// Prints the outcome. An error is an invalid configuration.
pub async fn run(config: &FetchConfig) -> Result<(), Box<dyn Error>> {
    let tls = client_config(&config.certificate_authorities)?;
    let fetched = timeout(TIMEOUT, fetch(config, tls))
        .await
        .unwrap_or(Err(FetchFailure::Timeout));
    let (outcome, text) = match fetched {
        Ok(Some((etag, text))) => match checked(&text) {
            Ok(names) => (Outcome::New { etag, names }, text),
            Err(failure) => (Outcome::Failed { failure }, Vec::new()),
        },
        Ok(None) => (Outcome::Unchanged, Vec::new()),
        Err(failure) => (Outcome::Failed { failure }, Vec::new()),
    };
    let mut output = std::io::stdout().lock();
    writeln!(output, "{}", serde_json::to_string(&outcome)?)?;
    output.write_all(&text)?;
    Ok(output.flush()?)
}

/// The number of names in a text that can be used as a list.
fn checked(text: &[u8]) -> Result<usize, FetchFailure> {
    if text.iter().filter(|&&byte| byte == b'\n').count() > MAX_LINES {
        return Err(FetchFailure::TooManyLines);
    }
    match BlockList::parse(&String::from_utf8_lossy(text)).len() {
        0 => Err(FetchFailure::NoNames),
        names => Ok(names),
    }
}

type Fetched = Option<(Option<String>, Vec<u8>)>;

/// Returns the text with its entity tag; none if it has not changed.
async fn fetch(config: &FetchConfig, tls: ClientConfig) -> Result<Fetched, FetchFailure> {
    let tls = TlsConnector::from(Arc::new(tls));
    let lookup = Lookup::new(&config.resolvers);
    let mut url = Url::parse(&config.url).map_err(|_| FetchFailure::NotHttps)?;
    for _ in 0..=MAX_REDIRECTS {
        let response = request(&url, config.etag.as_deref(), &lookup, &tls).await?;
        let header = |name| response.headers().get(name).and_then(|value| value.to_str().ok());
        match response.status() {
            StatusCode::NOT_MODIFIED if config.etag.is_some() => return Ok(None),
            StatusCode::OK => {
                let etag = header(ETAG)
                    .filter(|etag| etag.len() <= MAX_ETAG)
                    .map(str::to_owned);
                return Ok(Some((etag, read(response).await?)));
            }
            status if status.is_redirection() => {
                let target = header(LOCATION).ok_or(FetchFailure::Status)?;
                url = url.join(target).map_err(|_| FetchFailure::Status)?;
            }
            _ => return Err(FetchFailure::Status),
        }
    }
    Err(FetchFailure::TooManyRedirects)
}

async fn request(
    url: &Url,
    etag: Option<&str>,
    lookup: &Lookup,
    tls: &TlsConnector,
) -> Result<Response<Incoming>, FetchFailure> {
    let (Some(host), "https") = (url.host(), url.scheme()) else {
        return Err(FetchFailure::NotHttps);
    };
    let port = url.port().unwrap_or(443);
    let (addresses, name) = match host {
        Host::Domain(name) => (lookup.addresses(name).await, name.to_owned()),
        Host::Ipv4(address) => (vec![address.into()], address.to_string()),
        Host::Ipv6(address) => (vec![address.into()], address.to_string()),
    };
    let server = ServerName::try_from(name).map_err(|_| FetchFailure::Unreachable)?;
    let mut builder = Request::get(&url[url::Position::BeforePath..url::Position::AfterQuery])
        .header(HOST, &url[url::Position::BeforeHost..url::Position::AfterPort])
        .header(USER_AGENT, "cometd (Linux)")
        .header(ACCEPT_ENCODING, "identity");
    if let Some(etag) = etag {
        builder = builder.header(IF_NONE_MATCH, etag);
    }
    let request = builder
        .body(Empty::<Bytes>::new())
        .map_err(|_| FetchFailure::Unreachable)?;
    for address in addresses {
        let connection = async {
            let stream = TcpStream::connect(SocketAddr::new(address, port)).await?;
            tls.connect(server.clone(), stream).await
        };
        let Ok(Ok(stream)) = timeout(CONNECT_TIMEOUT, connection).await else {
            continue;
        };
        let (mut sender, driver) = http1::handshake(TokioIo::new(stream))
            .await
            .map_err(|_| FetchFailure::Unreachable)?;
        tokio::spawn(driver);
        let response = sender.send_request(request).await;
        return response.map_err(|_| FetchFailure::Unreachable);
    }
    Err(FetchFailure::Unreachable)
}

async fn read(mut response: Response<Incoming>) -> Result<Vec<u8>, FetchFailure> {
    let mut text = Vec::new();
    while let Some(frame) = response.frame().await {
        // An incomplete text is none.
        let frame = frame.map_err(|_| FetchFailure::Unreachable)?;
        let Some(bytes) = frame.data_ref() else { continue };
        if text.len() + bytes.len() > MAX_BYTES {
            return Err(FetchFailure::TooLarge);
        }
        text.extend_from_slice(bytes);
    }
    Ok(text)
}
