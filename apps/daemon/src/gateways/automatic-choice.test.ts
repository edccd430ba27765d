import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gateways } from '../../test/fleet/fake-gateways.ts';
import type { Gateway } from '../model/gateway.ts';
import { byCapacity, inDrawnOrder, withChoice } from './automatic-choice.ts';

const ids = (found: readonly Gateway[]): string[] => found.map(({ id }) => id);
const loaded = (...loads: readonly (number | null)[]) =>
  gateways.map((gateway, index) => ({ ...gateway, load: loads[index] ?? null }));

test('a gateway counts as full from 90 percent on, and with an unknown load as free', () => {
  const { free, full } = byCapacity(loaded(90, 89, null));
  expect([ids(free), ids(full)]).toEqual([['gateway-1', 'gateway-2'], ['gateway-0']]);
});

test('a draw orders every gateway once, the location before it late and the failed gateway last', () => {
  const code = fc.option(fc.constantFrom('nl-ams', 'jp-tyo', 'us-nyc'));
  fc.assert(
    fc.property(
      fc.uuid(),
      code,
      fc.option(fc.constantFrom('gateway-0', 'gateway-1')),
      (seed, before, avoid) => {
        const drawn = inDrawnOrder(gateways, { seed, before }, avoid);
        expect(ids(drawn).toSorted()).toEqual(ids(gateways));
        expect(inDrawnOrder(gateways, { seed, before }, avoid)).toEqual(drawn);
        if (avoid !== null) expect(drawn.at(-1)?.id).toBe(avoid);
        expect(drawn[0]?.place.location).not.toBe(before);
      },
    ),
  );
});

test('draws every location about equally often', () => {
  const drawn = new Map<string, number>();
  for (let seed = 0; seed < 900; seed += 1) {
    const [first] = inDrawnOrder(gateways, { seed: String(seed), before: null }, null);
    drawn.set(first?.id ?? '', (drawn.get(first?.id ?? '') ?? 0) + 1);
  }
  for (const { id } of gateways) expect(drawn.get(id)).toBeGreaterThan(230);
});

test('keeps the order within a location', () => {
  const [first] = gateways;
  if (first === undefined) throw new Error('no gateways');
  const two = ['near', 'far'].map((id) => ({ ...first, id }));
  for (const seed of ['a', 'b', 'c'])
    expect(ids(inDrawnOrder(two, { seed, before: null }, null))).toEqual(['near', 'far']);
});

test('marks goals whose location the daemon chooses', () => {
  const lists = [{ name: 'Work', locations: ['nl-ams'] }];
  for (const location of ['random', 'fastest', 'work'])
    expect(withChoice({ location }, lists)).toEqual({ location, isChosenAnew: true });
  for (const location of ['nl-ams', 'worker', null])
    expect(withChoice({ location }, lists)).toEqual({ location });
});
