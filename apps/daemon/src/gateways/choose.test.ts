import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gateways } from '../../test/fake-tunnel.ts';
import { chooseGateways, type Preference } from './choose.ts';
import type { Gateway } from './gateway.ts';

const anything: Preference = { locations: null, lastGateway: null, avoid: null, roundTrips: new Map() };
const ids = (chosen: readonly Gateway[]): string[] => chosen.map(({ id }) => id);

test('the one used last comes first, then the nearest, then the unmeasured; the one that failed comes last', () => {
  const roundTrips = new Map([
    ['gateway-1', 80],
    ['gateway-2', 20],
  ]);
  expect(ids(chooseGateways(gateways, { ...anything, roundTrips }))).toEqual([
    'gateway-2',
    'gateway-1',
    'gateway-0',
  ]);
  expect(ids(chooseGateways(gateways, { ...anything, roundTrips, lastGateway: 'gateway-1' }))[0]).toBe(
    'gateway-1',
  );
  const failed = chooseGateways(gateways, { ...anything, lastGateway: 'gateway-1', avoid: 'gateway-1' });
  expect(ids(failed).at(-1)).toBe('gateway-1');
});

test('only gateways that are online and where they are wanted are chosen, each once', () => {
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
        const roundTrips = new Map(Object.entries(times));
        const chosen = chooseGateways(all, { locations, lastGateway, avoid, roundTrips });
        const possible = all.filter(
          (gateway) => gateway.online && (locations === null || locations.includes(gateway.place.location)),
        );
        expect(ids(chosen).toSorted()).toEqual(ids(possible).toSorted());
      },
    ),
  );
});
