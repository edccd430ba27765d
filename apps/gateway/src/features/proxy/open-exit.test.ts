import { expect, test } from 'vitest';
import { Customer } from './customer.ts';
import { quietEngine } from './engine.fake.ts';
import { openExit } from './open-exit.ts';
import type { ExitView } from './proxy-messages.ts';
import type { Targeting } from './read-username.ts';
import { readDestination } from './read-destination.ts';

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
  ...{ id: 'c', username: 'customer', mac: '', addresses: [], proven: [], purse: null },
  ...{ route: { kind: 'pool' }, limits: { connections: 10, bytesPerSecond: null } },
});
const anywhere: Targeting = { country: null, city: null, session: null };
const connection = { heard: () => Promise.resolve(0), onceGone: () => undefined, close: () => undefined };
const six = '2606:4700::1111';

/** Opens many connections and gives the exits by which they left, or the refusals. */
async function waysTo(host: string, exits: readonly ExitView[], targeting = anywhere): Promise<Set<string>> {
  let draw = 0;
  const engine = quietEngine({
    random: () => (draw = (draw + 0.37) % 1),
    resolve: (name, { ipv4, ipv6 }) =>
      Promise.resolve([
        ...(name === 'both.example' ? ['93.184.215.14'] : []),
        ...(name !== 'none.example' && (ipv4 === null || ipv6 !== null) ? [six] : []),
      ]),
  });
  engine.exits.replaceAll(exits);
  const destination = readDestination(host, 443);
  if (destination === null) throw new Error(host);
  const ways = new Set<string>();
  for (let round = 0; round < 20; round += 1) {
    const opened = await openExit(engine, customer, targeting, destination, ({ view }, asked) =>
      Promise.resolve(
        asked.host.includes(':') && view.outlet.kind === 'local' && view.outlet.ipv6 === null
          ? ('unreachable' as const)
          : connection,
      ),
    );
    ways.add(opened.ok ? opened.value.exit.view.id : opened.error);
  }
  return ways;
}

const mixed = [exit('four', null), exit('dual', 'fd00::2')];

test('an IPv6 address, and a name that has no other, leave by exits with IPv6 only', async () => {
  expect(await waysTo(`[${six}]`, mixed)).toEqual(new Set(['dual']));
  expect(await waysTo('six.example', mixed)).toEqual(new Set(['dual']));
});

test('a name of both families and an IPv4 address leave by any exit', async () => {
  expect(await waysTo('both.example', mixed)).toEqual(new Set(['four', 'dual']));
  expect(await waysTo('93.184.215.14', mixed)).toEqual(new Set(['four', 'dual']));
});

test('where no exit has IPv6 there is none for it, and a name without an address is unknown', async () => {
  expect(await waysTo(`[${six}]`, [exit('four', null)])).toEqual(new Set(['exit_unavailable']));
  expect(await waysTo('six.example', [exit('four', null)])).toEqual(new Set(['name_unknown']));
  expect(await waysTo('none.example', mixed)).toEqual(new Set(['name_unknown']));
});
