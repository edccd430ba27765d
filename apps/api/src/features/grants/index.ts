export { type FillGateway, fillNewGateways, type ReadCredentials } from './fill-new-gateways.ts';
export {
  type GrantDeps,
  addWireguardGrant,
  type CredentialDeps,
  putCredentials,
  type ServiceCredentials,
} from './add-wireguard-grant.ts';
export {
  type ProxyAccess,
  proxyRowOf,
  putProxyUser,
  setProxiesHalted,
  withdrawHeldBy,
} from './proxy-grants.ts';
export { gatewayMac } from './replace-grants.ts';
export { restoreAllOf, withdrawAllOf, withdrawGrant, isStopped } from './withdraw.ts';
