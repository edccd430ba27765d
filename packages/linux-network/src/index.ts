export { isWireguardKey } from '@comet/foundation';
export { forgetConnections, forgetForwardedConnections } from './traffic/conntrack.ts';
export { flowLimit } from './traffic/flow-limit.ts';
export type { IpCommand, RouteSpec, RuleSpec } from './routes/ip-command.ts';
export { mailPorts, notPublic4, notPublic6 } from './routes/special-networks.ts';
export { openNetworkShell, type NetworkShell } from './processes/network-shell.ts';
export {
  joinNft,
  nft,
  type NftBatch,
  nftCgroup,
  nftName,
  type NftValue,
  applyNft,
  listNftTable,
  type NftFamily,
  nftTableExists,
  readNftBytes,
} from './nftables/nft.ts';
export { sendBytes, measureThroughput } from './traffic/bandwidth-test.ts';
export { openWireguardDevice } from './wireguard/kernel-device.ts';
export { isPreloadable, preloadEnvironment } from './processes/preload.ts';
export { runIp, type RunIpOptions } from './routes/ip-batches.ts';
export { setSysctl, sysctlPath } from './processes/sysctl.ts';
export { openUserspaceDevice, type UserspaceHost } from './wireguard/userspace-device.ts';
export {
  startWaitingTools,
  type WaitingTools,
  waitingToolsOf,
  waitingToolsStdio,
} from './processes/waiting-tools.ts';
export { uapiSocketPath, watchServing } from './wireguard/userspace-process.ts';
export { parseWgDump, type WgCall, wgSetDevice, changeByWg } from './wireguard/wg-tool.ts';
export type {
  DeviceSettings,
  OpenWireguardOptions,
  PeerChange,
  PeerStatus,
  WireguardDevice,
  WireguardPeer,
} from './wireguard/wireguard-device.ts';
export { generateWireguardKeyPair, publicKeyOf } from './wireguard/wireguard-keys.ts';
