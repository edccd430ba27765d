import { credited, type Meter, wantsMore } from './meter.ts';
import { readMeter, type Session } from './session.ts';
import type { EgressRoutesParts } from './egress-routes.ts';

/** Milliseconds until a quota account is asked again: that had nothing, or that could not be reached. */
const askAgain = { empty: 15_000, unreachable: 2_000 };

/** Draws from its quota account for a session that runs out: once at a time, and not again at once where there was nothing. */
export function drawing(
  parts: Pick<EgressRoutesParts, 'draw' | 'use' | 'now' | 'onError'>,
  sessions: {
    /** Whether a session goes on still. */
    isOpen(session: Session): boolean;
    /** What was counted of a session until now; undefined where that cannot be read. */
    counted(session: Session): Promise<number | undefined>;
    /** A session's meter is another, with more on it if it has gained. */
    drawn(session: Session, gained: boolean): Promise<void>;
  },
): (session: Session) => void {
  async function draw(session: Session, meter: Meter): Promise<void> {
    session.drawing = true;
    const drawn = await parts.draw(`session ${session.host}`, meter.quotaAccount);
    // What was dropped since the last count would be charged to the new slice.
    const bytes = drawn.ok ? await sessions.counted(session) : undefined;
    session.drawing = false;
    if (!sessions.isOpen(session) || session.meter === null) {
      if (drawn.ok) parts.use(drawn.value.slice, 0, true);
      return;
    }
    if (drawn.ok) {
      readMeter(session, bytes, parts.use);
      session.meter = credited(session.meter, drawn.value);
    } else {
      session.askAt = parts.now() + askAgain[drawn.error];
      if (drawn.error === 'empty') session.meter = { ...session.meter, dry: true };
    }
    await sessions.drawn(session, drawn.ok);
  }

  return (session) => {
    const { meter } = session;
    if (meter === null || session.drawing || !wantsMore(meter) || parts.now() < session.askAt) return;
    draw(session, meter).catch(parts.onError);
  };
}
