export { type WireguardConfig, wireguardConfigsQuery } from './downloads.ts';
export { ownPlatform } from './own-platform.ts';
export { useLocationName } from './use-location-name.ts';
