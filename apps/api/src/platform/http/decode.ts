import { type BrokenRule, brokenRules, type Endpoint, snakeCase } from '@comet/contract';
import { err, ok, type Result } from '@comet/foundation';
import type * as z from 'zod/mini';

export interface Parts {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

const nothing: Result<Parts, never> = ok({ params: undefined, query: undefined, body: undefined });

/** Decodes the three parts of a request by the endpoint's schemas; the broken rules of all parts come together. */
export function decodeRequest(endpoint: Endpoint, given: Parts): Result<Parts, readonly BrokenRule[]> {
  if ((endpoint.params ?? endpoint.query ?? endpoint.body) === undefined) return nothing;
  const rules: BrokenRule[] = [];
  const decode = (schema: z.ZodMiniType | undefined, value: unknown): unknown => {
    if (schema === undefined) return undefined;
    const parsed = schema.safeParse(value, { reportInput: true });
    if (parsed.success) return parsed.data;
    rules.push(...brokenRules(parsed.error.issues));
    return undefined;
  };
  const decoded = {
    params: decode(endpoint.params, onTheWire(given.params)),
    query: decode(endpoint.query, given.query),
    body: decode(endpoint.body, given.body),
  };
  return rules.length === 0 ? ok(decoded) : err(rules);
}

/** Parameters are named in camelCase in a path and in snake_case by their schema's wire form. */
function onTheWire(params: unknown): unknown {
  if (typeof params !== 'object' || params === null) return params;
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [snakeCase(name), value]));
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The JSON of a body. It must be UTF-8, and its texts and names free of NUL and of half surrogate pairs: PostgreSQL can
 * store neither.
 */
export function parseJson(bytes: Buffer): Result<unknown, 'malformed_body'> {
  try {
    const text = utf8.decode(bytes);
    // What cannot be stored can only stand in an escape; most bodies have none, and are not looked through.
    if (!text.includes('\\u')) return ok(JSON.parse(text));
    let storable = true;
    const value = JSON.parse(text, (name, part: unknown) => {
      storable &&= isStorable(name) && (typeof part !== 'string' || isStorable(part));
      return part;
    }) as unknown;
    return storable ? ok(value) : err('malformed_body');
  } catch {
    return err('malformed_body');
  }
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** True for `application/json`, with or without parameters. */
export function isJsonType(contentType: string | undefined): boolean {
  return /^application\/json\s*(;|$)/i.test(contentType?.trim() ?? '');
}
