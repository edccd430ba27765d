export { type FillGateway, fillNewGateways, type ReadCredentials } from './fill-new-gateways.ts';
export { type GrantDeps, addWireguardGrant } from './add-wireguard-grant.ts';
export {
  areShared,
  gatewaysWithOwn,
  type CredentialDeps,
  putCredentials,
  replaceShared,
  type ServiceCredentials,
  type SharedCredentialDeps,
} from './put-credentials.ts';
export {
  addSharedProxyUsers,
  type ProxyAccess,
  proxyRowOf,
  putProxyUser,
  setProxiesHalted,
  withdrawHeldBy,
} from './proxy-grants.ts';
export { deleteOwnCredentials } from './delete-own-credentials.ts';
export { shareInBatches } from './share-in-batches.ts';
export { gatewayMac } from './replace-grants.ts';
export { restoreAllOf, withdrawAllOf, withdrawGrant, isStopped } from './withdraw.ts';
