import { createLog, type Log } from '@comet/foundation/log';

/** A log whose lines are added to an array. */
export function logInto(lines: string[]): Log {
  return createLog({ level: 'trace', program: 'cometd', write: (line) => void lines.push(line) });
}
