import { type Choice, mayUseOthers, mayUseUdp } from '../../gateways/attempts/transport-order.ts';
import { outerTransportOf, type Session } from '../../model/session.ts';

/** Pauses in ms before each retry of WireGuard while a fallback transport carries the tunnel; the last one repeats. */
const pauses = [1_000, 5_000, 15_000, 30_000, 60_000, 120_000, 300_000] as const;
/** Time in ms that a tunnel must last after a move to WireGuard. One that ends earlier counts as a failed move. */
const provenAfter = 10 * 60_000;
/** Minimum pause in ms after the first failed move in a row; each further one multiplies it by `factor`, up to `most`. */
const afterFailedMove = { first: 30_000, factor: 4, max: 3_600_000 } as const;

/** Moves from a fallback transport to WireGuard, which determine when the next one is tried. Times in Unix ms. */
export interface MoveAttempts {
  /** Moves in a row whose tunnel did not last. */
  readonly failed: number;
  readonly movedAt: number | null;
}

export const noMoveAttempts: MoveAttempts = { failed: 0, movedAt: null };

/** Call it when the tunnel is up by a fallback transport at `now`. */
export function onFallback({ failed, movedAt }: MoveAttempts, now: number): MoveAttempts {
  if (movedAt === null) return { failed, movedAt };
  const age = now - movedAt;
  // After the clock was set back, the duration of the tunnel is unknown.
  return { failed: age < provenAfter ? failed + 1 : 0, movedAt: null };
}

/** Pause in ms before retry number `retry` (from 0) of WireGuard. */
export function pauseBefore(retry: number, { failed }: MoveAttempts): number {
  const usual = pauses[Math.min(retry, pauses.length - 1)] ?? pauses[0];
  return Math.max(usual, floorOf(failed));
}

/** Whether to retry at once after a network change: not while moves fail, or an unstable network would repeat them. */
export function mayRetryAtOnce({ failed }: MoveAttempts): boolean {
  return floorOf(failed) === 0;
}

/**
 * Whether a session uses another transport only because WireGuard over UDP did not work. A transport that the user chose does not count, and
 * cover traffic never does: its tunnel was chosen, also where the choice has changed since.
 */
export function isFallback(session: Session, choice: Choice): boolean {
  if (session.protocol === 'wireguard') {
    const over = outerTransportOf(session)?.over;
    return over !== undefined && over !== 'cover' && mayUseOthers(choice);
  }
  return choice.protocol === 'automatic' && choice.variant === 'automatic' && mayUseUdp(choice);
}

function floorOf(failed: number): number {
  const { first, factor, max } = afterFailedMove;
  return failed === 0 ? 0 : Math.min(first * factor ** (failed - 1), max);
}
