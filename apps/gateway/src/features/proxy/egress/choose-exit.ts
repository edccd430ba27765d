import type { ExitView } from '../proxy-messages.ts';

/** The input of the choice, for tunnels and the proxy. */
export type Candidate = Pick<ExitView, 'id' | 'country' | 'city' | 'use' | 'healthy' | 'load'>;

export interface ExitWish {
  readonly use: ExitView['use'];
  /** Null for any. */
  readonly country: string | null;
  readonly city: string | null;
  /** Exits that have just failed, or that should be replaced by another. */
  readonly avoid?: ReadonlySet<string>;
  /** Exits that cannot serve this request: never chosen. */
  readonly unable?: ReadonlySet<string>;
}

/**
 * Returns an exit that fits a request, or null when none is live. Each is weighted by its free capacity, so that rotating sessions
 * spread; a full one is still better than none. One in `avoid` is chosen only with `mayRepeat` and where no other is left.
 * `random` returns a number in [0, 1).
 */
export function chooseExit<E extends Candidate>(
  exits: Iterable<E>,
  wish: ExitWish,
  random: () => number,
  mayRepeat = false,
): E | null {
  const fitting = [...exits].filter(
    ({ id, use, healthy, country, city }) =>
      healthy &&
      wish.unable?.has(id) !== true &&
      use === wish.use &&
      (wish.country === null || country === wish.country) &&
      (wish.city === null || city === wish.city),
  );
  const fresh = fitting.filter(({ id }) => wish.avoid?.has(id) !== true);
  return draw(fresh.length === 0 && mayRepeat ? fitting : fresh, random);
}

function draw<E extends Candidate>(exits: readonly E[], random: () => number): E | null {
  const weights = exits.map(({ load }) => Math.max(1 - load, 0.01));
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, exit] of exits.entries()) {
    left -= weights[index] ?? 0;
    if (left < 0) return exit;
  }
  return exits.at(-1) ?? null;
}
