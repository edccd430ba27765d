import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createCardHash, createMailboxHash } from './keyed-hashes.ts';

const pepper = Buffer.alloc(32, 7);
const card = { type: 'visa', lastDigits: '4242', expiryMonth: 4, expiryYear: 2030 };
const text = JSON.stringify(['visa', '4242', 4, 2030]);

test('cards with equal details have the same hash, and any difference gives another', () => {
  const hash = createCardHash(pepper);
  const others = [
    { ...card, type: 'mastercard' },
    { ...card, lastDigits: '4243' },
    { ...card, expiryMonth: 5 },
    { ...card, expiryYear: 2031 },
  ];
  expect(hash({ ...card })).toEqual(hash(card));
  expect(new Set([card, ...others].map((one) => hash(one).toString('hex'))).size).toBe(5);
});

test('the hash depends on the pepper, under a separate key', () => {
  const known = createCardHash(pepper)(card);
  expect(createCardHash(Buffer.alloc(32, 8))(card)).not.toEqual(known);
  expect(createMailboxHash(pepper)(text)).not.toEqual(known);
  expect(createHmac('sha256', pepper).update(text).digest()).not.toEqual(known);
});
