import type { FastifyInstance } from 'fastify';
import { type Choice, FAULTS, type Identity, PROVIDERS, simulateSignIn } from '../identity/index.ts';
import { isLoopbackOrigin } from '../platform/loopback.ts';

type Body = Readonly<Record<string, unknown>> | null;

/** Controls of the identity providers under `/control/identity`. */
export function identityControl(app: FastifyInstance, identity: Identity): void {
  app.post<{ Body: Body }>('/control/identity/fault', (request, reply) => {
    const { provider, fault = null } = request.body ?? {};
    const known = PROVIDERS.find((candidate) => candidate === provider);
    const wanted = FAULTS.find((candidate) => candidate === fault) ?? null;
    if (known === undefined || (wanted === null && fault !== null)) {
      const error = `Give provider (${PROVIDERS.join(', ')}) and fault (${FAULTS.join(', ')}, or null).`;
      return reply.status(400).send({ error });
    }
    identity.setFault(known, wanted);
    return reply.status(204).send();
  });

  app.post<{ Body: Body }>('/control/identity/sign-in', (request, reply) => {
    const { address } = request.body ?? {};
    if (typeof address !== 'string' || !isLoopbackOrigin(URL.parse(address)?.origin ?? '')) {
      return reply.status(400).send({ error: "Give address: a provider's, as the app made it." });
    }
    return simulateSignIn(address, choiceFrom(request.body ?? {}));
  });
}

/** `{ deny: true }`, or `{ email, verified, hide_email }`; `verified` is true by default. */
function choiceFrom(body: Readonly<Record<string, unknown>>): Choice {
  if (body['deny'] === true) return { kind: 'denied' };
  return {
    kind: 'described',
    email: typeof body['email'] === 'string' ? body['email'].toLowerCase() : null,
    emailVerified: body['verified'] !== false,
    hideEmail: body['hide_email'] === true,
  };
}
