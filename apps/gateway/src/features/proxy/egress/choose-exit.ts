import type { ExitView } from '../proxy-messages.ts';

/** The input of the choice, for tunnels and the proxy. */
export type Candidate = Pick<ExitView, 'id' | 'country' | 'city' | 'use' | 'healthy' | 'draining' | 'load'>;

export interface ExitRequest {
  readonly use: ExitView['use'];
  /** Null for any. */
  readonly country: string | null;
  readonly city: string | null;
  /** Exits that have just failed, or that must be replaced by another. */
  readonly avoid?: ReadonlySet<string>;
  /** Exits that cannot serve this request: never chosen. */
  readonly unable?: ReadonlySet<string>;
}

/**
 * Returns an exit that matches a request, or null when none is live; a draining one is not chosen. Exits are weighted by free capacity, so that rotating sessions
 * spread; a full exit is chosen only if no other matches. One in `avoid` is chosen only with `mayRepeat` and if no other is left.
 * `random` returns a number in [0, 1).
 */
export function chooseExit<E extends Candidate>(
  exits: Iterable<E>,
  request: ExitRequest,
  random: () => number,
  mayRepeat = false,
): E | null {
  const matching = [...exits].filter(
    ({ id, use, healthy, draining = false, country, city }) =>
      healthy &&
      !draining &&
      request.unable?.has(id) !== true &&
      use === request.use &&
      (request.country === null || country === request.country) &&
      (request.city === null || city === request.city),
  );
  const fresh = matching.filter(({ id }) => request.avoid?.has(id) !== true);
  return pickWeighted(fresh.length === 0 && mayRepeat ? matching : fresh, random);
}

function pickWeighted<E extends Candidate>(exits: readonly E[], random: () => number): E | null {
  const weights = exits.map(({ load }) => Math.max(1 - load, 0.01));
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, exit] of exits.entries()) {
    left -= weights[index] ?? 0;
    if (left < 0) return exit;
  }
  return exits.at(-1) ?? null;
}
