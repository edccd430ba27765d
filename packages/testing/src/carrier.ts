/** What carries the proxy's tunnels, where `npm test` and `npm start` put it once it is built. */
export const carrierProgram = '/var/cache/comet/comet-carrier';
