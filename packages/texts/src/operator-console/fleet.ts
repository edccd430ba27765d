/** Gateways in service, and residential exits and providers. */
export const fleetTexts = {
  headline: 'Fleet',
  gateway: 'Gateway',
  gateways: 'Gateways',
  id: 'ID',
  one: 'Gateway',
  title: 'Gateway in {city}, {country}',
  location: 'Location code',
  /** A gateway's place. */
  place: '{city}, {country}',
  address: 'IP address',
  /** Location code and IP address. */
  codeAndAddress: '{code} · {address}',
  version: 'Version',
  peers: 'Peers',
  load: 'Load',
  heard: 'Last report',
  state: 'Status',
  online: 'Online',
  away: 'Offline',
  fresh: 'Not seen yet',
  failing: 'Failing: rejects its feed ({fault})',
  gatewaysOnline: '{online} of {all} gateways online',
  credential: 'Credential',
  bound: 'Bound to its key',
  unbound: 'Not bound: update the gateway',
  callsFrom: 'Connects from',
  neverCalled: 'No calls yet',
  retired: 'Retired',
  enrolled: 'Enrolled',
  draining: 'Draining',
  drainingAway: 'Draining, offline',
  drain: {
    headline: 'Maintenance',
    means:
      'A draining gateway gets no new connections; open ones stay until their customers disconnect, or until the deadline, when the apps move to another gateway. It isn’t counted on the status page.',
    hours: 'Hours until the deadline (empty: none)',
    start: 'Drain',
    end: 'Send new connections again',
    since: 'Draining since {time}.',
    until: 'Apps move to another gateway at {time}.',
    left: { one: '{count} tunnel left', other: '{count} tunnels left' },
    empty: 'No tunnels left: maintenance can begin',
    sole: {
      one: 'No other gateway serves {location}, and {count} tunnel is open here.',
      other: 'No other gateway serves {location}, and {count} tunnels are open here.',
    },
    soleEffect:
      'While it drains, the apps show the location as not available. At a deadline they move to the nearest other location and show it as a temporary replacement. Downloaded configs work until the gateway stops.',
    force: 'Enroll another gateway first, or use --force to drain this one all the same.',
    forced: 'Drain the only gateway of {location}',
  },
  retirement: {
    headline: 'Retire',
    means:
      'Its credential stops working and clients are no longer sent to it. You can’t undo this: the server would have to enroll again.',
    button: 'Retire permanently',
  },
  uses: { native: 'Native Residential', shared: 'Shared residential', dedicated: 'Dedicated IPs' },
  noGateway: 'No gateways have enrolled.',
  /** How to enrol the first gateway. */
  enrol: {
    explanation:
      'Add a location, print a token for it, and start comet-gateway on the server with that token. The token works once, within an hour.',
    commands: 'comet-ops locations list\ncomet-ops enrol-token LOCATION',
  },
  exits: {
    headline: 'Exits',
    exit: 'Exit',
    use: 'Use',
    state: 'Status',
    network: 'Network',
    unbound: 'Not bound: update the exit',
    none: 'No exits have joined.',
  },
  upstreams: {
    headline: 'Providers',
    endpoint: 'Endpoint',
    protocol: 'Protocol',
    use: 'Use',
    countries: 'Countries',
    state: 'Status',
    none: 'No providers yet.',
  },
} as const;

/** What cities and gateways carried in the last two weeks. */
export const capacityTexts = {
  headline: 'Capacity',
  explanation:
    'The highest values of each hour in the last 14 days, by city: tunnels and throughput of all its gateways, and the processor load of the busiest. The dashed line is 85% of its capacity, from which an alert is sent.',
  link: 'Capacity by city',
  peers: 'Tunnels',
  throughput: 'Throughput',
  load: 'Load',
  megabits: '{count} Mbit/s',
  summary: '{latest} in the latest hour, at most {highest}',
  described: '{name}: {summary}',
  now: 'Now',
  day: 'Day (UTC)',
  table: 'Show as a table',
  none: 'No reports yet.',
} as const;

/** `comet-ops gateways plan`: the gateways that each location needs. */
export const gatewayPlanTexts = {
  columns: {
    location: 'location',
    gateways: 'gateways',
    used: 'used',
    bottleneck: 'limited by',
    growth: 'growth a week',
    neededNow: 'needed now',
    neededSoon: 'in 4 weeks',
    action: 'action',
  },
  bottlenecks: { cpu: 'CPU', tunnels: 'tunnels', bandwidth: 'bandwidth' },
  actions: {
    add: 'add {count} now',
    add_soon: 'add {count} within 4 weeks',
    keep: 'keep',
    remove: 'remove {count}',
  },
  percent: '{percent} %',
  unknown: '-',
  none: 'No gateways have enrolled.',
} as const;

/** Destinations that are blocked for an exit or a provider. */
export const boundsTexts = {
  ports: 'Ports, such as 25,6667',
  networks: 'Networks, such as 198.51.100.0/24',
  names: 'Domains with their subdomains, such as bank.example',
  set: 'Save rules',
  setCaps: 'Save limits',
} as const;

/** An exit with its blocked destinations and limits. */
export const exitTexts = {
  one: 'Exit',
  headline: 'Exit in {city}, {country}',
  id: 'ID',
  use: 'Use',
  network: 'Network',
  gateway: 'Gateway',
  gateways: 'Gateways',
  state: 'Status',
  stopped: 'Stopped',
  paused: 'Paused by its owner',
  fresh: 'Not seen yet',
  states: { live: 'Online', paused: 'Paused', down: 'Offline' },
  credential: 'Credential',
  bound: 'Bound to its key',
  unbound: 'Not bound: update the exit',
  callsFrom: 'Connects from',
  agreed: 'Agreed to by',
  never: 'Blocked on this exit',
  cap: { headline: 'Limits', megabits: 'Mbit/s', dayGigabytes: 'GB a day' },
  draining: 'Draining',
  drain: {
    headline: 'Maintenance',
    means:
      'A draining exit gets no new connections; open ones end at the deadline, and the exit is stopped then.',
    hours: 'Hours until the deadline',
    start: 'Drain',
    until: 'Draining until {time}.',
    end: 'Resume exit',
  },
  stop: { headline: 'Service', stop: 'Stop exit', resume: 'Resume exit' },
  remove: {
    headline: 'Remove',
    means: 'Its credential stops working. To come back, its owner needs a new invitation.',
    button: 'Remove permanently',
  },
} as const;

/** A provider's endpoint with its blocked destinations and limits. */
export const upstreamTexts = {
  one: 'Provider',
  headline: 'Provider at {host}',
  id: 'ID',
  endpoint: 'Endpoint',
  at: '{protocol}, {host} port {port}',
  use: 'Use',
  state: 'Status',
  inService: 'In service',
  stopped: 'Stopped',
  countries: 'Countries',
  live: 'Online now',
  liveNowhere: 'Nowhere',
  never: 'Blocked on this provider',
  namesInProxy: 'Domains are blocked only in the proxy: in tunnel traffic, gateways see only IP addresses.',
  cap: { headline: 'Limits', megabits: 'Mbit/s at each gateway, in each country' },
  stop: { headline: 'Service', stop: 'Stop provider', resume: 'Resume provider' },
} as const;
