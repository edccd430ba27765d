import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, makeGateway, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const mark = (user: TestUser, location: string) =>
  under.call(api.markFavoriteLocation, { body: { location } }, user);
const unmark = (user: TestUser, location: string) =>
  under.call(api.unmarkFavoriteLocation, { params: { location } }, user);
const favorites = async (user: TestUser) =>
  ((await under.call(api.listFavoriteLocations, {}, user)).json as { locations: string[] }).locations;

test('marks a location once for repeated requests, for its user only', async () => {
  const [user, stranger] = [await makeUser(under), await makeUser(under)];
  const marks = await Promise.all([
    ...Array.from({ length: 10 }, () => mark(user, 'us-nyc')),
    mark(user, 'de-fra'),
  ]);
  expect(marks.every(({ status }) => status === 204)).toBe(true);
  expect(await favorites(user)).toEqual(['de-fra', 'us-nyc']);
  expect(await favorites(stranger)).toEqual([]);
  await unmark(stranger, 'us-nyc');
  expect((await unmark(user, 'de-fra')).status).toBe(204);
  expect((await unmark(user, 'de-fra')).status).toBe(204);
  expect(await favorites(user)).toEqual(['us-nyc']);
});

test('an unknown location cannot be marked', async () => {
  const user = await makeUser(under);
  expect((await mark(user, 'xx-xxx')).status).toBe(404);
  expect(await favorites(user)).toEqual([]);
});

test('the load of a location is that of its least loaded gateway', async () => {
  const load = async () => {
    const { locations } = (await under.call(api.listLocations, {})).json as {
      locations: { code: string; load: string | null }[];
    };
    return locations.find(({ code }) => code === 'ch-zrh')?.load;
  };
  expect(await load()).toBeNull();
  const gateways = [await makeGateway(under, 'ch-zrh'), await makeGateway(under, 'ch-zrh')];
  const report = (one: number, loadPercent: number) =>
    under.call(api.reportHealth, { body: { version: '1', peers: 0, loadPercent } }, gateways[one]);
  await report(0, 95);
  await report(1, 60);
  expect(await load()).toBe('medium');
  await report(1, 99);
  expect(await load()).toBe('high');
  await report(0, 3);
  expect(await load()).toBe('low');
});
