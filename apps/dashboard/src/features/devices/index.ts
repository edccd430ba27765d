export { ConnectMachine } from './connect-machine.tsx';
export { devicesQuery } from './devices.ts';
