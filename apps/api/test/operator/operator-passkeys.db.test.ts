import { escapeXml } from '@comet/foundation';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiUnderTest, startApi } from '../fixture/api-fixture.ts';
import { scrape } from '@comet/observability/scrape';
import { type CeremonyDeviations, SoftwareAuthenticator } from '../sign-in/software-authenticator.ts';
import { operatorConsoleSettings, useOperatorConsole } from './operator-console-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi(operatorConsoleSettings);
});
afterAll(() => under.stop());

const { command, get, post, codeOf, enrolled, signedIn } = useOperatorConsole(() => under);
const origin = 'https://ops.example';

/** The options and the sealed context in a page's form, as the script reads them. */
function ceremonyIn(body: string) {
  const options = /data-options="([^"]*)"/.exec(body)?.[1] ?? '';
  const [, ceremony = ''] = /name="ceremony" value="([^"]*)"/.exec(body) ?? [];
  const parsed = JSON.parse(options.replaceAll('&quot;', '"').replaceAll('&#34;', '"')) as never;
  expect(escapeXml(ceremony)).toBe(ceremony);
  return { options: parsed, ceremony };
}

interface Operator {
  readonly name: string;
  readonly secret: string;
  readonly cookie: string;
  readonly form_token: string;
}

async function newOperator(name: string): Promise<Operator> {
  const secret = await enrolled(name);
  const { cookie, token } = await signedIn(name, secret);
  return { name, secret, cookie, form_token: token };
}

async function register(
  { secret, cookie, form_token }: Operator,
  authenticator = new SoftwareAuthenticator(),
  bent: CeremonyDeviations & { readonly code?: string } = {},
) {
  const { options, ceremony } = ceremonyIn((await get('/ops/passkeys', cookie)).body);
  const made = authenticator.create(options, { origin, ...bent });
  const fields = {
    ...{ form_token, ceremony, code: bent.code ?? codeOf(secret), transports: made.transports.join(' ') },
    ...{
      credential_id: made.credentialId,
      client_data: made.clientDataJson,
      attestation: made.attestationObject,
    },
  };
  return { authenticator, fields, response: await post('/ops/passkeys', fields, { cookie }) };
}

async function signInFields(authenticator: SoftwareAuthenticator, bent: CeremonyDeviations = {}) {
  const { options, ceremony } = ceremonyIn((await get('/ops/sign-in')).body);
  const used = authenticator.get(options, { origin, ...bent });
  return {
    ...{
      ceremony,
      credential_id: used.credentialId,
      client_data: used.clientDataJson,
      signature: used.signature,
    },
    ...{ authenticator_data: used.authenticatorData, user_handle: used.userHandle ?? '' },
  };
}

const trail = async (
  action: 'operator_sign_in' | 'operator_sign_in_failed' | 'add_operator_passkey' | 'remove_operator_passkey',
) => {
  const found = await under.dependencies.db
    .selectFrom('operatorActions')
    .select(['operator', 'details'])
    .where('action', '=', action)
    .orderBy('id')
    .execute();
  return found.map(({ operator, details }) => ({ operator, ...(details as object) }));
};

test('an operator adds a passkey with a code, signs in with it alone, sees its last use and removes it', async () => {
  const operator = await newOperator('ada');
  const { authenticator, response } = await register(operator, new SoftwareAuthenticator({ counts: true }));
  expect([response.statusCode, response.body.includes('Added Passkey')]).toEqual([200, true]);
  const fresh = (await get('/ops/passkeys', operator.cookie)).body;
  expect(fresh).toMatch(/data-label="Last used" data-empty="true"/);
  const entered = await post('/ops/sign-in/passkey', await signInFields(authenticator));
  expect([entered.statusCode, entered.headers.location]).toEqual([303, '/ops/']);
  const cookie = String([entered.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
  const own = await get('/ops/passkeys', cookie);
  expect(own.body).toMatch(/data-label="Last used" data-empty="false"/);
  expect(await trail('operator_sign_in')).toContainEqual({ operator: 'ada', passkey: 'Passkey' });
  const form_token = /name="form_token" value="([^"]+)"/.exec(own.body)?.[1] ?? '';
  const passkey = /name="passkey" value="([^"]+)"/.exec(own.body)?.[1] ?? '';
  await post('/ops/passkeys/remove', { form_token: 'x', passkey }, { cookie });
  expect(await trail('remove_operator_passkey')).toEqual([]);
  const removed = await post('/ops/passkeys/remove', { form_token, passkey }, { cookie });
  expect(removed.body).toContain('Removed Passkey');
  expect((await post('/ops/sign-in/passkey', await signInFields(authenticator))).statusCode).toBe(422);
  expect(await trail('add_operator_passkey')).toEqual([{ operator: 'ada', name: 'Passkey' }]);
  expect(await trail('remove_operator_passkey')).toEqual([{ operator: 'ada', name: 'Passkey' }]);
});

describe('refuses', () => {
  test('a new passkey without the current code, from another origin, of another session, without verification, or repeated', async () => {
    const [grace, hedy] = [await newOperator('grace'), await newOperator('hedy')];
    const cases = [
      await register(grace, new SoftwareAuthenticator(), { code: '000000' }),
      await register(grace, new SoftwareAuthenticator(), { origin: 'https://evil.example' }),
      await register(grace, new SoftwareAuthenticator(), { userVerified: false }),
      await register(grace, new SoftwareAuthenticator(), { crossOrigin: true }),
    ];
    expect(cases.map(({ response }) => response.statusCode)).toEqual([422, 422, 422, 422]);
    const added = await register(grace);
    expect(added.response.statusCode).toBe(200);
    const repeated = { ...added.fields, code: codeOf(grace.secret) };
    expect((await post('/ops/passkeys', repeated, { cookie: grace.cookie })).statusCode).toBe(422);
    // The context of one operator's form is of no use in another's session.
    const { fields } = await register(grace, new SoftwareAuthenticator(), { code: '000000' });
    const foreign = { ...fields, form_token: hedy.form_token, code: codeOf(hedy.secret) };
    expect((await post('/ops/passkeys', foreign, { cookie: hedy.cookie })).statusCode).toBe(422);
    expect((await trail('add_operator_passkey')).filter(({ operator }) => operator === 'hedy')).toEqual([]);
  });

  test('a sign-in that is repeated, late, from another origin, unverified, with another account, or after an invitation; each is audited and counted', async () => {
    const operator = await newOperator('joan');
    const { authenticator } = await register(operator);
    const before = (await trail('operator_sign_in_failed')).length;
    const once = await signInFields(authenticator);
    expect((await post('/ops/sign-in/passkey', once)).statusCode).toBe(303);
    const late = await signInFields(authenticator);
    under.clock.advance(5 * 60_000 + 1);
    const cases = [
      once,
      late,
      await signInFields(authenticator, { origin: 'https://evil.example' }),
      await signInFields(authenticator, { userVerified: false }),
      await signInFields(authenticator, { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }),
      await signInFields(authenticator, { crossOrigin: true }),
      { ...(await signInFields(authenticator)), ceremony: 'forged' },
      { ...(await signInFields(authenticator)), signature: 'AAAA' },
      {},
    ];
    for (const fields of cases) expect((await post('/ops/sign-in/passkey', fields)).statusCode).toBe(422);
    await command('add', 'joan');
    expect((await post('/ops/sign-in/passkey', await signInFields(authenticator))).statusCode).toBe(422);
    const failed = (await trail('operator_sign_in_failed')).slice(before);
    expect(failed.map((line) => [line.operator, 'reason' in line ? line.reason : ''])).toEqual([
      ['unknown', 'ended ceremony'],
      ['unknown', 'ended ceremony'],
      ['joan', 'wrong passkey'],
      ['joan', 'wrong passkey'],
      ['joan', 'wrong passkey'],
      ['joan', 'wrong passkey'],
      ['unknown', 'ended ceremony'],
      ['joan', 'wrong passkey'],
      ['unknown', 'ended ceremony'],
      ['unknown', 'unknown passkey'],
    ]);
    const series =
      'comet_api_refusals_total{method="POST",route="/ops/sign-in/passkey",code="passkey_failed"}';
    const [counted = ''] = await scrape(under.dependencies.metrics, series);
    expect(Number(counted.split(' ')[1])).toBeGreaterThanOrEqual(10);
  });
});

test('only the pages for passkeys have a script: one, of the console’s own origin and address', async () => {
  const { cookie } = await newOperator('mina');
  for (const path of ['/ops/', '/ops/customers', '/ops/audit', '/ops/nothing']) {
    const response = await get(path, cookie);
    expect(response.headers['content-security-policy'], path).not.toContain('script-src');
    expect(response.body, path).not.toContain('<script');
  }
  for (const path of ['/ops/sign-in', '/ops/passkeys']) {
    const response = await get(path, cookie);
    const address = /<script src="([^"]+)" defer><\/script>/.exec(response.body)?.[1] ?? '';
    expect(response.body.match(/<script/g), path).toHaveLength(1);
    expect(response.headers['content-security-policy']).toContain(`script-src ${origin}${address};`);
    expect(response.headers['content-security-policy']).toContain("default-src 'none'");
    const script = await get(address);
    expect([script.statusCode, script.headers['content-type']]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ]);
  }
});

test('refused sign-ins with a password are counted by reason', async () => {
  const series = (code: string) =>
    `comet_api_refusals_total{method="POST",route="/ops/sign-in",code="${code}"}`;
  const count = async (code: string) =>
    Number((await scrape(under.dependencies.metrics, series(code)))[0]?.split(' ')[1] ?? Number.NaN);
  const before = await count('wrong_credentials');
  await post('/ops/sign-in', { name: 'ada', password: 'a guess', code: '000000' });
  expect(await count('wrong_credentials')).toBe(before + 1);
  expect(await count('too_many_requests')).toBe(0);
});
