import type { Result } from '@comet/foundation';
import { lacksIpv6 } from '../egress/exits.ts';
import type { PickedExit } from '../egress/pick-exit.ts';
import type { Refusal } from '../refusals.ts';

/** Maximum number of exits tried for one association. */
const maxExits = 3;

type AssociationPlan =
  | { readonly kind: 'refuse'; readonly refusal: Refusal }
  /** `needsIpv6Exit`: a second exit is picked for IPv6, because a session keeps its own exit, which has none. */
  | { readonly kind: 'bind'; readonly by: PickedExit; readonly needsIpv6Exit: boolean };

/**
 * Plans a UDP association (RFC 1928 §7) with the exit that was picked for it. `unable`: ids of exits that do not support UDP, or could not
 * be bound; one of them is picked only where there is no other.
 */
export function planAssociation(
  picked: Result<PickedExit, Refusal>,
  { unable, hasSession }: { readonly unable: ReadonlySet<string>; readonly hasSession: boolean },
): AssociationPlan {
  if (!picked.ok) return { kind: 'refuse', refusal: picked.error };
  const { view } = picked.value.exit;
  if (unable.has(view.id)) return { kind: 'refuse', refusal: 'udp_unavailable' };
  return { kind: 'bind', by: picked.value, needsIpv6Exit: hasSession && lacksIpv6(view) };
}

/** Whether another exit is tried after `tries` failed ones: a session keeps its own. */
export function mayTryAnotherExit(tries: number, hasSession: boolean): boolean {
  return !hasSession && tries < maxExits;
}
