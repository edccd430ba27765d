export { type ParseConfigError, parseWireguardConfig } from './parse-wireguard-config.ts';
export type { WireguardConfig, WireguardConfigPeer } from './wireguard-config.ts';
export { type InvalidField, writeWireguardConfig } from './write-wireguard-config.ts';
