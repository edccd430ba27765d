import { expect, it } from 'vitest';
import { parseUserCode } from './quick-login-screen.tsx';

it('accepts a code in any case, with or without its dash', () => {
  for (const typed of ['BCDF-GHJK', 'bcdfghjk', ' bcdf ghjk ', 'BCDF–GHJK'.replace('–', '-')]) {
    expect(parseUserCode(typed)).toBe('BCDF-GHJK');
  }
});

it('rejects malformed codes', () => {
  for (const typed of ['', 'BCDF-GHJ', 'BCDF-GHJKL', 'ABCD-EFGH', '1234-5678']) {
    expect(parseUserCode(typed)).toBeNull();
  }
});
