import { expect, test } from 'vitest';
import { emptyFactor, factorOf, reduceFactor } from './second-factor-state.ts';

const entered = (value: string) => reduceFactor(emptyFactor, { kind: 'enter', value });
const switched = reduceFactor(emptyFactor, { kind: 'switch' });

test('a code can be sent once it has six digits', () => {
  expect(['', '12345', '12 456', '1234567'].map((value) => factorOf(entered(value)))).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(factorOf(entered('123456'))).toEqual({ code: '123456' });
});

test('a recovery code can be sent once it is not empty', () => {
  const recovery = (value: string) => factorOf(reduceFactor(switched, { kind: 'enter', value }));
  expect([recovery(''), recovery('  '), recovery(' 4f7h2-k9m3x ')]).toEqual([
    null,
    null,
    { recoveryCode: '4f7h2-k9m3x' },
  ]);
});

test('switching clears the value and the error, and remembers again', () => {
  const forgetful = reduceFactor(entered('123'), { kind: 'remember', remember: false });
  const failed = reduceFactor(forgetful, { kind: 'fail', error: 'wrong' });
  expect(failed).toEqual({ mode: 'code', value: '', error: 'wrong', remember: false });
  expect(reduceFactor(failed, { kind: 'switch' })).toEqual({ ...emptyFactor, mode: 'recovery' });
  expect(reduceFactor(switched, { kind: 'switch' })).toEqual(emptyFactor);
});

test('entering a value clears the error', () => {
  const failed = reduceFactor(entered('123456'), { kind: 'fail', error: 'wrong' });
  expect(reduceFactor(failed, { kind: 'enter', value: '1' })).toMatchObject({ value: '1', error: null });
});
