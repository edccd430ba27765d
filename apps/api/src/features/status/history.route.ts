import { api } from '@comet/contract';
import { ok } from '@comet/foundation';
import { route } from '../../platform/http/requests/route.ts';
import { dayOf, firstDay, measuredDays } from './history.store.ts';
import { incidentFeed } from './incident-feed.ts';
import { recentIncidents } from './incidents.store.ts';
import type { StatusDeps } from './show-status.route.ts';
import { readStates } from './states.ts';

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
