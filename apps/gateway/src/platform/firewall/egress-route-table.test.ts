import { expect, test } from 'vitest';
import { openEgressRouteTable, type EgressRouteEntry } from './egress-route-table.ts';

const of = { ipv4: '100.64.0.20', ipv6: 'fd00:c0:e7::14' };
const none: EgressRouteEntry = { mark4: null, mark6: null, address: null, quota: null };

function setUp(blockedSessions: (typeof of)[] = []) {
  const batches: string[] = [];
  const table = openEgressRouteTable(
    blockedSessions,
    (batch) => {
      batches.push(batch.text);
      return Promise.resolve();
    },
    () => Promise.resolve(new Map()),
  );
  const set = async (entry: EgressRouteEntry | null) => {
    batches.length = 0;
    await table.set([{ of, entry }]);
    return batches.join('\n');
  };
  return { set };
}

test('replaces the exit of a session in one transaction', async () => {
  const { set } = setUp();
  await set({ ...none, mark4: 5, mark6: 5 });
  expect(await set({ ...none, mark4: 6, mark6: 6 })).toMatchInlineSnapshot(`
    "delete element inet comet_gateway exit_of4 { 100.64.0.20 }
    add element inet comet_gateway exit_of4 { 100.64.0.20 : 6 }
    delete element inet comet_gateway exit_of6 { fd00:c0:e7::14 }
    add element inet comet_gateway exit_of6 { fd00:c0:e7::14 : 6 }"
  `);
  expect(await set({ ...none, mark4: 6, mark6: 6 })).toBe('');
});

test('a quota keeps its count when its limit grows, and a new one starts at the given count', async () => {
  const { set } = setUp();
  await set({ ...none, quota: { name: 'l20_1', limit: 1_000, used: 0 } });
  expect(await set({ ...none, quota: { name: 'l20_1', limit: 2_000, used: 700 } })).toBe(
    'add quota inet comet_gateway l20_1 { over 2000 bytes }',
  );
  expect(await set({ ...none, quota: { name: 'l20_2', limit: 3_000, used: 2_000 } })).toMatchInlineSnapshot(`
    "add quota inet comet_gateway l20_2 { over 3000 bytes used 2000 bytes }
    delete element inet comet_gateway quota_of4 { 100.64.0.20 }
    add element inet comet_gateway quota_of4 { 100.64.0.20 : l20_2 }
    delete element inet comet_gateway quota_of6 { fd00:c0:e7::14 }
    add element inet comet_gateway quota_of6 { fd00:c0:e7::14 : l20_2 }
    delete quota inet comet_gateway l20_1"
  `);
});

test('unblocks a session that the rules block', async () => {
  const { set } = setUp([of]);
  expect(await set(null)).toContain('delete element inet comet_gateway exit_of4 { 100.64.0.20 }');
  expect(await set(null)).toBe('');
});
