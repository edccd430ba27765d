export { keysCommand } from './keys-command.ts';
export { compareKeys, openKeys } from './open-keys.ts';
export { staleKeys } from './compare-keys.ts';
