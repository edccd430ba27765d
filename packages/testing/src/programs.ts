/** The Rust programs of gateway and client, where `npm test` and `npm start` put the built ones. */
export const relayProgram = process.env['RELAY_PROGRAM'] ?? '/var/cache/comet/comet-relay';
export const listenerProgram = '/var/cache/comet/comet-listener';
export const transportProgram = process.env['TRANSPORT_PROGRAM'] ?? '/var/cache/comet/comet-transport';
export const resolverProgram = process.env['RESOLVER_PROGRAM'] ?? '/var/cache/comet/comet-resolver';
export const dnsFilterProgram = process.env['DNS_FILTER_PROGRAM'] ?? '/var/cache/comet/comet-dns-filter';
