import { sameNetwork } from '../../platform/http/source-address.ts';

/** Where a waiting device stands, seen from the browser that decides: decision 17. */
export type Network = 'same' | 'other' | 'unknown';

/** Compares the addresses of the two; one of IPv4 and one of IPv6 say nothing about each other. */
export function networkOfDevice(device: string, browser: string): Network {
  const same = sameNetwork(device, browser);
  if (same === null) return 'unknown';
  return same ? 'same' : 'other';
}
