export { keysCommand } from './keys-command.ts';
export { openKeys } from './open-keys.ts';
export { staleKeys } from './stale-keys.ts';
