import { locationsTexts } from '@comet/texts/site';
import type { Origin } from './latency.ts';

const { origins: names } = locationsTexts.latency;

const at = (name: string, zone: string, latitude: number, longitude: number): Origin => ({
  name,
  zone,
  latitude,
  longitude,
});

/** Large cities on all continents, from which latency is estimated. */
export const origins: readonly Origin[] = [
  at(names.berlin, 'Europe/', 52.52, 13.4),
  at(names.buenosAires, 'America/', -34.6, -58.38),
  at(names.cairo, 'Africa/', 30.04, 31.24),
  at(names.chicago, 'America/', 41.88, -87.63),
  at(names.delhi, 'Asia/', 28.61, 77.21),
  at(names.dubai, 'Asia/', 25.2, 55.27),
  at(names.hongKong, 'Asia/', 22.32, 114.17),
  at(names.istanbul, 'Europe/', 41.01, 28.98),
  at(names.jakarta, 'Asia/', -6.21, 106.85),
  at(names.johannesburg, 'Africa/', -26.2, 28.05),
  at(names.lagos, 'Africa/', 6.52, 3.38),
  at(names.london, 'Europe/', 51.51, -0.13),
  at(names.losAngeles, 'America/', 34.05, -118.24),
  at(names.madrid, 'Europe/', 40.42, -3.7),
  at(names.mexicoCity, 'America/', 19.43, -99.13),
  at(names.newYork, 'America/', 40.71, -74.01),
  at(names.paris, 'Europe/', 48.86, 2.35),
  at(names.saoPaulo, 'America/', -23.55, -46.63),
  at(names.singapore, 'Asia/', 1.35, 103.82),
  at(names.stockholm, 'Europe/', 59.33, 18.07),
  at(names.sydney, 'Australia/', -33.87, 151.21),
  at(names.tokyo, 'Asia/', 35.68, 139.69),
  at(names.toronto, 'America/', 43.65, -79.38),
  at(names.warsaw, 'Europe/', 52.23, 21.01),
];
