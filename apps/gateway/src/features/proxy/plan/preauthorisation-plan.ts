import type { Destination } from '../egress/destination.ts';

/** Number of waiting connections: initial and maximum. */
export const slotCounts = { first: 2, max: 64 };
/** Maximum length in bytes of a request head that is reused. */
const maxHeadLength = 2_048;

interface RepeatableRequest {
  readonly destination: Pick<Destination, 'kind'>;
  readonly head: string;
  readonly hasSession: boolean;
}

/** Whether a repeated request gets the same result: a name may resolve to another address the next time, and a session expires. */
export function isRepeatable({ destination, head, hasSession }: RepeatableRequest): boolean {
  return destination.kind !== 'name' && !hasSession && head.length <= maxHeadLength;
}

export interface PreauthorisationState {
  /** The relay was instructed to assign no more connections. */
  readonly isWithdrawn: boolean;
  /** Whether the customer has data left. */
  readonly hasQuota: boolean;
  /** Whether the customer's rate limit permits a connection now. */
  readonly hasCapacity: boolean;
  /** Waiting connections: present and intended. */
  readonly waiting: number;
  readonly target: number;
}

/** Number of connections to prepare. `free`: the customer's free connection slots. */
export function missingSlots(state: PreauthorisationState, free: number): number {
  const { isWithdrawn, hasQuota, hasCapacity, waiting, target } = state;
  return isWithdrawn || !hasQuota || !hasCapacity ? 0 : Math.max(Math.min(target - waiting, free), 0);
}

interface TakenPlan {
  readonly withdraw: boolean;
  /** The new number of waiting connections, to be prepared now; null while more than half wait. */
  readonly target: number | null;
}

/** Plans what follows a client that has taken a waiting connection: without data or capacity no other client gets one. */
export function planTaken({ hasQuota, hasCapacity, waiting, target }: PreauthorisationState): TakenPlan {
  const isLow = waiting <= target / 2;
  return {
    withdraw: !hasQuota || !hasCapacity,
    target: isLow ? Math.min(target * 2, slotCounts.max) : null,
  };
}
