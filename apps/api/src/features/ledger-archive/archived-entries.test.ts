import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ArchivedEntry, readEntries, sumsOf, writeEntries } from './archived-entries.ts';

const time = fc.date({
  min: new Date('2000-01-01'),
  max: new Date('2100-01-01'),
  noInvalidDate: true,
});
const amount = fc.integer({ min: -9_007_199_254_740, max: 9_007_199_254_740 });
const entry: fc.Arbitrary<ArchivedEntry> = fc.record({
  id: fc.uuid(),
  provider: fc.constantFrom('paddle', 'coingate'),
  kind: fc.constantFrom('payment', 'refund', 'chargeback', 'chargeback_reversal'),
  reference: fc.option(fc.string()),
  product: fc.string({ unit: 'grapheme' }),
  ...{ amount, tax: amount },
  currency: fc.constantFrom('USD', 'EUR'),
  happenedAt: time,
  bookedAt: time,
});

test('a file has every entry with all of its columns, in their order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 40 }), async (entries) => {
      expect(await readEntries(writeEntries(entries))).toEqual(entries);
    }),
  );
});

test('the same entries give the same file', () => {
  const [sample = []] = fc.sample(fc.array(entry, { minLength: 20, maxLength: 20 }), { numRuns: 1, seed: 7 });
  expect(writeEntries(sample).equals(writeEntries([...sample]))).toBe(true);
});

test('a file that is cut off or of another kind is refused', async () => {
  const [sample = []] = fc.sample(fc.array(entry, { minLength: 20, maxLength: 20 }), { numRuns: 1, seed: 7 });
  const file = writeEntries(sample);
  await expect(readEntries(file.subarray(0, file.length - 9))).rejects.toThrow('parquet');
  await expect(readEntries(Buffer.from('no file'))).rejects.toThrow('parquet');
});

test('sums are those of each provider, kind and currency', () => {
  const base: ArchivedEntry = {
    ...{ id: 'a', provider: 'paddle', kind: 'payment', reference: null, product: 'yearly', currency: 'USD' },
    ...{ amount: 5988, tax: 998, happenedAt: new Date(0), bookedAt: new Date(0) },
  };
  const sums = sumsOf([
    base,
    { ...base, kind: 'refund', amount: -1000, tax: -100 },
    base,
    { ...base, currency: 'EUR' },
  ]);
  expect(
    sums.map(({ kind, currency, entries, amount: sum, tax }) => [kind, currency, entries, sum, tax]),
  ).toEqual([
    ['payment', 'EUR', 1, 5988, 998],
    ['payment', 'USD', 2, 11_976, 1996],
    ['refund', 'USD', 1, -1000, -100],
  ]);
});
