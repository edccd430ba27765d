import { expect, test, vi } from 'vitest';
import { createShutdown } from './shutdown.ts';

function started(drainMs: number) {
  const close = vi.fn<() => Promise<void>>(() => Promise.resolve());
  return { close, shutdown: createShutdown({ drainMs, close, log: { info: () => undefined } }) };
}

test('a process drains for the set time before it closes', async () => {
  const { close, shutdown } = started(200);
  expect(shutdown.draining.aborted).toBe(false);
  const began = performance.now();
  const done = shutdown.drain();
  expect(shutdown.draining.aborted).toBe(true);
  expect(close).not.toHaveBeenCalled();
  await done;
  // Timers of Node are rounded to whole milliseconds.
  expect(performance.now() - began).toBeGreaterThanOrEqual(199);
  expect(close).toHaveBeenCalledOnce();
});

test('a second signal closes at once', async () => {
  const { close, shutdown } = started(3_600_000);
  const first = shutdown.drain();
  await shutdown.drain();
  await first;
  expect(close).toHaveBeenCalledOnce();
});

test('without a time to drain it closes at once', async () => {
  const { close, shutdown } = started(0);
  await shutdown.drain();
  expect(close).toHaveBeenCalledOnce();
  expect(shutdown.draining.aborted).toBe(true);
});

test('a process that drains by itself keeps the reason', () => {
  const { shutdown } = started(3_600_000);
  void shutdown.drain('The clock is wrong');
  expect(shutdown.draining.reason).toBe('The clock is wrong');
});
