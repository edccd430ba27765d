export { type WireguardConfig, wireguardConfigsQuery } from './downloads.ts';
export { useLocationName } from './use-location-name.ts';
