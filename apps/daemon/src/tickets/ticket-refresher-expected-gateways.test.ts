import { expect, test } from 'vitest';
import { gateways } from '../../test/fleet/fake-gateways.ts';
import type { Gateway } from '../model/gateway.ts';
import { expectedGateways } from './ticket-refresher.ts';

const [near, other, last] = gateways.map((gateway, at) => ({ ...gateway, id: `gw-${at}` })) as [
  Gateway,
  Gateway,
  Gateway,
];
const leading = (ways: Readonly<Record<string, readonly Gateway[]>>) => ({
  gatewaysFor: ({ location }: { readonly location: string | null }) => ways[location ?? 'any'] ?? null,
});

test('expects the last named location right after the automatic one, each once', () => {
  const directory = leading({ any: [near, other, last], 'nl-ams': [last], 'se-sto': [near] });
  const named = expectedGateways(directory, ['nl-ams', 'se-sto']);
  expect(named).toEqual({ expected: [near, last], ranked: [near, last, other] });
  const nearest = { expected: [near], ranked: [near, other, last] };
  expect(expectedGateways(directory, ['se-sto'])).toEqual(nearest);
  expect(expectedGateways(directory, [])).toEqual(nearest);
});

test('prepares nothing for an exit, or without a list', () => {
  const home = { ...last, exit: { type: 'residential', location: 'us-nyc' } } as unknown as Gateway;
  expect(expectedGateways(leading({ any: [near], home: [home] }), ['home'])).toEqual({
    expected: [near],
    ranked: [near],
  });
  expect(expectedGateways(leading({}), ['nl-ams'])).toEqual({ expected: [], ranked: [] });
});
