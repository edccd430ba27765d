import { err } from '@comet/foundation';
import type { Openvpn } from './openvpn.ts';

/** Where there is no client of OpenVPN. Nothing asks it: gateways are taken to have no server there. */
export const noOpenvpn: Openvpn = {
  raise: () => Promise.resolve(err('program_failed')),
  traffic: () => null,
  farewell: () => Promise.resolve(),
  lower: () => Promise.resolve(),
  onEnd: () => undefined,
};
