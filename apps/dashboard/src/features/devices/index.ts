export { ConnectMachine } from './connect-machine.tsx';
export { DeviceIcon, DeviceTile } from './device-icon.tsx';
export { type Device, devicesQuery } from './devices.ts';
