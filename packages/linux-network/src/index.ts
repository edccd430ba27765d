export { isWireguardKey } from '@comet/foundation';
export { changeByWg } from './change-by-wg.ts';
export { forgetConnections } from './connections.ts';
export type { IpCommand, RouteSpec, RuleSpec } from './ip-command.ts';
export { mailPorts, notPublic4, notPublic6 } from './not-public.ts';
export { openNetworkShell, type NetworkShell } from './network-shell.ts';
export { joinNft, nft, type NftBatch, nftCgroup, nftName, type NftValue } from './nft.ts';
export { pour, takePace } from './measured-stream.ts';
export { applyNft, listNftTable, type NftFamily, nftTableExists, readNftBytes } from './nft-apply.ts';
export { openWireguardDevice } from './open-wireguard-device.ts';
export { isPreloadable, preloading } from './preload.ts';
export { runIp, type RunIpOptions } from './run-ip.ts';
export { setSysctl, sysctlPath } from './sysctl.ts';
export { openUserspaceDevice, type UserspaceHost } from './userspace-device.ts';
export { startWaitingTools, type WaitingTools, waitingToolsOf, waitingToolsStdio } from './waiting-tools.ts';
export { uapiSocketPath, watchServing } from './userspace-process.ts';
export { parseWgDump, type WgCall, wgSetDevice } from './wg-tool.ts';
export type {
  DeviceSettings,
  OpenWireguardOptions,
  PeerChange,
  PeerStatus,
  WireguardDevice,
  WireguardPeer,
} from './wireguard-device.ts';
export { generateWireguardKeyPair, publicKeyOf } from './wireguard-keys.ts';
