import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Timeout in ms for a program to end after a signal: less than the timeout of a test's hooks. */
const END_TIMEOUT = 30_000;

/** Ends a program and waits until it has ended. A program that ignores the signal is killed, and the promise rejects. */
export async function end(
  program: ChildProcess,
  signal: 'SIGTERM' | 'SIGKILL',
  timeout = END_TIMEOUT,
): Promise<void> {
  // A program that has ended emits no further event.
  if (program.exitCode !== null || program.signalCode !== null) return;
  const gone = once(program, 'exit');
  program.kill(signal);
  let killed = false;
  const limit = setTimeout(() => (killed = program.kill('SIGKILL')), timeout);
  await gone;
  clearTimeout(limit);
  if (killed) throw new Error(`${program.spawnargs.join(' ')} did not end at ${signal}`);
}
