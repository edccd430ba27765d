import {
  type Endpoint,
  errorBody,
  type ErrorCode,
  errorCodes,
  type api,
  type RequestOf,
} from '@comet/contract';
import { expect } from 'vitest';
import type { Reply, TestCredentials, WireRequest } from '../exchange.ts';

/** Requests to one endpoint of a running API. */
export interface EndpointClient {
  readonly endpoint: Endpoint;
  readonly subject: RefusalSubject;
  /** Sends the valid request; default caller is the authorised one. */
  validRequest(credentials?: TestCredentials): WireRequest;
  send(request: WireRequest): Promise<Reply>;
}

/** Expects an error response with `code`, in the format of the contract. */
export function expectRefusal(response: Reply, code: ErrorCode): void {
  expect(response.text).toContain(`"code":"${code}"`);
  expect(response.status).toBe(errorCodes[code].status);
  expect(errorBody.safeParse(response.json).success).toBe(true);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expectNothingPrivate(response);
}

/** Expects a response that is no internal error. */
export function expectNoFailure(response: Reply, what: string): void {
  expect({ what, failed: response.status >= 500 }).toEqual({ what, failed: false });
  expectNothingPrivate(response);
}

function expectNothingPrivate(response: Reply): void {
  expect(response.text).not.toMatch(/node_modules|\bat .+:\d+:\d+|select .+ from|insert into|\/src\//i);
  expect(response.headers.get('x-powered-by')).toBeNull();
}

type Api = typeof api;

export type EndpointName = keyof Api;

/** A valid request of `owner` for every endpoint: the compiler requires one for each new endpoint. */
export type ExampleRequests = { readonly [Name in EndpointName]: RequestOf<Api[Name]> };

/** A running API with two unrelated accounts, a gateway and an exit. */
export interface RefusalSubject {
  readonly baseUrl: string;
  readonly owner: TestCredentials;
  /** An account like the owner's: a confirmed address, a subscription, a device. */
  readonly stranger: TestCredentials;
  /** Has entered the password of an account with two-factor authentication, but no code. */
  readonly owing: TestCredentials;
  /** Has a session of an account that was deleted. */
  readonly deleted: TestCredentials;
  readonly gateway: TestCredentials;
  readonly exit: TestCredentials;
  readonly examples: ExampleRequests;
  /** The ids of the owner's rows that appear in `examples`. */
  readonly ownersIds: readonly string[];
}

/** The authorised caller of an endpoint. */
export function authorisedCredentials(subject: RefusalSubject, endpoint: Endpoint): TestCredentials {
  return { anyone: {}, user: subject.owner, gateway: subject.gateway, exit: subject.exit }[endpoint.caller];
}
