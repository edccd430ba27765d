import { api } from '@comet/contract';
import { type Clock, ok } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { route } from '../../platform/http/requests/route.ts';
import { readStates } from './states.ts';

export interface StatusDeps {
  readonly db: Database;
  readonly reads: Database;
  readonly clock: Clock;
  /** Origin of the marketing site, which has the status page. */
  readonly siteUrl: string;
}

/** Queries the database on every request: a response shows that the database, which accounts need, is reachable. */
export const showStatusRoute = ({ db, clock }: StatusDeps) =>
  route(api.showStatus, async () => {
    const now = clock.now();
    return ok({ checkedAt: now.toISOString(), ...(await readStates(db, now)) });
  });
