import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseLink } from './use-link.ts';

test('parses every supported link', () => {
  expect(parseLink('comet://connect/nl-ams')).toEqual({ kind: 'connect', location: 'nl-ams' });
  expect(parseLink('comet://connect')).toEqual({ kind: 'connect', location: null });
  expect(parseLink('comet://connect/')).toEqual({ kind: 'connect', location: null });
  expect(parseLink('comet://locations')).toEqual({ kind: 'screen', screen: 'locations' });
  expect(parseLink('comet://account/')).toEqual({ kind: 'screen', screen: 'account' });
  expect(parseLink('comet://login')).toEqual({ kind: 'sign-in' });
});

test.each([
  'comet://disconnect',
  'comet://connect/nl-ams?lockdown=off',
  'comet://connect/nl-ams#x',
  'comet://connect/../settings',
  'comet://connect/NL-AMS',
  'comet://connect/nl-ams/more',
  'comet://login?code=BCDF-GHJK',
  'comet://login/nl-ams',
  'comet://user@connect/nl-ams',
  'comet://connect:80/nl-ams',
  'comet:connect/nl-ams',
  'https://connect/nl-ams',
  'comet://toString',
  ' comet://locations',
  'comet://locations\n',
])('rejects %j', (text) => {
  expect(parseLink(text)).toBeNull();
});

test('any text parses to a known link with a valid location code, or to null', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('connect', 'locations', '/', '//', '?'),
  );
  fc.assert(
    fc.property(fc.array(part), fc.boolean(), (parts, ours) => {
      const link = parseLink((ours ? 'comet://' : '') + parts.join(''));
      if (link?.kind === 'connect') expect(link.location ?? 'x').toMatch(/^[a-z0-9-]{1,44}$/);
      else if (link !== null) expect(['screen', 'sign-in']).toContain(link.kind);
    }),
    { numRuns: 2_000 },
  );
});
