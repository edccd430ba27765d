import type { api, Endpoint, RequestOf } from '@comet/contract';
import type { Speaker } from '../exchange.ts';

type Api = typeof api;
export type EndpointName = keyof Api;

/** A request that every endpoint would accept from `owner`: the compiler asks for one as soon as an endpoint is added. */
export type ExampleRequests = { readonly [Name in EndpointName]: RequestOf<Api[Name]> };

/** A running API with two accounts that have nothing to do with each other, a gateway and an exit. */
export interface RefusalSubject {
  readonly baseUrl: string;
  readonly owner: Speaker;
  /** Has everything that the owner has: a confirmed address, a subscription, a device. */
  readonly stranger: Speaker;
  /** Has given the password of an account with two-factor on, and nothing more. */
  readonly owing: Speaker;
  /** Has a session of an account that was deleted. */
  readonly deleted: Speaker;
  readonly gateway: Speaker;
  readonly exit: Speaker;
  readonly examples: ExampleRequests;
  /** The ids of the owner's rows that appear in `examples`. */
  readonly ownersIds: readonly string[];
}

/** The one who may call an endpoint. */
export function rightfulCaller(subject: RefusalSubject, endpoint: Endpoint): Speaker {
  return { anyone: {}, user: subject.owner, gateway: subject.gateway, exit: subject.exit }[endpoint.caller];
}
