export { type FillGateway, fillNewGateways, type ReadCredentials } from './fill-new-gateways.ts';
export { type CredentialDeps, putCredentials, type ServiceCredentials } from './put-credentials.ts';
export { type GrantDeps, putGrant } from './put-grant.ts';
export { type ProxyAccess, proxyRowOf, putProxyUser, haltProxiesOf, withdrawHeldBy } from './proxy-grants.ts';
export { gatewayMac } from './replace-grants.ts';
export { isStopped } from './stopped.ts';
export { restoreAllOf, withdrawAllOf, withdrawGrant } from './withdraw.ts';
