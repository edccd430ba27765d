import { startDetached } from './detached.ts';
import { Refusal, wordsFor } from './refusal.ts';
import { READY_LINE, report } from './report.ts';
import { parseStartOptions } from './start-options.ts';
import { startStack } from './start-stack.ts';

const started = performance.now();
const args = process.argv.slice(2);
const parsed = parseStartOptions(args, process.cwd());
const end = new AbortController();

/** Asked to end: by Ctrl-C, by `npm stop`, or by a terminal that closes. Asking again changes nothing. */
const asked = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      end.abort();
      resolve();
    });
  }
});

function say(line: string): void {
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}`);
}

/** Runs the stack in this process until it is asked to end or breaks; gives the exit code. */
async function runUntilEnd(
  options: Parameters<typeof startStack>[0],
  typedState: string | null,
): Promise<number> {
  const stack = await startStack({ ...options, say, signal: end.signal });
  console.log(report(stack.addresses, { lab: stack.lab !== undefined, state: typedState }));
  console.log(READY_LINE);
  const failure = await Promise.race([asked, stack.failed]);
  console.log(failure ?? 'Stopping …');
  await stack.stop();
  console.log('Comet has stopped.');
  return failure === undefined ? 0 : 1;
}

async function main(): Promise<number> {
  if (!parsed.ok) throw new Refusal(parsed.error);
  const { detach, ...options } = parsed.value;
  const stateWasTyped = args.some((arg) => arg.startsWith('--state'));
  if (detach) return startDetached(options, args, end.signal);
  return runUntilEnd(options, stateWasTyped ? options.state : null);
}

try {
  process.exitCode = await main();
} catch (error) {
  const interrupted = end.signal.aborted;
  console.error(interrupted ? 'Stopped before everything was started.' : wordsFor(error));
  process.exitCode = interrupted ? 130 : 1;
}
