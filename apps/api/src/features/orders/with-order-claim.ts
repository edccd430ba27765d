import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { err, ok, type Result } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { claimOrder, releaseClaim, renewClaim } from './order-claims.store.ts';

/** Time in ms between two attempts to claim an order that another call has claimed. */
const pollMs = 200;

/** The claim on an order during a provider call. */
export interface Claim {
  readonly id: string;
  /**
   * Extends the claim by another minute. Call it before every call that moves money or changes something, except the first. Returns false
   * if the claim was lost: another process may be making that call.
   */
  renew(): Promise<boolean>;
}

/** The outcome under the lock: a provider call with its input, or the result if no call is needed. */
export type Begun<Call, T> = { readonly call: Call } | { readonly done: T };

/** Outcome of `withOrderClaim`'s first transaction: the provider must be called with this input. */
export const toCall = <Call>(call: Call): Result<{ readonly call: Call }, never> => ok({ call });

/** Outcome of `withOrderClaim`'s first transaction: no call is needed, this is the result. */
export const alreadyDone = <T>(done: T): Result<{ readonly done: T }, never> => ok({ done });

/**
 * Calls an order's provider (decision 27): claims the order in one short transaction, calls without a connection or a lock, and `work`
 * commits the outcome in another. Concurrent calls for one order run one after the other: each waits until the previous claim has ended.
 * The claim of a process that died expires; one whose commit was not acknowledged is released.
 */
export async function withOrderClaim<Locked extends { readonly orderId: string }, Call, T, E>(
  db: Database,
  steps: {
    /** Locks the order to claim; must fail if it does not exist, or the wait for the claim never ends. */
    lock(trx: DatabaseTransaction): Promise<Result<Locked, E>>;
    /** Checks and writes what must be stored before the provider is called. A refusal commits these writes. */
    begin(trx: DatabaseTransaction, locked: Locked): Promise<Result<Begun<Call, T>, E>>;
    /** Calls the provider and commits the outcome in its own transaction. */
    work(call: Call, claim: Claim): Promise<Result<T, E>>;
  },
): Promise<Result<T, E>> {
  for (;;) {
    const id = randomUUID();
    let possiblyClaimed: string | null = null;
    const claimed = await db
      .transaction()
      .execute(async (trx) => {
        const locked = await steps.lock(trx);
        if (!locked.ok) return locked;
        const { orderId } = locked.value;
        if (!(await claimOrder(trx, orderId, id))) return ok(null);
        possiblyClaimed = orderId;
        const begun = await steps.begin(trx, locked.value);
        if (!begun.ok || 'done' in begun.value) await releaseClaim(trx, orderId, id);
        return begun.ok ? ok({ begun: begun.value, orderId }) : err(begun.error);
      })
      .catch(async (error: unknown) => {
        // If that fails too, the claim expires.
        if (possiblyClaimed !== null) await releaseClaim(db, possiblyClaimed, id).catch(() => undefined);
        throw error;
      });
    if (!claimed.ok) return claimed;
    if (claimed.value === null) {
      await sleep(pollMs);
      continue;
    }
    const { begun, orderId } = claimed.value;
    if ('done' in begun) return ok(begun.done);
    try {
      return await steps.work(begun.call, { id, renew: () => renewClaim(db, orderId, id) });
    } finally {
      await releaseClaim(db, orderId, id);
    }
  }
}
