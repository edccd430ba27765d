import { expect, it } from 'vitest';
import { ceremonyFailure } from './ceremony.ts';

it('says what came between, and nothing about what the page ended itself', () => {
  expect(ceremonyFailure('NotAllowedError', 'making')).toMatch(/^No passkey was made/);
  expect(ceremonyFailure('NotAllowedError', 'using')).toMatch(/^No passkey was used/);
  expect(ceremonyFailure('InvalidStateError', 'making')).toMatch(/already/);
  expect(ceremonyFailure('SecurityError', 'using')).toMatch(/address/);
  expect(ceremonyFailure('ConstraintError', 'making')).toMatch(/cannot keep/);
  expect(ceremonyFailure('SomethingNewError', 'using')).toMatch(/Try again/);
  expect(ceremonyFailure('AbortError', 'using')).toBeNull();
});
