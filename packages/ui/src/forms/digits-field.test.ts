import { describe, expect, test } from 'vitest';
import { digitAt, placeAfterKey, withErased, withPasted, withTyped } from './digits-field.tsx';

const count = 6;

describe('typing', () => {
  test('sets a digit and moves to the next position', () => {
    expect(withTyped('', 0, '1', count)).toEqual({ value: '1', place: 1 });
    expect(withTyped('12345', 5, '6', count)).toEqual({ value: '123456', place: 5 });
    expect(withTyped('123456', 2, '9', count)).toEqual({ value: '129456', place: 3 });
  });

  test('keeps an empty position', () => {
    expect(withTyped('12', 4, '5', count)).toEqual({ value: '12  5', place: 5 });
  });

  test('accepts digits only, and truncates an autofilled code', () => {
    expect(withTyped('12', 2, 'x', count)).toEqual({ value: '12', place: 2 });
    expect(withTyped('', 0, '123456', count)).toEqual({ value: '123456', place: 5 });
    expect(withTyped('', 4, '123456', count)).toEqual({ value: '    12', place: 5 });
  });
});

describe('pasting', () => {
  test('drops other characters and surplus digits at any focus position', () => {
    expect(withPasted('9', 3, '12 34-56', count)).toEqual({ value: '123456', place: 5 });
    expect(withPasted('', 0, 'Code: 1234567', count)).toEqual({ value: '123456', place: 5 });
    expect(withPasted('999999', 5, '123', count)).toEqual({ value: '123', place: 3 });
  });

  test('of text without digits changes nothing', () => {
    expect(withPasted('12', 2, 'no code', count)).toEqual({ value: '12', place: 2 });
  });
});

test('Backspace removes the digit, or the one before an empty position', () => {
  expect(withErased('123456', 5, count)).toEqual({ value: '12345', place: 5 });
  expect(withErased('12345', 5, count)).toEqual({ value: '1234', place: 4 });
  expect(withErased('123456', 2, count)).toEqual({ value: '12 456', place: 2 });
  expect(withErased('12 456', 2, count)).toEqual({ value: '1  456', place: 1 });
  expect(withErased('', 0, count)).toEqual({ value: '', place: 0 });
});

test('arrows, Home and End move the focus within the ends', () => {
  const keys = ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'a'];
  expect(keys.map((key) => placeAfterKey(key, 2, count))).toEqual([1, 3, 0, 5, null]);
  expect([placeAfterKey('ArrowLeft', 0, count), placeAfterKey('ArrowRight', 5, count)]).toEqual([0, 5]);
});

test('an empty position is shown as an empty box', () => {
  expect([0, 1, 2, 3].map((place) => digitAt('1 3', place))).toEqual(['1', '', '3', '']);
});
