/** The fields of a device authorization that a poll needs. */
export interface WaitingAuthorization {
  readonly state: 'pending' | 'approved' | 'denied' | 'used';
  /** The session that approved. Null before, and after the approval was withdrawn or that session has ended. */
  readonly approvedBy: string | null;
  readonly intervalSeconds: number;
  readonly lastPolledAt: Date | null;
  readonly expiresAt: Date;
}

type PollDecision =
  | {
      readonly outcome:
        | 'device_code_expired'
        | 'device_code_used'
        | 'authorization_denied'
        | 'authorization_revoked'
        | 'authorization_pending'
        | 'approved';
    }
  | { readonly outcome: 'slow_down'; readonly intervalSeconds: number };

/** RFC 8628 §3.5: each early poll increases the interval by five seconds. */
const slowDownSeconds = 5;
/** Tolerance for network jitter: a device that keeps the interval must not get `slow_down`. */
const toleranceMs = 500;

/** Returns the reply to a device that polls at `now`. */
export function decidePoll(waiting: WaitingAuthorization, now: Date): PollDecision {
  if (waiting.state === 'used') return { outcome: 'device_code_used' };
  if (waiting.expiresAt <= now) return { outcome: 'device_code_expired' };
  if (waiting.state === 'denied') return { outcome: 'authorization_denied' };
  if (waiting.state === 'approved' && waiting.approvedBy === null)
    return { outcome: 'authorization_revoked' };
  const { lastPolledAt, intervalSeconds } = waiting;
  const early =
    lastPolledAt !== null && now.getTime() - lastPolledAt.getTime() < intervalSeconds * 1000 - toleranceMs;
  if (early) return { outcome: 'slow_down', intervalSeconds: intervalSeconds + slowDownSeconds };
  return { outcome: waiting.state === 'approved' ? 'approved' : 'authorization_pending' };
}
