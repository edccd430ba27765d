/** Gateways in service, and the lines through which residential traffic leaves. */
export const fleetTexts = {
  headline: 'Fleet',
  gateway: 'Gateway',
  location: 'Location',
  address: 'Address',
  version: 'Version',
  peers: 'Peers',
  load: 'Load',
  heard: 'Last heard, UTC',
  state: 'State',
  online: 'online',
  away: 'away',
  failing: 'failing: refuses its feed ({fault})',
  credential: 'Credential',
  bound: 'bound to its key',
  unbound: 'not bound: update the gateway',
  callsFrom: 'Calls from',
  outOfService: 'Out of service',
  retire: 'Retire for good',
  noGateway: 'No gateway has enrolled.',
  exits: {
    headline: 'Exits',
    exit: 'Exit',
    country: 'Country',
    city: 'City',
    use: 'Use',
    state: 'State',
    none: 'None has joined.',
  },
  upstreams: {
    headline: 'Providers',
    endpoint: 'Endpoint',
    protocol: 'Protocol',
    use: 'Use',
    countries: 'Countries',
    state: 'State',
    none: 'None was added.',
  },
} as const;

/** What nobody reaches through a line, be it a home's or a provider's. */
export const boundsTexts = {
  ports: 'Ports, like 25,6667',
  networks: 'Networks, like 198.51.100.0/24',
  names: 'Names with all below them, like bank.example',
  set: 'Set rules',
  setCaps: 'Set caps',
} as const;

/** One exit: what nobody may do through it, and how much. */
export const exitTexts = {
  one: 'Exit',
  headline: 'Exit in {city}, {country}',
  id: 'Id',
  use: 'Use',
  network: 'Network',
  gateway: 'Gateway',
  state: 'State',
  stopped: 'stopped',
  paused: 'paused by its owner',
  fresh: 'not seen yet',
  agreed: 'Agreed by',
  never: 'Never through this exit',
  cap: { headline: 'At most', megabits: 'Mbit/s', dayGigabytes: 'GB a day' },
  stop: { headline: 'In service', stop: 'Stop this exit', resume: 'Put it in service again' },
} as const;

/** One endpoint of a provider: what nobody may do through it, and how much. */
export const upstreamTexts = {
  one: 'Provider',
  headline: 'Provider at {host}',
  id: 'Id',
  endpoint: 'Endpoint',
  at: '{protocol}, {host} port {port}',
  use: 'Use',
  state: 'State',
  inService: 'in service',
  stopped: 'stopped',
  countries: 'Countries',
  live: 'Live now',
  liveNowhere: 'nowhere',
  never: 'Never through this provider',
  namesInProxy: 'Names hold in the proxy alone: of a tunnel’s traffic a gateway sees addresses.',
  cap: { headline: 'At most', megabits: 'Mbit/s at each gateway, in each country' },
  stop: { headline: 'In service', stop: 'Stop this provider', resume: 'Put it in service again' },
} as const;
