import type { Endpoint } from '@comet/contract';
import * as z from 'zod/mini';

type Json = Record<string, unknown>;

/** A body that the contract does not allow, and the property that the answer has to name. */
export interface BentBody {
  readonly property: string;
  readonly body: Json;
}

/** From a body that is right: one for every required property that is missing, and for every property of a wrong type. */
export function bentBodies(endpoint: Endpoint, right: Json): readonly BentBody[] {
  if (endpoint.body === undefined) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(endpoint.body, { io: 'input' }) as {
    properties?: Json;
    required?: readonly string[];
  };
  return Object.keys(properties).flatMap((property) => {
    const { [property]: _left, ...others } = right;
    const wrong = {
      property,
      body: { ...right, [property]: { un: 'expected' } },
    };
    if (!required.includes(property)) return [wrong];
    return [{ property, body: others }, wrong];
  });
}

/** Invalid bodies of an attacker. None may cause an internal error. */
export function hostileBodies(right: Json): readonly string[] {
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
  const perProperty = Object.keys(right).flatMap((property) =>
    values.map((value) => JSON.stringify({ ...right, [property]: value })),
  );
  const whole = ['null', '[]', '"text"', '0', '{}', '{"__proto__":{"admin":true}}', '['.repeat(5_000)];
  return [...perProperty, ...whole];
}
