import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountOf, readUsername } from './username.ts';

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

test('parses all parameters in any order', () => {
  const parameters = fc.record({
    country: optional(fc.stringMatching(/^[a-z]{2}$/)),
    city: optional(fc.stringMatching(/^[a-z0-9]{2,20}$/)),
    session: optional(fc.stringMatching(/^[A-Za-z0-9_]{1,32}$/)),
    lifetime: optional(fc.integer({ min: 1, max: 1440 })),
    ifgone: optional(fc.constantFrom('fail', 'replace')),
  });
  const order = fc.shuffledSubarray(['country', 'city', 'session', 'lifetime', 'ifgone'] as const, {
    minLength: 5,
  });
  fc.assert(
    fc.property(parameters, order, ({ country, city, session, lifetime, ifgone }, names) => {
      const given: Record<string, string | number | undefined> = {
        country,
        ...(country === undefined ? {} : { city }),
        session,
        ...(session === undefined ? {} : { lifetime, ifgone }),
      };
      const text = names.flatMap((name) => (given[name] === undefined ? [] : [`-${name}-${given[name]}`]));
      const username = `abc123${text.join('')}`;
      expect(accountOf(username)).toBe('abc123');
      expect(readUsername(username)).toEqual({
        ok: true,
        value: {
          country: country?.toUpperCase() ?? null,
          city: given['city'] ?? null,
          session:
            session === undefined
              ? null
              : { name: session, minutes: lifetime ?? 10, ifGone: ifgone ?? 'fail' },
        },
      });
    }),
  );
});

test.each([
  ['u-country-usa', 'bad_country'],
  ['u-country-', 'bad_country'],
  ['u-country', 'bad_country'],
  ['u-country-us-city-x', 'bad_city'],
  ['u-city-nyc', 'bad_city'],
  ['u-session-', 'bad_session'],
  [`u-session-${'a'.repeat(33)}`, 'bad_session'],
  ['u-session-a.b', 'bad_session'],
  ['u-session-a-lifetime-0', 'bad_lifetime'],
  ['u-session-a-lifetime-1441', 'bad_lifetime'],
  ['u-session-a-lifetime-1h', 'bad_lifetime'],
  ['u-lifetime-30', 'bad_lifetime'],
  ['u-ifgone-fail', 'bad_ifgone'],
  ['u-session-a-ifgone-wait', 'bad_ifgone'],
  ['u-zip-10001', 'bad_parameter'],
  ['u-', 'bad_parameter'],
  ['u-constructor-x', 'bad_parameter'],
  ['u-country-us-country-us', 'bad_parameter'],
  [`u${'-country-us'.repeat(30)}`, 'bad_parameter'],
])('%s is refused with %s', (username, error) => {
  expect(readUsername(username)).toEqual({ ok: false, error });
});
