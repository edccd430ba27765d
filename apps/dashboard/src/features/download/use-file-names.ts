import { useSuspenseQuery } from '@tanstack/react-query';
import { useSuggestedLocation } from '../locations/index.ts';
import { wireguardConfigsQuery } from './downloads.ts';
import { openvpnFileName } from './openvpn/openvpn-files.tsx';
import { unavailableReason } from './wireguard/unavailable-reason.ts';
import type { Made } from './wireguard/make-wireguard-files.ts';
import { wireguardFileName } from './wireguard/wireguard-file.ts';

/** The location in the example name if none is available. */
const anyLocation = 'nl-ams';

/**
 * The file name in the instructions, by protocol: the file just created, else the customer's newest, else the
 * file that the suggested choice would create.
 */
export function useFileNames(made: Made | null, savedOpenvpn: string | null) {
  const { configs } = useSuspenseQuery(wireguardConfigsQuery).data;
  const forWireguard = useSuggestedLocation((one) => unavailableReason(one) === null) ?? anyLocation;
  const forOpenvpn = useSuggestedLocation(({ variants }) => variants.includes('udp')) ?? anyLocation;
  const newest = configs
    .filter(({ inService }) => inService)
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
  return {
    wireguard: made?.files[0]?.name ?? wireguardFileName(newest ?? { location: forWireguard, id: '' }),
    openvpn: savedOpenvpn ?? openvpnFileName(forOpenvpn, 'udp'),
  };
}
