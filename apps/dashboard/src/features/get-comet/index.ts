export { GetCometButton } from './get-comet-button.tsx';
export { isAppPublished, ownDevice } from './own-device.ts';
