import type { Endpoint } from '@comet/contract';
import type { FastifyRequest } from 'fastify';
import {
  type Authentication,
  bearerToken,
  type CallerOf,
  deviceIdOf,
  rateLimitClassOf,
  type SignedInUser,
} from './caller.ts';
import type { Limit, RateLimiter } from '../limits/rate-limit.ts';
import type { Refusal } from '../requests/route.ts';
import { sourceOf } from '../addresses/source-address.ts';

export interface RequestAuthorizationDeps {
  readonly authentication: Authentication;
  readonly limiter: RateLimiter;
  /** Default limit of endpoints, per source address and per device of an account. */
  readonly defaultLimit: Limit;
}

/** Authorises a request to an endpoint and stores its caller on the request; returns null when allowed. */
export function authorizeRequest(
  endpoint: Endpoint,
  deps: RequestAuthorizationDeps,
): (request: FastifyRequest) => Promise<Refusal | null> {
  const limit = endpoint.limit ?? deps.defaultLimit;
  // Endpoints without a limit of their own share one bucket, so that the default covers them together.
  const what = endpoint.limit === undefined ? 'default' : nameOf(endpoint);
  const takeOfSource = deps.limiter.each(`source ${what}`, limit);
  const takeOfCaller = deps.limiter.each(`caller ${what}`, limit);
  return async (request) => {
    const tookOfSource = takeOfSource(sourceOf(request.address));
    const bySource = tookOfSource instanceof Promise ? await tookOfSource : tookOfSource;
    if (bySource !== null) return { code: 'too_many_requests', retryAfter: bySource };
    if (endpoint.caller === 'anyone' && endpoint.knowsUser !== true) return null;

    const token = bearerToken(request.headers.authorization);
    if (endpoint.caller === 'anyone') {
      request.caller = token === null ? null : await knownUser(token, request, deps.authentication);
      return null;
    }
    if (token === null) return { code: 'unauthorized' };
    const caller = await callerOf(endpoint, token, request, deps.authentication);
    if (caller === null) return { code: 'unauthorized' };
    if ('isLimited' in caller && caller.isLimited && endpoint.limitedToken !== true)
      return { code: 'two_factor_code_required' };
    const rateLimitClass =
      'tokenId' in caller
        ? rateLimitClassOf(caller, deviceIdOf(request.headers['app-identifier']))
        : caller.id;
    const tookOfCaller = takeOfCaller(rateLimitClass);
    const byCaller = tookOfCaller instanceof Promise ? await tookOfCaller : tookOfCaller;
    if (byCaller !== null) return { code: 'too_many_requests', retryAfter: byCaller };
    request.caller = caller;
    return null;
  };
}

/** Returns the user of a token at a public endpoint; null also for a session that still requires the second factor. */
async function knownUser(
  token: string,
  request: FastifyRequest,
  authentication: Authentication,
): Promise<SignedInUser | null> {
  const user = await authentication.user(token, deviceIdOf(request.headers['app-identifier']));
  return user?.isLimited === false ? user : null;
}

async function callerOf(
  endpoint: Endpoint,
  token: string,
  request: FastifyRequest,
  authentication: Authentication,
): Promise<CallerOf<Endpoint>> {
  if (endpoint.caller === 'gateway' || endpoint.caller === 'exit') {
    const { dpop } = request.headers;
    return authentication[endpoint.caller]({
      token,
      proof: typeof dpop === 'string' ? dpop : null,
      method: request.method,
      path: request.url.split('?', 1)[0] ?? '',
      source: sourceOf(request.address),
    });
  }
  const deviceId = deviceIdOf(request.headers['app-identifier']);
  const user = await authentication.user(token, deviceId);
  return user ?? (endpoint.deletedUsers === true ? authentication.deletedUser(token, deviceId) : null);
}

/** The endpoint's name in the keys of limits and of idempotent requests. */
export function nameOf(endpoint: Endpoint): string {
  return `${endpoint.method} ${endpoint.path}`;
}
