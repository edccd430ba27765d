import type { ReachFailure } from './reach.ts';

/** errno(3) of Linux, as the carrier tells it. */
export const timedOut = 110;
const portTaken = 98;
const noAddress = 99;
/** Added where the near end could not be had. */
const ofNearEnd = 65_536;

const failures: Readonly<Record<number, ReachFailure>> = {
  [noAddress]: 'exit',
  100: 'exit',
  101: 'exit',
  104: 'refused',
  [timedOut]: 'timeout',
  111: 'refused',
  113: 'unreachable',
};

/** What a connection failed of; `port` where another port of ours may do. */
export function failureOf(errno: number): ReachFailure | 'port' {
  if (errno === ofNearEnd + portTaken || errno === noAddress) return 'port';
  return failures[errno % ofNearEnd] ?? 'exit';
}
