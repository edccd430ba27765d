import type { Clock } from '@comet/foundation';
import type { FastifyInstance } from 'fastify';
import type { Coingate } from '../coingate/index.ts';
import type { Identity } from '../identity/index.ts';
import { addCycle, type Paddle } from '../paddle/index.ts';
import { readBrowserScript } from '../platform/customer-page.ts';
import { type Calendar, earliest, advanceTime, type SandboxClock } from '../platform/calendar.ts';
import { sendPage } from '../platform/page.ts';
import { ledgerRoutes } from './ledger.routes.ts';
import { coingateControl } from './coingate-control.routes.ts';
import { controlPage } from './page/control-page.ts';
import { identityControl } from './identity-control.routes.ts';
import { isCount } from './fault-control.ts';
import type { ReleaseState } from '../releases/index.ts';
import { releasesControl } from './releases-control.routes.ts';
import { paddleControl } from './paddle-control.routes.ts';

/** Request to advance the clock. */
interface Move {
  readonly advance_seconds?: unknown;
  readonly advance_months?: unknown;
  readonly to?: unknown;
}

/** Controls that real providers lack: `/control/` is a page, the rest is for tests. README.md lists them. */
export function controlRoutes(
  app: FastifyInstance,
  parts: {
    clock: SandboxClock;
    systemClock: Clock;
    calendars: readonly Calendar[];
    changed: () => void;
    paddle: Paddle;
    coingate: Coingate | null;
    identity: Identity | null;
    releases: ReleaseState;
  },
): void {
  const { clock, systemClock, calendars, paddle, coingate, identity, releases } = parts;
  const script = readBrowserScript(import.meta.url, './browser/control.ts');

  app.get('/control', (_request, reply) => reply.redirect('/control/'));
  app.get('/control/', (_request, reply) =>
    sendPage(reply, controlPage({ paddle, coingate, releases, calendars, now: clock.now() })),
  );
  app.get('/control/control.js', (_request, reply) => reply.type('text/javascript').send(script));

  app.get('/control/clock', () => ({
    now: clock.now().toISOString(),
    real: systemClock.now().toISOString(),
    next: earliest(calendars)?.due ?? null,
  }));

  app.post<{ Body: Move | null }>('/control/clock', (request, reply) => {
    const until = wantedMoment(request.body ?? {}, clock.now());
    if (until === null) {
      return reply.status(400).send({
        error:
          'Give advance_seconds (a number, not negative), advance_months (a whole one) or to (an ISO date, not in the past).',
      });
    }
    const happened = advanceTime(calendars, clock, until);
    parts.changed();
    return { now: clock.now().toISOString(), happened };
  });

  ledgerRoutes(app, paddle, coingate);
  paddleControl(app, paddle, systemClock);
  if (coingate !== null) coingateControl(app, coingate);
  releasesControl(app, releases, parts.changed);
  if (identity !== null) identityControl(app, identity);
}

function wantedMoment(body: Move, now: Date): Date | null {
  const { advance_seconds: seconds, advance_months: months, to } = body;
  if (isCount(months) && months > 0) return addCycle(now, { interval: 'month', frequency: months });
  const wanted =
    typeof seconds === 'number'
      ? new Date(now.getTime() + seconds * 1000)
      : new Date(typeof to === 'string' ? to : Number.NaN);
  return wanted >= now ? wanted : null;
}
