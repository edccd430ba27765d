import { randomInt } from 'node:crypto';

/** Returns a lab id for one test file that no other test or running stack uses. */
export function unusedLabId(): string {
  return `t${randomInt(36 ** 5)
    .toString(36)
    .padStart(5, '0')}`;
}
