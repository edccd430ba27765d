import { expect, test } from 'vitest';
import { readOrderNumber } from './order-number.ts';

test('reads an order number as people type it', () => {
  for (const typed of ['CV-7K3M9Q', 'cv-7k3m9q', ' CV 7K3M9Q ', '7K3M9Q', 'cv7k3m9q', '7k3-m9q'])
    expect(readOrderNumber(typed), typed).toBe('CV-7K3M9Q');
  expect(readOrderNumber('cv-o1lI0O')).toBe('CV-011100');
  expect(readOrderNumber('CVCV12')).toBe('CV-CVCV12');
});

test('reads nothing else as an order number', () => {
  for (const typed of [
    '',
    'CV-',
    'CV-7K3M9',
    'CV-7K3M9QQ',
    'CV-7K3M9U',
    'ada@example.com',
    '-'.repeat(36),
    '%',
  ])
    expect(readOrderNumber(typed), typed).toBeNull();
});
