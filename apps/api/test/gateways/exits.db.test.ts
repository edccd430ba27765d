import { checkExitTicket, exitSubject, publishKey, readVerifiers, ticketKeyOf } from '@comet/admission';
import { api, exitConsentVersion } from '@comet/contract';
import { unixSeconds } from '@comet/foundation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, makeGateway, newWireguardKey, startApi } from '../fixture/api-fixture.ts';
import { exitsOps, listed, makeExit, makeLiveExit, reportExits, type TestExit } from './exits-fixture.ts';
import { codeOf } from '../payments/outcome.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const consent = { version: exitConsentVersion, name: 'Ada Lovelace' };
const enrol = (token: string, more: { consent?: typeof consent; key?: string } = {}) =>
  under.call(api.enrolExit, {
    body: {
      token,
      wireguardPublicKey: more.key ?? newWireguardKey(),
      consent: more.consent ?? consent,
    },
  });
const requestTicket = (exit: TestExit) => under.call(api.issueExitTicket, {}, exit);
const stored = (id: string) =>
  under.dependencies.db.selectFrom('exits').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function ticketOf(exit: TestExit) {
  const response = await requestTicket(exit);
  const { ticket, gateway } = response.json as { ticket: string; gateway: { id: string } };
  const verifiers = readVerifiers([publishKey(under.dependencies.keys.tickets.current)]);
  const opened = checkExitTicket(verifiers, ticket, {
    audience: gateway.id,
    now: unixSeconds(under.clock.now()),
  });
  if (!opened.ok) throw new Error(opened.error);
  return opened.value;
}

async function coverage() {
  const { countries } = (await under.call(api.showCoverage, {})).json as {
    countries: { country: string; exits: number; cities: { city: string; name: string; exits: number }[] }[];
  };
  return countries;
}

test('an invitation enrols one machine, within a week, and only with consent to the current text', async () => {
  const token = await exitsOps(under, 'invite', 'us-nyc');
  expect(codeOf((await enrol(token, { consent: { ...consent, version: 99 } })).json)).toBe(
    'consent_outdated',
  );
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => enrol(token)));
  expect(outcomes.map(({ json }) => codeOf(json)).toSorted()).toEqual([
    'invitation_invalid',
    'invitation_invalid',
    'invitation_invalid',
    'invitation_invalid',
    'ok',
  ]);
  const late = await exitsOps(under, 'invite', 'us-nyc');
  under.clock.advance(7 * 24 * 3600 * 1000);
  expect(codeOf((await enrol(late)).json)).toBe('invitation_invalid');
});

test('records the consent with its text and time; a key in use does not use up the invitation', async () => {
  const token = await exitsOps(under, 'invite', 'us-nyc');
  const key = newWireguardKey();
  const { exit_id: id } = (await enrol(token, { key })).json as { exit_id: string };
  expect(await stored(id)).toMatchObject({
    consentVersion: exitConsentVersion,
    consentName: 'Ada Lovelace',
    consentedAt: under.clock.now(),
  });
  const other = await exitsOps(under, 'invite', 'us-nyc');
  expect(codeOf((await enrol(other, { key })).json)).toBe('wireguard_key_taken');
  expect((await enrol(other)).status).toBe(201);
});

test('an exit creates its location, which is online while it has a live exit', async () => {
  const gateway = await makeGateway(under, 'us-nyc');
  const words = ['--city', 'Boise', '--latitude', '43.61N', '--longitude', '116.2W'];
  const exit = { place: 'us-boise' };
  await expect(exitsOps(under, 'invite', 'us-boise')).rejects.toThrow('There is no location us-boise');
  await enrol(await exitsOps(under, 'invite', 'us-boise', ...words));
  const locationAt = async () => {
    const { locations } = (await under.call(api.listLocations, {})).json as {
      locations: { code: string; type: string; online: boolean; protocols: string[]; city: string }[];
    };
    return locations.find(({ code }) => code === 'us-boise-home');
  };
  expect(await locationAt()).toMatchObject({ type: 'native_residential', city: 'Boise', online: false });
  expect((await listed(under)).through).toEqual([]);
  await makeLiveExit(under, gateway, exit);
  expect(await locationAt()).toMatchObject({ online: true, protocols: ['wireguard'] });
  const { through, locations } = await listed(under);
  expect(through).toEqual([{ location: 'us-boise-home', gateways: [gateway.id] }]);
  expect(locations.find(({ code }) => code === 'us-boise-home')).toMatchObject({ country: 'US' });
  under.clock.advance(91_000);
  expect(await locationAt()).toMatchObject({ online: false });
});

test('coverage lists only live exits: no shared or dedicated lines, and none that are down, paused or stopped', async () => {
  const gateway = await makeGateway(under, 'de-fra');
  expect(await coverage()).toEqual([]);
  const [one, two] = [
    await makeLiveExit(under, gateway, { place: 'de-fra' }),
    await makeLiveExit(under, gateway, { place: 'de-fra' }),
  ];
  await makeLiveExit(under, gateway, { place: 'de-fra', use: 'shared' });
  await makeLiveExit(under, gateway, { place: 'de-fra', use: 'dedicated' });
  const germany = (exits: number) => [
    {
      ...{ country: 'DE', name: 'Germany', tunnels: exits, exits },
      cities: [{ city: 'fra', name: 'Frankfurt', exits }],
    },
  ];
  expect(await coverage()).toEqual(germany(2));
  await exitsOps(under, 'stop', two.id);
  expect(await coverage()).toEqual(germany(1));
  await under.call(api.changeExit, { body: { paused: true } }, one);
  expect(await coverage()).toEqual([]);
});

test('issues a ticket for the exit’s gateway, and for another one only when that is offline', async () => {
  under.clock.advance(91_000);
  const [first, second] = [await makeGateway(under, 'fr-par'), await makeGateway(under, 'gb-lon')];
  const exit = await makeExit(under);
  expect(codeOf((await requestTicket(exit)).json)).toBe('gateway_unavailable');
  await reportExits(under, first, []);
  const { wireguardPublicKey } = await stored(exit.id);
  expect(await ticketOf(exit)).toMatchObject({
    ...{ aud: first.id, exit: exit.id, country: 'US', city: 'nyc', use: 'native' },
    key: ticketKeyOf(wireguardPublicKey),
    caps: { bytesPerSecond: null, dayBytes: null },
    rules: { ports: [], networks: [], names: [] },
  });
  await reportExits(under, second, []);
  expect((await ticketOf(exit)).aud).toBe(first.id);
  under.clock.advance(91_000);
  await reportExits(under, second, []);
  expect((await ticketOf(exit)).aud).toBe(second.id);
});

test('applies a gateway’s report only to its own exits, and never decreases a day’s count', async () => {
  const [gateway, other] = [await makeGateway(under, 'es-mad'), await makeGateway(under, 'es-mad')];
  const exit = await makeLiveExit(under, gateway);
  const report = (reporter: typeof gateway, carriedBytes: number, state: 'live' | 'down' = 'live') =>
    reportExits(under, reporter, [{ exit: exit.id, state, carriedBytes, latencyMs: 8 }]);
  const carried = async () =>
    ((await under.call(api.showExit, {}, exit)).json as { exit: { carried_bytes: number } }).exit
      .carried_bytes;
  await report(gateway, 5_000);
  await report(gateway, 4_000);
  await report(other, 900_000, 'down');
  expect([await carried(), (await stored(exit.id)).state]).toEqual([5_000, 'live']);
  await reportExits(under, gateway, []);
  expect((await stored(exit.id)).state).toBe('down');
  under.clock.advance(24 * 3600 * 1000);
  expect(await carried()).toBe(0);
});

test('stores a line’s latest measurement, and shows it to the operator', async () => {
  const gateway = await makeGateway(under, 'es-mad');
  const exit = await makeLiveExit(under, gateway);
  const base = { exit: exit.id, state: 'live', carriedBytes: 0, latencyMs: 8 } as const;
  const listed = async () =>
    (await exitsOps(under, 'list')).split('\n').find((line) => line.includes(exit.id));
  expect(await listed()).not.toContain('Mbit/s');
  for (const [down, up] of [
    [1_000_000, 100_000],
    [12_500_000, 2_250_000],
  ] as const)
    await reportExits(under, gateway, [
      { ...base, line: { downBytesPerSecond: down, upBytesPerSecond: up } },
    ]);
  await reportExits(under, gateway, [{ ...base, line: null }]);
  expect(await listed()).toContain('100/18 Mbit/s, 8 ms');
  await reportExits(under, gateway, []);
  expect(await listed()).toMatch(/100\/18 Mbit\/s(?!, )/);
});

test('an exit whose gateway no longer reports is listed as silent', async () => {
  const gateway = await makeGateway(under, 'es-mad');
  const exit = await makeLiveExit(under, gateway);
  const state = async () =>
    (await exitsOps(under, 'list'))
      .split('\n')
      .find((line) => line.startsWith(exit.id))
      ?.match(/ (live|silent) /)?.[1];
  expect(await state()).toBe('live');
  under.clock.advance(91_000);
  expect(await state()).toBe('silent');
});

test('a ticket has the lower of the owner’s and operator’s caps, and the current rules', async () => {
  const gateway = await makeGateway(under, 'se-sto');
  const exit = await makeLiveExit(under, gateway);
  await under.call(
    api.changeExit,
    { body: { caps: { bytesPerSecond: 250_000, dayBytes: 5_000_000_000 } } },
    exit,
  );
  await exitsOps(under, 'cap', exit.id, '--megabits', '1');
  const denied = ['--ports', '22,23', '--networks', '198.51.100.0/24', '--names', 'bank.example'];
  await exitsOps(under, 'rules', exit.id, ...denied);
  expect(await ticketOf(exit)).toMatchObject({
    caps: { bytesPerSecond: 125_000, dayBytes: 5_000_000_000 },
    rules: { ports: [22, 23], networks: ['198.51.100.0/24'], names: ['bank.example'] },
  });
  expect(await exitsOps(under, 'show', exit.id)).toMatch(
    /never names +bank\.example\nmegabits a second +1\n/,
  );
  for (const wrong of [['--ports', '0'], ['--networks', '10.0.0.0/99'], ['--names', 'a b.example'], []])
    await expect(exitsOps(under, 'rules', exit.id, ...wrong)).rejects.toThrow(/^Not a|^Specify what/);
});

test('revokes an exit on every gateway when the operator stops it or its owner withdraws it', async () => {
  const gateway = await makeGateway(under, 'se-sto');
  const exit = await makeLiveExit(under, gateway);
  const revoked = async () =>
    under.dependencies.db
      .selectFrom('gatewayChanges')
      .select('notBefore')
      .where('gatewayId', 'is', null)
      .where('sub', '=', exitSubject(exit.id))
      .execute();
  await exitsOps(under, 'stop', exit.id);
  expect(codeOf((await requestTicket(exit)).json)).toBe('exit_stopped');
  expect(await revoked()).toEqual([{ notBefore: unixSeconds(under.clock.now()) + 1 }]);
  await exitsOps(under, 'resume', exit.id);
  expect((await requestTicket(exit)).status).toBe(201);
  expect((await under.call(api.withdrawExit, {}, exit)).status).toBe(204);
  expect((await revoked()).length).toBe(3);
  expect(codeOf((await requestTicket(exit)).json)).toBe('unauthorized');
  expect((await stored(exit.id)).consentName).toBe('Ada Lovelace');
  const trail = await under.dependencies.db
    .selectFrom('operatorActions')
    .select(['operator', 'action'])
    .where('action', 'in', ['stop_exit', 'resume_exit'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(trail).toEqual([
    { operator: 'ada', action: 'resume_exit' },
    { operator: 'ada', action: 'stop_exit' },
  ]);
});
