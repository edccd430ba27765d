import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, err, ok, type Result } from '@comet/foundation';
import { sql } from 'kysely';
import { deleteInBatches } from '../../database/batches.ts';
import type { Database } from '../../database/database.ts';

/** An idempotent request: the same key and content return the first response. */
export interface RepeatableRequest {
  readonly userId: string;
  readonly endpoint: string;
  readonly key: string;
  /** The content that identifies the request: path and body. */
  readonly content: string;
}

const leaseMs = 30_000;
const pollMs = 40;
const waitMs = 20_000;

export interface Idempotency {
  /**
   * Runs `work` once per key. A concurrent duplicate waits for the result without holding a connection. Only a success is stored: a refusal
   * had no effect, so a retry may succeed. The lease of a crashed process expires after half a minute.
   */
  once<T, E>(
    request: RepeatableRequest,
    work: () => Promise<Result<T, E>>,
  ): Promise<Result<T, E | 'idempotency_key_reused' | 'conflict'>>;
}

/** Requests are stored under a keyed hash: a body may contain a password. */
export function createIdempotency(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly secret: Uint8Array;
}): Idempotency {
  const { db, clock, secret } = deps;

  async function claim(request: RepeatableRequest, requestHash: Buffer): Promise<'ours' | 'taken'> {
    const now = clock.now();
    const runningUntil = new Date(now.getTime() + leaseMs);
    const { userId, endpoint, key } = request;
    const claimed = await db
      .insertInto('idempotencyKeys')
      .values({ userId, endpoint, key, requestHash, answer: null, runningUntil, createdAt: now })
      .onConflict((conflict) =>
        conflict
          .columns(['userId', 'endpoint', 'key'])
          .doUpdateSet({ runningUntil })
          .where('idempotencyKeys.answer', 'is', null)
          .where('idempotencyKeys.runningUntil', '<', now)
          .where('idempotencyKeys.requestHash', '=', requestHash),
      )
      .returning('key')
      .executeTakeFirst();
    return claimed === undefined ? 'taken' : 'ours';
  }

  const rowOf = ({ userId, endpoint, key }: RepeatableRequest) =>
    db
      .selectFrom('idempotencyKeys')
      .select(['requestHash', 'answer'])
      .where('userId', '=', userId)
      .where('endpoint', '=', endpoint)
      .where('key', '=', key)
      .executeTakeFirst();

  async function settle(
    { userId, endpoint, key }: RepeatableRequest,
    response: string | null,
  ): Promise<void> {
    if (response === null) {
      await db
        .deleteFrom('idempotencyKeys')
        .where('userId', '=', userId)
        .where('endpoint', '=', endpoint)
        .where('key', '=', key)
        .execute();
      return;
    }
    await db
      .updateTable('idempotencyKeys')
      .set({ answer: response })
      .where('userId', '=', userId)
      .where('endpoint', '=', endpoint)
      .where('key', '=', key)
      .execute();
  }

  return {
    async once<T, E>(request: RepeatableRequest, work: () => Promise<Result<T, E>>) {
      const requestHash = createHmac('sha256', secret).update(`request\n${request.content}`).digest();
      for (let waited = 0; waited <= waitMs; waited += pollMs) {
        if ((await claim(request, requestHash)) === 'ours') {
          let response: string | null = null;
          try {
            const outcome = await work();
            if (outcome.ok) response = JSON.stringify({ reply: outcome.value });
            return outcome;
          } finally {
            await settle(request, response);
          }
        }
        const row = await rowOf(request);
        if (row !== undefined && !row.requestHash.equals(requestHash)) return err('idempotency_key_reused');
        // The stored value is the result of `work` for the identical request.
        if (row !== undefined && row.answer !== null) return ok((row.answer as { reply: T }).reply);
        await sleep(pollMs);
      }
      return err('conflict');
    },
  };
}

const kept = 24 * 3600 * 1000;

/** Deletes the idempotency keys, with their responses, that are more than 24 hours older than `now`. */
export function deleteOldKeys(db: Database, now: Date): Promise<number> {
  return deleteInBatches(db, 'idempotencyKeys', {
    key: ['userId', 'endpoint', 'key'],
    orderBy: 'createdAt',
    due: sql`created_at < ${new Date(now.getTime() - kept)}`,
  });
}
