/** What carries the proxy's tunnels, where `npm test` and `npm start` put it once it is built. */
export const carrierProgram = process.env['CARRIER_PROGRAM'] ?? '/var/cache/comet/comet-carrier';
