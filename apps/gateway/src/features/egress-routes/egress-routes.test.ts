import { addressesOf, type ExitClaim } from '@comet/admission';
import { err, ok, type Result } from '@comet/foundation';
import { expect, test } from 'vitest';
import { blockedMark, tproxyListener } from '../../platform/routing/exit-slot.ts';
import type { EgressRouteEntry } from '../../platform/firewall/egress-route-table.ts';
import type { Lease } from '../leases/index.ts';
import type { QuotaLease } from '../metering/index.ts';
import type { ExitView } from '../proxy/index.ts';
import { createEgressRoutes } from './egress-routes.ts';

const purse = '00000000-0000-4000-8000-0000000000aa';
const pool: ExitClaim = {
  ...{ kind: 'pool', use: 'native', country: 'US', city: 'nyc', purse, whenEmpty: 'block' },
};
const shared: ExitClaim = { ...pool, use: 'shared', purse: null };
const marks = new Map([
  ['one', { mark4: blockedMark + 1, mark6: blockedMark + 1 }],
  ['two', { mark4: blockedMark + 2, mark6: blockedMark + 2 }],
  ['provider/US', { mark4: tproxyListener.mark, mark6: blockedMark }],
]);

function view(id: string, healthy = true, use: 'native' | 'shared' = 'native'): ExitView {
  return {
    ...{ id, kind: 'node', country: 'US', city: 'nyc', use, healthy, load: 0 },
    outlet: { kind: 'local', ipv4: '198.18.0.0', ipv6: null, resolver: '192.0.2.53' },
    caps: { bytesPerSecond: null, dayBytes: null },
    rules: { ports: [], networks: [], names: [] },
  };
}

const provider: ExitView = {
  ...view('provider/US'),
  ...{ kind: 'upstream', city: null },
  outlet: {
    ...{ kind: 'upstream', protocol: 'socks5', host: 'proxy.example.com', port: 1080 },
    ...{ usernameTemplate: 'me', password: 'word' },
  },
};

function lease(host: number, exit?: ExitClaim): Lease {
  const name = { sub: 's'.repeat(22), slot: 0, publicKey: `key ${host}` };
  return { ...name, host, issuedAt: 0, sessionUntil: 1, exit };
}

/** The egress routes with in-memory ports. */
function setUp() {
  const entries = new Map<string, EgressRouteEntry>();
  /** All entries that were set, in order. */
  const history: (EgressRouteEntry | null)[] = [];
  const counters = new Map<string, number>();
  const used = new Map<string, { bytes: number; done: boolean }>();
  const forgotten: string[] = [];
  const statuses: (string | null)[] = [];
  const exitOf = new Map<number, string | null>();
  let quotaLeases = 0;
  const environment = {
    exits: [view('one'), view('two')],
    now: 0,
    draw: (): Result<QuotaLease, 'empty' | 'unreachable'> => {
      quotaLeases += 1;
      return ok({ slice: String(quotaLeases), bytes: 1_000 });
    },
  };
  const egressRoutes = createEgressRoutes({
    table: {
      set(changes) {
        for (const { of, entry } of changes) {
          history.push(entry);
          if (entry === null) entries.delete(of.ipv4);
          else entries.set(of.ipv4, entry);
        }
        return Promise.resolve();
      },
      counted: () => Promise.resolve(counters),
    },
    exits: () => new Map(environment.exits.map((exit) => [exit.id, exit])),
    marksOf: (exit) => marks.get(exit) ?? null,
    onEgressRoute: (host, exit) => exitOf.set(host, exit),
    draw: () => Promise.resolve(environment.draw()),
    use: (slice, bytes, done) => used.set(slice, { bytes, done }),
    forget: (addresses) => forgotten.push(...addresses),
    onStatusChange: (hosts) => statuses.push(...hosts.map((host) => egressRoutes.statusFor(host))),
    random: () => 0,
    now: () => environment.now,
    onError: (error) => expect.fail(String(error)),
  });
  const entryOf = (host: number) => entries.get(addressesOf(host).ipv4);
  /** Continues pending operations. */
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const count = async (host: number, bytes: number) => {
    counters.set(entryOf(host)?.quota?.name ?? '', bytes);
    await egressRoutes.count();
    await settle();
  };
  return {
    egressRoutes,
    environment,
    entries,
    history,
    used,
    forgotten,
    statuses,
    exitOf,
    entryOf,
    settle,
    count,
  };
}

test('sets the exit of a session before its traffic, and a zero quota before its first lease', async () => {
  const { egressRoutes, entryOf, settle } = setUp();
  await egressRoutes.open(lease(20, pool));
  expect(entryOf(20)).toMatchObject({ mark4: blockedMark + 1, mark6: blockedMark + 1, quota: { limit: 0 } });
  await settle();
  expect(entryOf(20)?.quota?.limit).toBe(1_000);
  expect(egressRoutes.sessionsBy('one')).toBe(1);
});

test('a session whose quota account changes never leaves by the gateway', async () => {
  const { egressRoutes, environment, history, entryOf, settle, used } = setUp();
  environment.exits = [view('one'), view('two', true, 'shared')];
  await egressRoutes.open(lease(20, pool));
  await settle();
  await egressRoutes.open(lease(20, shared));
  await egressRoutes.open(lease(20, { ...pool, purse: '00000000-0000-4000-8000-0000000000bb' }));
  await settle();
  expect(history.map((entry) => entry?.mark4 ?? null)).not.toContain(null);
  expect(entryOf(20)).toMatchObject({ mark4: blockedMark + 1, quota: { limit: 1_000 } });
  expect(used.get('1')).toEqual({ bytes: 0, done: true });
  await egressRoutes.close([lease(20)]);
  expect(entryOf(20)).toBeUndefined();
});

test('replaces a failed exit and deletes its tracked connections, or refuses traffic if no exit is left', async () => {
  const { egressRoutes, environment, entryOf, forgotten } = setUp();
  await egressRoutes.open(lease(20, shared));
  expect(entryOf(20)).toMatchObject({ mark4: blockedMark });
  environment.exits = [view('one', true, 'shared'), view('two', true, 'shared')];
  await egressRoutes.realign();
  expect(entryOf(20)).toMatchObject({ mark4: blockedMark + 1, quota: null });
  environment.exits = [view('one', false, 'shared'), view('two', true, 'shared')];
  forgotten.length = 0;
  await egressRoutes.realign();
  expect(entryOf(20)).toMatchObject({ mark4: blockedMark + 2, mark6: blockedMark + 2 });
  expect(forgotten).toEqual(Object.values(addressesOf(20)));
  environment.exits = [];
  await egressRoutes.realign();
  expect(entryOf(20)).toMatchObject({ mark4: blockedMark, mark6: blockedMark });
});

test('notifies a session that has no exit, but not one without quota', async () => {
  const { egressRoutes, environment, statuses, settle, count } = setUp();
  await egressRoutes.open(lease(20, pool));
  await settle();
  expect([egressRoutes.statusFor(20), egressRoutes.statusFor(21)]).toEqual(['open', null]);
  environment.exits = [];
  await egressRoutes.realign();
  environment.exits = [view('one')];
  await egressRoutes.realign();
  expect(statuses).toEqual(['gone', 'open']);
  environment.draw = () => err('empty');
  await count(20, 1_000);
  environment.exits = [];
  await egressRoutes.realign();
  expect(egressRoutes.statusFor(20)).toBe('open');
  // The session may be renewed; a new one may not start.
  expect([egressRoutes.available(pool, 20), egressRoutes.available(pool, null)]).toEqual([true, false]);
  await egressRoutes.close([lease(20)]);
  expect(statuses.at(-1)).toBeNull();
});

test('a session keeps its working exit when others change', async () => {
  const { egressRoutes, environment, entryOf } = setUp();
  await egressRoutes.open(lease(20, pool));
  environment.exits = [view('two'), view('one')];
  await egressRoutes.realign();
  await egressRoutes.open(lease(20, pool));
  expect(entryOf(20)?.mark4).toBe(blockedMark + 1);
});

test('requests another lease at half, and uses each to its last byte', async () => {
  const { egressRoutes, used, entryOf, settle, count } = setUp();
  await egressRoutes.open(lease(20, pool));
  await settle();
  await count(20, 400);
  expect(entryOf(20)?.quota?.limit).toBe(1_000);
  await count(20, 600);
  expect(entryOf(20)?.quota?.limit).toBe(2_000);
  await count(20, 1_300);
  expect(used.get('1')).toEqual({ bytes: 1_000, done: true });
  expect(used.get('2')).toEqual({ bytes: 300, done: false });
  await egressRoutes.close([lease(20)]);
  expect(used.get('2')).toEqual({ bytes: 300, done: true });
  expect(entryOf(20)).toBeUndefined();
});

for (const [whenEmpty, mark] of [
  ['block', blockedMark],
  ['standard', null],
] as const)
  test(`applies “${whenEmpty}” at zero quota, and returns to the exit when there is quota again`, async () => {
    const { egressRoutes, environment, entryOf, settle, count, forgotten } = setUp();
    await egressRoutes.open(lease(20, { ...pool, whenEmpty }));
    await settle();
    const draw = environment.draw;
    environment.draw = () => err('empty');
    await count(20, 600);
    expect(entryOf(20)?.mark4).toBe(blockedMark + 1);
    await count(20, 1_400);
    expect(entryOf(20)).toEqual({ mark4: mark, mark6: mark, address: null, quota: null });
    expect(forgotten).toEqual(Object.values(addressesOf(20)));
    environment.draw = draw;
    environment.now = 20_000;
    await count(20, 0);
    expect(entryOf(20)).toMatchObject({ mark4: blockedMark + 1, quota: { limit: 2_000, used: 1_000 } });
  });

test('an unreachable API limits a session to its leased bytes', async () => {
  const { egressRoutes, environment, entryOf, settle, count } = setUp();
  await egressRoutes.open(lease(20, pool));
  await settle();
  environment.draw = () => err('unreachable');
  await count(20, 5_000);
  expect(entryOf(20)).toMatchObject({ mark4: blockedMark + 1, quota: { limit: 1_000 } });
});

test('stops traffic of a lapsed lease, and reports its usage', async () => {
  const { egressRoutes, environment, used, entryOf, settle, count } = setUp();
  await egressRoutes.open(lease(20, pool));
  await settle();
  await count(20, 400);
  await egressRoutes.lapse(new Set(['1']));
  expect(used.get('1')).toEqual({ bytes: 400, done: true });
  expect(entryOf(20)?.quota).toMatchObject({ limit: 400 });
  environment.draw = () => err('unreachable');
  await count(20, 5_000);
  expect(entryOf(20)?.quota).toMatchObject({ limit: 400 });
});

test('a dedicated address applies to IPv4, and IPv6 is blocked', async () => {
  const { egressRoutes, entryOf } = setUp();
  await egressRoutes.open(lease(20, { kind: 'address', address: '203.0.113.9' }));
  expect(entryOf(20)).toEqual({ mark4: null, mark6: blockedMark, address: '203.0.113.9', quota: null });
});

test('waits for a specific exit, and never replaces it', async () => {
  const { egressRoutes, environment, entryOf } = setUp();
  const claim: ExitClaim = { kind: 'exit', exit: 'two' };
  await egressRoutes.open(lease(20, claim));
  expect(entryOf(20)?.mark4).toBe(blockedMark + 2);
  environment.exits = [view('one')];
  await egressRoutes.realign();
  expect(entryOf(20)?.mark4).toBe(blockedMark);
  expect(egressRoutes.available(claim, null)).toBe(false);
  environment.exits = [view('one'), view('two')];
  await egressRoutes.realign();
  expect(entryOf(20)?.mark4).toBe(blockedMark + 2);
});

test('a ticket without an exit returns the session to the gateway’s own route, and its leases are settled', async () => {
  const { egressRoutes, entryOf, used, settle } = setUp();
  await egressRoutes.open(lease(20, pool));
  await settle();
  await egressRoutes.open(lease(20));
  expect(entryOf(20)).toBeUndefined();
  expect(used.get('1')).toEqual({ bytes: 0, done: true });
});

test('restores the routes of sessions after a restart, and unblocks all others', async () => {
  const { egressRoutes, entries, entryOf } = setUp();
  const held: EgressRouteEntry = { mark4: blockedMark, mark6: blockedMark, address: null, quota: null };
  for (const host of [20, 21]) entries.set(addressesOf(host).ipv4, held);
  await egressRoutes.restore([lease(20, pool), lease(30)], [addressesOf(20), addressesOf(21)]);
  expect(entryOf(20)?.mark4).toBe(blockedMark + 1);
  expect(entries.size).toBe(1);
});

test('uses a provider if no own exit matches: IPv4 is redirected to the relay, and IPv6 is refused', async () => {
  const { egressRoutes, environment, exitOf, entryOf } = setUp();
  environment.exits = [provider, view('one')];
  await egressRoutes.open(lease(20, { ...pool, city: null }));
  expect([entryOf(20)?.mark4, exitOf.get(20)]).toEqual([blockedMark + 1, 'one']);
  environment.exits = [provider];
  await egressRoutes.realign();
  expect(entryOf(20)).toMatchObject({ mark4: tproxyListener.mark, mark6: blockedMark });
  expect(exitOf.get(20)).toBe('provider/US');
  environment.exits = [provider, view('one')];
  await egressRoutes.realign();
  expect(exitOf.get(20)).toBe('provider/US');
  environment.exits = [{ ...provider, healthy: false }];
  await egressRoutes.realign();
  expect([entryOf(20)?.mark4, exitOf.get(20)]).toEqual([blockedMark, null]);
  await egressRoutes.open(lease(21, pool));
  environment.exits = [provider];
  await egressRoutes.realign();
  expect([exitOf.get(20), exitOf.get(21)]).toEqual(['provider/US', null]);
  await egressRoutes.close([lease(20)]);
  expect(exitOf.get(20)).toBe(null);
});
