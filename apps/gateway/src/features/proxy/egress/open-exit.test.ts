import { expect, test } from 'vitest';
import { Customer } from '../auth/customer.ts';
import { fakeEngine } from '../engine.fake.ts';
import { openExit } from './open-exit.ts';
import type { ExitView } from '../proxy-messages.ts';
import type { Targeting } from '../auth/username.ts';
import { readDestination } from './destination.ts';

const exit = (id: string, ipv6: string | null): ExitView => ({
  id,
  kind: 'node',
  country: 'US',
  city: null,
  use: 'native',
  healthy: true,
  load: 0,
  outlet: { kind: 'local', ipv4: '100.80.0.2', ipv6, resolver: '9.9.9.9' },
  caps: { bytesPerSecond: null, dayBytes: null },
  rules: { ports: [], networks: [], names: [] },
});
const customer = new Customer({
  ...{ id: 'c', username: 'customer', mac: '', addresses: [], proven: [], quotaAccount: null },
  ...{ route: { kind: 'pool' }, limits: { connections: 10, bytesPerSecond: null } },
});
const anywhere: Targeting = { country: null, city: null, session: null };
const connection = {
  received: () => Promise.resolve(0),
  onceClosed: () => undefined,
  close: () => undefined,
};
const six = '2606:4700::1111';

/** Returns a random function whose values alternate between the exits. */
function turns(): () => number {
  let draw = 0;
  return () => (draw = (draw + 0.37) % 1);
}

/** Opens many connections; resolves with the exits used, or the refusals. */
async function egressRoutesTo(
  host: string,
  exits: readonly ExitView[],
  targeting = anywhere,
): Promise<Set<string>> {
  const engine = fakeEngine({
    random: turns(),
    resolve: (name, { ipv4, ipv6 }) =>
      Promise.resolve([
        ...(name === 'both.example' ? ['93.184.215.14'] : []),
        ...(name !== 'none.example' && (ipv4 === null || ipv6 !== null) ? [six] : []),
      ]),
  });
  engine.exits.replaceAll(exits);
  const destination = readDestination(host, 443);
  if (destination === null) throw new Error(host);
  const egressRoutes = new Set<string>();
  for (let round = 0; round < 20; round += 1) {
    const opened = await openExit(engine, customer, targeting, destination, ({ view }, target) =>
      Promise.resolve(
        target.host.includes(':') && view.outlet.kind === 'local' && view.outlet.ipv6 === null
          ? ('unreachable' as const)
          : connection,
      ),
    );
    egressRoutes.add(opened.ok ? opened.value.exit.view.id : opened.error);
  }
  return egressRoutes;
}

const mixed = [exit('four', null), exit('dual', 'fd00::2')];

test('uses exits with IPv6 only for an IPv6 address, and for a name without an IPv4 address', async () => {
  expect(await egressRoutesTo(`[${six}]`, mixed)).toEqual(new Set(['dual']));
  expect(await egressRoutesTo('six.example', mixed)).toEqual(new Set(['dual']));
});

test('uses any exit for a name with both families and for an IPv4 address', async () => {
  expect(await egressRoutesTo('both.example', mixed)).toEqual(new Set(['four', 'dual']));
  expect(await egressRoutesTo('93.184.215.14', mixed)).toEqual(new Set(['four', 'dual']));
});

test('refuses IPv6 if no exit has it, and a name without an address as unknown', async () => {
  expect(await egressRoutesTo(`[${six}]`, [exit('four', null)])).toEqual(new Set(['no_ipv6']));
  expect(await egressRoutesTo('six.example', [exit('four', null)])).toEqual(new Set(['name_unknown']));
  expect(await egressRoutesTo('none.example', mixed)).toEqual(new Set(['name_unknown']));
});

const session = (name: string, country: string | null = null): Targeting => ({
  ...{ country, city: null },
  session: { name, minutes: 10, ifGone: 'replace' },
});

/** Opens connections of sessions, with a controlled clock. */
function sessions(...exits: ExitView[]) {
  let now = 0;
  const engine = fakeEngine({ random: turns(), now: () => now });
  engine.exits.replaceAll(exits);
  const egressRouteTo = async (targeting: Targeting, host: string) => {
    const destination = readDestination(host, 443);
    if (destination === null) throw new Error(host);
    const opened = await openExit(engine, customer, targeting, destination, () =>
      Promise.resolve(connection),
    );
    return opened.ok ? opened.value.exit.view.id : opened.error;
  };
  return { engine, egressRouteTo, advance: (minutes: number) => (now += minutes * 60_000) };
}

test('a session without a country gets an exit with IPv6 if there is one, and keeps it', async () => {
  const { egressRouteTo } = sessions(...mixed, exit('four too', null));
  for (let one = 0; one < 20; one += 1) {
    const targeting = session(`s${one}`);
    expect(await egressRouteTo(targeting, '93.184.215.14')).toBe('dual');
    expect(await egressRouteTo(targeting, `[${six}]`)).toBe('dual');
  }
});

test('prefers an exit with IPv6 to a provider, whose IPv6 support is unknown', async () => {
  const provider: ExitView = {
    ...exit('provider/US', null),
    kind: 'upstream',
    outlet: {
      ...{ kind: 'upstream', protocol: 'socks5', host: 'p.example', port: 1080 },
      ...{ usernameTemplate: 'u', password: 'p' },
    },
  };
  for (let one = 0; one < 10; one += 1)
    expect(await sessions(provider, ...mixed).egressRouteTo(session(`s${one}`), '93.184.215.14')).toBe(
      'dual',
    );
  expect(await sessions(provider).egressRouteTo(session('alone'), '93.184.215.14')).toBe('provider/US');
});

test('a session whose exit has no IPv6 keeps it, and gets one further exit for IPv6 until its end', async () => {
  const { engine, egressRouteTo, advance } = sessions(exit('four', null));
  const targeting = session('abc', 'US');
  expect(await egressRouteTo(targeting, '93.184.215.14')).toBe('four');
  expect(await egressRouteTo(targeting, `[${six}]`)).toBe('no_ipv6');
  engine.exits.replaceAll([...mixed, exit('dual too', 'fd00::3'), exit('dual again', 'fd00::4')]);
  advance(9);
  const second = await egressRouteTo(targeting, `[${six}]`);
  expect(second).toMatch(/^dual/);
  for (let one = 0; one < 10; one += 1) {
    expect(await egressRouteTo(targeting, `[${six}]`)).toBe(second);
    expect(await egressRouteTo(targeting, '93.184.215.14')).toBe('four');
  }
  // Both end at the same time, and the next ones are different exits.
  advance(1);
  const [four, dual] = [
    await egressRouteTo(targeting, '93.184.215.14'),
    await egressRouteTo(targeting, `[${six}]`),
  ];
  expect(four).not.toBe('four');
  expect(dual).toBe(four);
});

test('a session with ifgone-fail also fails when its IPv6 exit is gone', async () => {
  const { engine, egressRouteTo } = sessions(exit('four', null));
  const targeting: Targeting = {
    ...session('abc', 'US'),
    session: { name: 'abc', minutes: 10, ifGone: 'fail' },
  };
  await egressRouteTo(targeting, '93.184.215.14');
  engine.exits.replaceAll(mixed);
  expect(await egressRouteTo(targeting, `[${six}]`)).toBe('dual');
  engine.exits.replaceAll([exit('four', null), exit('dual too', 'fd00::3')]);
  expect(await egressRouteTo(targeting, `[${six}]`)).toBe('session_gone');
  expect(await egressRouteTo(targeting, '93.184.215.14')).toBe('four');
});

test('reports that a dedicated address has no IPv6', async () => {
  const { engine } = sessions(...mixed);
  const own = new Customer({ ...customer.grant, route: { kind: 'address', address: '192.0.2.9' } });
  const destination = readDestination(`[${six}]`, 443);
  if (destination === null) throw new Error(six);
  const opened = await openExit(engine, own, anywhere, destination, () => Promise.resolve(connection));
  expect(opened).toEqual({ ok: false, error: 'no_ipv6' });
});
