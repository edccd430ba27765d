export { openTransports, type Transports } from './open-transports.ts';
