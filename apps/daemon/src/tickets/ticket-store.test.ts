import { api as contract } from '@comet/contract';
import { manualClock } from '@comet/foundation';
import { beforeEach, describe, expect, test } from 'vitest';
import { gateways } from '../../test/fleet/fake-gateways.ts';
import { fakeApi, keyOf } from '../platform/control-plane/api.fake.ts';
import { fakeStateFile } from '../platform/files/state-file.fake.ts';
import { deviceKeys } from './device-keys.ts';
import { refusalReason } from '../platform/control-plane/refusal-reason.ts';
import { ticketStore } from './ticket-store.ts';

const hour = 3_600_000;
const signal = new AbortController().signal;
const [first, second] = gateways as [(typeof gateways)[0], (typeof gateways)[0]];

let clock = manualClock(new Date());
let api = fakeApi();
let file = fakeStateFile();
let issued = 0;

beforeEach(() => {
  clock = manualClock(new Date('2026-11-21T10:00:00Z'));
  api = fakeApi();
  issued = 0;
  const account = {
    accessToken: 't',
    email: 'ada@example.com',
    deviceId: crypto.randomUUID(),
    deviceName: 'ada',
  };
  file = fakeStateFile({ account });
  api.replies.set(keyOf(contract.issueTicket), () => {
    issued += 1;
    const in24h = new Date(clock.now().getTime() + 24 * hour).toISOString();
    return { ticket: `ticket-${issued}`, expiresAt: in24h, sessionUntil: in24h };
  });
});

test('a ticket contains its session’s exit, and such tickets are not stored', async () => {
  const bodies: unknown[] = [];
  api.replies.set(keyOf(contract.issueTicket), ({ body }) => {
    bodies.push(body);
    return { ticket: `ticket-${bodies.length}`, expiresAt: '', sessionUntil: '' };
  });
  const in24h = new Date(clock.now().getTime() + 24 * hour).toISOString();
  const times = { issuedAt: clock.now().toISOString(), expiresAt: in24h, sessionUntil: in24h };
  const standby = { gatewayId: first.id, publicKey: 'key-a', ticket: 'plain', ...times };
  await file.change({ standbyTickets: [standby] });
  const store = ticketStore(file, api, clock);
  const home = { ...first, exit: { type: 'native_residential', location: 'us-nyc-home' } as const };
  const own = { ...first, exit: { type: 'dedicated', serviceId: 's', address: '198.51.100.7' } as const };
  expect([store.hasTicket(first, 'key-a'), store.hasTicket(home, 'key-a')]).toEqual([true, false]);
  await store.take(home, 'key-a', signal);
  await store.take(own, 'key-a', signal);
  expect(bodies).toMatchObject([{ location: 'us-nyc-home', standby: false }, { serviceId: 's' }]);
});

test('a check for a refusal uses no ticket, and stores none with an exit', async () => {
  const bodies: unknown[] = [];
  api.replies.set(keyOf(contract.issueTicket), ({ body }) => {
    bodies.push(body);
    const in24h = new Date(clock.now().getTime() + 24 * hour).toISOString();
    return { ticket: `ticket-${bodies.length}`, expiresAt: in24h, sessionUntil: in24h };
  });
  const store = ticketStore(file, api, clock);
  expect(await store.refusal(first, 'key-a', signal)).toBeNull();
  expect(await store.refusal(first, 'key-a', signal)).toBeNull();
  expect(await store.take(first, 'key-a', signal)).toEqual({ ok: true, value: 'ticket-1' });
  const home = { ...first, exit: { type: 'native_residential', location: 'us-nyc-home' } as const };
  expect(await store.refusal(home, 'key-a', signal)).toBeNull();
  expect(bodies).toMatchObject([{ standby: true }, { standby: true, location: 'us-nyc-home' }]);
  expect(file.current.standbyTickets.map(({ ticket }) => ticket)).toEqual(['ticket-1']);
  api.unreachable = true;
  expect(await store.refusal(home, 'key-a', signal)).toBe('api_unreachable');
});

describe('a stand-by ticket', () => {
  test('is not kept when the account signs out while the API issues it', async () => {
    const issueTicket = api.replies.get(keyOf(contract.issueTicket));
    api.replies.set(keyOf(contract.issueTicket), (call) => {
      void file.change({ account: null, standbyTickets: [] });
      return issueTicket?.(call);
    });
    const kept = await ticketStore(file, api, clock).keep([first], 'key-a', signal);
    expect(kept).toEqual({ ok: false, error: 'not_signed_in' });
    expect(file.current.standbyTickets).toEqual([]);
  });

  test('is used without a request to the API, for its gateway and key only', async () => {
    const store = ticketStore(file, api, clock);
    await store.keep([first], 'key-a', signal);
    api.unreachable = true;
    expect(await store.take(first, 'key-a', signal)).toEqual({ ok: true, value: 'ticket-1' });
    expect(await store.take(second, 'key-a', signal)).toEqual({ ok: false, error: 'api_unreachable' });
    expect(await store.take(first, 'key-b', signal)).toEqual({ ok: false, error: 'api_unreachable' });
  });

  test('is renewed when it is some hours old, and not earlier', async () => {
    const store = ticketStore(file, api, clock);
    await store.keep([first], 'key-a', signal);
    clock.advance(5 * hour);
    await store.keep([first], 'key-a', signal);
    expect(issued).toBe(1);
    clock.advance(2 * hour);
    await store.keep([first], 'key-a', signal);
    expect(issued).toBe(2);
    expect(file.current.standbyTickets).toHaveLength(1);
  });

  test('is valid for a day without the API, and no longer', async () => {
    const store = ticketStore(file, api, clock);
    await store.keep([first], 'key-a', signal);
    api.unreachable = true;
    clock.advance(23 * hour);
    expect(store.hasTicket(first, 'key-a')).toBe(true);
    clock.advance(hour);
    expect(store.hasTicket(first, 'key-a')).toBe(false);
  });

  test('is deleted when a newer ticket invalidates it', async () => {
    const store = ticketStore(file, api, clock);
    await store.keep([first, second], 'key-a', signal);
    await store.fetch(first, 'key-a', signal);
    expect(store.hasTicket(first, 'key-a')).toBe(false);
    expect(store.hasTicket(second, 'key-a')).toBe(true);
  });
});

test('the key changes each week, and the tickets of the old key become invalid', async () => {
  const keys = deviceKeys(file, clock);
  const store = ticketStore(file, api, clock);
  const key = await keys.ofThisWeek();
  expect(await keys.ofThisWeek()).toEqual(key);
  await store.keep([first], key.publicKey, signal);
  clock.advance(7 * 24 * hour);
  expect(keys.isDue()).toBe(true);
  const next = await keys.ofThisWeek();
  expect(next.publicKey).not.toBe(key.publicKey);
  expect(file.current.standbyTickets).toEqual([]);
});

test.each([
  [{ kind: 'unreachable' } as const, 'api_unreachable'],
  [{ kind: 'refused', status: 401, code: 'unauthorized', message: '' } as const, 'authentication_failed'],
  [
    { kind: 'refused', status: 403, code: 'subscription_required', message: '' } as const,
    'subscription_required',
  ],
  [{ kind: 'refused', status: 403, code: 'email_unverified', message: '' } as const, 'email_unverified'],
  [{ kind: 'refused', status: 404, code: 'not_found', message: '' } as const, 'device_removed'],
  [
    { kind: 'refused', status: 409, code: 'gateway_unavailable', message: '' } as const,
    'location_unavailable',
  ],
  [{ kind: 'refused', status: 429, code: 'too_many_requests', message: '' } as const, 'api_unreachable'],
])('maps the refusal %j of a ticket to %s', (failure, reason) => {
  expect(refusalReason(failure)).toBe(reason);
});
