import type { StreamInfo } from '@nats-io/jetstream';
import { expect, test } from 'vitest';
import { mirrorState } from './leaf-mirror.ts';

const second = 1e9;
const created = '2026-11-29T12:00:00.123456789Z';

/** `active`: nanoseconds since the hub has sent something, -1 for never; `at`: seconds of the minute after the mirror was created. */
const mirror = (active: number, messages: number, at: number) =>
  ({
    created,
    ts: `2026-11-29T12:00:${String(at).padStart(2, '0')}.987654321Z`,
    state: { messages, last_seq: messages },
    mirror: { name: 'FEED', lag: 0, active },
  }) as StreamInfo;

test.for([
  ['following', mirror(second, 3, 40)],
  ['stalled', mirror(6 * second, 3, 40)],
  ['starting', mirror(-1, 0, 5)],
  ['abandoned', mirror(-1, 0, 15)],
  // The hub has no messages yet.
  ['starting', mirror(second, 0, 40)],
  // A restarted leaf node has its messages already, and keeps them.
  ['starting', mirror(-1, 3, 40)],
] as const)('a mirror is %s', ([state, info]) => {
  expect(mirrorState(info)).toBe(state);
});
