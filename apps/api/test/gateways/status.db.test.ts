import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, makeGateway, startApi } from '../fixture/api-fixture.ts';
import { makeLiveExit } from './exits-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const part = async (wanted: string) => {
  const { json } = await under.call(api.showStatus, {});
  const { parts } = json as { parts: { name: string; state: string; working: number; all: number }[] };
  return parts.find(({ name }) => name === wanted);
};

test('the status reflects the gateways’ reports of the last 90 seconds', async () => {
  expect(await part('gateways')).toMatchObject({ state: 'none', working: 0, all: 0 });
  await makeGateway(under);
  expect(await part('gateways')).toMatchObject({ state: 'working', working: 1, all: 1 });
  under.clock.advance(91_000);
  expect(await part('gateways')).toMatchObject({ state: 'down', working: 0, all: 1 });
});

test('counts live exits', async () => {
  expect(await part('residential')).toMatchObject({ state: 'none', working: 0 });
  await makeLiveExit(under, await makeGateway(under, 'us-nyc'));
  expect(await part('residential')).toMatchObject({ state: 'working', working: 1, countries: 1 });
  under.clock.advance(91_000);
  expect(await part('residential')).toMatchObject({ state: 'down', working: 0, countries: 0 });
});
