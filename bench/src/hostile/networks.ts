import type { Probe } from './run-probe.ts';

/** What a client of a hostile network meets, and how the censor is shown to work. */
export interface HostileNetwork {
  readonly name: string;
  readonly title: string;
  /** In the format of `bench/censor/src/config.rs`. */
  readonly rules: readonly Readonly<Record<string, unknown>>[];
  /** MTU of the path; 1500 if omitted. */
  readonly mtu?: number;
  /** Whether the client has no IPv4 address. */
  readonly isIpv6Only?: boolean;
  /** Whether the censor needs an earlier connection to recognise a server. */
  readonly blocksLater?: boolean;
  /** A path requested once, before the tunnel, to leave a captive portal. */
  readonly accept?: string;
  /** A probe that passes in an open network and is blocked here. */
  readonly control: { readonly title: string; readonly probe: Probe };
  /** Whether a smoke run includes it. */
  readonly inSmoke?: boolean;
}

/** Of Debian's Chromium 156; see `bench/censor/captures`. */
const chromiumJa4 = 't13d1517h2_8daaf6152771_cb7bf5808d99';

const poisoned = { ipv4: '203.0.113.66', ipv6: '2001:db8:0:1::66' };
/** The domain of the API in the lab, and that in the certificates of gateways. */
const domains = ['comet.test', 'gateway.comet'];

export const hostileNetworks: readonly HostileNetwork[] = [
  {
    name: 'ports',
    title: 'only TCP 80 and 443, and UDP 53',
    rules: [{ kind: 'port_allow_list', tcp: [80, 443], udp: [53] }],
    control: { title: 'TCP to port 8443', probe: ['tcp', '8443'] },
  },
  {
    name: 'udp',
    title: 'UDP dropped',
    rules: [{ kind: 'udp_block' }],
    control: { title: 'UDP to port 4500', probe: ['udp', '4500'] },
    inSmoke: true,
  },
  {
    name: 'fingerprints',
    title: 'WireGuard and OpenVPN recognised',
    rules: [{ kind: 'wireguard_fingerprint' }, { kind: 'openvpn_fingerprint' }],
    control: { title: 'handshakes of WireGuard and OpenVPN', probe: ['handshakes'] },
  },
  {
    name: 'entropy',
    title: 'fully encrypted TCP recognised',
    rules: [{ kind: 'entropy_test' }],
    control: { title: 'random bytes over TCP', probe: ['random'] },
  },
  {
    name: 'tls',
    title: "only Chromium's TLS",
    rules: [{ kind: 'tls_allow_list', ja4: [chromiumJa4] }],
    control: { title: "OpenSSL's ClientHello", probe: ['hello', 'www.example.com'] },
  },
  {
    name: 'probing',
    title: 'active probing by replay and garbage',
    rules: [{ kind: 'active_probing' }],
    blocksLater: true,
    control: { title: 'a second connection to OpenVPN', probe: ['probed'] },
  },
  {
    name: 'throttling',
    title: 'throttled to 1 Mbit/s',
    rules: [{ kind: 'throttle', bytes_per_second: 125_000, burst: 64_000 }],
    control: { title: '1 MB in 2 s', probe: ['download'] },
  },
  {
    name: 'dns',
    title: 'DNS poisoned',
    rules: [{ kind: 'dns_poisoning', names: domains, ...poisoned }],
    control: { title: "the API's address from DNS", probe: ['dns', 'api.comet.test', '203.0.113.10'] },
  },
  {
    name: 'sni',
    title: 'server names filtered',
    rules: [{ kind: 'sni_filter', names: domains }],
    control: { title: 'a ClientHello for www.comet.test', probe: ['hello', 'www.comet.test'] },
  },
  {
    name: 'ipv6',
    title: 'IPv6 only',
    rules: [{ kind: 'ipv4_block' }],
    isIpv6Only: true,
    control: { title: 'TCP over IPv4', probe: ['tcp', '80'] },
  },
  {
    name: 'portal',
    title: 'captive portal, accepted before the tunnel',
    rules: [{ kind: 'captive_portal' }],
    accept: '/accept',
    control: { title: 'a website before the acceptance', probe: ['website'] },
  },
  {
    name: 'mtu',
    title: 'MTU 1280',
    rules: [],
    mtu: 1280,
    control: { title: 'an unfragmented packet of 1,400 bytes', probe: ['large', '1400'] },
  },
  {
    name: 'nat',
    title: 'carrier-grade NAT with a UDP timeout of 30 s',
    rules: [{ kind: 'cgn', udp_timeout_ms: 30_000 }],
    control: { title: 'a UDP response after 31 s', probe: ['late', '31'] },
  },
  {
    name: 'loss',
    title: '5 % loss',
    rules: [{ kind: 'loss', percent: 5, seed: 28 }],
    control: { title: '200 datagrams without loss', probe: ['burst', '200'] },
  },
];
