import { expect, test } from 'vitest';
import { hopCommands, lowerCommands, raiseCommands, tunnelTable } from './routing.linux.ts';

const marks = { links: ['comet0', 'comet0-ovpn'], fwmark: 0xc0_e7 };
const addresses = { link: 'comet0', gateway: '203.0.113.1', ipv4: '100.64.3.4', ipv6: 'fd00:c0:e7:304::1' };
/** Priority of the rule for `main`. */
const mainPriority = 32_766;

test.each([4, 6] as const)('IPv%i: packets without our mark use our table before main', (family) => {
  const commands = raiseCommands({ ...addresses, allowLan: false }, marks);
  const rules = commands.filter((command) => command.kind === 'rule-add' && command.family === family);
  expect(rules).toEqual([
    {
      kind: 'rule-add',
      family,
      priority: expect.any(Number),
      not: true,
      fwmark: 0xc0_e7,
      table: tunnelTable,
    },
  ]);
  for (const rule of rules) expect('priority' in rule && rule.priority).toBeLessThan(mainPriority);
  expect(commands).toContainEqual({
    kind: 'route-replace',
    family,
    to: 'default',
    link: 'comet0',
    table: tunnelTable,
  });
});

test('looks up neighbours in main first, but never by its default route', () => {
  const rules = raiseCommands({ ...addresses, allowLan: true }, marks).filter(
    (command) => command.kind === 'rule-add' && command.to !== undefined,
  );
  expect(rules.length).toBeGreaterThan(6);
  for (const rule of rules) expect(rule).toMatchObject({ table: 254, suppressPrefixLength: 0 });
});

test('the lower commands remove everything that the raise commands set', () => {
  const lowered = JSON.stringify(lowerCommands(marks));
  for (const command of raiseCommands({ ...addresses, allowLan: true }, marks)) {
    if (command.kind !== 'rule-add') continue;
    expect(lowered).toContain(JSON.stringify({ ...command, kind: 'rule-delete' }));
  }
});

test('with two gateways, reaches the second from the address of the first, and limits the packet size', () => {
  const hop = { from: '100.64.9.9', to: '203.0.113.101' };
  const commands = raiseCommands(
    {
      link: 'comet0',
      gateway: '203.0.113.1',
      ipv4: '100.64.3.4',
      ipv6: 'fd00:c0:e7::1:2',
      allowLan: false,
      mtu: 1360,
      hop,
    },
    { links: ['comet0'], fwmark: 7 },
  );
  expect(commands).toContainEqual({
    kind: 'route-replace',
    family: 4,
    to: 'default',
    link: 'comet0',
    table: 51_870,
    src: '100.64.3.4',
    mtu: 1360,
  });
  expect(commands.slice(-3)).toEqual(hopCommands('comet0', hop));
  const [rule] = hopCommands('comet0', hop).slice(-1);
  const [undone] = lowerCommands({ links: ['comet0'], fwmark: 7 }).filter(
    (command) => command.kind === 'rule-delete' && command.table === 51_871,
  );
  expect(rule).toMatchObject({ kind: 'rule-add', priority: 4_970, to: '203.0.113.101/32', table: 51_871 });
  expect(undone).toMatchObject({ priority: 4_970 });
});
