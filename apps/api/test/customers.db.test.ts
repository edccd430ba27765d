import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stopSpending } from '../src/features/residential-data/index.ts';
import { readyProxies } from '../src/features/services/index.ts';
import { createSealer } from '../src/platform/keys/seal.ts';
import { type SupportDeps, supportCommands } from '../src/features/support/index.ts';
import {
  type ApiUnderTest,
  makeGateway,
  newWireguardKey,
  startApi,
  type TestGateway,
  type TestUser,
} from './api-under-test.ts';
import { makeLiveExit } from './exits-world.ts';
import { makePaidUser, processDeps } from './paid-user.ts';
import { meanwhile } from './meanwhile.ts';
import { buy, codeOf, stockAddresses } from './services-world.ts';

let under: ApiUnderTest;
let gateway: TestGateway;
beforeAll(async () => {
  under = await startApi();
  gateway = await makeGateway(under);
  await makeLiveExit(under, gateway);
});
afterAll(() => under.stop());

async function customers(...words: string[]): Promise<string> {
  const deps = { ...processDeps(under), operator: 'ada' };
  return (await supportCommands['customers']?.(deps satisfies SupportDeps, words)) ?? '';
}

const inForce = async (user: TestUser) =>
  (
    await under.world.db
      .selectFrom('gatewayGrants')
      .select('kind')
      .where('userId', '=', user.id)
      .where('withdrawnAt', 'is', null)
      .orderBy('kind')
      .execute()
  ).map(({ kind }) => kind);

/** Somebody with data, an address, a user of the proxy and a downloaded file. */
async function makeSpender() {
  const user = await makePaidUser(under);
  await stockAddresses(under, 'nl', 1, gateway.id);
  await buy(under, user, { kind: 'dedicated_ip', type: 'dedicated', country: 'nl', months: 1 });
  await buy(under, user, { kind: 'residential_data', gigabytes: 1 });
  await under.call(api.addProxyUser, { body: { name: 'Crawler', limitBytes: null } }, user);
  const file = { name: 'Router', location: 'nl-ams', publicKey: newWireguardKey() };
  await under.call(api.addWireguardConfig, { body: file }, user);
  const { json } = await under.call(api.listServices, {}, user);
  const serviceId = (json as { services: { id: string }[] }).services[0]?.id ?? '';
  const added = await under.call(api.addDevice, { body: { name: 'Laptop', platform: 'linux' } }, user);
  const deviceId = (added.json as { device: { id: string } }).device.id;
  const ask = (through: { serviceId?: string; location?: string }) => {
    const body = {
      deviceId,
      gatewayId: gateway.id,
      publicKey: newWireguardKey(),
      standby: false,
      ...through,
    };
    return under.call(api.issueTicket, { body }, user);
  };
  const codes = async () =>
    Promise.all([
      ask({}).then(codeOf),
      ask({ serviceId }).then(codeOf),
      ask({ location: 'us-nyc-home' }).then(codeOf),
    ]);
  return { user, codes, askForAddress: () => ask({ serviceId }) };
}

test('a customer whose spending is stopped leaves by no exit and no proxy, keeps the plan, and the trail says who did it', async () => {
  const [{ user, codes }, other] = [await makeSpender(), await makeSpender()];
  expect(await codes()).toEqual([undefined, undefined, undefined]);
  expect(await inForce(user)).toEqual(['proxy', 'proxy', 'wireguard']);
  const revocations = under.world.db.selectFrom('gatewayChanges').select('id').where('kind', '=', 'revoke');
  const before = (await revocations.execute()).length;
  await customers('stop-data', user.email);
  expect(await inForce(user)).toEqual(['wireguard']);
  expect(await codes()).toEqual([undefined, 'exit_unavailable', 'residential_data_required']);
  expect((await revocations.execute()).length).toBeGreaterThan(before);
  // Neither the jobs nor a new plan let the proxies in again, nor what the customer changes.
  const sealer = createSealer(under.world.keys.seal);
  const { subjects, openvpn } = under.world.keys;
  await readyProxies({ ...under.world, sealer, subjects, openvpn });
  await under.call(api.addProxyUser, { body: { name: 'Another', limitBytes: null } }, user);
  expect(await inForce(user)).toEqual(['wireguard']);
  expect(await inForce(other.user)).toEqual(['proxy', 'proxy', 'wireguard']);
  await customers('allow-data', user.email);
  expect(await inForce(user)).toEqual(['proxy', 'proxy', 'proxy', 'wireguard']);
  expect(await codes()).toEqual([undefined, undefined, undefined]);
  const trail = await under.world.db
    .selectFrom('operatorActions')
    .select(['operator', 'action', 'userId'])
    .where('userId', '=', user.id)
    .orderBy('id')
    .execute();
  expect(trail).toEqual([
    { operator: 'ada', action: 'stop_data', userId: user.id },
    { operator: 'ada', action: 'allow_data', userId: user.id },
  ]);
  await expect(customers('stop-data', 'nobody@example.com')).rejects.toThrow('No account');
  await expect(customers('stop', user.email)).rejects.toThrow('Say customers');
});

test('who asks for a ticket by an address just as the spending is stopped gets none that outlives it', async () => {
  const { user, askForAddress } = await makeSpender();
  const now = under.clock.now();
  const stopped = await meanwhile(under, { holds: (trx) => stopSpending(trx, user.id, now) }, askForAddress);
  expect(codeOf(stopped)).toBe('exit_unavailable');
});

test('what the desk shows, commands say: who somebody is, what they ordered and paid, and what was done about them', async () => {
  const user = await makePaidUser(under);
  const other = await makePaidUser(under);
  await customers('stop-data', user.email);
  const say = (command: string, ...words: string[]) =>
    supportCommands[command]?.({ ...processDeps(under), operator: 'ada' } satisfies SupportDeps, words);
  for (const wanted of [user.email.slice(0, 12).toUpperCase(), user.id])
    expect(await customers('find', wanted)).toContain(`${user.email}  ${user.id}`);
  expect(await customers('find', '%')).not.toContain(user.email);
  const orders = await say('orders', 'list', '--of', user.email);
  expect(orders).toContain(user.orderId);
  expect(orders).not.toContain(other.orderId);
  expect(await say('orders', 'list')).toContain(other.orderId);
  expect(await say('orders', 'show', user.orderId)).toMatch(/payment .* USD/);
  expect(await say('audit', '--of', user.id)).toMatch(/ada +stop_data/);
  expect(await say('audit', '--of', other.id)).not.toContain('stop_data');
  await expect(say('audit', '--of', 'nobody@example.com')).rejects.toThrow('There is no account');
});
