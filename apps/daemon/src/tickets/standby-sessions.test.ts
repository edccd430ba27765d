import { manualClock } from '@comet/foundation';
import { generateWireguardKeyPair } from '@comet/linux-network';
import { beforeEach, expect, test } from 'vitest';
import { gateways } from '../../test/fleet/fake-gateways.ts';
import { admittanceOf, fakeAdmission } from '../platform/admission/admission-endpoint.fake.ts';
import { fakeStateFile } from '../platform/files/state-file.fake.ts';
import { type StandbySessions, standbySessions } from './standby-sessions.ts';

const { signal } = new AbortController();
const start = Date.parse('2026-11-21T10:00:00Z');
const key = { ...generateWireguardKeyPair(), week: 1 };
const gateway = { ...gateways[0]!, wireguardPublicKey: generateWireguardKeyPair().publicKey };
const inHours = (hours: number) => new Date(start + hours * 3_600_000).toISOString();
const ticket = {
  ...{ gatewayId: gateway.id, publicKey: key.publicKey, ticket: 'stands-by' },
  ...{ issuedAt: inHours(0), expiresAt: inHours(24), sessionUntil: inHours(24) },
};

let clock = manualClock(new Date(start));
let admissionEndpoint = fakeAdmission();
let file = fakeStateFile();
let due: (() => void)[] = [];
let sessions: StandbySessions;

beforeEach(() => {
  clock = manualClock(new Date(start));
  admissionEndpoint = fakeAdmission();
  admissionEndpoint.sessionUntil = inHours(24);
  admissionEndpoint.roundTrip = 20;
  file = fakeStateFile({ key, standbyTickets: [ticket] });
  due = [];
  sessions = again();
});

/** The standby sessions of a daemon that has just started. */
function again(): StandbySessions {
  const after = (_: number, callback: () => void) => {
    due.push(callback);
    return () => undefined;
  };
  return standbySessions({
    file,
    admissionEndpoint,
    keys: { current: () => file.current.key },
    clock,
    after,
  });
}

test('uses a prepared session for one connect only, also after a restart', async () => {
  expect(sessions.at(gateway)).toBeNull();
  await sessions.keep(gateway, signal);
  await sessions.keep(gateway, signal);
  expect(admissionEndpoint.presented).toMatchObject([{ ahead: true }]);
  const admittance = { ...admittanceOf(gateway), sessionUntil: inHours(24) };
  const session = {
    protocol: 'wireguard',
    gateway,
    ticket: 'stands-by',
    publicKey: key.publicKey,
    admittance,
  };
  expect(again().at(gateway)).toEqual(session);
  expect(sessions.at(gateway)).toEqual(session);
  await sessions.claim(gateway);
  expect(sessions.at(gateway)).toBeNull();
  for (const callback of due) callback();
  expect(again().at(gateway)).toBeNull();
  await sessions.keep(gateway, signal);
  expect(admissionEndpoint.presented).toHaveLength(2);
  expect(sessions.at(gateway)).toEqual(session);
});

test('prepares a session again after a closed connection: the gateway may have restarted', async () => {
  await sessions.keep(gateway, signal);
  admissionEndpoint.roundTrip = null;
  await sessions.keep(gateway, signal);
  expect(admissionEndpoint.presented).toHaveLength(2);
  admissionEndpoint.refusals = ['unreachable'];
  await sessions.keep(gateway, signal);
  expect(sessions.at(gateway)).toBeNull();
  expect(again().at(gateway)).toBeNull();
});

test('a connect waits for a pending presentation, whose session is used by no later connect', async () => {
  const response = Promise.withResolvers<void>();
  const { present } = admissionEndpoint;
  admissionEndpoint.present = async (...args) => {
    await response.promise;
    return present(...args);
  };
  const kept = sessions.keep(gateway, signal);
  expect(sessions.at(gateway)).toBeNull();
  let mayPresent = false;
  const claimed = sessions.claim(gateway).then(() => (mayPresent = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(mayPresent).toBe(false);
  response.resolve();
  await Promise.all([kept, claimed]);
  expect(sessions.at(gateway)).toBeNull();
  expect(again().at(gateway)).toBeNull();
});

test('a missing response does not block forever', async () => {
  admissionEndpoint.present = () => new Promise(() => undefined);
  void sessions.keep(gateway, signal);
  const claimed = sessions.claim(gateway);
  for (const callback of due) callback();
  await claimed;
});

test('returns no session of another key or gateway, of an exit, or near its end', async () => {
  await sessions.keep(gateway, signal);
  expect(sessions.at(gateways[1]!)).toBeNull();
  const exit = { type: 'native_residential', location: 'us-nyc-home' } as const;
  expect(sessions.at({ ...gateway, exit })).toBeNull();
  expect(sessions.at({ ...gateway, wireguardPublicKey: key.publicKey })).toBeNull();
  clock.advance(23.9 * 3_600_000);
  expect(sessions.at(gateway)).toBeNull();
  clock.advance(-23.9 * 3_600_000);
  expect(sessions.at(gateway)).not.toBeNull();
  await file.change({ key: { ...generateWireguardKeyPair(), week: 2 } });
  expect(sessions.at(gateway)).toBeNull();
});

test('rejects addresses in the file that no tunnel has', async () => {
  const granted = { ...admittanceOf(gateway), sessionUntil: inHours(24) };
  await file.change({ standbyTickets: [{ ...ticket, granted: { ...granted, ipv4: '192.168.1.1' } }] });
  expect(sessions.at(gateway)).toBeNull();
  await file.change({ standbyTickets: [{ ...ticket, granted }] });
  expect(sessions.at(gateway)).not.toBeNull();
});

test('`claimAll` returns all sessions once', async () => {
  const kept = sessions.keep(gateway, signal);
  const all = await sessions.claimAll();
  await kept;
  expect(all).toMatchObject([{ ticket: 'stands-by', gateway: { id: gateway.id } }]);
  expect(sessions.at(gateway)).toBeNull();
});
