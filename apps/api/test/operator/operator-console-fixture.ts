import type { FastifyInstance } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect } from 'vitest';
import { operatorsCommand } from '../../src/features/operators/index.ts';
import { operatorConsoleIn } from '../../src/open-operator-console.ts';
import { createSealer } from '../../src/platform/keys/seal.ts';
import type { ApiUnderTest } from '../fixture/api-fixture.ts';
import { processDeps } from '../payments/paid-user.ts';

const url = 'https://ops.example';
/** The password of every operator who enrols. */
export const password = 'a long word of the operator';

/** Variables of an API with a console. */
export const operatorConsoleSettings = { CONSOLE_URL: url, REPLY_MAIL: 'replies@comet.example' };

/**
 * The console of an API, for the tests of one file, and an operator's actions: requests pages, submits forms, enrols and signs in. The
 * API may be started later.
 */
export function useOperatorConsole(started: () => ApiUnderTest) {
  let operatorConsole: FastifyInstance;
  beforeAll(() => {
    const opened = operatorConsoleIn(deps());
    if (opened === null) throw new Error('there is no desk');
    operatorConsole = opened;
  });
  afterAll(() => operatorConsole.close());

  /** The dependencies of the console. */
  const deps = () => {
    const sealer = createSealer(started().dependencies.keys.seal);
    const catalogue = { publish: () => Promise.reject(new Error('nothing is published here')) } as never;
    return { ...processDeps(started()), billing: started().billing, sealer, catalogue };
  };
  const command = (...words: string[]) =>
    operatorsCommand({ ...deps(), operator: 'root', operatorConsoleUrl: url }, words);
  const get = (path: string, cookie = '') =>
    operatorConsole.inject({ method: 'GET', url: path, headers: { cookie } });
  const post = (
    path: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ) =>
    operatorConsole.inject({
      method: 'POST',
      url: path,
      headers: { origin: url, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(fields).toString(),
    });
  /** Returns the next code of the app. Each works once, so the clock advances. */
  const codeOf = (secret: string) => {
    started().clock.advance(30_000);
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: started().clock.now().getTime(),
    });
  };

  async function enrolled(name: string): Promise<string> {
    const output = await command('add', name);
    const token = new URL(output.split('\n')[1] ?? '').searchParams.get('token') ?? '';
    const secret =
      /<code>([A-Z2-7]{32})<\/code>/.exec((await get(`/ops/enrol?token=${token}`)).body)?.[1] ?? '';
    for (const [chosen, words] of [
      ['short', 'at least 12 characters'],
      ['a'.repeat(257), 'at most 256 characters'],
      ['password1234', 'too easy to guess'],
      [password, 'isn’t the current code'],
    ] as const) {
      const refused = await post('/ops/enrol', { token, password: chosen, code: 'none' });
      expect([refused.statusCode, refused.body.includes(words)]).toEqual([422, true]);
    }
    const code = codeOf(secret);
    const done = await Promise.all([1, 2].map(() => post('/ops/enrol', { token, password, code })));
    // A link enrols once, also with concurrent requests.
    expect(done.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 410]);
    return secret;
  }

  async function signedIn(
    name: string,
    secret: string,
  ): Promise<{ readonly cookie: string; readonly token: string }> {
    const response = await post('/ops/sign-in', { name, password, code: codeOf(secret) });
    expect(response.statusCode).toBe(303);
    const cookie = String(response.headers['set-cookie']).split(';')[0] ?? '';
    const token = /name="form_token" value="([^"]+)"/.exec((await get('/ops/', cookie)).body)?.[1] ?? '';
    return { cookie, token };
  }

  return {
    get operatorConsole() {
      return operatorConsole;
    },
    ...{ deps, command, get, post, codeOf, enrolled, signedIn },
  };
}
