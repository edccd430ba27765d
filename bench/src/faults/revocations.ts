import { setTimeout as sleep } from 'node:timers/promises';
import type { FeedFollower } from '@comet/e2e';
import type pg from 'pg';
import { count, type FaultFigure, seconds } from './fault.ts';

const catchUpMs = 60_000;

/** Revokes a subject on every gateway once a second; `stop` returns when each was committed (`performance.now`). Its failure rejects `stop`. */
export function revokeRepeatedly(database: pg.Client) {
  const committedAt = new Map<string, number>();
  let isStopped = false;
  const loop = (async () => {
    while (!isStopped) {
      const sub = String(committedAt.size).padStart(22, '0');
      await database.query('begin');
      await database.query('select pg_advisory_xact_lock($1)', [0x636f6d65]);
      await database.query(
        `insert into gateway_changes (gateway_id, sub, not_before)
         select id, $1, extract(epoch from now())::bigint from gateways`,
        [sub],
      );
      await database.query(`select pg_notify('gateway_changes', '')`);
      await database.query('commit');
      committedAt.set(sub, performance.now());
      await sleep(1_000);
    }
  })();
  // Observed in `stop`; without this a failure before it would end the process.
  loop.catch(() => undefined);
  return {
    async stop() {
      isStopped = true;
      await loop;
      return committedAt;
    },
  };
}

/** Returns for each change and follower how many ms after its commit it arrived; Infinity if it did not. */
export async function delaysOf(
  followers: readonly FeedFollower[],
  committedAt: ReadonlyMap<string, number>,
): Promise<readonly number[]> {
  const deadline = performance.now() + catchUpMs;
  const hasAll = ({ revokedAt }: FeedFollower) => [...committedAt.keys()].every((sub) => revokedAt.has(sub));
  while (!followers.every(hasAll) && performance.now() < deadline) await sleep(100);
  return followers.flatMap(({ revokedAt }) =>
    [...committedAt].map(([sub, at]) => (revokedAt.get(sub) ?? Infinity) - at),
  );
}

/** The figures of these delays: every change arrives, and within five seconds. */
export const delayFigures = (delays: readonly number[]): readonly FaultFigure[] => [
  count('changes missed', delays.filter((delay) => delay === Infinity).length, 0),
  seconds('latest change after', Math.max(...delays), 5),
];
