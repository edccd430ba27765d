import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { encodeRevocation, revocation } from './follow-feed.ts';

test('a revocation is encoded as by its schema', () => {
  for (const slot of [null, 0, 255]) {
    const one = { sub: 'AAAAAAAAAAAAAAAAAAAAAA', slot, notBefore: 1_700_000_000 };
    expect(encodeRevocation(one)).toEqual(z.encode(revocation, one));
  }
});
