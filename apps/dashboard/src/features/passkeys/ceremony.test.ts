import { expect, it } from 'vitest';
import { ceremonyFailure } from './ceremony.ts';

it('describes a failure, and returns nothing for one that the page caused', () => {
  expect(ceremonyFailure('NotAllowedError', 'making')).toMatch(/^No passkey was created/);
  expect(ceremonyFailure('NotAllowedError', 'using')).toMatch(/^No passkey was used/);
  expect(ceremonyFailure('InvalidStateError', 'making')).toMatch(/already/);
  expect(ceremonyFailure('SecurityError', 'using')).toMatch(/this URL/);
  expect(ceremonyFailure('ConstraintError', 'making')).toMatch(/can’t store/);
  expect(ceremonyFailure('SomethingNewError', 'using')).toMatch(/Try again/);
  expect(ceremonyFailure('AbortError', 'using')).toBeNull();
});
