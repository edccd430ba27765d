import { expect, test } from 'vitest';
import {
  commandRoles,
  pageRoles,
  rolesForCommand,
  rolesForPage,
} from '../../src/features/operators/index.ts';
import { usage } from '../../src/help.ts';
import { type ActionName, actions, rolesForAction } from '../../src/operator-console/actions.ts';
import { pageTitles } from '../../src/operator-console/page-titles.ts';

/** Commands of the machine: they run a service or prepare one, and do not act for an operator. */
const machine = new Set(['setup', 'serve', 'work', 'migrate', 'doctor', 'seed', 'site', 'nats', 'trust']);

/** `tickets list|show` → `tickets list`, `tickets show`; `refund ORDER` → `refund`. */
const listed = usage('comet-ops')
  .split('\n')
  .slice(1)
  .flatMap((line) => {
    // A description follows the column of the commands, or a space where the command is longer.
    const column = line.slice(2, 26);
    const [command = '', verbs = ''] = (column.endsWith(' ') ? column.trim() : line.trim()).split(' ');
    if (command === '' || machine.has(command)) return [];
    return /^[a-z-]+(\|[a-z-]+)*$/.test(verbs)
      ? verbs.split('|').map((verb) => `${command} ${verb}`)
      : [command];
  });

test('every command that acts for an operator, and no other, has its roles in the table', () => {
  expect(Object.keys(commandRoles).toSorted()).toEqual([...new Set(listed)].toSorted());
});

test('every page and action has roles, and an admin may use them all', () => {
  const pages = [...Object.keys(pageTitles), '/ops/files/:id', '/ops/passkeys'];
  expect(Object.keys(pageRoles).toSorted()).toEqual(pages.toSorted());
  for (const path of pages) expect(rolesForPage(path), path).toContain('admin');
  for (const name of Object.keys(actions) as ActionName[]) {
    const { command, args } = actions[name];
    const [verb = ''] = args({});
    expect(Object.keys(commandRoles), name).toContain(
      `${command} ${verb}` in commandRoles ? `${command} ${verb}` : command,
    );
    expect(rolesForAction(name), name).toContain('admin');
  }
});

test('money needs finance, customers support, and the fleet, prices and operators an admin', () => {
  for (const action of ['refund', 'refund-crypto', 'approve-refund', 'reject-refund', 'add-coupon'] as const)
    expect(rolesForAction(action), action).toEqual(['finance', 'admin']);
  for (const action of ['grant-days', 'stop-data', 'allow-data'] as const)
    expect(rolesForAction(action), action).toEqual(['support', 'admin']);
  for (const action of ['retire-gateway', 'drain-gateway', 'remove-exit', 'stop-upstream'] as const)
    expect(rolesForAction(action), action).toEqual(['admin']);
  for (const command of ['plans', 'prices', 'locations', 'operators', 'keys'])
    for (const verb of ['set', 'add', 'role', 'rotate'])
      expect(rolesForCommand(command, [verb]), command).toEqual(['admin']);
  expect(rolesForPage('/ops/audit?operator=ada')).toEqual(['admin']);
});

test('a command, verb or page that is not in the table is for admins, or for nobody', () => {
  expect(rolesForCommand('tickets', ['burn'])).toEqual(['admin']);
  expect(rolesForCommand('unheard-of', [])).toEqual(['admin']);
  expect(rolesForPage('/ops/unheard-of')).toEqual([]);
});
