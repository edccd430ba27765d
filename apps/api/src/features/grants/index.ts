export { type FillGateway, fillNewGateways, type ReadCredentials } from './fill-new-gateways.ts';
export { type GrantDeps, addWireguardGrant } from './add-wireguard-grant.ts';
export {
  areShared,
  type CredentialDeps,
  putCredentials,
  replaceShared,
  type ServiceCredentials,
  type SharedCredentialDeps,
} from './put-credentials.ts';
export {
  type ProxyAccess,
  proxyRowOf,
  putProxyUser,
  setProxiesHalted,
  withdrawHeldBy,
} from './proxy-grants.ts';
export { gatewayMac } from './replace-grants.ts';
export { restoreAllOf, withdrawAllOf, withdrawGrant, isStopped } from './withdraw.ts';
