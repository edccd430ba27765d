import { expect, it } from 'vitest';
import { ceremonyFailure } from './ceremony.ts';

it('describes a failure, and returns nothing for one that the page caused', () => {
  expect(ceremonyFailure('NotAllowedError', 'making')).toMatch(/^No passkey was made/);
  expect(ceremonyFailure('NotAllowedError', 'using')).toMatch(/^No passkey was used/);
  expect(ceremonyFailure('InvalidStateError', 'making')).toMatch(/already/);
  expect(ceremonyFailure('SecurityError', 'using')).toMatch(/address/);
  expect(ceremonyFailure('ConstraintError', 'making')).toMatch(/cannot keep/);
  expect(ceremonyFailure('SomethingNewError', 'using')).toMatch(/Try again/);
  expect(ceremonyFailure('AbortError', 'using')).toBeNull();
});
