import { createHash } from 'node:crypto';
import { allGateways, type Grant, type Revocation, type SnapshotChunk, snapshotChunk } from '@comet/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { linesOf } from '../../platform/files/lines.ts';
import { fresh, heartbeat, keys, keysMessage, line, revoke, subjectFrom } from './feed-fixture.ts';
import type { FeedState } from './feed-state.ts';

const now = 2_000;
const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const grantAt = (index: number): Grant => ({
  ...{ kind: 'openvpn', id: idOf(index), sub: subjectFrom('s') },
  mac: String(index).padStart(43, 'm'),
});
const revocation: Revocation = { sub: subjectFrom('r'), slot: null, notBefore: 50 };
const textOf = (chunk: Partial<SnapshotChunk>) =>
  JSON.stringify(
    z.encode(snapshotChunk, { revocations: [], accounts: [], grants: [], withdrawn: [], ...chunk }),
  );
const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url');

const shared = [0, 10, 20].map((from) => textOf({ grants: [1, 2, 3].map((index) => grantAt(from + index)) }));
const own = [
  textOf({ grants: [grantAt(31)], withdrawn: [idOf(12)] }),
  textOf({ grants: [grantAt(32)], revocations: [revocation] }),
];

const announcement = () => line({ type: 'chunks', gateway: allGateways, chunks: shared.map(digestOf) });
const manifest = (cursor = 9, chunks = [...shared, ...own]) =>
  line({ type: 'manifest', gateway: 'gw', cursor, chunks: chunks.map(digestOf) });

/** The lines of a stream for a gateway that has kept these chunks, as the API sends them. */
function streamFor(kept: readonly string[]): readonly string[] {
  const missing = (chunks: readonly string[]) => chunks.filter((chunk) => !kept.includes(digestOf(chunk)));
  const waiting = line(keysMessage(1, keys.feedKeys));
  return [waiting, announcement(), ...missing(shared), waiting, manifest(), ...missing(own)];
}

/** Receives the first `bytes` of a stream, in pieces. Returns the number of bytes of the stream. */
async function receive(state: FeedState, bytes = Infinity, piece = 64): Promise<number> {
  const stream = Buffer.from(`${streamFor(state.begin()).join('\n')}\n`);
  const cut = stream.subarray(0, bytes);
  async function* pieces() {
    for (let start = 0; start < cut.length; start += piece) yield cut.subarray(start, start + piece);
  }
  for await (const text of linesOf(pieces(), 4_000)) expect(state.receive(text, now).ok).toBe(true);
  return stream.length;
}

async function uninterrupted() {
  const state = fresh();
  await receive(state);
  return state.toFile();
}

test('a stream that is cut at any bytes and continued gives the same state as an uninterrupted one', async () => {
  const expected = await uninterrupted();
  expect(expected.grants.map(({ id }) => id)).toEqual(
    [1, 2, 3, 11, 13, 21, 22, 23, 31, 32].map((index) => idOf(index)),
  );
  expect(expected.revocations).toEqual([revocation]);
  const { length } = Buffer.from(streamFor([]).join('\n'));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(length), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 500 }),
      async (cuts, piece) => {
        const state = fresh();
        for (const cut of cuts) {
          const cursor = state.cursor;
          await receive(state, cut, piece);
          // A part of a snapshot has no effect.
          if (state.cursor === cursor && cursor === 0) {
            expect([...state.grants.all()]).toEqual([]);
            expect(state.revocations.all()).toEqual([]);
          }
        }
        await receive(state);
        expect(state.toFile()).toEqual(expected);
      },
    ),
    { numRuns: 100 },
  );
});

test('a continued stream sends only the chunks that are missing', async () => {
  const state = fresh();
  const [keysLine = '', announced = '', first = ''] = streamFor(state.begin());
  for (const text of [keysLine, announced, first]) expect(state.receive(text, now).ok).toBe(true);
  expect(state.begin()).toEqual([digestOf(shared[0] ?? '')]);
  expect(streamFor(state.begin()).filter((text) => text.startsWith('{'))).toHaveLength(4);
});

test('refuses any changed chunk, and completes the snapshot with the genuine one', async () => {
  const expected = await uninterrupted();
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 255 }), fc.nat(4), (at, flip, which) => {
      const state = fresh();
      state.begin();
      const chunk = [...shared, ...own][which] ?? '';
      const bytes = Buffer.from(chunk);
      const index = at % (bytes.length - 1);
      bytes[1 + index] = (bytes[1 + index] ?? 0) ^ flip;
      for (const text of streamFor([])) {
        if (text === chunk) {
          const before = JSON.stringify(state.toFile());
          expect(state.receive(bytes.toString('latin1'), now)).toEqual({ ok: false, error: 'unsigned' });
          expect(JSON.stringify(state.toFile())).toBe(before);
        }
        expect(state.receive(text, now).ok).toBe(true);
      }
      expect(state.toFile()).toEqual(expected);
    }),
    { numRuns: 50 },
  );
});

test('accepts no chunk that this stream has not announced, and no snapshot of another gateway', () => {
  const state = fresh();
  state.begin();
  const [first = ''] = shared;
  expect(state.receive(first, now)).toEqual({ ok: false, error: 'unsigned' });
  expect(state.receive(announcement(), now).ok).toBe(true);
  state.begin();
  expect(state.receive(first, now)).toEqual({ ok: false, error: 'unsigned' });
  const foreign = line({ type: 'manifest', gateway: 'other', cursor: 9, chunks: [] });
  expect(state.receive(foreign, now)).toEqual({ ok: false, error: 'other_gateway' });
  const toAll = line({ type: 'manifest', gateway: allGateways, cursor: 9, chunks: [] });
  expect(state.receive(toAll, now)).toEqual({ ok: false, error: 'other_gateway' });
});

test('an old manifest cannot undo a revocation', () => {
  const state = fresh();
  state.receive(line(revoke(10, revocation)), now);
  expect(state.receive(manifest(), now)).toEqual({ ok: false, error: 'rolled_back' });
  expect(state.revocations.all()).toEqual([revocation]);
});

test('requests all chunks again if one that counts as kept is missing', () => {
  const state = fresh();
  state.begin();
  state.receive(manifest(), now);
  state.receive(shared[0] ?? '', now);
  expect(state.receive(line(heartbeat(9, [])), now)).toEqual({ ok: false, error: 'drift' });
  expect(state.begin()).toEqual([]);
});

test('signed chunks that contradict each other or are no chunks change nothing and are not kept', () => {
  const twin: Grant = { ...grantAt(1), id: idOf(2) };
  for (const chunk of [textOf({ grants: [grantAt(1), twin] }), '{"grants":[]}', '{']) {
    const state = fresh();
    const before = JSON.stringify(state.toFile());
    state.begin();
    state.receive(manifest(9, [chunk]), now);
    expect(state.receive(chunk, now)).toEqual({ ok: false, error: 'malformed' });
    expect(JSON.stringify(state.toFile())).toBe(before);
    expect(state.begin()).toEqual([]);
  }
});
