import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { locationsCommand } from '../../src/features/locations/index.ts';
import { type ApiUnderTest, makeGateway, startApi } from '../fixture/api-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const locations = (...words: string[]) => {
  const { db, clock } = under.dependencies;
  return locationsCommand({ db, clock, operator: 'grace' }, words);
};
const shown = async (code: string) => {
  const { json } = await under.call(api.listLocations, {});
  return (json as { locations: { code: string }[] }).locations.find((one) => one.code === code);
};
const lastAction = () =>
  under.dependencies.db
    .selectFrom('operatorActions')
    .select(['operator', 'action', 'details'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

test('a location that an operator adds is listed, and a gateway enrols there', async () => {
  expect(
    await locations('add', 'br-sao', 'São Paulo', '23.55S', '46.63W', '--features', 'p2p,streaming'),
  ).toBe('São Paulo, Brazil added as br-sao. Gateways can now enrol there.');
  expect(await lastAction()).toMatchObject({
    operator: 'grace',
    action: 'add_location',
    details: { code: 'br-sao', city: 'São Paulo' },
  });
  await makeGateway(under, 'br-sao');
  expect(await shown('br-sao')).toMatchObject({
    country: 'BR',
    country_name: 'Brazil',
    city: 'São Paulo',
    type: 'standard',
    latitude: -23.55,
    longitude: -46.63,
    features: ['p2p', 'streaming'],
    online: true,
  });
  expect(await locations('list')).toMatch(/^br-sao +Brazil +São Paulo +standard +p2p,streaming +1 +1$/m);
  await expect(locations('add', 'br-sao', 'Elsewhere', '0N', '0E')).rejects.toThrow('br-sao already exists');
});

test('changes the type and the features of a location independently', async () => {
  await locations('set', 'jp-tyo', '--type', 'specialty', '--features', 'streaming');
  expect(await shown('jp-tyo')).toMatchObject({ type: 'specialty', features: ['streaming'] });
  await locations('set', 'jp-tyo', '--features', '');
  expect(await shown('jp-tyo')).toMatchObject({ type: 'specialty', features: [] });
  expect(await lastAction()).toEqual({
    operator: 'grace',
    action: 'set_location',
    details: { code: 'jp-tyo', features: [] },
  });
});

test.each([
  [['add', 'xx-yyy', 'Nowhere', '0N', '0E'], 'There is no country XX'],
  [['add', 'Amsterdam', 'Amsterdam', '0N', '0E'], 'Not a location code such as nl-ams'],
  [['add', 'nl-rtm', 'Rotterdam', '91N', '4.48E'], 'Not degrees up to 90, such as 23.55S'],
  [['add', 'nl-rtm', 'Rotterdam', '51.9N', '4.48N'], 'Not degrees up to 180, such as 23.55W'],
  [['add', 'nl-rtm', 'Rotter\ndam', '51.9N', '4.48E'], 'A city must have 1 to 60 characters'],
  [
    ['add', 'nl-rtm', 'Rotterdam', '51.9N', '4.48E', '--type', 'favorite'],
    'The type must be one of standard',
  ],
  [['set', 'nl-ams', '--features', 'p2p,<b>'], 'Not a feature such as multi_hop: <b>'],
  [['set', 'nl-ams'], 'Specify what to change'],
  [['set', 'nl-rtm', '--type', 'standard'], 'There is no location nl-rtm'],
  [['drop'], 'Use locations list'],
] as const)('%j is refused', async (words, sentence) => {
  await expect(locations(...words)).rejects.toThrow(sentence);
  expect(await shown('nl-rtm')).toBeUndefined();
});
