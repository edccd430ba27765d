export { useAutostart } from './use-autostart.ts';
