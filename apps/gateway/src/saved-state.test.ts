import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressesOf, tunnelPools } from '@comet/admission';
import type { FeedMessage, Grant } from '@comet/contract';
import { manualClock } from '@comet/foundation';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { heartbeat, keys, line, revoke, subjectFrom, whole } from './features/feed/feed-fixture.ts';
import { newFeedFile } from './features/feed/index.ts';
import type { JournaledFile } from './platform/files/journaled-file.ts';
import { openFeedFile, openLeasesFile, readFeedFile, readLeasesFile, restoreState } from './saved-state.ts';

let home = '';
let folder = '';
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'comet-saved-'));
});
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  folder = await mkdtemp(join(home, 'state-'));
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => rm(home, { recursive: true, force: true }));

const now = 2_000_000;
const clock = manualClock(new Date(now * 1000));
const fail = (error: unknown) => {
  throw error;
};

/** Starts an agent's state from the folder, as after a restart. */
async function start(damages: string[] = [], options = { limit: () => 1_000_000 }) {
  const saves: Promise<void>[] = [];
  const watched = <T, C>({ read, save }: JournaledFile<T, C>): JournaledFile<T, C> => ({
    read,
    save(source) {
      const saving = save(source);
      saves.push(saving);
      return saving;
    },
  });
  const files = {
    feed: watched(openFeedFile(folder, options)),
    leases: watched(openLeasesFile(folder, options)),
  };
  const onDamage = (reason: string) => damages.push(reason);
  const state = restoreState({
    ...{ gatewayId: 'gw', files, clock, onError: fail },
    feedFile: (await readFeedFile(files.feed, onDamage)) ?? newFeedFile(keys, now),
    leasesFile: await readLeasesFile(files.leases, clock, onDamage),
  });
  return {
    ...state,
    /** Passes time, and resolves when the saves that are due are on disk. */
    async after(milliseconds: number) {
      vi.advanceTimersByTime(milliseconds);
      await Promise.all(saves);
    },
  };
}

type State = Awaited<ReturnType<typeof start>>;

const requestOf = (key: number, issuedAt = now) => ({
  ...{ sub: String(key).padStart(22, 's'), slot: 0, issuedAt, sessionUntil: now + 80_000 },
  publicKey: Buffer.from(String(key).padStart(32, '0')).toString('base64'),
});

const random = (() => {
  let last = 0;
  return () => (last = (last + 0.618_034) % 1);
})();

function admit(
  { leases, leasesChanged }: Pick<State, 'leases' | 'leasesChanged'>,
  key: number,
  issuedAt = now,
): void {
  const granted = leases.grant(requestOf(key, issuedAt), now, random);
  if (!granted.ok) throw new Error(granted.error);
  leasesChanged();
}

function receive({ feed, received }: State, message: FeedMessage): void {
  const effect = feed.receive(line(message), now);
  if (!effect.ok) throw new Error(effect.error);
  received(effect.value);
}

const grantOf = (index: number): Grant => ({
  ...{ kind: 'wireguard', id: `00000000-0000-4000-8000-0000000000${10 + index}`, sub: subjectFrom('w') },
  publicKey: Buffer.alloc(32, index + 1).toString('base64'),
  ...addressesOf(tunnelPools.static.first + index),
});

/** What a restart must restore; times are those of the file. */
function pictured({ feed, leases }: State) {
  const hour = (time: number) => time - (time % 3600);
  return {
    cursor: feed.cursor,
    grants: [...feed.grants.all()].map(({ id }) => id).toSorted(),
    revocations: feed.revocations
      .all()
      .map(({ sub, notBefore }) => `${sub} ${notBefore}`)
      .toSorted(),
    leases: [...leases.all()].map(({ host, sub, issuedAt }) => `${host} ${sub} ${hour(issuedAt)}`).toSorted(),
    quarantined: [...leases.quarantined()]
      .map(([host]) => host)
      .filter((host) => leases.withHost(host) === null)
      .toSorted((one, other) => one - other),
  };
}

const step = fc.record({
  kind: fc.constantFrom('admit', 'end', 'grant', 'withdraw', 'revoke', 'revoke_account', 'heartbeat'),
  which: fc.nat(4),
});

/** Applies a step; the feed's `cursor` is that of the step. */
function apply(
  state: State,
  { kind, which }: { readonly kind: string; readonly which: number },
  cursor: number,
): void {
  const common = { gateway: 'gw', cursor } as const;
  if (kind === 'admit') admit(state, which);
  if (kind === 'end') {
    for (const lease of state.leases.ofSubject(requestOf(which).sub)) state.leases.end(lease, now);
    state.leasesChanged();
  }
  if (kind === 'grant') receive(state, { ...common, type: 'grant', grant: grantOf(which) });
  if (kind === 'withdraw') receive(state, { ...common, type: 'withdraw', id: grantOf(which).id });
  if (kind === 'revoke')
    receive(state, revoke(cursor, { sub: subjectFrom('r'), slot: null, notBefore: which }));
  if (kind === 'revoke_account')
    receive(state, {
      ...{ type: kind, gateway: '*', cursor },
      revocation: { change: cursor, keys: [String(which).repeat(43)], notBefore: which },
    });
  if (kind === 'heartbeat') receive(state, heartbeat(cursor, state.feed.toFile().revocations, { at: now }));
}

async function journalOf(name: string): Promise<string | null> {
  const found = (await readdir(folder)).find((one) => one.startsWith(name) && one.endsWith('.journal'));
  return found === undefined ? null : join(folder, found);
}

test('a crash at any byte restores the state of one of the saves', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), fc.nat(), async (steps, cut) => {
      folder = await mkdtemp(join(home, 'crash-'));
      const state = await start();
      // The first save of an agent writes the whole state.
      admit(state, 9);
      receive(state, revoke(1, { sub: subjectFrom('q'), slot: null, notBefore: 1 }));
      await state.after(60_000);
      const saved = [pictured(state)];
      for (const [index, one] of steps.entries()) {
        apply(state, one, index + 2);
        await state.after(60_000);
        saved.push(pictured(state));
      }
      for (const name of ['feed.json', 'leases.json'] as const) {
        const journal = await journalOf(name);
        if (journal !== null) await truncate(journal, cut % ((await stat(journal)).size + 1));
      }
      const damages: string[] = [];
      const restored = pictured(await start(damages));
      const { cursor, grants, revocations, ...leases } = restored;
      expect(damages).toEqual([]);
      expect(saved.map(({ leases: rows, quarantined }) => ({ leases: rows, quarantined }))).toContainEqual(
        leases,
      );
      expect(
        saved.map((one) => ({ cursor: one.cursor, grants: one.grants, revocations: one.revocations })),
      ).toContainEqual({ cursor, grants, revocations });
    }),
    { numRuns: 100 },
  );
});

/** Writes some state with a journal of three records in each file, and returns the state. */
async function withJournals(): Promise<State> {
  const state = await start();
  for (const index of [0, 1, 2, 3]) {
    admit(state, index);
    receive(state, { type: 'grant', gateway: 'gw', cursor: index + 1, grant: grantOf(index) });
    await state.after(1_000);
  }
  return state;
}

async function damage(name: string): Promise<void> {
  const path = await journalOf(name);
  const text = path === null ? '' : await readFile(path, 'utf8');
  await writeFile(path ?? '', text.replace('{', '['));
}

test('with a damaged journal of the feed no one is accepted until a snapshot and a heartbeat arrived', async () => {
  await withJournals();
  await damage('feed.json');
  const damages: string[] = [];
  const state = await start(damages);
  expect(damages).toEqual([expect.stringContaining('feed.json is damaged: record 1 is invalid')]);
  expect(state.feed.isStale(now)).toBe(true);
  expect(pictured(state)).toMatchObject({ grants: [], leases: [], cursor: 1 });
  expect(state.feed.resumeCursor).toBe(0);
  const grants = [0, 1, 2, 3].map(grantOf);
  receive(state, { ...whole, cursor: 9, revocations: [], grants });
  expect({ stale: state.feed.isStale(now), resume: state.feed.resumeCursor }).toEqual({
    stale: true,
    resume: 0,
  });
  receive(state, heartbeat(9, [], { at: now }));
  expect({ stale: state.feed.isStale(now), resume: state.feed.resumeCursor }).toEqual({
    stale: false,
    resume: 9,
  });
  await state.after(1_000);
  const again = await start();
  expect(pictured(again).grants).toEqual(grants.map(({ id }) => id));
  expect(again.feed.isStale(now)).toBe(false);
});

test('with a damaged journal of the leases no session is restored, and no known address is given out', async () => {
  const before = pictured(await withJournals());
  await damage('leases.json');
  const damages: string[] = [];
  const state = await start(damages);
  expect(damages).toEqual([expect.stringContaining('leases.json is damaged: record 1 is invalid')]);
  expect(pictured(state)).toMatchObject({ leases: [], grants: before.grants });
  const first = Number(before.leases.find((row) => row.includes(requestOf(0).sub))?.split(' ')[0]);
  expect([...state.leases.quarantined()]).toEqual([[first, now + 3600]]);
});

test('an ended session is deleted from disk within ten minutes, also without another change', async () => {
  const state = await withJournals();
  const [ended] = state.leases.ofSubject(requestOf(2).sub);
  if (ended === undefined) throw new Error('The session does not exist');
  state.leases.end(ended, now);
  state.leasesChanged();
  await state.after(1_000);
  const onDisk = async () => {
    const files = (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8'));
    return (await Promise.all(files)).join('');
  };
  expect(await onDisk()).toContain(ended.publicKey);
  await state.after(600_000);
  expect(await onDisk()).not.toContain(ended.publicKey);
  expect(await journalOf('leases.json')).toBeNull();
});

test('stopping writes whole files, which an earlier release reads', async () => {
  const state = await withJournals();
  await state.flush();
  expect((await readdir(folder)).toSorted()).toEqual(['feed.json', 'leases.json']);
  expect(pictured(await start())).toEqual(pictured(state));
});

test('a change among 50,000 peers writes less than a kilobyte, and not the file of all peers', async () => {
  const state = await start();
  for (let key = 0; key < 50_000; key += 1) admit(state, key);
  await state.after(1_000);
  const path = join(folder, 'leases.json');
  const written = await stat(path);
  expect(written.size).toBeGreaterThan(7_000_000);
  admit(state, 50_000);
  await state.after(1_000);
  expect((await stat((await journalOf('leases.json')) ?? '')).size).toBeLessThan(1_000);
  expect((await stat(path)).mtimeMs).toBe(written.mtimeMs);
  expect((await start()).leases.size).toBe(50_001);
});
