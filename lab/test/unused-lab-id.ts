import { randomInt } from 'node:crypto';

/** A lab id for one test file, so that tests and a running stack do not meet. */
export function unusedLabId(): string {
  return `t${randomInt(36 ** 5)
    .toString(36)
    .padStart(5, '0')}`;
}
