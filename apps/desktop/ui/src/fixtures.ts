import {
  type ConnectionDetails,
  freshSettings,
  type GatewayLocation,
  type Profile,
  type ResultOf,
  type Snapshot,
} from '@comet/tunnel-protocol';

const tokyo: GatewayLocation = {
  gateway: 'gw-jp',
  location: 'jp-tyo',
  country: 'JP',
  countryName: 'Japan',
  city: 'Tokyo',
};
const amsterdam: GatewayLocation = {
  gateway: 'gw-nl',
  location: 'nl-ams',
  country: 'NL',
  countryName: 'Netherlands',
  city: 'Amsterdam',
};

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

/** A list with a location that is offline, and one with a former location. */
const locationLists = [
  { name: 'Work', locations: ['nl-ams', 'de-fra', 'br-sao'] },
  { name: 'Film nights', locations: ['us-nyc', 'xx-old'] },
];

const workProfile: Profile = {
  ...{ name: 'Work', server: 'nl-ams', protocol: 'openvpn', variant: 'obfs4' },
  ...{ wireguardPort: 'automatic', wireguardOver: 'automatic', dns: null },
  blockLists: { ...freshSettings.blockLists, ads: true, trackers: true },
  splitTunnel: { mode: 'exclude', apps: ['/usr/bin/steam'], networks: ['203.0.113.0/24'] },
};

const signedIn: Snapshot = {
  tunnel: { state: 'disconnected', since: ago(60) },
  account: { email: 'ada@example.com', device: 'ThinkPad' },
  settings: { ...freshSettings, locationLists },
  traffic: null,
  seen: { ipv4: '198.51.100.23', ipv6: null },
  next: { place: amsterdam, type: 'standard', milliseconds: 14 },
  favourites: ['jp-tyo'],
  recents: ['nl-ams'],
};

const lockedDown: Snapshot = {
  ...signedIn,
  seen: null,
  settings: { ...freshSettings, lockdown: true },
  tunnel: { state: 'error', since: ago(3), reason: 'locked_down', blocking: true, retryAt: null },
};

/** Snapshots of the daemon in every state that the app shows, by name; null without a daemon. */
export const fixtures: Readonly<Record<string, Snapshot | null>> = {
  away: null,
  disconnected: signedIn,
  'signed-out': { ...signedIn, account: null },
  'signed-out-held': { ...lockedDown, account: null },
  connecting: {
    ...signedIn,
    seen: null,
    tunnel: {
      state: 'connecting',
      since: ago(1),
      place: tokyo,
      way: { protocol: 'wireguard' },
      attempt: 1,
    },
  },
  connected: {
    ...signedIn,
    seen: { ipv4: '203.0.113.47', ipv6: null },
    tunnel: {
      state: 'connected',
      since: ago(2527),
      place: tokyo,
      link: {
        protocol: 'wireguard',
        endpoint: '203.0.113.102:51820',
        ipv4: '100.64.3.7',
        ipv6: 'fd00::7',
      },
      standsInFor: null,
    },
    exit: { type: 'native_residential', address: null, dataLeftBytes: 7_400_000_000 },
    traffic: { received: 48_200_000, sent: 6_100_000, lastHandshake: ago(20) },
  },
  /** Connected by OpenVPN, because WireGuard got no response. */
  fallback: {
    ...signedIn,
    seen: { ipv4: '203.0.113.47', ipv6: null },
    tunnel: {
      state: 'connected',
      since: ago(127),
      place: amsterdam,
      link: {
        ...{ protocol: 'openvpn', variant: 'udp' },
        ...{ endpoint: '203.0.113.101:1194', ipv4: '100.80.3.7', ipv6: 'fd00::7' },
      },
      standsInFor: null,
      fallbackFrom: 'wireguard',
    },
    traffic: { received: 48_200_000, sent: 6_100_000, lastHandshake: null },
  },
  disconnecting: { ...signedIn, seen: null, tunnel: { state: 'disconnecting', since: ago(0) } },
  blocked: {
    ...signedIn,
    seen: null,
    tunnel: {
      state: 'error',
      since: ago(3),
      reason: 'gateway_unreachable',
      blocking: true,
      retryAt: ago(-4),
    },
  },
  /** Refused by the account before a tunnel was up. */
  refused: {
    ...signedIn,
    tunnel: { state: 'disconnected', since: ago(3), refusal: 'subscription_required' },
  },
  /** Ended by the account while a tunnel was up. */
  'plan-ended': {
    ...signedIn,
    seen: null,
    tunnel: { state: 'error', since: ago(3), reason: 'subscription_required', blocking: true, retryAt: null },
  },
  'locked-down': lockedDown,
  chosen: {
    ...signedIn,
    settings: {
      ...freshSettings,
      protocol: 'openvpn',
      variant: 'obfs4',
      server: 'nl-ams',
      blockLists: { ...freshSettings.blockLists, ads: true, trackers: true },
      splitDns: [{ domain: 'corp.example', server: '10.0.0.53' }],
      splitTunnel: {
        mode: 'exclude',
        apps: ['/usr/bin/steam', '/opt/a-very-long-place-for-a-program/with/several/folders/player'],
        networks: ['203.0.113.0/24'],
      },
      trustedNetworks: [{ id: '0'.repeat(32), name: 'Home' }],
      networkRules: [
        {
          ...{ id: '1'.repeat(32), name: 'Office', connect: true, server: 'nl-ams' },
          ...{ transport: 'wireguard_tcp', allowLan: true, dns: { servers: ['9.9.9.9'] } },
        },
        {
          ...{ id: '2'.repeat(32), name: 'Café', connect: null, server: null },
          ...{ transport: null, allowLan: false, dns: null },
        },
      ],
      localProxies: [
        { port: 8100, country: 'JP', mode: 'sticky', session: 'a1b2c3d4e5f6' },
        { port: 8101, country: null, mode: 'rotating', session: 'b1b2c3d4e5f6' },
      ],
      locationProxies: [
        { port: 8102, location: 'jp-tyo' },
        { port: 8103, location: 'us-nyc' },
      ],
      forwardedPorts: [
        { protocol: 'tcp', port: 8080 },
        { protocol: 'udp', port: 51_413 },
      ],
      locationLists,
      routes: [
        { kind: 'site', site: 'example.com', to: 'jp-tyo' },
        { kind: 'app', path: '/usr/bin/qbittorrent', to: 'us-nyc' },
        { kind: 'site', site: 'bank.example', to: 'direct' },
      ],
      profiles: [workProfile, { ...workProfile, name: 'Streaming', server: 'us-nyc', protocol: 'automatic' }],
    },
    routes: [
      { state: 'active', reason: null, received: 18_400_000, sent: 920_000 },
      { state: 'blocked', reason: 'gateway_unreachable', received: 0, sent: 0 },
      { state: 'active', reason: null, received: 240_000, sent: 31_000 },
    ],
    locationProxies: [
      { state: 'active', reason: null, listens: true },
      { state: 'blocked', reason: 'gateway_unreachable', listens: true },
    ],
    profile: 'Work',
    networkRule: 'Office',
    forwardedPorts: [
      { protocol: 'tcp', port: 8080, public: { address: '203.0.113.101', port: 40_123 }, refusal: null },
      { protocol: 'udp', port: 51_413, public: null, refusal: 'no_port_left' },
    ],
    missingLists: ['trackers'],
  },
  /** An operator has stopped the account's metered services. */
  stopped: {
    ...signedIn,
    settings: {
      ...freshSettings,
      localProxies: [{ port: 8100, country: 'JP', mode: 'sticky', session: 'a1b2c3d4e5f6' }],
    },
    proxyTrouble: 'spending_stopped',
  },
  /** On a system without some of the features. */
  lesser: {
    ...signedIn,
    unsupported: [
      'openvpn',
      'split_tunnel',
      'multi_hop',
      'port_forwarding',
      'encrypted_dns',
      'own_lists',
      'split_dns',
    ],
  },
  paused: { ...signedIn, settings: { ...freshSettings, pausedUntil: ago(-900) } },
};

type Row = ResultOf<'locations'>['locations'][number];

const row = (
  place: Pick<GatewayLocation, 'location' | 'country' | 'countryName' | 'city'>,
  more: Partial<Row>,
): Row => ({
  code: place.location,
  country: place.country,
  countryName: place.countryName,
  city: place.city,
  type: 'standard',
  online: true,
  kilometres: null,
  milliseconds: null,
  load: null,
  lacks: null,
  ...more,
});
const frankfurt = { location: 'de-fra', country: 'DE', countryName: 'Germany', city: 'Frankfurt' };
const newYork = { location: 'us-nyc', country: 'US', countryName: 'United States', city: 'New York' };
const sydney = { location: 'au-syd', country: 'AU', countryName: 'Australia', city: 'Sydney' };
const saoPaulo = { location: 'br-sao', country: 'BR', countryName: 'Brazil', city: 'São Paulo' };

/** A list of locations with all possible contents of a row. */
export const locations: readonly Row[] = [
  row(amsterdam, { milliseconds: 14, load: 22 }),
  row(tokyo, { milliseconds: 238, load: 61 }),
  row(frankfurt, { milliseconds: 19, load: 35 }),
  row({ ...frankfurt, location: 'de-fra-home' }, { type: 'native_residential', milliseconds: 21 }),
  row(newYork, { milliseconds: 92, load: 48, lacks: 'openvpn' }),
  row(saoPaulo, { online: false }),
  row(sydney, { milliseconds: 281, load: 12, missingLists: ['trackers'] }),
];

/** Figures of a tunnel through two gateways. */
export const connectionDetails: ConnectionDetails = {
  transport: { protocol: 'wireguard' },
  endpoint: '203.0.113.102:51820',
  cipher: 'ChaCha20-Poly1305',
  mtu: 1360,
  postQuantum: true,
  lastHandshake: ago(20),
  received: 48_200_000,
  sent: 6_100_000,
  socks5Proxy: '100.64.0.1:1080',
  entry: { place: amsterdam, endpoint: '203.0.113.101:51820', lastHandshake: ago(41) },
};
