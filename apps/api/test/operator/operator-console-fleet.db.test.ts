import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSealer } from '../../src/platform/keys/seal.ts';
import { type ApiUnderTest, startApi } from '../fixture/api-fixture.ts';
import { operatorConsoleSettings, useOperatorConsole } from './operator-console-fixture.ts';
import { makeExit } from '../gateways/exits-fixture.ts';
import { makePaidUser } from '../payments/paid-user.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi(operatorConsoleSettings);
});
afterAll(() => under.stop());

const { get, post, enrolled, signedIn } = useOperatorConsole(() => under);

test('the console sets rules and limits of an exit, and stops exits and a customer’s spending', async () => {
  const user = await makePaidUser(under);
  const { id } = await makeExit(under);
  const { cookie, token: form_token } = await signedIn('ruth', await enrolled('ruth'));
  const act = async (action: string, fields: Readonly<Record<string, string>>) =>
    (await post(`/ops/do/${action}`, { form_token, exit: id, customer: user.id, ...fields }, { cookie }))
      .statusCode;
  const exit = () =>
    under.dependencies.db.selectFrom('exits').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect((await get('/ops/fleet', cookie)).body).toContain(`href="/ops/exits/${id}"`);

  expect(
    await act('exit-rules', { ports: '25, 6667', networks: '198.51.100.0/24', names: 'bank.example' }),
  ).toBe(200);
  expect(await act('exit-cap', { megabits: '4', day_gigabytes: '' })).toBe(200);
  expect(await act('drain-exit', { hours: '13' })).toBe(422);
  expect(await act('drain-exit', { hours: '2' })).toBe(200);
  expect((await get(`/ops/exits/${id}`, cookie)).body).toContain('Draining until');
  expect((await get('/ops/fleet', cookie)).body).toContain('Draining');
  expect(await act('stop-exit', {})).toBe(200);
  expect(await exit()).toMatchObject({
    ...{ deniedPorts: [25, 6667], deniedNetworks: ['198.51.100.0/24'], deniedNames: ['bank.example'] },
    ...{ limitBytesPerSecond: 500_000, limitDayBytes: null, stoppedAt: under.clock.now() },
  });
  const shown = await get(`/ops/exits/${id}`, cookie);
  for (const words of ['value="25, 6667"', 'value="bank.example"', 'value="4"', 'Stopped'])
    expect(shown.body).toContain(words);

  // A refused form changes nothing, and an empty list denies nothing.
  expect(await act('exit-rules', { ports: '99999', networks: '', names: '' })).toBe(422);
  expect(await act('exit-cap', { megabits: '0' })).toBe(422);
  expect(await act('exit-cap', { exit: user.id, megabits: '1' })).toBe(422);
  expect(await exit()).toMatchObject({ deniedPorts: [25, 6667], limitBytesPerSecond: 500_000 });
  for (const action of ['exit-rules', 'exit-cap', 'resume-exit']) expect(await act(action, {})).toBe(200);
  expect(await exit()).toMatchObject({
    ...{ deniedPorts: [], deniedNetworks: [], deniedNames: [] },
    ...{ limitBytesPerSecond: null, stoppedAt: null },
  });

  expect(await act('remove-exit', {})).toBe(200);
  expect((await get(`/ops/exits/${id}`, cookie)).statusCode).toBe(404);

  const customer = async () => (await get(`/ops/customers/${user.id}`, cookie)).body;
  expect(await customer()).toContain('Suspend metered products');
  expect(await act('stop-data', {})).toBe(200);
  expect(await customer()).toMatch(/Suspended <time [^>]+>just now<\/time>\./);
  expect(await act('allow-data', {})).toBe(200);
  expect(await customer()).toContain('Suspend metered products');
  for (const unknown of [user.id, 'x'])
    for (const kind of ['exits', 'upstreams'])
      expect((await get(`/ops/${kind}/${unknown}`, cookie)).statusCode).toBe(404);
});

test('the console limits and stops a provider as comet-ops does, and never shows its password', async () => {
  const sealedPassword = createSealer(under.dependencies.keys.seal).seal('of-the-provider');
  const { id } = await under.dependencies.db
    .insertInto('upstreams')
    .values({
      ...{
        protocol: 'socks5',
        host: 'proxy.example.com',
        port: 1080,
        countries: ['US', 'DE'],
        use: 'native',
      },
      ...{ usernameTemplate: 'me-{session}', sealedPassword, createdAt: under.clock.now() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { cookie, token: form_token } = await signedIn('mina', await enrolled('mina'));
  const act = async (action: string, fields: Readonly<Record<string, string>>) =>
    (await post(`/ops/do/${action}`, { form_token, upstream: id, ...fields }, { cookie })).statusCode;
  const upstream = () =>
    under.dependencies.db.selectFrom('upstreams').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect((await get('/ops/fleet', cookie)).body).toContain(`href="/ops/upstreams/${id}"`);
  expect(await act('upstream-rules', { ports: '25, 6667', networks: '', names: 'bank.example' })).toBe(200);
  expect(await act('upstream-cap', { megabits: '8' })).toBe(200);
  expect(await act('stop-upstream', {})).toBe(200);
  const { body } = await get(`/ops/upstreams/${id}`, cookie);
  for (const words of ['value="25, 6667"', 'value="bank.example"', 'value="8"', 'Stopped', 'Germany'])
    expect(body).toContain(words);
  for (const secret of ['of-the-provider', sealedPassword]) expect(body).not.toContain(secret);
  for (const [action, fields] of [
    ['upstream-rules', { ports: '0', networks: '', names: '' }],
    ['upstream-rules', { ports: '', networks: '10.0.0.0/33', names: '' }],
    ['upstream-cap', { megabits: '--all' }],
    ['upstream-cap', { upstream: 'x', megabits: '1' }],
  ] as const)
    expect(await act(action, fields)).toBe(422);
  expect(await upstream()).toMatchObject({ deniedPorts: [25, 6667], limitBytesPerSecond: 1_000_000 });
  expect(await act('resume-upstream', {})).toBe(200);
  expect((await upstream()).stoppedAt).toBeNull();
  expect((await get('/ops/audit', cookie)).body).toContain('Stopped provider');
});
