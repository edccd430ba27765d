import type { Clock } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { deleteOldHistory, recordMinute, type SubjectState } from './history.store.ts';
import { readStates } from './states.ts';

interface MeasureDeps {
  readonly db: Database;
  readonly clock: Clock;
}

/**
 * Counts the current minute for every part and city, once, however many processes run it. Parts that are not
 * in service are not counted.
 */
export async function measureStatus({ db, clock }: MeasureDeps): Promise<void> {
  const now = clock.now();
  const { parts, cities } = await readStates(db, now);
  const states: readonly SubjectState[] = [
    ...parts.map(({ name, state }) => ({ subject: name, state })),
    ...cities.map(({ code, state }) => ({ subject: code, state })),
  ].flatMap(({ subject, state }) => (state === 'none' ? [] : [{ subject, state }]));
  await recordMinute(db, now, states);
}

/** Deletes history that is older than 90 days. */
export async function sweepStatusHistory({ db, clock }: MeasureDeps): Promise<void> {
  await deleteOldHistory(db, clock.now());
}
