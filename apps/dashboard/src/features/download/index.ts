export { type WireguardConfig, wireguardConfigsQuery } from './downloads.ts';
export { detectPlatform } from './detect-platform.ts';
export { useLocationName } from './use-location-name.ts';
