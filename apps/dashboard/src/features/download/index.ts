export { type WireguardConfig, wireguardConfigsQuery } from './downloads.ts';
export { usePlaceOf } from './use-place-of.ts';
