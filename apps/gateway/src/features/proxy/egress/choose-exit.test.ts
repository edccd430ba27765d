import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Candidate, chooseExit, type ExitRequest } from '../index.ts';

const country = fc.constantFrom('US', 'DE');
const city = fc.constantFrom('nyc', 'berlin');
const use = fc.constantFrom('native' as const, 'shared' as const);
const candidate = fc.record({
  country,
  city: fc.option(city),
  use,
  healthy: fc.boolean(),
  draining: fc.boolean(),
  load: fc.double({ min: 0, max: 1, noNaN: true }),
});
const candidates = fc
  .array(candidate, { maxLength: 8 })
  .map((all): Candidate[] => all.map((one, index) => ({ ...one, id: String(index) })));
const request = fc.record({ use, country: fc.option(country), city: fc.option(city) });
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

function fits(one: Candidate, { use, country, city }: ExitRequest): boolean {
  return (
    one.healthy &&
    one.draining !== true &&
    one.use === use &&
    (country === null || one.country === country) &&
    (city === null || one.city === city)
  );
}

test('chooses a matching exit exactly when there is one', () => {
  fc.assert(
    fc.property(candidates, request, chance, (exits, wanted, at) => {
      const chosen = chooseExit(exits, wanted, () => at);
      expect(chosen !== null).toBe(exits.some((one) => fits(one, wanted)));
      if (chosen !== null) expect(fits(chosen, wanted)).toBe(true);
    }),
  );
});

test('chooses an exit to be avoided only as a last resort, and only if permitted', () => {
  fc.assert(
    fc.property(candidates, request, chance, fc.subarray(['0', '1', '2', '3']), (exits, wanted, at, ids) => {
      const avoid = new Set(ids);
      const fresh = exits.some((one) => fits(one, wanted) && !avoid.has(one.id));
      const strict = chooseExit(exits, { ...wanted, avoid }, () => at);
      expect(strict !== null).toBe(fresh);
      const lenient = chooseExit(exits, { ...wanted, avoid }, () => at, true);
      expect(lenient !== null).toBe(exits.some((one) => fits(one, wanted)));
      if (fresh && lenient !== null) expect(avoid.has(lenient.id)).toBe(false);
    }),
  );
});

test('chooses an idle exit more often than a busy one, in proportion to free capacity', () => {
  const exits: Candidate[] = [0.1, 0.9].map((load, index) => ({
    id: String(index),
    country: 'US',
    city: null,
    use: 'native',
    healthy: true,
    load,
  }));
  const wanted: ExitRequest = { use: 'native', country: null, city: null };
  const turns = Array.from({ length: 1000 }, (_, turn) => chooseExit(exits, wanted, () => turn / 1000)?.id);
  expect(turns.filter((id) => id === '0')).toHaveLength(900);
});
