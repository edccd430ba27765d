/** The sentences about what a user can choose. */
export const settingsTexts = {
  protocolAutomatic: 'Protocol: automatic. Comet takes what this network lets through.',
  protocolWireguard: 'Protocol: WireGuard.',
  protocolOpenvpn: 'Protocol: OpenVPN.',
  variantAutomatic: 'Variant: automatic.',
  variantUdp: 'Variant: UDP.',
  variantTcp: 'Variant: TCP.',
  variantTls: 'Variant: TLS, which looks like a visit to a website.',
  variantShadowsocks: 'Variant: Shadowsocks, which looks like nothing in particular.',
  variantObfs4: 'Variant: obfs4, which looks like nothing in particular and answers nobody without its key.',
  movesItself: 'Comet moves to WireGuard as soon as it answers.',
  nextConnect: 'The tunnel that is up stays as it is. `comet connect` applies the change now.',
  lockdownOn: 'Lockdown is on: nothing leaves without a tunnel.',
  lockdownOff: 'Lockdown is off.',
  lanOn: 'The local network can be reached while connected.',
  lanOff: 'The local network cannot be reached while connected.',
  serverLast: 'Where no place is named, Comet connects where it was connected last.',
  serverNearest: 'Where no place is named, Comet connects to the nearest gateway that has room.',
  serverNamed: 'Where no place is named, Comet connects to {server} first.',
  dnsOfGateway: "Names are asked at the gateway's resolver.",
  dnsNamed: 'Names are asked at {addresses}.',
  blockNone: 'No names are blocked.',
  block: 'Names on these lists are blocked: {lists}.',
  missingList:
    'NOT blocked: this gateway does not have the list {lists}. `comet locations` shows where there is more.',
  missingLists:
    'NOT blocked: this gateway does not have the lists {lists}. `comet locations` shows where there is more.',
  autoConnectOn: 'Comet connects when this machine starts, and in every network that you do not trust.',
  autoConnectOff: 'Comet connects only when you say so.',
  postQuantumOn: 'Tunnels get a second key that withstands quantum computers, from the next one on.',
  postQuantumOff: 'Tunnels have one key, from the next one on.',
  paused: 'Paused until {until}. Traffic leaves this machine unprotected. `comet resume` ends it.',
  resumed: 'The pause is over. Comet connects again.',
  trustedNone: 'No network is trusted.',
  trusted:
    'In these networks there is no tunnel: {names}. Whoever can take their router’s place is trusted too.',
  proxiesNone: 'No port of this machine leads to a residential exit.',
  proxySticky: '127.0.0.1:{port} leads to {country}, by one exit for a day, or not at all.',
  proxyRotating: '127.0.0.1:{port} leads to {country}, by another exit with each connection.',
  anyCountry: 'any country',
  splitOff: 'All traffic takes the same way.',
  splitOffNamed: 'All traffic takes the same way. Named for `comet split exclude` or `include`: {named}.',
  splitExclude: 'Outside of the tunnel goes what `comet exclude` runs.',
  splitExcludeNamed: 'Outside of the tunnel go: {named}.',
  splitInclude:
    'Through the tunnel goes what `comet include` runs, and all names. Everything else leaves unprotected.',
  splitIncludeNamed: 'Through the tunnel go: {named}, and all names. Everything else leaves unprotected.',
  splitHeld: 'Lockdown blocks what `comet exclude` runs too, until a tunnel is up.',
  splitHeldNamed: 'Lockdown blocks these too, until a tunnel is up: {named}.',
  splitStartedExclude:
    'Split tunnelling is on from now on: what `comet exclude` runs leaves outside of the tunnel. `comet split off` ends it.',
  splitStartedInclude:
    'Split tunnelling is on from now on: only what `comet include` runs goes through the tunnel. `comet split off` ends it.',
} as const;

/** What a line of the list of locations says behind the place. */
export const locationTexts = {
  kilometres: '{kilometres} km',
  milliseconds: '{milliseconds} ms',
  load: '{percent} % busy',
  lacksList: 'no list {list}',
  lacks: 'no {choice}',
  offline: 'offline',
  noneOfType: 'There is no location of this type right now.',
} as const;
