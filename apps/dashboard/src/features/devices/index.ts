export { ConnectMachine } from './connect-machine.tsx';
export { DeviceIcon } from './device-icon.tsx';
export { type Device, devicesQuery } from './devices.ts';
