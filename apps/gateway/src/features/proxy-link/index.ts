export { GrantChanges } from './grant-changes.ts';
export { ProxyCustomers } from './proxy-customers.ts';
export { type ProxyLink, startProxy } from './proxy-link.ts';
