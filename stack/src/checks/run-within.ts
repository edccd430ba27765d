import { type Outcome, runQuietly } from './run-quietly.ts';

/** Exit codes of a command that timeout(1) ended by SIGINT or, if that was ignored, by SIGKILL. */
const ENDED = [124, 137];

/** Seconds for a command to clean up: a stack ends its parts one after the other. */
const PATIENCE = 120;

/**
 * Runs a tool as `runQuietly` does, and ends it with its whole process group after the given number of seconds: a tool that hangs has
 * failed, and must not keep the others from being reported. It gets SIGINT, as by Ctrl-C, and SIGKILL `patience` seconds later. It has a
 * process group of its own, so a terminal's Ctrl-C reaches it only through us.
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
