import { describe, expect, test } from 'vitest';
import { digitAt, placeAfterKey, withErased, withPasted, withTyped } from './digits-field.tsx';

const count = 6;

describe('typing', () => {
  test('puts a digit into its place and goes on to the next', () => {
    expect(withTyped('', 0, '1', count)).toEqual({ value: '1', place: 1 });
    expect(withTyped('12345', 5, '6', count)).toEqual({ value: '123456', place: 5 });
    expect(withTyped('123456', 2, '9', count)).toEqual({ value: '129456', place: 3 });
  });

  test('leaves a gap where one was left', () => {
    expect(withTyped('12', 4, '5', count)).toEqual({ value: '12  5', place: 5 });
  });

  test('takes digits only, and of a whole code that is filled in as many as fit', () => {
    expect(withTyped('12', 2, 'x', count)).toEqual({ value: '12', place: 2 });
    expect(withTyped('', 0, '123456', count)).toEqual({ value: '123456', place: 5 });
    expect(withTyped('', 4, '123456', count)).toEqual({ value: '    12', place: 5 });
  });
});

describe('pasting', () => {
  test('drops what is no digit and what is too much, wherever the focus is', () => {
    expect(withPasted('9', 3, '12 34-56', count)).toEqual({ value: '123456', place: 5 });
    expect(withPasted('', 0, 'Code: 1234567', count)).toEqual({ value: '123456', place: 5 });
    expect(withPasted('999999', 5, '123', count)).toEqual({ value: '123', place: 3 });
  });

  test('without a digit in it changes nothing', () => {
    expect(withPasted('12', 2, 'no code', count)).toEqual({ value: '12', place: 2 });
  });
});

test('Backspace takes the digit away, or the one before an empty place', () => {
  expect(withErased('123456', 5, count)).toEqual({ value: '12345', place: 5 });
  expect(withErased('12345', 5, count)).toEqual({ value: '1234', place: 4 });
  expect(withErased('123456', 2, count)).toEqual({ value: '12 456', place: 2 });
  expect(withErased('12 456', 2, count)).toEqual({ value: '1  456', place: 1 });
  expect(withErased('', 0, count)).toEqual({ value: '', place: 0 });
});

test('arrows, Home and End lead to a place, and no further than the ends', () => {
  const keys = ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'a'];
  expect(keys.map((key) => placeAfterKey(key, 2, count))).toEqual([1, 3, 0, 5, null]);
  expect([placeAfterKey('ArrowLeft', 0, count), placeAfterKey('ArrowRight', 5, count)]).toEqual([0, 5]);
});

test('a place without a digit shows nothing', () => {
  expect([0, 1, 2, 3].map((place) => digitAt('1 3', place))).toEqual(['1', '', '3', '']);
});
