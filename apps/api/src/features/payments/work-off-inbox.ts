import type { Logger } from 'pino';
import type { Clock } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { EventName } from './inbox.ts';

interface WorkOffDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

const atOnce = 200;
const lanes = 2;
const longestPauseMs = 3600 * 1000;

/**
 * Works off what waits in the inbox, oldest first. One that fails is left for later, with growing pauses, and holds up no other; it is
 * tried until it works, for it may be somebody's payment. True when there was work, so that more may wait.
 */
export async function workOffInbox(
  deps: WorkOffDeps,
  workOff: (event: EventName) => Promise<void>,
): Promise<boolean> {
  const now = deps.clock.now();
  const open = await deps.db
    .selectFrom('providerEvents')
    .select(['provider', 'eventId', 'tries'])
    .where('processedAt', 'is', null)
    .where((where) => where.or([where('retryAt', 'is', null), where('retryAt', '<=', now)]))
    .orderBy('receivedAt')
    .limit(atOnce)
    .execute();
  const queue = open.values();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const event of queue) {
        try {
          await workOff(event);
        } catch (error) {
          deps.log.error({ err: error, eventId: event.eventId }, 'an event could not be worked off');
          await putOff(deps, event);
        }
      }
    }),
  );
  return open.length > 0;
}

async function putOff(
  { db, clock }: WorkOffDeps,
  { provider, eventId, tries }: EventName & { readonly tries: number },
): Promise<void> {
  const pauseMs = Math.min(longestPauseMs, 2000 * 2 ** Math.min(tries, 20));
  await db
    .updateTable('providerEvents')
    .set({ tries: tries + 1, retryAt: new Date(clock.now().getTime() + pauseMs) })
    .where('provider', '=', provider)
    .where('eventId', '=', eventId)
    .where('processedAt', 'is', null)
    .execute();
}
