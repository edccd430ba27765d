import type { StickySession } from '../auth/username.ts';

/** A running sticky session. */
export interface RunningSession {
  /** Id of its exit. */
  readonly exit: string;
  /** Session token for a provider. */
  readonly token: string;
  /** End time in ms. */
  readonly until: number;
}

export interface SessionState {
  readonly session: StickySession;
  /** Exits already tried for this connection. */
  readonly failed: ReadonlySet<string>;
  /** Exits that cannot reach the destination's address family. */
  readonly unable: ReadonlySet<string>;
  /** Whether this exit exists and is healthy. */
  readonly isLive: (exit: string) => boolean;
  /** Returns the running session of this name; null if there is none. */
  readonly find: (name: string) => RunningSession | null;
}

export type SessionPlan =
  | { readonly kind: 'keep'; readonly exit: string; readonly token: string }
  | { readonly kind: 'refuse'; readonly refusal: 'session_gone' }
  /** Picks an exit and stores it under `name`; the session then ends at `until`, or by its own lifetime if null. */
  | { readonly kind: 'pick'; readonly name: string; readonly until: number | null };

/**
 * Plans the exit of a connection in a sticky session. A session whose exit has no IPv6 has a second exit for IPv6, which is stored under
 * its own name and ends with the first. With `ifgone-fail` a session gets no other exit before it ends.
 */
export function planSession({ session, failed, unable, isLive, find }: SessionState): SessionPlan {
  const first = find(session.name);
  const needsSecond = first !== null && unable.has(first.exit) && isLive(first.exit);
  // The space cannot occur in a session name.
  const name = needsSecond ? `${session.name} 6` : session.name;
  const running = needsSecond ? find(name) : first;
  if (running !== null) {
    const { exit, token } = running;
    if (isLive(exit) && !failed.has(exit) && !unable.has(exit)) return { kind: 'keep', exit, token };
    if (session.ifGone === 'fail') return { kind: 'refuse', refusal: 'session_gone' };
  }
  return { kind: 'pick', name, until: needsSecond ? first.until : null };
}
