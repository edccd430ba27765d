export type { OpenvpnClientConfig, OpenvpnServerConfig } from './openvpn-config.ts';
export { parseOpenvpnClientConfig } from './parse-openvpn-config.ts';
export { type ParseConfigError, parseWireguardConfig } from './parse-wireguard-config.ts';
export { certificatesOf, pemOf } from './pem.ts';
export type { WireguardConfig, WireguardConfigPeer } from './wireguard-config.ts';
export { writeOpenvpnClientConfig } from './write-openvpn-client.ts';
export { writeOpenvpnServerConfig } from './write-openvpn-server.ts';
export { type InvalidField, writeWireguardConfig } from './wireguard-config.ts';
