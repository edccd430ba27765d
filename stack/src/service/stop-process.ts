import type { ChildProcess } from 'node:child_process';

export interface EndSignals {
  readonly first: NodeJS.Signals;
  /** Sent after `graceMs`. */
  readonly last: NodeJS.Signals;
  readonly graceMs: number;
}

const END_SIGNALS: EndSignals = { first: 'SIGTERM', last: 'SIGKILL', graceMs: 8_000 };

/** Returns whether a child process has exited or was killed. */
export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Ends a process and waits for its exit. */
export async function stopProcess(
  child: ChildProcess,
  { first, last, graceMs }: EndSignals = END_SIGNALS,
): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill(first);
  const killTimer = setTimeout(() => child.kill(last), graceMs);
  await ended;
  clearTimeout(killTimer);
}
