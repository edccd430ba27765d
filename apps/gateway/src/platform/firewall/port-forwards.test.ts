import { expect, test } from 'vitest';
import { openPortForwardTable, type PortForward } from './port-forwards.ts';

const one: PortForward = {
  ...{ protocol: 'tcp', address: '203.0.113.1', port: 40_001 },
  ...{ target: '100.64.0.16', targetPort: 8080 },
};

function setUp() {
  const batches: string[] = [];
  let failures = 0;
  const table = openPortForwardTable((batch) => {
    batches.push(batch.text);
    failures -= 1;
    return failures >= 0 ? Promise.reject(new Error('no memory')) : Promise.resolve();
  });
  return { table, batches, fail: (times: number) => void (failures = times) };
}

test('adds and deletes the difference in one transaction', async () => {
  const { table, batches } = setUp();
  await table.set([one]);
  await table.set([one]);
  await table.set([{ ...one, port: 40_002, targetPort: 9 }]);
  expect(batches).toEqual([
    'add element inet comet_gateway forwards4 { tcp . 203.0.113.1 . 40001 : 100.64.0.16 . 8080 }\n' +
      'add element inet comet_gateway forward_targets4 { tcp . 100.64.0.16 . 8080 }',
    'delete element inet comet_gateway forwards4 { tcp . 203.0.113.1 . 40001 : 100.64.0.16 . 8080 }\n' +
      'delete element inet comet_gateway forward_targets4 { tcp . 100.64.0.16 . 8080 }\n' +
      'add element inet comet_gateway forwards4 { tcp . 203.0.113.1 . 40002 : 100.64.0.16 . 9 }\n' +
      'add element inet comet_gateway forward_targets4 { tcp . 100.64.0.16 . 9 }',
  ]);
});

test('repeats a failed change with the next one', async () => {
  const { table, batches, fail } = setUp();
  fail(1);
  await expect(table.set([one])).rejects.toThrow('no memory');
  await table.set([one]);
  expect(batches).toHaveLength(2);
  expect(batches[1]).toBe(batches[0]);
});

test('refuses an address that is not one', async () => {
  const { table, batches } = setUp();
  await expect(table.set([{ ...one, target: '100.64.0.16 }; flush ruleset' }])).rejects.toThrow(TypeError);
  expect(batches).toEqual([]);
});
