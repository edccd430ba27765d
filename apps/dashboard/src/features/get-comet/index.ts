export { AddDeviceLink } from './add-device-link.tsx';
export { DataNeedsApp } from './data-needs-app.tsx';
export { GetCometButton } from './get-comet-button.tsx';
export { detectDevice } from './detect-device.ts';
export { isAppPublished } from './published.ts';
