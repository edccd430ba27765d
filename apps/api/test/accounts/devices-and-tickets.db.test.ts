import { checkTicket, publishKey, readVerifiers } from '@comet/admission';
import { api } from '@comet/contract';
import { unixSeconds } from '@comet/foundation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ApiUnderTest,
  makeGateway,
  makeUser,
  newWireguardKey,
  startApi,
  type TestGateway,
  type TestUser,
} from '../fixture/api-fixture.ts';
import { codeOf } from '../payments/outcome.ts';
import { makePaidUser } from '../payments/paid-user.ts';

let under: ApiUnderTest;
let gateway: TestGateway;
beforeAll(async () => {
  under = await startApi();
  gateway = await makeGateway(under);
});
afterAll(() => under.stop());

const laptop = { body: { name: 'Laptop', platform: 'linux' as const } };
const addDevice = async (user: TestUser) =>
  ((await under.call(api.addDevice, laptop, user)).json as { device: { id: string } }).device.id;
const requestTicket = (user: TestUser, deviceId: string, standby = false) =>
  under.call(
    api.issueTicket,
    { body: { deviceId, gatewayId: gateway.id, publicKey: newWireguardKey(), standby } },
    user,
  );

function claimsOf(json: unknown) {
  const { ticket } = json as { ticket: string };
  const verifiers = readVerifiers([publishKey(under.dependencies.keys.tickets.current)]);
  const checked = checkTicket(verifiers, ticket, {
    audience: gateway.id,
    now: unixSeconds(under.clock.now()),
  });
  if (!checked.ok) throw new Error(checked.error);
  return checked.value;
}

test('adding twenty devices concurrently results in ten, each with its own slot', async () => {
  const user = await makeUser(under);
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => under.call(api.addDevice, laptop, user)),
  );
  const outcomes = responses.map((response) => codeOf(response.json));
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(10);
  expect(outcomes.filter((outcome) => outcome === 'device_limit_reached')).toHaveLength(10);
  const rows = await under.dependencies.db
    .selectFrom('devices')
    .select('slot')
    .where('userId', '=', user.id)
    .execute();
  expect(new Set(rows.map((row) => row.slot)).size).toBe(10);
});

test('only its owner can rename and remove a device', async () => {
  const [owner, stranger] = [await makeUser(under), await makeUser(under)];
  const id = await addDevice(owner);
  const rename = { params: { id }, body: { name: 'Desk' } };
  expect((await under.call(api.renameDevice, rename, stranger)).status).toBe(404);
  expect((await under.call(api.removeDevice, { params: { id } }, stranger)).status).toBe(404);
  expect((await under.call(api.renameDevice, rename, owner)).json).toMatchObject({
    device: { name: 'Desk' },
  });
  const removals = await Promise.all(
    Array.from({ length: 5 }, () => under.call(api.removeDevice, { params: { id } }, owner)),
  );
  expect(removals.filter((response) => response.status === 204)).toHaveLength(1);
  expect((await under.call(api.listDevices, {}, owner)).json).toEqual({
    devices: [],
    limit: 10,
    taken: 0,
  });
});

test('a ticket requires a confirmed address, a subscription, a device and an online gateway', async () => {
  const newcomer = await makeUser(under, { verified: false });
  expect(codeOf((await requestTicket(newcomer, await addDevice(newcomer))).json)).toBe('email_unverified');
  const unpaid = await makeUser(under);
  expect(codeOf((await requestTicket(unpaid, await addDevice(unpaid))).json)).toBe('subscription_required');
  const user = await makePaidUser(under);
  const device = await addDevice(user);
  expect(codeOf((await requestTicket(user, crypto.randomUUID())).json)).toBe('not_found');
  expect((await requestTicket(user, device)).status).toBe(201);
  under.clock.advance(91_000);
  expect(codeOf((await requestTicket(user, device)).json)).toBe('gateway_unavailable');
  expect((await requestTicket(user, device, true)).status).toBe(201);
  await under.call(api.reportHealth, { body: { version: '1', peers: 0, loadPercent: 0 } }, gateway);
});

test('a ticket does not identify the account, and expires with its kind and the subscription', async () => {
  const user = await makePaidUser(under);
  const device = await addDevice(user);
  const session = claimsOf((await requestTicket(user, device)).json);
  expect(JSON.stringify(session)).not.toContain(user.id);
  expect([session.exp - session.iat, session.sessionUntil - session.iat]).toEqual([300, 86_400]);
  const ends = new Date(under.clock.now().getTime() + 600_000);
  await under.dependencies.db
    .updateTable('subscriptions')
    .set({ accessUntil: ends })
    .where('userId', '=', user.id)
    .execute();
  const last = claimsOf((await requestTicket(user, device, true)).json);
  expect([last.exp, last.sessionUntil]).toEqual([unixSeconds(ends), unixSeconds(ends)]);
});

test('the revocation covers tickets requested during the removal of their device', async () => {
  for (let round = 0; round < 10; round += 1) {
    const user = await makePaidUser(under);
    const device = await addDevice(user);
    const [removal, ...tickets] = await Promise.all([
      under.call(api.removeDevice, { params: { id: device } }, user),
      ...Array.from({ length: 5 }, () => requestTicket(user, device)),
    ]);
    expect(removal.status).toBe(204);
    const revoked = await under.dependencies.db.selectFrom('gatewayChanges').selectAll().execute();
    for (const ticket of tickets.filter((response) => response.status === 201)) {
      const { sub, slot, iat } = claimsOf(ticket.json);
      const covers = revoked.some((row) => row.sub === sub && row.slot === slot && iat < row.notBefore);
      expect(covers).toBe(true);
    }
    under.clock.advance(1_000);
  }
});

test('refuses tickets and configurations for low-order WireGuard keys', async () => {
  const user = await makePaidUser(under);
  const deviceId = await addDevice(user);
  // Another client could encode the key like this; ours does not.
  const post = async (path: string, body: object) => {
    const response = await fetch(`${under.baseUrl}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${user.token}`,
        'app-identifier': user.deviceId,
      },
      body: JSON.stringify(body),
    });
    return response.status;
  };
  const points = [Buffer.alloc(32), Buffer.alloc(32, 0), Buffer.alloc(32, 0)];
  points[1]?.writeUInt8(1, 0);
  points[2]?.writeUInt8(0x80, 31);
  for (const point of points) {
    const publicKey = point.toString('base64');
    const ticket = { device_id: deviceId, gateway_id: gateway.id, public_key: publicKey, standby: false };
    const config = { name: 'Router', location: 'nl-ams', public_key: publicKey };
    expect(await post(api.issueTicket.path, ticket)).toBe(422);
    expect(await post(api.addWireguardConfig.path, config)).toBe(422);
  }
  const sound = { name: 'Router', location: 'nl-ams', public_key: newWireguardKey() };
  expect(await post(api.addWireguardConfig.path, sound)).toBe(201);
});
