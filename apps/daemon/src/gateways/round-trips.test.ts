import { manualClock } from '@comet/foundation';
import { expect, test } from 'vitest';
import { gateways as some } from '../../test/fleet/fake-gateways.ts';
import { chooseGateways } from './directory.ts';
import type { Gateway, Point } from '../model/gateway.ts';
import { roundTrips } from './round-trips.ts';
import { expectedTime } from './location-estimate.ts';

/** Twenty-five locations all over the world with two gateways each, in the order of their enrolment: Europe first. */
const places: Readonly<Record<string, readonly [number, number]>> = {
  ...{ 'nl-ams': [52.4, 4.9], 'de-fra': [50.1, 8.7], 'gb-lon': [51.5, -0.1], 'fr-par': [48.9, 2.4] },
  ...{ 'se-sto': [59.3, 18.1], 'ch-zur': [47.4, 8.5], 'es-mad': [40.4, -3.7], 'it-mil': [45.5, 9.2] },
  ...{ 'pl-war': [52.2, 21], 'ro-buh': [44.4, 26.1], 'us-nyc': [40.7, -74], 'us-chi': [41.9, -87.6] },
  ...{ 'us-lax': [34.1, -118.2], 'us-dal': [32.8, -96.8], 'us-mia': [25.8, -80.2], 'ca-tor': [43.7, -79.4] },
  ...{ 'br-sao': [-23.5, -46.6], 'cl-scl': [-33.4, -70.7], 'za-jnb': [-26.2, 28], 'ae-dxb': [25.2, 55.3] },
  ...{ 'in-bom': [19.1, 72.9], 'sg-sin': [1.4, 103.8], 'hk-hkg': [22.3, 114.2], 'jp-tyo': [35.7, 139.7] },
  'au-syd': [-33.9, 151.2],
};
const [model] = some;
if (model === undefined) throw new Error('no gateway');
const fleet = Object.entries(places).flatMap(([location, [latitude, longitude]]) =>
  [1, 2].map(
    (number): Gateway => ({
      ...model,
      id: `${location}-${number}`,
      place: { ...model.place, location },
      at: { latitude, longitude },
    }),
  ),
);

/** A machine at a position, and its choice after some rounds. */
function machineAt(at: Point, byClock: number) {
  const clock = manualClock(new Date('2026-11-21T10:00:00Z'));
  const times = roundTrips(
    clock,
    () => fleet.map(({ at, place }) => ({ ...at, code: place.location, country: '' })),
    () => byClock,
  );
  const ranked = () =>
    chooseGateways(fleet, {
      ...{ locations: null, preferred: [], lastGateway: null, avoid: null, timeTo: times.timeTo },
      spread: (id) => Number(id.at(-1)) / 3,
    });
  const measured = new Set<string>();
  return {
    measured,
    best: () => ranked()[0]?.place.location,
    round() {
      const next = times.nextOf(ranked());
      for (const gateway of next) {
        measured.add(gateway.id);
        // Cables are longer than the straight line, by different factors.
        const detour = 1.1 + ((gateway.id.length + gateway.id.charCodeAt(3)) % 5) / 10;
        times.keep(gateway, 3 + expectedTime(at, gateway.at) * detour);
      }
      clock.advance(300_000);
      return next.length;
    },
  };
}

const cities: [string, number, number][] = [
  ['jp-tyo', 35, 136],
  ['au-syd', -37.8, 145],
  ['br-sao', -22.9, -43.2],
  ['za-jnb', -33.9, 18.4],
  ['sg-sin', 3.1, 101.7],
];

test.each(cities)(
  'with a correct time zone, the first choice without measurements is %s',
  (code, latitude, longitude) => {
    const clockwise = Math.round(longitude / 15) * 15;
    const machine = machineAt({ latitude, longitude }, clockwise);
    machine.round();
    expect(machine.best()).toBe(code);
  },
);

test.each(cities)(
  'with a clock in UTC, finds %s within a few rounds of eight admission endpoints each',
  (code, latitude, longitude) => {
    const machine = machineAt({ latitude, longitude }, 0);
    for (let round = 0; round < 4; round += 1) expect(machine.round()).toBe(8);
    expect(machine.best()).toBe(code);
  },
);

test('measures each gateway in turn', () => {
  const machine = machineAt({ latitude: 52, longitude: 13 }, 15);
  for (let round = 0; round < 14; round += 1) machine.round();
  expect(machine.measured.size).toBe(fleet.length);
});
