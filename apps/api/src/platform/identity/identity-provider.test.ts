import { expect, test } from 'vitest';
import { emailClaim, verifiedClaim } from './identity-provider.ts';

test('an address is normalised to the form of accounts, or refused', () => {
  expect(emailClaim(' Ada@Example.org ')).toBe('ada@example.org');
  for (const none of [undefined, null, 7, '', 'ada', `${'a'.repeat(250)}@example.org`]) {
    expect(emailClaim(none)).toBeNull();
  }
});

test('an address is verified only when the provider states it', () => {
  expect([true, 'true'].map(verifiedClaim)).toEqual([true, true]);
  for (const not of [false, 'false', undefined, null, 1, 'yes', {}]) expect(verifiedClaim(not)).toBe(false);
});
