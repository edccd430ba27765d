export { AddDeviceLink } from './add-device-link.tsx';
export { GetCometButton } from './get-comet-button.tsx';
export { ownDevice } from './own-device.ts';
export { isAppPublished } from './published.ts';
