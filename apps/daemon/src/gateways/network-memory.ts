import { createHash } from 'node:crypto';
import type { Way } from '@comet/tunnel-protocol';
import { sameWay } from './ladder.ts';

/** Milliseconds after which the fastest way gets another chance: networks change their rules too. */
const believedFor = 7 * 24 * 3_600_000;
const mostKept = 32;

/** What got through a network where the fastest way did not. `network` names it to nobody who has no other copy of our salt. */
export interface PassedWay {
  readonly network: string;
  readonly way: Way;
  /** ISO 8601. */
  readonly at: string;
}

/** A network as the file has it: the same network is another on another machine, so the file tells nobody where it was. */
export function networkName(salt: string, network: string): string {
  return createHash('sha256').update(`comet network\0${salt}\0${network}`).digest('base64url').slice(0, 22);
}

/** What to try first on a network, or null when nothing is known that holds. */
export function wayThrough(passed: readonly PassedWay[], network: string | null, now: Date): Way | null {
  const known = passed.find((one) => one.network === network);
  if (known === undefined) return null;
  // What was seen far in the future was seen by a clock that was wrong.
  return Math.abs(now.getTime() - Date.parse(known.at)) < believedFor ? known.way : null;
}

/** The memory after `way` worked on a network. The fastest way needs no remembering. */
export function withPassed(
  passed: readonly PassedWay[],
  network: string,
  way: Way,
  now: Date,
): readonly PassedWay[] {
  const known = passed.find((one) => one.network === network);
  const held = wayThrough(passed, network, now);
  if (held !== null && sameWay(held, way)) return passed;
  const others = passed.filter((one) => one.network !== network);
  if (way.protocol === 'wireguard') return known === undefined ? passed : others;
  return [{ network, way, at: now.toISOString() }, ...others].slice(0, mostKept);
}
