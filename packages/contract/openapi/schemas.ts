import { sample } from 'openapi-sampler';
import * as z from 'zod/mini';
import { api } from '../src/api.ts';
import type { Endpoint } from '../src/endpoint.ts';
import { components } from './components.ts';
import { examples } from './examples.ts';
import { portable } from './portable-patterns.ts';

export type Json = Record<string, unknown>;

/** Schemas that occur only as parameters are in the registry but not in the document. */
const PARAMETERS = '#';
const uri = (id: string) => `#/components/schemas/${id}`;

export interface Schemas {
  /** `components.schemas`. */
  readonly named: Readonly<Record<string, Json>>;
  readonly refTo: (schema: z.ZodMiniType) => Json;
  /** The inlined schema, for splitting into parameters. */
  readonly of: (schema: z.ZodMiniType) => Json;
  /** An example in wire format. */
  readonly example: (schema: Json) => unknown;
}

/** Every schema of the contract as JSON Schema, by name; bodies and replies are named after their operation. */
export function schemasOf(): Schemas {
  const registry = components();
  for (const [name, endpoint] of Object.entries(api) as [string, Endpoint][]) {
    const Name = name.charAt(0).toUpperCase() + name.slice(1);
    const { body, reply, query, params } = endpoint;
    if (body !== undefined && !registry.has(body))
      registry.add(body, { id: `${Name}Request`, description: `The body of \`${name}\`.` });
    if (reply !== undefined && !registry.has(reply))
      registry.add(reply, { id: `${Name}Response`, description: `The answer of \`${name}\`.` });
    for (const [place, schema] of Object.entries({ query, params }))
      if (schema !== undefined)
        registry.add(schema, { id: `${PARAMETERS}${name}.${place}`, description: '' });
  }
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    metadata: registry,
    uri,
    override: ({ jsonSchema }) => {
      if (jsonSchema.pattern !== undefined) jsonSchema.pattern = portable(jsonSchema.pattern);
    },
  });
  const all = Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _dialect, $id: _id, ...schema }]) => [
      id,
      withExamples(schema),
    ]),
  ) as Record<string, Json>;
  const named = Object.fromEntries(
    Object.entries(all)
      .filter(([id]) => !id.startsWith(PARAMETERS))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
  const idOf = (schema: z.ZodMiniType) => registry.get(schema)?.id ?? '';
  return {
    named,
    refTo: (schema) => ({ $ref: uri(idOf(schema)) }),
    of: (schema) => all[idOf(schema)] ?? {},
    example: (schema) =>
      sample(schema, { quiet: true }, { openapi: '3.1.0', components: { schemas: named } }),
  };
}

/** Adds an example to every property that has a specific one. */
function withExamples<T>(schema: T): T {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(withExamples) as T;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withExamples(value)]));
  for (const [name, property] of Object.entries((copy['properties'] ?? {}) as Record<string, Json>))
    for (const example of (examples[name] ?? []).filter((one) => takes(property, one)).slice(0, 1))
      property['examples'] = [example];
  return copy as T;
}

/** Returns whether the example of a name fits this property: the same name can have another type elsewhere. */
function takes(schema: Json, example: unknown): boolean {
  const { type, pattern, anyOf, items, enum: values, const: only } = schema;
  if (Array.isArray(anyOf)) return anyOf.some((option) => takes(option as Json, example));
  if (values !== undefined || only !== undefined || ![type].flat().includes(typeOf(example))) return false;
  if (Array.isArray(example)) return takes(items as Json, example[0]);
  return typeof pattern !== 'string' || new RegExp(pattern).test(String(example));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
