export { GetCometButton, ownDevice } from './get-comet-button.tsx';
