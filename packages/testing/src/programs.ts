/** The Rust programs of a gateway, where `npm test` and `npm start` put the built ones. */
export const relayProgram = process.env['RELAY_PROGRAM'] ?? '/var/cache/comet/comet-relay';
export const listenerProgram = '/var/cache/comet/comet-listener';
export const dnsFilterProgram = '/var/cache/comet/comet-dns-filter';
