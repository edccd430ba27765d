import type { FastifyInstance } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import { operatorsCommand } from '../src/features/operators/index.ts';
import { createSealer } from '../src/platform/keys/seal.ts';
import type { ApiUnderTest } from './api-under-test.ts';

/** What an operator does at a desk that is there once a test runs: asks for pages, sends forms, enrols and signs in. */
export function deskHands(
  at: () => { readonly under: ApiUnderTest; readonly desk: FastifyInstance },
  { url, password }: { readonly url: string; readonly password: string },
) {
  const command = (...words: string[]) => {
    const sealer = createSealer(at().under.world.keys.seal);
    return operatorsCommand({ ...at().under.world, operator: 'root', sealer, deskUrl: url }, words);
  };
  const get = (path: string, cookie = '') =>
    at().desk.inject({ method: 'GET', url: path, headers: { cookie } });
  const post = (
    path: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ) =>
    at().desk.inject({
      method: 'POST',
      url: path,
      headers: { origin: url, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(fields).toString(),
    });
  /** The next code of the app: each works once, so time goes on, for everybody else who holds a code as well. */
  const codeOf = (secret: string) => {
    at().under.clock.advance(30_000);
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: at().under.clock.now().getTime(),
    });
  };

  async function enrolled(name: string): Promise<string> {
    const said = await command('add', name);
    const token = new URL(said.split('\n')[1] ?? '').searchParams.get('token') ?? '';
    const secret =
      /<code>([A-Z2-7]{32})<\/code>/.exec((await get(`/ops/enrol?token=${token}`)).body)?.[1] ?? '';
    for (const [chosen, words] of [
      ['short', 'at least 12 characters'],
      ['a'.repeat(257), 'at most 256 characters'],
      ['password1234', 'too easy to guess'],
      [password, 'not the present code'],
    ] as const) {
      const refused = await post('/ops/enrol', { token, password: chosen, code: 'none' });
      expect([refused.statusCode, refused.body.includes(words)]).toEqual([422, true]);
    }
    const code = codeOf(secret);
    const done = await Promise.all([1, 2].map(() => post('/ops/enrol', { token, password, code })));
    // One link, one enrolment, however often it is followed at once.
    expect(done.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 410]);
    return secret;
  }

  async function signedIn(
    name: string,
    secret: string,
  ): Promise<{ readonly cookie: string; readonly token: string }> {
    const answer = await post('/ops/sign-in', { name, password, code: codeOf(secret) });
    expect(answer.statusCode).toBe(303);
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    const token = /name="form_token" value="([^"]+)"/.exec((await get('/ops/', cookie)).body)?.[1] ?? '';
    return { cookie, token };
  }

  return { command, get, post, codeOf, enrolled, signedIn };
}
