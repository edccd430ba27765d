import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Milliseconds for a program to end after a signal: fewer than the timeout of a test's hooks. */
const PATIENCE = 30_000;

/** Ends a program and waits until it is gone. One that does not receive is killed, and the promise rejects. */
export async function end(
  program: ChildProcess,
  signal: 'SIGTERM' | 'SIGKILL',
  patience = PATIENCE,
): Promise<void> {
  // Of one that has ended there is nothing more to receive.
  if (program.exitCode !== null || program.signalCode !== null) return;
  const gone = once(program, 'exit');
  program.kill(signal);
  let killed = false;
  const limit = setTimeout(() => (killed = program.kill('SIGKILL')), patience);
  await gone;
  clearTimeout(limit);
  if (killed) throw new Error(`${program.spawnargs.join(' ')} did not end at ${signal}`);
}
