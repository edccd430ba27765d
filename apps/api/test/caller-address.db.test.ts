import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, startApi } from './api-under-test.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

test('anyone is told the address that his call came from, without the wrapping of a socket of both families', async () => {
  const { status, json } = await under.call(api.callerAddress, {});
  expect([status, json]).toEqual([200, { address: '127.0.0.1' }]);
});
