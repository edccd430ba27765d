import * as z from 'zod/mini';
import { snakeCase } from './wire-keys.ts';

/** `accessToken` → `access_token`, in the type as in the value. */
type SnakeCase<K extends string> = K extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${SnakeCase<Tail>}`
    : `_${Lowercase<Head>}${SnakeCase<Tail>}`
  : K;

type Shape = Readonly<Record<string, z.ZodMiniType>>;
type Flat<T> = { [K in keyof T]: T[K] } & {};
type OptionalKeys<S extends Shape> = {
  [K in keyof S]: undefined extends z.output<S[K]> ? K : never;
}[keyof S];

type WireInput<S extends Shape> = Flat<
  { [K in Exclude<keyof S, OptionalKeys<S>> & string as SnakeCase<K>]: z.input<S[K]> } & {
    [K in OptionalKeys<S> & string as SnakeCase<K>]?: z.input<S[K]>;
  }
>;
type WireOutput<S extends Shape> = Flat<
  { [K in Exclude<keyof S, OptionalKeys<S>> & string]: z.output<S[K]> } & {
    [K in OptionalKeys<S> & string]?: z.output<S[K]>;
  }
>;

/** A JSON object that is snake_case on the wire and camelCase in code. */
export type Wire<S extends Shape> = z.ZodMiniType<WireOutput<S>, WireInput<S>>;

/** Any object: its keys are named in its declaration. Shared by all, because a start waits for every schema that is created. */
const anyObject = z.record(z.string(), z.unknown());

/**
 * Declares an object once, in camelCase; the schema decodes its snake_case form and encodes back to it. Unknown keys are dropped when
 * decoding, which prevents mass assignment.
 */
export function wire<const S extends Shape>(shape: S): Wire<S> {
  const pairs = Object.keys(shape).map((camel) => [camel, snakeCase(camel)] as const);
  const snake = z.object(
    Object.fromEntries(Object.entries(shape).map(([camel, schema]) => [snakeCase(camel), schema])),
  );
  const rename = (from: Record<string, unknown>, toSnake: boolean) => {
    const renamed: Record<string, unknown> = {};
    for (const [camel, key] of pairs) {
      const value = from[toSnake ? camel : key];
      if (value !== undefined) renamed[toSnake ? key : camel] = value;
    }
    return renamed;
  };
  const codec = z.codec(snake, anyObject, {
    decode: (value) => rename(value, false),
    encode: (value) => rename(value, true) as never,
  });
  // The codec's own types cannot express the renaming of keys; the two mapped types above state it.
  return codec as unknown as Wire<S>;
}

/** A union of objects, discriminated by the literal that each has in `key`; errors name the property of the matching object. */
export function wireUnion<const Options extends readonly [z.ZodMiniType, ...z.ZodMiniType[]]>(
  key: string,
  options: Options,
): z.ZodMiniType<z.output<Options[number]>, z.input<Options[number]>> {
  // A codec passes on the literals of its input, which its type does not express.
  const discriminable = options as unknown as Parameters<typeof z.discriminatedUnion>[1];
  const union: unknown = z.discriminatedUnion(key, discriminable);
  return union as z.ZodMiniType<z.output<Options[number]>, z.input<Options[number]>>;
}
