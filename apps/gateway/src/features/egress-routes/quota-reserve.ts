import { credited, type Meter, needsMore } from './meter.ts';
import { readMeter, type Session } from './session.ts';
import type { EgressRoutesParts } from './egress-routes.ts';

/** Milliseconds until a quota request is retried, after an empty account or an unreachable ledger. */
const retryAfter = { empty: 15_000, unreachable: 2_000 };

/** Reserves quota for a session that runs out: one request at a time, with a delay before retries. */
export function quotaReserver(
  parts: Pick<EgressRoutesParts, 'draw' | 'use' | 'now' | 'onError'>,
  sessions: {
    /** Whether a session is still open. */
    isOpen(session: Session): boolean;
    /** Returns the bytes counted for a session so far; undefined where the counter cannot be read. */
    counted(session: Session): Promise<number | undefined>;
    /** Called when a session's meter changed; `gained` where it has more quota. */
    drawn(session: Session, gained: boolean): Promise<void>;
  },
): (session: Session) => void {
  async function draw(session: Session, meter: Meter): Promise<void> {
    session.isReserving = true;
    const drawn = await parts.draw(`session ${session.host}`, meter.quotaAccount);
    // Packets dropped since the last count would be charged to the new lease.
    const bytes = drawn.ok ? await sessions.counted(session) : undefined;
    session.isReserving = false;
    if (!sessions.isOpen(session) || session.meter === null) {
      if (drawn.ok) parts.use(drawn.value.slice, 0, true);
      return;
    }
    if (drawn.ok) {
      readMeter(session, bytes, parts.use);
      session.meter = credited(session.meter, drawn.value);
    } else {
      session.retryAt = parts.now() + retryAfter[drawn.error];
      if (drawn.error === 'empty') session.meter = { ...session.meter, foundEmpty: true };
    }
    await sessions.drawn(session, drawn.ok);
  }

  return (session) => {
    const { meter } = session;
    if (meter === null || session.isReserving || !needsMore(meter) || parts.now() < session.retryAt) return;
    draw(session, meter).catch(parts.onError);
  };
}
