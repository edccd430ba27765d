import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeRedirect } from './safe-redirect.ts';

describe('safeRedirect', () => {
  it('keeps path, query and hash of our own addresses', () => {
    expect(safeRedirect('/payment/subscription?plan=12-months#top')).toBe(
      '/payment/subscription?plan=12-months#top',
    );
  });

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '\\\\evil.example/',
    '/\t/evil.example/',
    '/.//evil.example',
    '/a/..//evil.example',
    'javascript:alert(1)',
    'dash/home',
    '',
    undefined,
  ])('refuses %j', (wanted) => {
    expect(safeRedirect(wanted)).toBeNull();
  });

  it('does not lead round in a circle', () => {
    expect(safeRedirect('/login/?redirect=/login/')).toBeNull();
    expect(safeRedirect('/register')).toBeNull();
  });

  it('lands on our own origin whatever it is given', () => {
    const hostile = fc.array(
      fc.constantFrom('/', '\\', '.', '\t', '\n', ' ', ':', '@', 'a', '%2f', 'evil.example'),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          hostile.map((parts) => parts.join('')),
        ),
        (wanted) => {
          const safe = safeRedirect(wanted);
          if (safe !== null) expect(new URL(safe, 'https://app.example').origin).toBe('https://app.example');
        },
      ),
    );
  });
});
