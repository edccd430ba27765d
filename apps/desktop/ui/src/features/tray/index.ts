export { useTray } from './use-tray.ts';
