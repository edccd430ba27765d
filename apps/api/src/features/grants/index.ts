export { fillNewGateways, type ReadCredentials } from './fill-new-gateways.ts';
export { type CredentialDeps, putCredentials, type ServiceCredentials } from './put-credentials.ts';
export { type GrantDeps, putGrant } from './put-grant.ts';
export { restoreAllOf, withdrawAllOf, withdrawGrant } from './withdraw.ts';
