import { api, type Endpoint } from '@comet/contract';
import { refusalSuite } from '@comet/testing';
import { afterAll, expect, test } from 'vitest';
import { type ApiUnderTest, startApi } from '../fixture/api-fixture.ts';
import { makeSubject } from './refusal-subject.ts';

let under: ApiUnderTest;

refusalSuite(async () => {
  under = await startApi();
  return makeSubject(under);
});

test('only these can be called while the second factor is required, or after a deletion', () => {
  const named = (is: (endpoint: Endpoint) => boolean) =>
    Object.entries(api).flatMap(([name, endpoint]) => (is(endpoint) ? [name] : []));
  expect(named(({ limitedToken }) => limitedToken === true).toSorted()).toEqual([
    'beginTwoFactorPasskey',
    'logOut',
    'showTwoFactorPasskey',
    'verifyTwoFactor',
    'verifyTwoFactorPasskey',
  ]);
  expect(named(({ deletedUsers }) => deletedUsers === true)).toEqual(['deleteAccount']);
});

afterAll(() => under.stop());
