export { scrambledPorts } from './server-configuration.ts';
export { openTransports, type Transports } from './open-transports.ts';
