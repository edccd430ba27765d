import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSealer } from './seal.ts';

const sealer = createSealer(new Uint8Array(32).fill(7));

test('opens a sealed value with the same key only, and not after a change', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(), (value, position) => {
      const sealed = sealer.seal(value);
      expect(JSON.stringify(sealer.open(sealed))).toBe(JSON.stringify(value));
      expect(() => createSealer(new Uint8Array(32).fill(8)).open(sealed)).toThrow('authenticate');
      const bytes = Buffer.from(sealed, 'base64url');
      const at = position % bytes.length;
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      expect(() => sealer.open(bytes.toString('base64url'))).toThrow('authenticate');
    }),
  );
});
