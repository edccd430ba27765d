import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeRedirect } from './guard.ts';

const HERE = 'https://app.example';

describe('safeRedirect', () => {
  it.each([
    '/payment/subscription?plan=12-months#top',
    '/dash/home/',
    '/dash/quick-login/?code=BCDF-GHJK',
    '/email/change/confirm?token=a%2Fb%3D',
    '/dash/home/?redirect=//evil.example',
    '/',
  ])('keeps our own address %j', (wanted) => {
    expect(safeRedirect(wanted)).toBe(wanted);
  });

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '///evil.example/',
    '/\\evil.example/',
    '\\\\evil.example/',
    '/%5cevil.example/',
    '/%2f%2fevil.example/',
    '%2f%2fevil.example',
    '/%2fevil.example',
    '/%252f%252fevil.example',
    '/\t/evil.example/',
    '/%09/evil.example',
    '/\n/evil.example',
    '/%0d%0aLocation:%20//evil.example',
    '/dash/home/?a=\nb',
    '/.//evil.example',
    '/a/..//evil.example',
    '/a/%2e%2e//evil.example',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    '@evil.example',
    'app.example@evil.example',
    'https:evil.example',
    'https:/evil.example',
    '/%',
    'dash/home',
    '',
    undefined,
    null,
  ])('refuses %j', (wanted) => {
    expect(safeRedirect(wanted)).toBeNull();
  });

  it.each([
    '/login/?redirect=/login/',
    '/register',
    '/LOGIN',
    '/%6cogin/',
    '/./login/',
    '/login?redirect=//evil.example',
  ])('prevents a redirect loop: %j', (wanted) => {
    expect(safeRedirect(wanted)).toBeNull();
  });

  /** Paths of an attacker: characters that parsers interpret differently, as they are and encoded. */
  const hostile = fc
    .array(
      fc.constantFrom(
        ...[
          '/',
          '\\',
          '.',
          '..',
          '\t',
          '\n',
          '\r',
          '\0',
          ' ',
          ':',
          '@',
          '?',
          '#',
          '%',
          '%2f',
          '%2F',
          '%5c',
          '%09',
          '%25',
          '%252f',
        ],
        ...['a', 'evil.example', 'javascript:', 'https:', 'redirect=', '／', '。', '\u00a0', '\ufeff'],
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join(''));

  it('stays on this origin for every input and any number of decodings', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.webUrl(),
      hostile,
      hostile.map((rest) => `/${rest}`),
    );
    fc.assert(
      fc.property(anything, (wanted) => {
        for (let safe = safeRedirect(wanted), before = ''; safe !== null && safe !== before; ) {
          expect(safe).toMatch(/^\/(?![/\\])/);
          expect(new URL(safe, HERE).origin).toBe(HERE);
          before = safe;
          safe = decoded(safe);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(
        hostile.map((rest) => `/${rest}`),
        (wanted) => {
          const safe = safeRedirect(wanted);
          if (safe !== null) expect(safeRedirect(safe)).toBe(safe);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

/** Decodes the path once; null if that changes nothing. */
function decoded(address: string): string | null {
  const [path = ''] = address.split(/[?#]/);
  try {
    const once = decodeURIComponent(path);
    return once === path ? null : once;
  } catch {
    return null;
  }
}
