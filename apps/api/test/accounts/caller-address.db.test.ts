import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, startApi } from '../fixture/api-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8::7', '2001:db8::7'],
])(
  'returns the caller address %s as %s, without the IPv4-mapped prefix of a dual-stack socket',
  async (from, expected) => {
    const headers = { 'x-forwarded-for': from };
    const { status, json } = await under.call(api.callerAddress, {}, {}, headers);
    expect([status, json]).toEqual([200, { address: expected }]);
  },
);
