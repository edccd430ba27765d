import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { choiceOf, sendConsentPage } from '../consent-page.ts';
import type { ProviderAccounts, Fault, ProviderAccount } from '../provider-accounts.ts';

/** Registration of the app at Facebook. */
export interface FacebookApp {
  readonly appId: string;
  readonly appSecret: string;
  readonly redirectUri: string;
}

type Query = Readonly<Record<string, string | undefined>>;

const CODE_LIFETIME_MS = 10 * 60_000;

/**
 * Facebook's manual login flow under `/facebook`: the dialog, the exchange of a code, and Graph's `me`, which requires `appsecret_proof`.
 * Any version number is accepted. https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow
 */
export function facebookRoutes(
  app: FastifyInstance,
  parts: {
    readonly facebook: FacebookApp;
    readonly name: string;
    readonly accounts: ProviderAccounts;
    readonly takeFault: () => Fault | null;
  },
): void {
  const { facebook, accounts } = parts;
  const codes = new Map<string, { person: ProviderAccount; scope: string; expiresAt: number }>();
  const tokens = new Map<string, { person: ProviderAccount; scope: string }>();

  app.get<{ Querystring: Query }>('/facebook/:version/dialog/oauth', (request, reply) => {
    const problem = problemOf(request.query, facebook);
    if (problem !== null) return reply.status(400).send(failure(problem));
    return sendConsentPage(reply, { provider: 'facebook', app: parts.name, accounts: accounts.list() });
  });
  app.post<{ Querystring: Query }>('/facebook/:version/dialog/oauth', (request, reply) => {
    const problem = problemOf(request.query, facebook);
    const choice = choiceOf(request.body as URLSearchParams);
    if (problem !== null || choice === null) return reply.status(400).send(failure(problem ?? 'no choice'));
    const person = accounts.choose(choice);
    const response = new URL(facebook.redirectUri);
    if (person === null) {
      for (const [name, value] of Object.entries(DENIED)) response.searchParams.set(name, value);
    } else {
      const code = randomBytes(48).toString('base64url');
      codes.set(code, {
        person,
        scope: request.query['scope'] ?? '',
        expiresAt: Date.now() + CODE_LIFETIME_MS,
      });
      response.searchParams.set('code', code);
    }
    response.searchParams.set('state', request.query['state'] ?? '');
    return reply.redirect(`${response.href}#_=_`, 303);
  });

  app.post('/facebook/graph/:version/oauth/access_token', (request, reply) => {
    if (parts.takeFault() === 'unavailable') return reply.status(503).send(failure('Service unavailable', 2));
    const form = request.body as URLSearchParams;
    if (form.get('client_id') !== facebook.appId || !same(form.get('client_secret'), facebook.appSecret))
      return reply.status(400).send(failure('Error validating client secret.', 1));
    if (form.get('redirect_uri') !== facebook.redirectUri)
      return reply.status(400).send(failure('Error validating verification code: redirect_uri differs.'));
    const code = form.get('code') ?? '';
    const granted = codes.get(code);
    codes.delete(code);
    if (granted === undefined || granted.expiresAt < Date.now())
      return reply.status(400).send(failure('This authorization code has been used or has expired.'));
    const token = `EAA${randomBytes(48).toString('base64url')}`;
    tokens.set(token, granted);
    return reply.send({ access_token: token, token_type: 'bearer', expires_in: 5_183_999 });
  });

  app.get<{ Querystring: Query }>('/facebook/graph/:version/me', (request, reply) => {
    const { access_token: token = '', appsecret_proof: proof, fields = 'id,name' } = request.query;
    const granted = tokens.get(token);
    if (granted === undefined) return reply.status(400).send(failure('Malformed access token', 190));
    if (!same(proof ?? null, createHmac('sha256', facebook.appSecret).update(token).digest('hex')))
      return reply.status(400).send(failure('Invalid appsecret_proof provided in the API argument', 100));
    return sendFields(reply, granted, fields.split(','));
  });
}

const DENIED = {
  error: 'access_denied',
  error_code: '200',
  error_description: 'Permissions error',
  error_reason: 'user_denied',
} as const;

/** Graph omits fields that the person does not have or that were not requested. */
function sendFields(
  reply: FastifyReply,
  { person, scope }: { person: ProviderAccount; scope: string },
  fields: readonly string[],
): FastifyReply {
  const known: Record<string, string | null> = {
    id: person.id,
    name: person.name,
    email: scope.split(/[ ,]/).includes('email') ? person.email : null,
  };
  return reply.send(
    Object.fromEntries(
      ['id', ...fields]
        .map((field) => [field, known[field] ?? null] as const)
        .filter(([, value]) => value !== null),
    ),
  );
}

function problemOf(query: Query, app: FacebookApp): string | null {
  if (query['client_id'] !== app.appId) return 'Invalid App ID';
  if (query['redirect_uri'] !== app.redirectUri)
    return "URL blocked: this redirect is not in the app's settings";
  return (query['response_type'] ?? 'code') === 'code' ? null : 'Only codes are given';
}

function failure(message: string, code = 100): object {
  return { error: { message, type: 'OAuthException', code, fbtrace_id: randomBytes(8).toString('hex') } };
}

function same(given: string | null, wanted: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
