import { expect, test } from 'vitest';
import { lowerCommands, raiseCommands, tunnelTable } from './routing-commands.ts';

const marks = { links: ['comet0', 'comet0-ovpn'], fwmark: 0xc0_e7 };
const addresses = { link: 'comet0', ipv4: '100.64.3.4', ipv6: 'fd00:c0:e7:304::1' };
/** Where `main` stands among the rules. */
const mainPriority = 32_766;

test.each([4, 6] as const)(
  'IPv%i: our table is asked before main, by everything without our mark',
  (family) => {
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
  },
);

test('neighbours are looked for in main first, but never by its default route', () => {
  const rules = raiseCommands({ ...addresses, allowLan: true }, marks).filter(
    (command) => command.kind === 'rule-add' && command.to !== undefined,
  );
  expect(rules.length).toBeGreaterThan(6);
  for (const rule of rules) expect(rule).toMatchObject({ table: 254, suppressPrefixLength: 0 });
});

test('whatever is raised is lowered again', () => {
  const lowered = JSON.stringify(lowerCommands(marks));
  for (const command of raiseCommands({ ...addresses, allowLan: true }, marks)) {
    if (command.kind !== 'rule-add') continue;
    expect(lowered).toContain(JSON.stringify({ ...command, kind: 'rule-delete' }));
  }
});
