import { expect, test } from 'vitest';
import { differences } from './database-checksums.ts';

test('names every checksum that differs or is missing on either side', () => {
  const expected = { 'rows of orders': 3, 'ledger payment USD': 701, 'refunds approved USD': 5 };
  const found = { 'rows of orders': 3, 'ledger payment USD': 700, 'ledger refund USD': -5 };
  expect(differences(expected, found)).toEqual([
    'ledger payment USD: 700 instead of 701',
    'refunds approved USD: none instead of 5',
    'ledger refund USD: -5 instead of none',
  ]);
  expect(differences(expected, { ...expected })).toEqual([]);
});
