import { type Outcome, runQuietly } from './run-quietly.ts';

/** What a command ends with that timeout(1) had to end, by SIGINT or, where that was not heard, by SIGKILL. */
const ENDED = [124, 137];

/** Seconds that a command has to clean up behind itself: a stack ends its parts one after the other. */
const PATIENCE = 120;

/**
 * Runs a tool as `runQuietly` does, and ends it with all that it started when it has not come to its end after so many seconds: one
 * that hangs has failed, and does not keep the others from being told of. It is told to end as by a Ctrl-C, and killed where it has not
 * after `patience` seconds more. It has a process group of its own, which a terminal's Ctrl-C reaches by us alone.
 */
export async function runWithin(
  seconds: number,
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
  patience = PATIENCE,
): Promise<Outcome> {
  const limits = ['--signal=INT', `--kill-after=${patience}`, `${seconds}`];
  const outcome = await runQuietly(['timeout', ...limits, ...command], env);
  if (!ENDED.includes(outcome.code) || outcome.seconds < seconds) return outcome;
  return { ...outcome, output: `${outcome.output.trimEnd()}\nIt had not ended after ${seconds} s.\n` };
}
