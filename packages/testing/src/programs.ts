/** The Rust programs of a gateway, one of them also the client's, where `npm test` and `npm start` put the built ones. */
export const relayProgram = process.env['RELAY_PROGRAM'] ?? '/var/cache/comet/comet-relay';
export const listenerProgram = '/var/cache/comet/comet-listener';
export const transportProgram = '/var/cache/comet/comet-transport';
export const dnsFilterProgram = '/var/cache/comet/comet-dns-filter';
