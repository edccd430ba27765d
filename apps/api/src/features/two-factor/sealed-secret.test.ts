import { expect, test } from 'vitest';
import { createSealer } from '../../platform/keys/seal.ts';
import { openSecret, sealSecret } from './totp.ts';

test('opens a secret only for its owner', () => {
  const sealer = createSealer(new Uint8Array(32).fill(1));
  const sealed = sealSecret(sealer, 'ada', 'JBSWY3DPEHPK3PXP');
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP');
  expect(openSecret(sealer, 'ada', sealed)).toBe('JBSWY3DPEHPK3PXP');
  expect(() => openSecret(sealer, 'bob', sealed)).toThrow('not that of its account');
});
