import { expect, test } from 'vitest';
import { blockLists, isCommon, knownBlockLists, listedBlockLists, nameFilters } from './name-filters.ts';
import { hostAt, isIn, tunnelPools } from './tunnel-addresses.ts';

test('each set of lists has its own address, the same at every gateway, and no session can have it', () => {
  const all = nameFilters(blockLists);
  const hosts = all.map(({ address }) => hostAt(address));
  expect(new Set(hosts)).toEqual(new Set(Array.from({ length: 63 }, (_, index) => index + 2)));
  for (const host of hosts)
    expect(Object.values(tunnelPools).filter((pool) => isIn(pool, host ?? -1))).toEqual([]);
  for (const filter of nameFilters(['trackers', 'social'])) expect(all).toContainEqual(filter);
  expect(nameFilters(['trackers'])).toEqual([{ address: '100.64.0.3', lists: ['trackers'] }]);
  expect(nameFilters(['social'])).toEqual([{ address: '100.64.0.33', lists: ['social'] }]);
  expect(nameFilters([])).toEqual([]);
});

test('the addresses of the previous release keep their lists', () => {
  expect(nameFilters(blockLists).filter(isCommon)).toEqual([
    { address: '100.64.0.2', lists: ['ads'] },
    { address: '100.64.0.3', lists: ['trackers'] },
    { address: '100.64.0.4', lists: ['ads', 'trackers'] },
    { address: '100.64.0.5', lists: ['malware'] },
    { address: '100.64.0.6', lists: ['ads', 'malware'] },
    { address: '100.64.0.7', lists: ['trackers', 'malware'] },
    { address: '100.64.0.8', lists: ['ads', 'trackers', 'malware'] },
  ]);
});

test('lists that an earlier release does not know are sent apart, and those of a later one are ignored', () => {
  const listed = listedBlockLists(['ads', 'adult', 'social']);
  expect(listed).toEqual({ blockLists: ['ads'], moreBlockLists: ['adult', 'social'] });
  expect(knownBlockLists(listed)).toEqual(['ads', 'adult', 'social']);
  expect(knownBlockLists({ blockLists: ['malware'] })).toEqual(['malware']);
  expect(knownBlockLists({ blockLists: [], moreBlockLists: ['later', 'gambling'] })).toEqual(['gambling']);
});
