import type { IpCommand } from './ip-command.ts';
import { ipLine } from './ip-command-line.ts';
import { NetworkToolError, runProcess } from '../processes/run-process.ts';

/** Lines for one `ip -batch` or one `ip -6 -batch`. */
export interface IpBatch {
  readonly six: boolean;
  readonly lines: readonly string[];
}

/** Splits commands into as few batches as their order allows. Throws a TypeError when any of them is invalid. */
export function ipBatches(commands: readonly IpCommand[]): readonly IpBatch[] {
  const batches: { six: boolean; lines: string[]; settled: boolean }[] = [];
  for (const { text, flag } of commands.map(ipLine)) {
    const current = batches.at(-1);
    if (
      current !== undefined &&
      (flag === 'either' || !current.settled || current.six === (flag === 'six'))
    ) {
      current.lines.push(text);
      if (flag !== 'either') Object.assign(current, { six: flag === 'six', settled: true });
    } else batches.push({ six: flag === 'six', lines: [text], settled: flag !== 'either' });
  }
  return batches.map(({ six, lines }) => ({ six, lines }));
}

/**
 * The same lines as one batch without `-6` and one with it, each in its order: for commands that do not depend on those of the other batch.
 */
export function groupByFamily(batches: readonly IpBatch[]): readonly IpBatch[] {
  return [false, true]
    .map((six) => ({
      six,
      lines: batches.filter((batch) => batch.six === six).flatMap(({ lines }) => lines),
    }))
    .filter(({ lines }) => lines.length > 0);
}

/** The diagnostic of `ip`, with the line it failed at. `skipped` lines were read before this batch. */
export function ipFailure(stderr: string, lines: readonly string[], skipped = 0): string {
  const number = Number(/Command failed -:(\d+)/.exec(stderr)?.[1] ?? 0) - skipped;
  const line = lines[number - 1];
  const message = stderr.replaceAll(/Command failed -:\d+\n?/g, '').trim();
  return line === undefined ? message : `${message} (${line})`;
}

export interface RunIpOptions {
  /** Continues after a line that fails, and resolves: for the removal of things that may be missing. */
  ignoreErrors?: boolean;
}

/**
 * Executes the commands in order. Stops at the first that fails and rejects with its line; earlier ones remain in effect. Rejects with a
 * TypeError, before any command, if any value is invalid.
 */
export async function runIp(commands: readonly IpCommand[], options: RunIpOptions = {}): Promise<void> {
  const force = options.ignoreErrors === true;
  for (const { six, lines } of ipBatches(commands)) {
    const flags = [...(six ? ['-6'] : []), ...(force ? ['-force'] : [])];
    const outcome = await runProcess('ip', [...flags, '-batch', '-'], `${lines.join('\n')}\n`);
    if (outcome.code !== 0 && !force) throw new NetworkToolError('ip', ipFailure(outcome.stderr, lines));
  }
}
