import { expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod/mini';
import { api } from './api.ts';
import type { ReplyOf, RequestOf } from './endpoint.ts';
import { brokenRules } from './rules.ts';
import { wire } from './wire.ts';

const nested = wire({
  firstName: z.string(),
  inner: wire({ lastSeenOn: z.nullable(z.string()) }),
  note: z.optional(z.string()),
});

test('decodes an object from snake_case and encodes it back, at every depth', () => {
  const onTheWire = { first_name: 'A', inner: { last_seen_on: null } };
  const inCode = { firstName: 'A', inner: { lastSeenOn: null } };
  expect(z.decode(nested, onTheWire)).toEqual(inCode);
  expect(z.encode(nested, inCode)).toEqual(onTheWire);
});

test('drops keys that the contract does not name', () => {
  expect(
    z.decode(nested, { first_name: 'A', inner: { last_seen_on: null }, is_admin: true } as never),
  ).not.toHaveProperty('is_admin');
});

test('types match the declaration', () => {
  expectTypeOf<RequestOf<typeof api.logIn>['body']>().toEqualTypeOf<{ email: string; password: string }>();
  expectTypeOf<ReplyOf<typeof api.logIn>>().toEqualTypeOf<{ accessToken: string }>();
  expectTypeOf<ReplyOf<typeof api.logOut>>().toEqualTypeOf<undefined>();
});

test('violated rules name the property, the rule and its limit', () => {
  const parsed = z.safeDecode(api.signUp.body, { email: 'nope', password: 'short' });
  expect(parsed.success ? [] : brokenRules(parsed.error.issues).map(({ rule }) => rule)).toEqual([
    'email.email',
    'password.min_length:8',
  ]);
  const missing = z.safeDecode(api.signUp.body, {} as never);
  expect(missing.success ? [] : brokenRules(missing.error.issues).map(({ rule }) => rule)).toEqual([
    'email.required',
    'password.required',
  ]);
});

test('every schema can be converted to JSON Schema of its wire form', () => {
  for (const endpoint of Object.values(api)) {
    for (const schema of [
      'body' in endpoint ? endpoint.body : [],
      'reply' in endpoint ? endpoint.reply : [],
    ].flat()) {
      const drawn = z.toJSONSchema(schema, { io: 'input' });
      for (const one of drawn.oneOf ?? [drawn]) expect(one).toHaveProperty('properties');
    }
  }
});

test('an invalid property of one of several objects is named as it is, and an unknown kind by its key', () => {
  const rulesOf = (body: unknown) => {
    const decoded = z.safeDecode(api.createOrder.body, body as never, { reportInput: true });
    return decoded.success ? [] : brokenRules(decoded.error.issues).map(({ rule }) => rule);
  };
  expect(rulesOf({ kind: 'residential_data', gigabytes: null })).toEqual(['gigabytes.required']);
  expect(rulesOf({ kind: 'residential_data', gigabytes: 1.5 })).toEqual(['gigabytes.type:int']);
  expect(rulesOf({ kind: 'residential_data', gigabytes: '5' })).toEqual(['gigabytes.type:number']);
  expect(rulesOf({ kind: 'residential_data', gigabytes: 1001 })).toEqual(['gigabytes.max:1000']);
  expect(rulesOf({ kind: 'dedicated_ip', type: 'dedicated', country: 'NL', months: 1 })).toEqual([
    'country.format',
  ]);
  expect(rulesOf({ kind: 'subscription', plan_id: '1-month', coupon_code: 'no code' })).toEqual([
    'coupon_code.format',
  ]);
  expect(rulesOf({ kind: 'a house' })).toEqual(['kind.one_of']);
});
