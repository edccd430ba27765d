export { scrambledPorts, sharesWireguardPort } from './server-configuration.ts';
export { openTransports, type Transports } from './open-transports.ts';
