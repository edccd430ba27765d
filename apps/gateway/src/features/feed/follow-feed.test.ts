import type { FeedMessage, Revocation } from '@comet/contract';
import { manualClock } from '@comet/foundation';
import { expect, test } from 'vitest';
import { fresh, line, heartbeat, whole, revoke, subjectFrom } from './feed-fixture.ts';
import type { FeedEffect } from './feed-state.ts';
import { followFeed } from './follow-feed.ts';

test('requests a snapshot after drift, and continues from the cursor after a lost stream', async () => {
  const stop = new AbortController();
  const missed: Revocation = { sub: subjectFrom('a'), slot: 1, notBefore: 50 };
  const streams: FeedMessage[][] = [
    [revoke(3, { sub: subjectFrom('b'), slot: null, notBefore: 20 })],
    [heartbeat(4, [missed])],
    [{ ...whole, cursor: 4, revocations: [missed] }, heartbeat(4, [missed])],
  ];
  const requestedCursors: number[] = [];
  const lost: string[] = [];
  const effects: FeedEffect['kind'][] = [];
  await followFeed(
    {
      state: fresh(),
      async *open(cursor) {
        requestedCursors.push(cursor);
        const next = streams.shift();
        if (next === undefined) stop.abort();
        for (const message of next ?? []) yield line(message);
      },
      onEffect: (effect) => effects.push(effect.kind),
      onLost: (reason) => lost.push(reason),
      sleep: () => Promise.resolve(),
      clock: manualClock(new Date(2_000_000)),
    },
    stop.signal,
  );
  expect(requestedCursors).toEqual([0, 3, 0, 4]);
  expect(effects).toEqual(['revoked', 'replaced', 'alive']);
  expect(lost).toEqual(['the stream ended', 'refused a line: drift', 'the stream ended']);
});

test('reports each change with the request at the control plane that caused it', async () => {
  const stop = new AbortController();
  const requestId = '0123456789abcdef0123456789abcdef';
  const caused = { ...revoke(1, { sub: subjectFrom('b'), slot: null, notBefore: 20 }), requestId };
  const applied: unknown[] = [];
  await followFeed(
    {
      state: fresh(),
      async *open() {
        yield line(caused);
        yield line(revoke(2, { sub: subjectFrom('c'), slot: null, notBefore: 20 }));
        stop.abort();
      },
      onEffect: () => undefined,
      onApplied: (change) => applied.push(change),
      onLost: () => undefined,
      sleep: () => Promise.resolve(),
      clock: manualClock(new Date(2_000_000)),
    },
    stop.signal,
  );
  const milliseconds = expect.any(Number);
  expect(applied).toEqual([
    { kind: 'revoked', requestId, milliseconds },
    { kind: 'revoked', requestId: undefined, milliseconds },
  ]);
});

test('closes a silent stream', async () => {
  const stop = new AbortController();
  const lost: string[] = [];
  await followFeed(
    {
      state: fresh(),
      // eslint-disable-next-line require-yield
      async *open(_cursor, signal) {
        await new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        });
      },
      onEffect: () => undefined,
      onLost: (reason) => {
        lost.push(reason);
        stop.abort();
      },
      sleep: () => Promise.resolve(),
      clock: manualClock(new Date(0)),
      silenceLimit: 5,
    },
    stop.signal,
  );
  expect(lost).toEqual(['nothing came for too long']);
});

test('gateways that lose a replica at once reconnect spread over time', async () => {
  let state = 1;
  // Park and Miller's generator, so that each run is the same.
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const waits: number[] = [];
  for (let gateway = 0; gateway < 1_000; gateway += 1) {
    const stop = new AbortController();
    const following = {
      state: fresh(),
      async *open() {
        yield line(heartbeat(0, []));
      },
      onEffect: () => undefined,
      onLost: () => undefined,
      sleep: (milliseconds: number) => {
        waits.push(milliseconds);
        stop.abort();
        return Promise.resolve();
      },
      clock: manualClock(new Date(0)),
      random,
    };
    await followFeed(following, stop.signal);
  }
  expect(Math.max(...waits)).toBeLessThanOrEqual(5_000);
  const busiest = Math.max(
    ...Array.from(
      { length: 50 },
      (_, slice) => waits.filter((wait) => Math.floor(wait / 100) === slice).length,
    ),
  );
  // An even spread over two seconds is 50 in each 100 ms.
  expect(busiest).toBeLessThan(90);
});
