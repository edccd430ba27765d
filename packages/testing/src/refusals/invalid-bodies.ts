import type { Endpoint } from '@comet/contract';
import * as z from 'zod/mini';

type Json = Record<string, unknown>;

/** A body that the contract does not allow, and the property that the response has to name. */
interface InvalidBody {
  readonly property: string;
  readonly body: Json;
}

/** Derives invalid bodies from a valid one: one for every missing required property, and one for every property of a wrong type. */
export function invalidBodies(endpoint: Endpoint, validRequest: Json): readonly InvalidBody[] {
  if (endpoint.body === undefined) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(endpoint.body, { io: 'input' }) as {
    properties?: Json;
    required?: readonly string[];
  };
  return Object.keys(properties).flatMap((property) => {
    const { [property]: _left, ...others } = validRequest;
    const wrong = {
      property,
      body: { ...validRequest, [property]: { un: 'expected' } },
    };
    if (!required.includes(property)) return [wrong];
    return [{ property, body: others }, wrong];
  });
}

/** Invalid bodies of an attacker. None may cause an internal error. */
export function hostileBodies(validRequest: Json): readonly string[] {
  const values: unknown[] = [
    '\0',
    'a\0b',
    '\ud800',
    'x'.repeat(20_000),
    '../../etc/passwd',
    "' or 1=1 --",
    Number.MAX_SAFE_INTEGER,
    -1,
    1.5,
    1e300,
    null,
    true,
    [],
    {},
    [[[]]],
  ];
  const perProperty = Object.keys(validRequest).flatMap((property) =>
    values.map((value) => JSON.stringify({ ...validRequest, [property]: value })),
  );
  const whole = ['null', '[]', '"text"', '0', '{}', '{"__proto__":{"admin":true}}', '['.repeat(5_000)];
  return [...perProperty, ...whole];
}
