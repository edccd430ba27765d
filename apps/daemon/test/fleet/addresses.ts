/** The two ends of the network link, and an "internet" host at the far end. All from documentation ranges. */
export const addresses = {
  client: '192.0.2.1',
  far: '192.0.2.2',
  client6: '2001:db8:ca::1',
  far6: '2001:db8:ca::2',
  /** A second network on the link, with private addresses. */
  lanClient: '192.168.55.1',
  lanNeighbour: '192.168.55.2',
  echo4: '198.51.100.1',
  echo6: '2001:db8:feed::1',
  apiPort: 8080,
  admissionPort: 443,
  /** A resolver over HTTPS at `echo4`; see `dns/dns-servers.ts`. */
  dohPort: 18_443,
  /** A web server with a block list at `echo4`; see `dns/dns-servers.ts`. */
  listPort: 18_444,
  wireguardPort: 51_820,
  /** They lead to `wireguardPort`; see `network-setup.ts`. */
  wireguardExtraPorts: [53, 443],
  /** The servers of WireGuard's other transports. */
  transports: [
    { kind: 'tcp', port: 4443 },
    { kind: 'quic', port: 4434 },
    { kind: 'scrambled', port: 4435 },
    { kind: 'shadowsocks', port: 4436 },
  ],
  tunnel4: '100.64.0.1',
  tunnel6: 'fd00:c0:e7::1',
  lease4: '100.64.33.7',
  lease6: 'fd00:c0:e7:21::7',
} as const;

/** Sites of the internet with their addresses, where a server returns the caller's; see `site-servers.ts`. */
export const sites = {
  'site.example': { ipv4: '198.51.100.21', ipv6: '2001:db8:feed::21' },
  'other.example': { ipv4: '198.51.100.22', ipv6: '2001:db8:feed::22' },
  'near.example': { ipv4: '198.51.100.23', ipv6: '2001:db8:feed::23' },
} as const;

/** The port at which the sites return the sender's address of a datagram. */
export const udpPort = 5301;

/** Servers for the ways to reach the API over TLS; see `api-front.ts`. All at the far side, with addresses of their own. */
export const apiFront = {
  host: 'api.comet.test',
  port: 10_443,
  api: '192.0.2.3',
  resolver: '192.0.2.4',
  proxy: '192.0.2.5',
  bridge: '192.0.2.6',
  /** Another server, to which a lying resolver leads. */
  liar: '192.0.2.66',
  openProxyPort: 1080,
  closedProxyPort: 1081,
  obfs4Port: 9553,
  shadowsocksPort: 8488,
  login: { user: 'ada', password: 'proxy pass-word' },
} as const;

/** Ports of a network with a captive portal, at the far side; see `portal-server.ts`. */
export const portal = { checkPort: 8090, pagePort: 8091 } as const;

/** What a gateway of the far side has of its own. */
export interface GatewayPlace {
  readonly address: string;
  readonly wireguardPort: number;
  readonly admissionPort: number;
  readonly lease4: string;
  readonly lease6: string;
}

export const firstPlace: GatewayPlace = {
  address: addresses.far,
  wireguardPort: addresses.wireguardPort,
  admissionPort: addresses.admissionPort,
  lease4: addresses.lease4,
  lease6: addresses.lease6,
};

/** A second gateway of the location, which is listed while the first one drains: at the same host, by its own ports. */
export const secondPlace: GatewayPlace = {
  address: addresses.far,
  wireguardPort: 51_821,
  admissionPort: 7443,
  lease4: '100.64.44.8',
  lease6: 'fd00:c0:e7:2c::8',
};

export const location = {
  code: 'nl-ams',
  country: 'NL',
  countryName: 'Netherlands',
  city: 'Amsterdam',
  type: 'standard',
  latitude: 52.37,
  longitude: 4.9,
  features: [],
} as const;

/** The location of the second gateway, where a test has both at once. */
export const secondLocation = {
  ...location,
  code: 'se-sto',
  country: 'SE',
  countryName: 'Sweden',
  city: 'Stockholm',
};

/** A location whose only gateway is offline. */
export const elsewhere = {
  ...location,
  code: 'de-fra',
  country: 'DE',
  countryName: 'Germany',
  city: 'Frankfurt',
};

/** A gateway with its complete agent in a namespace of its own behind the far side; see `relay/gateway-agent.ts`. */
export interface AgentPlace {
  /** The last part of the namespace's name, a letter. */
  readonly name: string;
  readonly location: typeof elsewhere | typeof secondLocation;
  /** The far side's end of the link to it. */
  readonly router: string;
  readonly address: string;
  readonly router6: string;
  readonly address6: string;
}

export const agentPlaces = {
  entry: {
    ...{ name: 'g', location: elsewhere, router: '198.51.100.129', address: '198.51.100.130' },
    ...{ router6: '2001:db8:a9::1', address6: '2001:db8:a9::2' },
  },
  exit: {
    ...{ name: 'h', location: secondLocation, router: '198.51.100.133', address: '198.51.100.134' },
    ...{ router6: '2001:db8:aa::1', address6: '2001:db8:aa::2' },
  },
} as const satisfies Readonly<Record<string, AgentPlace>>;

export const serverName = 'gw-1.gateways.comet.test';
export const customer = { email: 'ada@example.com', password: 'correct horse battery' };
