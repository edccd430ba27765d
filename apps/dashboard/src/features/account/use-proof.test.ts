import { expect, test } from 'vitest';
import { factorIn } from './use-proof.ts';

test('six digits are the code of the app, however an app groups them; anything else is a recovery code', () => {
  expect(factorIn('123456')).toEqual({ code: '123456' });
  expect(factorIn(' 123 456 ')).toEqual({ code: '123456' });
  expect(factorIn(' k7mq-2wxy-9fhd ')).toEqual({ recoveryCode: 'k7mq-2wxy-9fhd' });
  expect(factorIn('1234567')).toEqual({ recoveryCode: '1234567' });
  expect(factorIn('  ')).toEqual({});
});
