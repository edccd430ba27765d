/** The sentences about settings. */
export const settingsTexts = {
  protocolAutomatic: 'Protocol: automatic. Comet picks whatever works on this network.',
  protocolWireguard: 'Protocol: WireGuard.',
  protocolOpenvpn: 'Protocol: OpenVPN.',
  variantAutomatic: 'Variant: automatic.',
  variantUdp: 'Variant: UDP.',
  variantTcp: 'Variant: TCP.',
  variantTls: 'Variant: TLS (obfuscated: looks like visiting a website).',
  variantShadowsocks: 'Variant: Shadowsocks (obfuscated: looks like random data).',
  variantObfs4: 'Variant: obfs4 (obfuscated: looks like random data and ignores probes).',
  portAutomatic: 'Port: automatic. Comet picks whatever works on this network.',
  port: 'WireGuard port: UDP {port} only.',
  overAutomatic: 'WireGuard over: automatic. Comet uses QUIC or TCP where UDP is blocked.',
  overDirect: 'WireGuard over: UDP only.',
  overQuic: 'WireGuard over: QUIC only (looks like visiting a website).',
  overTcp: 'WireGuard over: TCP only.',
  movesItself: 'Comet switches to WireGuard as soon as it works.',
  nextConnect: 'Your connection stays as it is. To apply the change now, use `comet connect`.',
  lockdownOn: 'Lockdown is on: traffic is blocked when not connected.',
  lockdownOff: 'Lockdown is off.',
  lanOn: 'Local network access is allowed while connected.',
  lanOff: 'Local network access is blocked while connected.',
  serverLast: 'Default location: the last one.',
  serverNearest: 'Default location: the nearest server with free capacity.',
  serverNamed: 'Default location: {server}.',
  dnsOfGateway: 'DNS: Comet DNS.',
  dnsNamed: 'DNS: {addresses}.',
  blockNone: 'No block lists are on.',
  block: 'Blocking domains on these lists: {lists}.',
  missingList:
    'NOT blocked: this server doesn’t have the list {lists}. `comet locations` shows which locations lack it.',
  missingLists:
    'NOT blocked: this server doesn’t have the lists {lists}. `comet locations` shows which locations lack them.',
  autoConnectOn:
    'Auto-connect is on: Comet connects when this computer starts, and on every network you don’t trust.',
  autoConnectOff: 'Auto-connect is off.',
  postQuantumOn: 'Quantum-resistant encryption is on from the next connection.',
  postQuantumOff: 'Quantum-resistant encryption is off from the next connection.',
  paused: 'Paused until {until}. Your traffic is unprotected. To connect now, use `comet resume`.',
  resumed: 'The pause is over. Comet is connecting again.',
  trustedNone: 'No trusted networks.',
  trusted:
    'Comet doesn’t connect on these networks: {names}. Anyone who can impersonate their router is trusted too.',
  proxiesNone: 'No local proxies.',
  proxySticky:
    '127.0.0.1:{port}: {country}, same exit for a day. If the exit goes offline, connections are refused.',
  proxyRotating: '127.0.0.1:{port}: {country}, new exit for each connection.',
  forwardsNone: 'No forwarded ports.',
  forwardPublic: '{protocol} port {port}: reachable from the internet at {address}:{public}.',
  forwardWaiting: '{protocol} port {port}: forwarded when connected.',
  forwardRefused: '{protocol} port {port} isn’t forwarded. {reason}',
  anyCountry: 'any country',
  splitOff: 'Split tunneling is off.',
  splitOffNamed: 'Split tunneling is off. Saved apps and networks: {named}.',
  splitExclude: 'Excluded from the tunnel: apps run with `comet exclude`.',
  splitExcludeNamed: 'Excluded from the tunnel: {named}.',
  splitInclude:
    'Only through the tunnel: apps run with `comet include`, and DNS. Everything else is unprotected.',
  splitIncludeNamed: 'Only through the tunnel: {named}, and DNS. Everything else is unprotected.',
  splitHeld: 'Lockdown also blocks apps run with `comet exclude` until the tunnel is up.',
  splitHeldNamed: 'Lockdown blocks these too until the tunnel is up: {named}.',
  splitStartedExclude:
    'Split tunneling is now on: apps run with `comet exclude` bypass the tunnel. To turn it off, use `comet split off`.',
  splitStartedInclude:
    'Split tunneling is now on: only apps run with `comet include` use the tunnel. To turn it off, use `comet split off`.',
} as const;

/** Remarks in the list of locations. */
export const locationTexts = {
  kilometres: '{kilometres} km',
  milliseconds: '{milliseconds} ms',
  load: '{percent}% load',
  lacksList: 'no {list} list',
  lacks: 'no {choice}',
  offline: 'offline',
  noneOfType: 'There are no locations of this type right now.',
} as const;
