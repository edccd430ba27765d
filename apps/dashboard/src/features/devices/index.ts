export { devicesQuery } from './devices.ts';
