import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gateways } from '../../test/fleet/fake-gateways.ts';
import { chooseGateways, type Preference } from './directory.ts';
import type { Gateway } from '../model/gateway.ts';

const anything: Preference = {
  locations: null,
  preferred: [],
  lastGateway: null,
  avoid: null,
  timeTo: () => 50,
  spread: () => 0,
};
const ids = (chosen: readonly Gateway[]): string[] => chosen.map(({ id }) => id);

test('sorts the last used gateway first, then the nearest; silent endpoints late and the last failed gateway last', () => {
  const timeTo = ({ id }: Gateway) => (id === 'gateway-0' ? null : id === 'gateway-1' ? 80 : 20);
  expect(ids(chooseGateways(gateways, { ...anything, timeTo }))).toEqual([
    'gateway-2',
    'gateway-1',
    'gateway-0',
  ]);
  expect(ids(chooseGateways(gateways, { ...anything, timeTo, lastGateway: 'gateway-1' }))[0]).toBe(
    'gateway-1',
  );
  const failed = chooseGateways(gateways, { ...anything, lastGateway: 'gateway-1', avoid: 'gateway-1' });
  expect(ids(failed).at(-1)).toBe('gateway-1');
});

test('chooses only online gateways in the requested locations, each once', () => {
  const place = fc.constantFrom<string>('nl-ams', 'jp-tyo', 'us-nyc');
  fc.assert(
    fc.property(
      fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
      fc.option(fc.uniqueArray(place)),
      fc.option(fc.constantFrom('gateway-0', 'gateway-1', 'gone')),
      fc.option(fc.constantFrom('gateway-0', 'gateway-2')),
      fc.dictionary(fc.constantFrom('gateway-0', 'gateway-1', 'gateway-2'), fc.nat()),
      (online, locations, lastGateway, avoid, times) => {
        const all = gateways.map((gateway, index) => ({ ...gateway, online: online[index] ?? false }));
        const timeTo = ({ id }: Gateway) => times[id] ?? null;
        const chosen = chooseGateways(all, { ...anything, locations, lastGateway, avoid, timeTo });
        const possible = all.filter(
          (gateway) => gateway.online && (locations === null || locations.includes(gateway.place.location)),
        );
        expect(ids(chosen).toSorted()).toEqual(ids(possible).toSorted());
      },
    ),
  );
});

test('prefers the less loaded of equally near gateways, and does not return to a full one', () => {
  const [first, second] = gateways;
  if (first === undefined || second === undefined) throw new Error('no gateways');
  const busy = [
    { ...first, load: 90 },
    { ...second, load: 30 },
  ];
  expect(ids(chooseGateways(busy, anything))).toEqual(['gateway-1', 'gateway-0']);
  expect(ids(chooseGateways(busy, { ...anything, lastGateway: 'gateway-0' }))[0]).toBe('gateway-1');
  const far = ({ id }: Gateway) => (id === 'gateway-1' ? 250 : 20);
  expect(ids(chooseGateways(busy, { ...anything, timeTo: far }))[0]).toBe('gateway-0');
});

test('spreads machines over gateways at a similar distance, and never to a much farther one', () => {
  const [first] = gateways;
  if (first === undefined) throw new Error('no gateways');
  const four = [10, 11, 10, 30].map((time, index) => ({ ...first, id: String(index), time }));
  const timeTo = ({ id }: Gateway) => four[Number(id)]?.time ?? null;
  const taken = new Map<string, number>();
  for (let machine = 0; machine < 1_000; machine += 1) {
    const spread = (id: string) => Math.abs(Math.sin(machine * 12.9 + Number(id) * 78.2) * 43_758) % 1;
    const [best = ''] = ids(chooseGateways(four, { ...anything, timeTo, spread }));
    taken.set(best, (taken.get(best) ?? 0) + 1);
  }
  expect(taken.get('3')).toBeUndefined();
  for (const id of ['0', '1', '2']) expect(taken.get(id)).toBeGreaterThan(50);
});

test('sorts a preferred location first, also before the last used gateway', () => {
  const preference = { ...anything, preferred: ['jp-tyo'], lastGateway: 'gateway-0' };
  expect(ids(chooseGateways(gateways, preference))).toEqual(['gateway-1', 'gateway-0', 'gateway-2']);
  expect(ids(chooseGateways(gateways, { ...preference, avoid: 'gateway-1' })).at(-1)).toBe('gateway-1');
});
