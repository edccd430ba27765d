import { type Endpoint, errorBody, type ErrorCode, errorCodes } from '@comet/contract';
import { expect } from 'vitest';
import type { Answer, Speaker, WireRequest } from '../exchange.ts';
import type { RefusalSubject } from './subject.ts';

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
