import type { Lab } from '@comet/lab';
import { must } from './by-hand.ts';
import type { Variant } from './hider-by-hand.ts';

/** Has the client connect by a variant of OpenVPN while `during` runs, and choose its protocol itself again after that. */
export async function withOpenvpnVariant<T>(
  lab: Lab,
  variant: Variant,
  during: () => Promise<T>,
): Promise<T> {
  await must(lab, 'client', ['comet', 'set', 'protocol', 'openvpn']);
  await must(lab, 'client', ['comet', 'set', 'variant', variant]);
  try {
    return await during();
  } finally {
    await must(lab, 'client', ['comet', 'set', 'protocol', 'automatic']);
  }
}
