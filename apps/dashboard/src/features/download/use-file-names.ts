import { useSuspenseQuery } from '@tanstack/react-query';
import { useSuggestedLocation } from '../locations/index.ts';
import { wireguardConfigsQuery } from './downloads.ts';
import { openvpnFileName } from './openvpn/openvpn-files.tsx';
import { lackOfWireguard } from './wireguard/lack-of-wireguard.ts';
import type { Made } from './wireguard/make-wireguard-files.ts';
import { wireguardFileName } from './wireguard/wireguard-file.ts';

/** Where no location can be used. */
const anyLocation = 'nl-ams';

/**
 * The file that the instructions are about, by protocol: the one just made, else the customer's newest, else the one that the suggested
 * choice makes.
 */
export function useFileNames(made: Made | null, savedOpenvpn: string | null) {
  const { configs } = useSuspenseQuery(wireguardConfigsQuery).data;
  const forWireguard = useSuggestedLocation((one) => lackOfWireguard(one) === null) ?? anyLocation;
  const forOpenvpn = useSuggestedLocation(({ variants }) => variants.includes('udp')) ?? anyLocation;
  const newest = configs
    .filter(({ inService }) => inService)
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
  return {
    wireguard: made?.files[0]?.name ?? wireguardFileName(newest ?? { location: forWireguard, id: '' }),
    openvpn: savedOpenvpn ?? openvpnFileName(forOpenvpn, 'udp'),
  };
}
