import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Count, createShares, type Limit } from './rate-limit.ts';

/** A fake of the shared table of counts, which records the requests. */
function sharedCounts() {
  const counts = new Map<string, number>();
  const requested: number[] = [];
  const count: Count = async (bucket, _limit, start, calls) => {
    await Promise.resolve();
    requested.push(calls);
    const key = `${bucket} ${start}`;
    const total = (counts.get(key) ?? 0) + calls;
    counts.set(key, total);
    return total;
  };
  return { count, requested };
}

/** Shares whose results are all promises; `createShares` returns promises only for requests to the table. */
function sharesOver(count: Count) {
  const shares = createShares(count);
  return { take: async (...given: Parameters<typeof shares.take>) => shares.take(...given) };
}

const strict: Limit = { calls: 5, seconds: 60 };
const generous: Limit = { calls: 600, seconds: 60 };
const passed = (responses: readonly (number | null)[]) =>
  responses.filter((response) => response === null).length;

test('a strict limit allows exactly its number of calls, in any order of arrival', async () => {
  const { count } = sharedCounts();
  const shares = sharesOver(count);
  const first = await shares.take('a', strict, 0);
  const together = await Promise.all(Array.from({ length: 20 }, () => shares.take('a', strict, 12_500)));
  expect(first).toBeNull();
  expect(passed(together)).toBe(4);
  expect(together.find((response) => response !== null)).toBe(48);
});

test('does not query an exhausted window again, but queries the next one', async () => {
  const { count, requested } = sharedCounts();
  const shares = sharesOver(count);
  for (let call = 0; call < 50; call += 1) await shares.take('a', strict, 1000);
  expect(requested).toHaveLength(5);
  expect(await shares.take('a', strict, 59_999)).toBe(1);
  expect(await shares.take('a', strict, 60_000)).toBeNull();
});

test('concurrent calls are counted together, within the limit', async () => {
  const { count, requested } = sharedCounts();
  const shares = sharesOver(count);
  const responses = await Promise.all(
    Array.from({ length: 80 }, () => shares.take('a', { ...strict, calls: 100 }, 0)),
  );
  expect(passed(responses)).toBe(80);
  expect(requested).toEqual([1, 79]);
});

test('a generous limit needs twenty queries for its calls', async () => {
  const { count, requested } = sharedCounts();
  const shares = sharesOver(count);
  let calls = 0;
  while ((await shares.take('a', generous, 0)) === null) calls += 1;
  expect(calls).toBe(600);
  expect(requested).toHaveLength(20);
});

test('with any distribution over replicas a limit is not exceeded, and little of it is lost', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 700, maxLength: 900 }),
      async (turns) => {
        const { count } = sharedCounts();
        const replicas = Array.from({ length: 4 }, () => sharesOver(count));
        const responses = await Promise.all(
          turns.map((which) => Promise.resolve(replicas[which]?.take('a', generous, 0))),
        );
        expect(responses.filter((response) => response === null).length).toBeLessThanOrEqual(600);
        // The three other replicas may each hold a share of thirty.
        expect(responses.filter((response) => response === null).length).toBeGreaterThan(600 - 3 * 30);
      },
    ),
    { numRuns: 20 },
  );
});

test('a failed count query fails the call, and the next call queries again', async () => {
  const { count } = sharedCounts();
  let down = true;
  const shares = sharesOver((...given) =>
    down ? Promise.reject(new Error('no database')) : count(...given),
  );
  await expect(shares.take('a', strict, 0)).rejects.toThrow('no database');
  down = false;
  expect(await shares.take('a', strict, 0)).toBeNull();
});

test('many sources do not exhaust the memory', async () => {
  const { count, requested } = sharedCounts();
  const shares = sharesOver(count);
  for (let source = 0; source < 60_000; source += 1) await shares.take(`source ${source}`, generous, 0);
  // The first source was evicted: its share is requested again, and its count continues.
  const before = requested.length;
  await shares.take('source 0', generous, 0);
  expect(requested.length).toBe(before + 1);
});
