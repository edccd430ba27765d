import { isIpv4, isPort } from '@comet/foundation';
import { certificatesOf, type OpenvpnClientConfig } from '@comet/tunnel-config';
import type { OpenvpnProfile } from '../downloads.ts';
import type { TextFile } from '../wireguard/wireguard-file.ts';

type Offer = OpenvpnProfile['offers'][number];
type OfferOf<V extends Offer['variant']> = Extract<Offer, { readonly variant: V }>;

/**
 * The additions of an obfuscated variant: files for the obfuscation program, and how OpenVPN connects to that
 * program.
 */
export interface Helper {
  readonly connection: Partial<Pick<OpenvpnClientConfig, 'remote' | 'bypass'>>;
  readonly files: readonly TextFile[];
}

/** Local ports on which the obfuscation programs listen. */
const localPort = 11_940;
const loopback = '127.0.0.1';

/**
 * Null for a variant without obfuscation. `name` is the base name of the files. Throws on any value with an invalid format: these files
 * configure programs, and one of them is a script.
 */
export function helperOf(profile: OpenvpnProfile, offer: Offer, name: string): Helper | null {
  if (offer.variant === 'udp' || offer.variant === 'tcp') return null;
  must(isIpv4(profile.ipv4), 'address');
  must(isPort(offer.port), 'port');
  must(/^comet-[a-z]{2}-[a-z]{3}-[a-z0-9]+$/.test(name), 'location');
  switch (offer.variant) {
    case 'tls':
      return byStunnel(profile, offer, name);
    case 'shadowsocks':
      return byShadowsocks(profile, offer, name);
    case 'obfs4':
      return byObfs4(profile, offer, name);
  }
}

/** stunnel(8) accepts OpenVPN's connection on this machine and sends it through TLS, verifying the server's certificate. */
function byStunnel({ ipv4, ca, serverName }: OpenvpnProfile, { port }: OfferOf<'tls'>, name: string): Helper {
  must(/^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/.test(serverName), 'name');
  const authorities = certificatesOf(ca);
  must(authorities !== null, 'authority');
  const lines = [
    'foreground = yes',
    'pid =',
    '[comet]',
    'client = yes',
    `accept = ${loopback}:${localPort}`,
    `connect = ${ipv4}:${port}`,
    // Empty, so that no SNI is sent: the gateway's name in a ClientHello would reveal VPN and gateway to
    // observers.
    'sni =',
    `checkHost = ${serverName}`,
    `CAfile = ${name}.ca.pem`,
    'verifyChain = yes',
    'sslVersionMin = TLSv1.3',
    'TIMEOUTclose = 0',
  ];
  return {
    connection: atLocalPort(ipv4),
    files: [
      { name: `${name}.stunnel.conf`, text: `${lines.join('\n')}\n` },
      { name: `${name}.ca.pem`, text: (authorities ?? []).join('') },
    ],
  };
}

/** ss-tunnel(1): forwards a local port to the gateway's own OpenVPN server for TCP. */
function byShadowsocks(
  { ipv4, offers }: OpenvpnProfile,
  { port, method, password }: OfferOf<'shadowsocks'>,
  name: string,
): Helper {
  const behind = offers.find(({ variant }) => variant === 'tcp')?.port ?? 0;
  must(isPort(behind), 'port');
  const settings = {
    server: ipv4,
    server_port: port,
    local_address: loopback,
    local_port: localPort,
    tunnel_address: `${loopback}:${behind}`,
    method,
    password,
    mode: 'tcp_only',
  };
  return {
    connection: atLocalPort(ipv4),
    files: [{ name: `${name}.shadowsocks.json`, text: `${JSON.stringify(settings, null, 2)}\n` }],
  };
}

/** obfs4proxy chooses a port at each start and prints it on its output (pt-spec, 3.3): the script parses it. */
function byObfs4({ ipv4 }: OpenvpnProfile, { cert }: OfferOf<'obfs4'>, name: string): Helper {
  must(/^[A-Za-z0-9+/]{70}$/.test(cert), 'certificate');
  const script = [
    '#!/bin/sh',
    '# Starts obfs4proxy, and OpenVPN through it. Run it as root; it ends when OpenVPN does.',
    'set -eu',
    'cd "$(dirname "$0")"',
    'state=$(mktemp -d)',
    'mkfifo "$state/says"',
    'TOR_PT_MANAGED_TRANSPORT_VER=1 TOR_PT_CLIENT_TRANSPORTS=obfs4 TOR_PT_STATE_LOCATION="$state" \\',
    '  obfs4proxy > "$state/says" &',
    'started=$!',
    `trap 'kill $started 2>/dev/null || :; rm -rf "$state"' EXIT`,
    "trap 'exit 1' INT TERM HUP",
    'port=$(sed -n "s/^CMETHOD obfs4 socks5 127\\.0\\.0\\.1:\\([0-9]*\\)$/\\1/p;/^CMETHODS DONE/q" "$state/says")',
    `openvpn --config ${name}.ovpn --socks-proxy ${loopback} "$port" ${name}.obfs4.txt "$@" &`,
    'started="$started $!"',
    'wait $!',
  ];
  return {
    connection: { bypass: [ipv4] },
    files: [
      { name: `${name}.sh`, text: `${script.join('\n')}\n` },
      // User name and password of SOCKS5; obfs4proxy reads them as one.
      { name: `${name}.obfs4.txt`, text: `cert=${cert}\n;iat-mode=0\n` },
    ],
  };
}

/** A route for the gateway's address outside of the tunnel, or the obfuscation program's packets would enter it. */
function atLocalPort(ipv4: string): Helper['connection'] {
  return { remote: { address: loopback, port: localPort, transport: 'tcp' }, bypass: [ipv4] };
}

function must(fits: boolean, what: string): void {
  if (!fits) throw new Error(`The API gave a wrong ${what}`);
}
