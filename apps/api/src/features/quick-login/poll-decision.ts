/** A device authorization as far as a poll is concerned. */
export interface WaitingAuthorization {
  readonly state: 'pending' | 'approved' | 'denied' | 'used';
  readonly intervalSeconds: number;
  readonly lastPolledAt: Date | null;
  readonly expiresAt: Date;
}

export type PollDecision =
  | { readonly answer: 'device_code_expired' | 'authorization_denied' | 'authorization_pending' | 'approved' }
  | { readonly answer: 'slow_down'; readonly intervalSeconds: number };

/** RFC 8628 §3.5: each poll that comes too early lengthens the interval by five seconds. */
const slowDownSeconds = 5;
/** Networks deliver unevenly; a device that keeps the interval must not be told to slow down. */
const toleranceMs = 500;

/** What a device that polls at `now` hears. */
export function decidePoll(waiting: WaitingAuthorization, now: Date): PollDecision {
  if (waiting.state === 'used' || waiting.expiresAt <= now) return { answer: 'device_code_expired' };
  if (waiting.state === 'denied') return { answer: 'authorization_denied' };
  const { lastPolledAt, intervalSeconds } = waiting;
  const early =
    lastPolledAt !== null && now.getTime() - lastPolledAt.getTime() < intervalSeconds * 1000 - toleranceMs;
  if (early) return { answer: 'slow_down', intervalSeconds: intervalSeconds + slowDownSeconds };
  return { answer: waiting.state === 'approved' ? 'approved' : 'authorization_pending' };
}
