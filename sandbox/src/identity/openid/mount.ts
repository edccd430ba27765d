import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Provider } from 'oidc-provider';
import { choiceOf, sendConsentPage } from '../consent-page.ts';
import type { ProviderAccounts, ProviderName } from '../provider-accounts.ts';

export interface MountedProvider {
  readonly name: Extract<ProviderName, 'google' | 'apple'>;
  readonly app: string;
  readonly accounts: ProviderAccounts;
  readonly provider: Provider;
  /** Error code of a denial, which differs between providers. */
  readonly deniedError: string;
}

/** Mounts an OpenID provider and the sandbox's consent page under `/NAME`. The scope must parse forms. */
export function mountOpenIdProvider(app: FastifyInstance, mounted: MountedProvider): void {
  const { name, accounts, provider, deniedError } = mounted;
  const prefix = `/${name}`;

  app.get(`${prefix}/consent/:uid`, async (request, reply) => {
    await provider.interactionDetails(request.raw, reply.raw);
    return sendConsentPage(reply, { provider: name, app: mounted.app, accounts: accounts.list() });
  });
  app.post(`${prefix}/consent/:uid`, async (request, reply) => {
    const choice = choiceOf(request.body as URLSearchParams);
    if (choice === null) return reply.status(400).send({ error: 'not a choice' });
    const person = accounts.choose(choice);
    const result =
      person === null ? { error: deniedError } : { login: { accountId: person.id }, select_account: {} };
    return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303);
  });

  const handle = provider.callback();
  app.register((scope, _options, done) => {
    // The provider parses the body.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, next) => next(null));
    scope.all(`${prefix}/*`, async (request, reply) => {
      reply.hijack();
      const raw: IncomingMessage & { originalUrl?: string } = request.raw;
      raw.originalUrl = raw.url ?? '';
      raw.url = raw.originalUrl.slice(prefix.length);
      await handle(raw, reply.raw);
    });
    done();
  });
}
