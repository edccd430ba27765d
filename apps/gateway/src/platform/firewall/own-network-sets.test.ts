import { expect, test } from 'vitest';
import { ownSetsOf } from './own-network-sets.ts';

test('blocks all of our machines except those with websites', () => {
  const networks = [
    { network: '203.0.113.1/32', open: [] },
    { network: '203.0.113.9/32', open: [443] },
    { network: '2600:1::7/128', open: [] },
  ];
  expect(ownSetsOf(networks).text).toBe(`flush set inet comet_gateway own4
add element inet comet_gateway own4 { 203.0.113.1/32 }
flush set inet comet_gateway own6
add element inet comet_gateway own6 { 2600:1::7/128 }`);
  expect(ownSetsOf([]).text).not.toContain('add');
});
