import type { OperationFigures } from '@comet/testing/meter';
import { expect, test } from 'vitest';
import { judge } from '../report.ts';
import { compare } from './compare.ts';
import { scaleTable } from './scale-table.ts';

const figures = (given: Partial<OperationFigures>): OperationFigures => ({
  ...{ kind: 'page', name: '/ops/', calls: 2, outcomes: ['200', '200'], blocks: 80, rows: 2 },
  ...{ postgresCpuMs: 10, apiCpuMs: 20, statements: [] },
  ...given,
});
const statement = (blocks: number) => ({ text: 'select from orders', calls: 2, rows: 0, blocks });

test('compares blocks and CPU time of one call', () => {
  const [compared] = compare(
    [figures({ statements: [statement(20)] })],
    [figures({ blocks: 200, statements: [statement(60)], postgresCpuMs: 30 })],
  );
  expect(compared).toMatchObject({
    small: { blocks: 40, postgresCpuMs: 5, apiCpuMs: 10 },
    large: { blocks: 100, postgresCpuMs: 15, apiCpuMs: 10 },
    ratio: { blocks: 2.5, postgresCpu: 3, apiCpu: 1 },
    holds: false,
    growing: [{ text: 'select from orders', small: 10, large: 30 }],
  });
});

test('a descent of an index counts as much as the only page of a small table', () => {
  const [compared] = compare(
    [figures({ blocks: 2, statements: [statement(2)] })],
    [figures({ blocks: 8, statements: [statement(8)] })],
  );
  expect(compared).toMatchObject({ ratio: { blocks: 1 }, holds: true, growing: [] });
});

test('a task without a statement counts as one that reads a block', () => {
  const task = figures({ kind: 'task', name: 'move: none is due', blocks: 0 });
  expect(compare([task], [task])[0]).toMatchObject({ ratio: { blocks: 1 }, holds: true });
});

test('a task with due rows is compared by the row, and one without by the run', () => {
  const task = {
    kind: 'task',
    calls: 1,
    outcomes: ['done'],
    blocks: 1_000,
    statements: [statement(1_000)],
  } as const;
  const many = { blocks: 9_000, rows: 90 };
  const ratioOf = (name: string) =>
    compare([figures({ ...task, name, rows: 10 })], [figures({ ...task, ...many, name })])[0]?.ratio.blocks;
  expect(ratioOf('clean: rows are due')).toBe(1);
  expect(ratioOf('clean: none is due')).toBe(9);
});

test('a task that has to read rows is compared by these', () => {
  const task = { kind: 'task', name: 'events of a day: none is due', calls: 1 } as const;
  const [small, large] = [
    figures({ ...task, blocks: 200, examined: 10 }),
    figures({ ...task, blocks: 16_000, examined: 800 }),
  ];
  expect(compare([small], [large])[0]).toMatchObject({
    small: { blocks: 20 },
    large: { blocks: 20 },
    holds: true,
  });
});

test('an operation with another outcome on the large database does not hold', () => {
  const [compared] = compare([figures({})], [figures({ outcomes: ['200', '404'] })]);
  expect(compared).toMatchObject({ outcomes: ['200', '200, 404'], ratio: { blocks: 1 }, holds: false });
});

test('rejects an operation that only one of the databases has', () => {
  expect(() => compare([figures({})], [figures({ name: '/ops/orders' })])).toThrow(/no page \/ops\/orders/);
  expect(() => compare([], [figures({})])).toThrow(/0 operations/);
});

test('the table counts the operations within the bound and lists the others', () => {
  const operations = compare(
    [figures({}), figures({ name: '/ops/orders' })],
    [figures({}), figures({ name: '/ops/orders', blocks: 800 })],
  );
  const reset = { case: 'reset', unit: 'ms', ours: [40], peers: { 'limit of 80 ms': [80] }, target: {} };
  const cases = [judge(reset, 'lower')];
  const text = scaleTable({
    ...{ name: 'scale', machine: 'two cores', measuredAt: '2026-11-29T09:00:00.000Z', load: 0 },
    ...{ accounts: [1_000, 1_000_000], operations },
    fleet: {
      ...{ machine: 'four cores', measuredAt: '2026-11-30T09:00:00.000Z', load: 1, accounts: 20_000 },
      cases,
    },
  });
  expect(text).toContain('1,000 and 1,000,000 accounts, 2026-11-29, two cores, load 0.');
  expect(text).toContain('| console pages | 1 of 2 | 2 of 2 | 2 of 2 |');
  expect(text).toContain('| page /ops/orders | 40 → 400 (10) | 5 → 5 ms (1) | 10 → 10 ms (1) |');
  expect(text).not.toContain('| page /ops/ |');
  expect(text).toContain('among 20,000 accounts, 2026-11-30, four cores, load 1:');
  expect(text).toContain('| scale | reset | limit of 80 ms | 40 ms | 80 ms | 0.5 |');
});
