import { api } from '@comet/contract';
import { ok, type Clock } from '@comet/foundation';
import { route } from '../../platform/http/requests/route.ts';
import { dayOf, firstDay, measuredDays } from './history.store.ts';
import { incidentFeed } from './incident-feed.ts';
import { recentIncidents } from './incidents.store.ts';
import { readStates } from './states.ts';
import type { Database } from '../../platform/database/database.ts';

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

export const showStatusHistoryRoute = ({ reads, clock }: StatusDeps) =>
  route(api.showStatusHistory, async () => {
    const now = clock.now();
    const [days, incidents] = await Promise.all([measuredDays(reads, now), recentIncidents(reads, now)]);
    const bySubject = Map.groupBy(days, ({ subject }) => subject);
    return ok({
      firstDay: firstDay(now),
      lastDay: dayOf(now),
      subjects: [...bySubject].map(([subject, measured]) => ({ subject, days: measured })),
      incidents: incidents.map(({ startedAt, endedAt, updates, ...incident }) => ({
        ...incident,
        startedAt: startedAt.toISOString(),
        endedAt: endedAt?.toISOString() ?? null,
        updates: updates.map(({ at, text }) => ({ at: at.toISOString(), text })),
      })),
    });
  });

export const statusFeedRoute = ({ reads, clock, siteUrl }: StatusDeps) =>
  route(api.statusFeed, async () => {
    const now = clock.now();
    const [incidents, { cities }] = await Promise.all([recentIncidents(reads, now), readStates(reads, now)]);
    return ok(new TextEncoder().encode(incidentFeed({ siteUrl, incidents, cities })));
  });
