/** What gives gateways the socket for tunnels that leave by providers, where `npm test` and `npm start` put it once it is built. */
export const listenerProgram = '/var/cache/comet/comet-listener';
