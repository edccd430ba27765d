import { expect, test, vi } from 'vitest';
import { measureAvailability } from './availability.ts';

test('measures the time until attempts succeed again, and counts those that fail', async () => {
  let isUp = true;
  let now = 0;
  const probe = measureAvailability(
    () => (isUp ? Promise.resolve() : Promise.reject(new Error('down'))),
    () => now,
  );
  await vi.waitFor(() => expect(probe.now()).toEqual({ failures: 0, restoredAfterMs: 0 }));
  isUp = false;
  await vi.waitFor(() => expect(probe.now().failures).toBeGreaterThan(1));
  expect(probe.now().restoredAfterMs).toBeNull();
  now = 19_000;
  isUp = true;
  await vi.waitFor(() => expect(probe.now().restoredAfterMs).toBe(19_000));
  const { failures } = probe.now();
  await probe.stop();
  expect(probe.now()).toEqual({ failures, restoredAfterMs: 19_000 });
});
