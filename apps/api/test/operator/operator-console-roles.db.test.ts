import { api } from '@comet/contract';
import type { Insertable } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageRoles, rolesForPage } from '../../src/features/operators/index.ts';
import { type ActionName, actions, rolesForAction } from '../../src/operator-console/actions.ts';
import type { Schema } from '../../src/platform/database/schema.ts';
import { type ApiUnderTest, makeGateway, startApi } from '../fixture/api-fixture.ts';
import { makeExit } from '../gateways/exits-fixture.ts';
import { makePaidUser } from '../payments/paid-user.ts';
import { operatorConsoleSettings, useOperatorConsole } from './operator-console-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi(operatorConsoleSettings);
});
afterAll(() => under.stop());

const { command, get, post, enrolled, signedIn } = useOperatorConsole(() => under);
const roles = ['support', 'finance', 'admin'] as const;
const unknownId = '01970000-0000-7000-8000-000000000000';
const pages = Object.keys(pageRoles) as (keyof typeof pageRoles)[];
const actionNames = Object.keys(actions) as ActionName[];

const refusals = async (operator: string) => {
  const found = await under.dependencies.db
    .selectFrom('operatorActions')
    .select('details')
    .where('operator', '=', operator)
    .where('action', '=', 'operator_refused')
    .orderBy('id')
    .execute();
  return found.map(({ details }) => details);
};

/** An operator with this role, whose session begins now. */
async function operatorAs(role: (typeof roles)[number], name: string) {
  const secret = await enrolled(name);
  await command('role', name, role);
  return signedIn(name, secret);
}

describe.each(roles)('the role %s', (role) => {
  test('opens its pages and takes its actions; every other one is refused with a sentence and an audit entry', async () => {
    const name = `${role}-one`;
    const { cookie, token: form_token } = await operatorAs(role, name);
    const expected: object[] = [];
    const sentence = new RegExp(`You have the role ${role}\\. This needs the role (\\w+ or )?admin\\.`);
    for (const path of pages) {
      const response = await get(path.replace(':id', unknownId), cookie);
      const isPermitted = pageRoles[path].some((one) => one === role);
      const found = path.endsWith(':id') ? 404 : 200;
      expect(response.statusCode, path).toBe(isPermitted ? found : 403);
      if (isPermitted) continue;
      expect(response.body, path).toMatch(sentence);
      expected.push({ page: path, role });
    }
    for (const action of actionNames) {
      const response = await post(`/ops/do/${action}`, { form_token }, { cookie });
      const isPermitted = rolesForAction(action).includes(role);
      // Without fields, an action that is permitted is refused by its command.
      expect(response.statusCode, action).toBe(isPermitted ? 422 : 403);
      if (isPermitted) continue;
      expect(response.body, action).toMatch(sentence);
      expected.push({ action, role });
    }
    expect(await refusals(name)).toEqual(expected);
    expect(expected.length > 0).toBe(role !== 'admin');
  });

  test('is shown no link or button that it may not use', async () => {
    const { cookie } = await operatorAs(role, `${role}-two`);
    const { db } = under.dependencies;
    const user = await makePaidUser(under);
    await under.call(api.sendSupportMessage, { body: { text: 'No tunnel', attachments: [] } }, user);
    const [gateway, exit] = [await makeGateway(under), await makeExit(under)];
    const ticket = await db
      .selectFrom('supportTickets')
      .select('id')
      .where('userId', '=', user.id)
      .executeTakeFirst();
    const upstream = await db
      .insertInto('upstreams')
      .values({ ...upstreamRow, host: `${role}.provider.example`, createdAt: under.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const ids: Readonly<Record<string, string>> = {
      ...{ customers: user.id, orders: user.orderId, tickets: ticket?.id ?? '' },
      ...{ gateways: gateway.id, exits: exit.id, upstreams: upstream.id },
    };
    const open = pages.filter((path) => rolesForPage(path).includes(role) && !path.startsWith('/ops/files'));
    const buttons = new Set<string>();
    for (const path of open) {
      const { body, statusCode } = await get(
        path.replace(':id', ids[path.split('/')[2] ?? ''] ?? ''),
        cookie,
      );
      expect(statusCode, path).toBe(200);
      for (const [, to = ''] of body.matchAll(/href="(\/ops\/[^"]*)"/g))
        if (!/\.(css|svg)$/.test(to)) expect(rolesForPage(to), `${path} links ${to}`).toContain(role);
      for (const [, action = ''] of body.matchAll(/action="\/ops\/do\/([^"]+)"/g)) buttons.add(action);
    }
    const permitted = actionNames.filter((action) => rolesForAction(action).includes(role));
    expect(permitted).toEqual(expect.arrayContaining([...buttons]));
    expect(buttons.has('refund')).toBe(role !== 'support');
    expect(buttons.has('grant-days')).toBe(role !== 'finance');
    expect(buttons.has('retire-gateway')).toBe(role === 'admin');
  });
});

const upstreamRow: Pick<
  Insertable<Schema['upstreams']>,
  'port' | 'protocol' | 'countries' | 'use' | 'usernameTemplate' | 'sealedPassword'
> = {
  ...{ port: 1080, protocol: 'socks5', countries: ['NL'], use: 'native' },
  ...{ usernameTemplate: 'me', sealedPassword: 'sealed' },
};

test('a search finds only what the role may open', async () => {
  const gateway = await makeGateway(under);
  const { cookie } = await operatorAs('finance', 'finance-three');
  const found = await get(`/ops/search?q=${gateway.id}`, cookie);
  expect([found.statusCode, found.body.includes('/ops/gateways/')]).toEqual([200, false]);
});

test('a role is given with an invitation, listed, changed for signed-in operators, and audited', async () => {
  await command('add', 'zora', '--role', 'support');
  expect(await command('list')).toMatch(/^zora +support /m);
  await expect(command('role', 'zora', 'boss')).rejects.toThrow('Use a role of support, finance, admin');
  await expect(command('role', 'nobody-else', 'admin')).rejects.toThrow('There is no operator');
  const { cookie } = await operatorAs('support', 'yuri');
  expect((await get('/ops/coupons', cookie)).statusCode).toBe(403);
  expect(await command('role', 'yuri', 'finance')).toContain('yuri has the role finance now');
  expect(await command('role', 'yuri', 'finance')).toContain('already');
  expect((await get('/ops/coupons', cookie)).statusCode).toBe(200);
  // A new link keeps the role.
  await command('add', 'yuri');
  expect(await command('list')).toMatch(/^yuri +finance /m);
  const audited = await under.dependencies.db
    .selectFrom('operatorActions')
    .select('details')
    .where('action', '=', 'set_operator_role')
    .execute();
  expect(audited.map(({ details }) => details)).toContainEqual({
    name: 'yuri',
    before: 'support',
    role: 'finance',
  });
});
