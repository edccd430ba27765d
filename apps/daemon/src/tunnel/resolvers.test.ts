import type { Admittance } from '@comet/contract';
import { freshSettings } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import { blockedLists, resolversOf } from './resolvers.ts';

const admittance = {
  dns: ['100.64.0.1'],
  filters: [
    { address: '100.64.0.2', lists: ['ads'] },
    { address: '100.64.0.6', lists: ['ads', 'malware'] },
  ],
} as unknown as Admittance;
const choosing = (...lists: string[]) => ({
  ...freshSettings,
  blockLists: {
    ads: lists.includes('ads'),
    trackers: lists.includes('trackers'),
    malware: lists.includes('malware'),
  },
});

test("the gateway's resolver, unless something was chosen", () => {
  expect(resolversOf(admittance, freshSettings)).toEqual(['100.64.0.1']);
  const own = { ...choosing('ads'), dns: { servers: ['9.9.9.9', '2620:fe::fe'] } };
  expect(resolversOf(admittance, own)).toEqual(['9.9.9.9', '2620:fe::fe']);
  expect(blockedLists(admittance, own)).toEqual([]);
});

test('the resolver for just the chosen lists, never one that blocks more', () => {
  expect(resolversOf(admittance, choosing('ads'))).toEqual(['100.64.0.2']);
  expect(resolversOf(admittance, choosing('malware', 'ads'))).toEqual(['100.64.0.6']);
  expect(blockedLists(admittance, choosing('ads', 'malware'))).toEqual(['ads', 'malware']);
  expect(resolversOf(admittance, choosing('malware'))).toEqual(['100.64.0.1']);
  expect(blockedLists(admittance, choosing('malware'))).toEqual([]);
});

test('a gateway without lists answers for all names', () => {
  const { filters: _, ...older } = admittance;
  expect(resolversOf(older, choosing('ads'))).toEqual(['100.64.0.1']);
});
