export { fillNewGateways, type ReadCredentials } from './fill-new-gateways.ts';
export { putCredentials, type ServiceCredentials } from './put-credentials.ts';
export { putGrant } from './put-grant.ts';
export { restoreAllOf, withdrawAllOf, withdrawGrant } from './withdraw.ts';
