import { allGateways, type FeedMessage, type Grant } from '@comet/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fresh, heartbeat, line, subjectFrom } from './feed-fixture.ts';
import { FeedState } from './feed-state.ts';
import { feedFile } from './feed.store.ts';

const now = 2_000;
const grantAt = (index: number): Grant => ({
  ...{ kind: 'openvpn', id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}` },
  ...{ sub: subjectFrom('s'), mac: String(index).padStart(43, 'm') },
});
const broadcast = (cursor: number, previous: number, gateway = allGateways): FeedMessage => ({
  ...{ type: 'grant', gateway, cursor, previous, grant: grantAt(cursor) },
});
const ownGrant = (cursor: number, gateway = 'gw'): FeedMessage => ({
  ...{ type: 'grant', gateway, cursor, grant: grantAt(cursor) },
});
const beat = (cursor: number, last: number): FeedMessage => {
  const message = heartbeat(cursor, []);
  return message.type === 'heartbeat' ? { ...message, broadcast: last } : message;
};
const restarted = (state: FeedState) =>
  new FeedState('gw', feedFile.parse(JSON.parse(JSON.stringify(state.toFile()))));
const errorOf = (state: FeedState, message: FeedMessage) => {
  const received = state.receive(line(message), now);
  return received.ok ? null : received.error;
};

test('applies broadcasts and its own changes in order', () => {
  const state = fresh();
  for (const message of [broadcast(3, 0), ownGrant(4), broadcast(7, 3), beat(9, 7), broadcast(12, 7)])
    expect(errorOf(state, message)).toBeNull();
  expect([...state.grants.all()].map(({ id }) => Number(id.slice(-12)))).toEqual([3, 4, 7, 12]);
});

test('only changes that are broadcasts may be for all gateways', () => {
  const state = fresh();
  for (const message of [
    ownGrant(3, allGateways),
    { ...heartbeat(3, []), gateway: allGateways } as Extract<FeedMessage, { type: 'heartbeat' }>,
    { type: 'withdraw', gateway: allGateways, cursor: 3, id: grantAt(1).id } as const,
  ])
    expect(errorOf(state, message)).toBe('other_gateway');
  expect(errorOf(state, broadcast(3, 0, 'other'))).toBe('other_gateway');
});

test('a missing, repeated or reordered broadcast is never applied, whatever is withheld', () => {
  fc.assert(
    fc.property(
      fc.array(fc.boolean(), { minLength: 2, maxLength: 8 }),
      fc.array(fc.nat(7), { minLength: 1, maxLength: 12 }),
      fc.nat(12),
      (kinds, delivered, restartAt) => {
        // The lines of the feed: broadcasts (true) and changes of this gateway.
        let previous = 0;
        const feed = kinds.map((isBroadcast, index) => {
          const cursor = index + 1;
          const message = isBroadcast ? broadcast(cursor, previous) : ownGrant(cursor);
          if (isBroadcast) previous = cursor;
          return message;
        });
        let state = fresh();
        for (const [turn, index] of delivered.entries()) {
          const message = feed[index % feed.length];
          if (message !== undefined) state.receive(line(message), now);
          if (turn === restartAt) state = restarted(state);
        }
        const applied = new Set([...state.grants.all()].map(({ id }) => Number(id.slice(-12))));
        const broadcasts = kinds.flatMap((isBroadcast, index) => (isBroadcast ? [index + 1] : []));
        // The applied broadcasts are the first ones, without a gap.
        const count = broadcasts.filter((cursor) => applied.has(cursor)).length;
        expect(broadcasts.slice(0, count).every((cursor) => applied.has(cursor))).toBe(true);
        // The next heartbeat reveals a withheld one.
        const isComplete = count === broadcasts.length;
        expect(errorOf(state, beat(kinds.length, previous))).toBe(isComplete ? null : 'drift');
      },
    ),
    { numRuns: 300 },
  );
});

test('the file of an earlier version counts as complete up to its cursor', () => {
  const { broadcast: _, ...earlier } = fresh().toFile();
  const state = new FeedState('gw', feedFile.parse({ ...earlier, cursor: 20 }));
  expect(errorOf(state, broadcast(25, 19))).toBeNull();
  expect(errorOf(state, broadcast(31, 28))).toBe('drift');
});
