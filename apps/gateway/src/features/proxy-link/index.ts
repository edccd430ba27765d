export { GrantChanges } from './grant-changes.ts';
export { type ProxyLink, startProxy } from './proxy-link.ts';
