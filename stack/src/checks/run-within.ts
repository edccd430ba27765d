import { type Outcome, runQuietly } from './run-quietly.ts';

/** What timeout(1) ends with when it had to end its command, by SIGTERM or, where that was not heard, by SIGKILL. */
const ENDED = [124, 137];

/**
 * Runs a tool as `runQuietly` does, and ends it with all that it started when it has not come to its end after so many seconds: one
 * that hangs has failed, and does not keep the others from being told of.
 */
export async function runWithin(
  seconds: number,
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const outcome = await runQuietly(['timeout', '--kill-after=30', `${seconds}`, ...command], env);
  if (!ENDED.includes(outcome.code)) return outcome;
  return { ...outcome, output: `${outcome.output.trimEnd()}\nIt had not ended after ${seconds} s.\n` };
}
