import type { Clock } from '@comet/foundation';
import type { FastifyInstance } from 'fastify';
import { type Coingate, coingateLedger } from '../coingate/index.ts';
import type { Identity } from '../identity/index.ts';
import { addCycle, type Paddle, paddleLedger } from '../paddle/index.ts';
import { readBrowserScript } from '../platform/customer-page.ts';
import { type Schedule, nextEvent, advanceTime, type SandboxClock } from '../platform/schedule.ts';
import { sendPage } from '../platform/page.ts';
import { coingateControl } from './coingate-control.routes.ts';
import { controlPage } from './page/control-page.ts';
import { identityControl } from './identity-control.routes.ts';
import { isCount, type Body, refuse } from './fault-control.ts';
import { type ReleaseState, RELEASE_FAULTS } from '../releases/index.ts';
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
    schedules: readonly Schedule[];
    changed: () => void;
    paddle: Paddle;
    coingate: Coingate | null;
    identity: Identity | null;
    releases: ReleaseState;
  },
): void {
  const { clock, systemClock, schedules, paddle, coingate, identity, releases } = parts;
  const script = readBrowserScript(import.meta.url, './browser/control.ts');

  app.get('/control', (_request, reply) => reply.redirect('/control/'));
  app.get('/control/', (_request, reply) =>
    sendPage(reply, controlPage({ paddle, coingate, releases, schedules, now: clock.now() })),
  );
  app.get('/control/control.js', (_request, reply) => reply.type('text/javascript').send(script));

  app.get('/control/clock', () => ({
    now: clock.now().toISOString(),
    real: systemClock.now().toISOString(),
    next: nextEvent(schedules)?.due ?? null,
  }));

  app.post<{ Body: Move | null }>('/control/clock', (request, reply) => {
    const until = wantedMoment(request.body ?? {}, clock.now());
    if (until === null) {
      return reply.status(400).send({
        error:
          'Give advance_seconds (a number, not negative), advance_months (a whole one) or to (an ISO date, not in the past).',
      });
    }
    const happened = advanceTime(schedules, clock, until);
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

/** Control of the app's releases: `POST /control/releases` sets the newest version; version null withdraws it. */
function releasesControl(app: FastifyInstance, state: ReleaseState, changed: () => void): void {
  app.post<{ Body: Body | null }>('/control/releases', (request, reply) => {
    const { version = null, notes = '', fault = null } = request.body ?? {};
    const known = RELEASE_FAULTS.find((candidate) => candidate === fault) ?? null;
    const isVersion = typeof version === 'string' && /^\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(version);
    if (
      (version !== null && !isVersion) ||
      typeof notes !== 'string' ||
      (known === null && fault !== null && fault !== 'none')
    )
      return refuse(
        reply,
        `Give version (such as 0.2.0, or null), notes (a text), fault (${RELEASE_FAULTS.join(', ')}).`,
      );
    state.newest = isVersion ? { version, notes, fault: known } : null;
    changed();
    return state;
  });
}

interface Moved {
  readonly currency: string;
  readonly captured: number;
  readonly refunded: number;
  readonly charged_back: number;
}

/** `GET /control/ledger`: the actual payments and refunds with their totals, for comparison with the shop's ledger. */
function ledgerRoutes(app: FastifyInstance, paddle: Paddle, coingate: Coingate | null): void {
  app.get('/control/ledger', () => {
    const entries = {
      paddle: paddleLedger(paddle.context.state),
      coingate: coingate === null ? [] : coingateLedger(coingate.context.state),
    };
    return { ...entries, totals: { paddle: totals(entries.paddle), coingate: totals(entries.coingate) } };
  });
}

/** Returns the totals by currency. */
function totals(entries: readonly Moved[]): Record<string, Omit<Moved, 'currency'>> {
  const sums: Record<string, { captured: number; refunded: number; charged_back: number }> = {};
  for (const { currency, captured, refunded, charged_back } of entries) {
    const sum = (sums[currency] ??= { captured: 0, refunded: 0, charged_back: 0 });
    sum.captured += captured;
    sum.refunded += refunded;
    sum.charged_back += charged_back;
  }
  return sums;
}
