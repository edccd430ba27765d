export { keysCommand } from './keys-command.ts';
export { compareKeys, openKeys } from './open-keys.ts';
export { staleKeys } from './stale-keys.ts';
