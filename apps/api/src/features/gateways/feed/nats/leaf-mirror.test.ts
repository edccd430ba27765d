import type { JetStreamManager, StreamInfo } from '@nats-io/jetstream';
import { expect, test } from 'vitest';
import { LeafMirrors, mirrorState } from './leaf-mirror.ts';

const second = 1e9;

/** `active`: nanoseconds since the hub has sent something, -1 for never. */
const mirror = (active: number, messages: number) =>
  ({ state: { messages, last_seq: messages }, mirror: { name: 'FEED', lag: 0, active } }) as StreamInfo;

test.for([
  ['following', mirror(second, 3)],
  ['stalled', mirror(6 * second, 3)],
  ['lost', mirror(16 * second, 3)],
  ['silent', mirror(-1, 0)],
  // A restarted leaf node has its messages already.
  ['silent', mirror(-1, 3)],
  // The hub has no messages, or all have expired.
  ['starting', mirror(second, 0)],
] as const)('a mirror is %s', ([state, info]) => {
  expect(mirrorState(info)).toBe(state);
});

/** A leaf node whose mirror has these states, the last one without end; a new mirror follows. */
function leafWith(states: readonly StreamInfo[]) {
  const coming = [...states];
  const added: unknown[] = [];
  const leaf = {
    streams: {
      info: () =>
        Promise.resolve(
          added.length > 0 ? mirror(second, 1) : coming.length > 1 ? coming.shift() : coming[0],
        ),
      delete: () => Promise.resolve(true),
      add: (config: unknown) => Promise.resolve(added.push(config)),
    },
  } as unknown as JetStreamManager;
  return { leaf, added };
}

const hubAt = (lastSequence: number, lastMessage: number) =>
  ({
    streams: {
      info: () => Promise.resolve({ state: { last_seq: lastSequence } }),
      getMessage: () => Promise.resolve({ seq: lastMessage }),
    },
  }) as unknown as JetStreamManager;

test.for([
  [50_000, 49_990, 40_000],
  // The last messages have expired.
  [50_000, 300, 300],
  [12, 12, 1],
] as const)('creates a lost mirror again near the end: %i, %i', async ([last, message, start]) => {
  const { leaf, added } = leafWith([mirror(16 * second, 3)]);
  expect(await new LeafMirrors().isFollowing('leaf-ams', leaf, hubAt(last, message), 'hub')).toBe(true);
  expect(added).toMatchObject([{ mirror: { name: 'FEED', domain: 'hub', opt_start_seq: start } }]);
});

test('creates a mirror again that stays silent for fifteen seconds, and no other', async () => {
  let now = 0;
  const mirrors = new LeafMirrors(() => (now += 1_500));
  const silent = leafWith([mirror(-1, 3)]);
  const ofHub = [hubAt(9, 9), 'hub'] as const;
  expect(await mirrors.isFollowing('leaf-ams', silent.leaf, ...ofHub)).toBe(false);
  now += 9_000;
  expect(await mirrors.isFollowing('leaf-ams', silent.leaf, ...ofHub)).toBe(false);
  expect(silent.added).toEqual([]);
  now += 9_000;
  expect(await mirrors.isFollowing('leaf-ams', silent.leaf, ...ofHub)).toBe(true);
  expect(silent.added).toHaveLength(1);
  const empty = leafWith([mirror(second, 0)]);
  for (let turn = 0; turn < 3; turn += 1) {
    now += 20_000;
    expect(await mirrors.isFollowing('leaf-lon', empty.leaf, ...ofHub)).toBe(false);
  }
  expect(empty.added).toEqual([]);
});

test('leaves a lost mirror as it is while the hub has no leader', async () => {
  const { leaf, added } = leafWith([mirror(16 * second, 3)]);
  const hub = {
    streams: { info: () => Promise.reject(new Error('no leader')) },
  } as unknown as JetStreamManager;
  await expect(new LeafMirrors().isFollowing('leaf-ams', leaf, hub, 'hub')).rejects.toThrow('no leader');
  expect(added).toEqual([]);
});
