import {
  type Endpoint,
  errorBody,
  type ErrorCode,
  errorCodes,
  type api,
  type RequestOf,
} from '@comet/contract';
import { expect } from 'vitest';
import type { Answer, Speaker, WireRequest } from '../exchange.ts';

/** One endpoint in talk with a running API. */
export interface Conversation {
  readonly endpoint: Endpoint;
  readonly subject: RefusalSubject;
  /** The request that would be accepted; from the rightful caller unless told. */
  right(speaker?: Speaker): WireRequest;
  post(request: WireRequest): Promise<Answer>;
}

/** Holds an answer to be the refusal `code`, in the form that the contract gives to every failure. */
export function expectRefusal(answer: Answer, code: ErrorCode): void {
  expect(answer.text).toContain(`"code":"${code}"`);
  expect(answer.status).toBe(errorCodes[code].status);
  expect(errorBody.safeParse(answer.json).success).toBe(true);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expectNothingPrivate(answer);
}

/** Holds an answer not to be a failure of ours. */
export function expectNoFailure(answer: Answer, what: string): void {
  expect({ what, failed: answer.status >= 500 }).toEqual({ what, failed: false });
  expectNothingPrivate(answer);
}

function expectNothingPrivate(answer: Answer): void {
  expect(answer.text).not.toMatch(/node_modules|\bat .+:\d+:\d+|select .+ from|insert into|\/src\//i);
  expect(answer.headers.get('x-powered-by')).toBeNull();
}

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
