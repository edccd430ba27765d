import { manualClock } from '@comet/foundation';
import { expect, test } from 'vitest';
import type { Status } from './status.store.ts';
import { createStatusWriter } from './serve.ts';

test('writes a new state and the first latency at once, and another latency a minute after the last write', async () => {
  const written: Status[] = [];
  const clock = manualClock(new Date('2026-11-22T00:00:00Z'));
  const write = createStatusWriter(
    {
      write(status) {
        written.push(status);
        return Promise.resolve();
      },
    },
    clock,
  );
  const carrying = { state: 'carrying', detail: null } as const;
  // The first order of a gateway has no latency.
  await write({ ...carrying, latencyMs: null });
  await write({ ...carrying, latencyMs: null });
  await write({ ...carrying, latencyMs: 20 });
  await write({ ...carrying, latencyMs: 21 });
  clock.advance(60_000);
  await write({ ...carrying, latencyMs: 20 });
  await write({ ...carrying, latencyMs: 22 });
  await write({ state: 'connecting', detail: 'no answer', latencyMs: 22 });
  await write({ state: 'connecting', detail: 'reset', latencyMs: 22 });
  expect(written.map(({ state, detail, latencyMs }) => [state, detail, latencyMs])).toEqual([
    ['carrying', null, null],
    ['carrying', null, 20],
    ['carrying', null, 22],
    ['connecting', 'no answer', 22],
    ['connecting', 'reset', 22],
  ]);
});
