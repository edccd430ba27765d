import type { Result } from '@comet/foundation';
import { type Exit, lacksIpv6 } from '../egress/exits.ts';
import type { PickedExit } from '../egress/pick-exit.ts';
import type { Refusal } from '../refusals.ts';

/** The state of one connection's attempts, before the next one. */
export interface AttemptState {
  /** The refusal of the last attempt; `exit_unavailable` before the first. */
  readonly last: Refusal;
  /** Ids of exits that failed. */
  readonly failed: ReadonlySet<string>;
  readonly needsIpv6: boolean;
  /** Ids of exits without IPv6; null where the connection does not need it. */
  readonly unable: ReadonlySet<string> | null;
  /** Whether the destination is an IPv6 address that no customer may reach. */
  readonly isForbidden: () => boolean;
  /** Whether there are exits for this customer, none of them with IPv6. */
  readonly hasOthers: () => boolean;
}

type AttemptPlan =
  | { readonly kind: 'connect'; readonly by: PickedExit }
  | { readonly kind: 'refuse'; readonly refusal: Refusal };

const refuse = (refusal: Refusal): AttemptPlan => ({ kind: 'refuse', refusal });

/** Plans the next attempt with the exit that was picked for it, or the refusal of the whole connection. */
export function planAttempt(picked: Result<PickedExit, Refusal>, state: AttemptState): AttemptPlan {
  const { last, failed, needsIpv6, unable } = state;
  if (!picked.ok) {
    if (last === 'name_unknown') return refuse(last);
    if (state.isForbidden()) return refuse('destination_refused');
    if (failed.size > 0) return refuse(last === 'exit_failed' ? picked.error : last);
    return refuse(picked.error === 'exit_unavailable' && state.hasOthers() ? 'no_ipv6' : picked.error);
  }
  const { view } = picked.value.exit;
  if (failed.has(view.id)) return refuse(last);
  // A customer's own exit, or own address, is the only one.
  if (unable?.has(view.id) === true || (needsIpv6 && lacksIpv6(view))) {
    if (last === 'name_unknown') return refuse(last);
    return refuse(state.isForbidden() ? 'destination_refused' : 'no_ipv6');
  }
  return { kind: 'connect', by: picked.value };
}

interface FailurePlan {
  readonly next: 'refuse' | 'try-ipv6-exit' | 'try-another-exit';
  /** Whether the gateway is notified that the exit failed. */
  readonly reportsExit: boolean;
}

/**
 * Plans what follows a failed attempt through an exit. `state` is that of the connection: whether it needs
 * IPv6, and has a sticky session.
 */
export function planAfterFailure(
  failure: Refusal,
  { view }: Pick<Exit, 'view'>,
  state: { readonly needsIpv6: boolean; readonly hasSession: boolean },
): FailurePlan {
  if (failure === 'name_unknown' && !state.needsIpv6 && lacksIpv6(view))
    return { next: 'try-ipv6-exit', reportsExit: false };
  if (failure !== 'exit_failed') return { next: 'refuse', reportsExit: false };
  // The cause may be the target: a session keeps its exit until the health check finds the provider itself down.
  const keepsExit = view.kind === 'upstream' && state.hasSession;
  return { next: keepsExit ? 'refuse' : 'try-another-exit', reportsExit: true };
}
